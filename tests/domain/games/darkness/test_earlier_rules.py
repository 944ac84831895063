"""Games that were begun under an earlier number of the rules are decided as they were then (docs/rules/changes.md)."""

from __future__ import annotations

import inspect

import pytest
from msgspec import UNSET

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Asked
from domain.games.darkness.changes import CHANGES
from domain.games.darkness.events.basis import Caused
from domain.games.darkness.events.table import GameEnded
from domain.games.darkness.rules import differences
from domain.games.darkness.state import DarknessState
from tests.domain.games.darkness.tables import BOARD, GAME, any_answer, seat_ids

OF_RULES_2 = ("medicine_fits_its_damage", "sights_on_the_way_count", "skills_are_lost_with_a_master_too")

OF_RULES_4 = (
    "tokens_are_kept_as_goods",
    "the_fallen_are_remembered",
    "newcomers_begin_anew",
    "what_is_needed_is_no_price",
    "shown_pieces_stay_on_shown_tiles",
    "unseen_pieces_walk_anywhere",
    "gifts_are_borne",
    "questions_follow_rulings",
    "security_outlives_whoever_it_kills",
    "disks_are_counted_as_firearms",
    "thrown_weapons_lie_where_they_hit",
    "ammunition_is_fired",
    "tokens_are_laid_once",
)

QUESTIONS = dict(inspect.getmembers(differences, inspect.isfunction))


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_difference_begins_with_its_number_and_stays(name):
    begins = 2 if name in OF_RULES_2 else 4 if name in OF_RULES_4 else 3
    answers = []
    for change in CHANGES:
        state = DarknessState(("s1",), change.number, GAME.data, "first-night", "board")
        answers.append(QUESTIONS[name](state))
    assert answers == [change.number >= begins for change in CHANGES]


def of_a_game(rules, scenario, most=150):
    """The events of a game under these rules, as far as so many decisions lead."""
    row = GAME.data.scenarios[scenario]
    chance, rng = Seeded(scenario.encode()), Stream(scenario.encode())
    run = GAME.setup({"scenario": scenario}, seat_ids(max(row.players["min"], 2)), chance, rules)
    for _ in range(most):
        yield from run.events
        if GAME.is_over(run.state):
            return
        seat = rng.choice(list(run.state.open))
        run = GAME.advance(run.state, seat, any_answer(run.state, seat, rng), chance)


@pytest.mark.parametrize("scenario", BOARD)
def test_before_rules_3_events_name_no_cause_and_questions_no_purpose(scenario):
    for event in of_a_game(2, scenario):
        if isinstance(event, Caused):
            assert event.cause is UNSET, event
        for decision in event.open.values() if isinstance(event, Asked) else ():
            if decision.kind == "check":
                assert decision.details.keys() <= {"check", "attribute", "tn"}


def test_before_rules_3_the_end_tells_outcome_winners_and_points_alone():
    end = next((e for scenario in BOARD for e in of_a_game(2, scenario, 2_000) if isinstance(e, GameEnded)), None)
    assert end is not None
    assert (end.scenario, end.round, end.cause, end.could, end.deaths) == (UNSET,) * 5


def test_from_rules_3_on_the_end_tells_its_reasons():
    end = next((e for scenario in BOARD for e in of_a_game(3, scenario, 2_000) if isinstance(e, GameEnded)), None)
    assert end is not None
    assert UNSET not in (end.scenario, end.round, end.cause, end.could, end.deaths)
