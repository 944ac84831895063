"""Games that were begun under an earlier number of the rules are decided as they were then (docs/rules/changes.md)."""

from __future__ import annotations

import inspect

import pytest
from msgspec import UNSET

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Asked, Refused
from domain.games.darkness.changes import CHANGES
from domain.games.darkness.events.basis import Caused
from domain.games.darkness.events.checks import CheckResolved
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


SUCCEEDS = b"success 0"
"""A seed by which the first throw has a pair."""
PLACE = {"map": {"bar": {"x": 0, "y": 0, "rot": 0}}, "gm": {"chapter": "ch2-storm", "environment": "day-lights-on"}}


def ruled(rules, people, *actions):
    """A campaign that s3 leads by these rules, after these actions."""
    options = {"scenario": "the-awakening", "gm": "s3"}
    table = {**PLACE, "seats": people}
    state = GAME.set_position(options, seat_ids(3), table, Seeded(b"")).state
    state.rules = rules
    for seat, action in actions:
        state = GAME.decide(state, seat, action, Seeded(b"ruled")).state
    return state


@pytest.mark.parametrize(("rules", "asked"), [(3, "turn"), (4, "overload")])
def test_before_rules_4_a_denial_made_a_gift_forgotten(rules, asked):
    """WD-WT-2"""
    people = {"s1": {"character": "steve", "at": "bar/3/1", "limit": 0}, "s2": {"character": "rosa", "at": "bar/0/0"}}
    tried, given = {"type": "attempt", "what": "dig", "attribute": "A"}, {"type": "rule", "on": "s1", "give": "knife"}
    state = ruled(rules, people, ("s1", tried), ("s3", given), ("s3", {"type": "deny"}))
    assert [decision.kind for decision in state.open.values()] == [asked]


def test_before_rules_4_a_task_was_paid_for_with_what_it_needs_and_a_bomb_of_nothing_is_none():
    """WD-GM-23"""
    items = ["flammable-alcohol", "matches"]
    people = {
        "s1": {"character": "grant", "at": "bar/3/1", "items": items},
        "s2": {"character": "rosa", "at": "bar/3/1"},
    }
    asked = {"type": "ask", "of": "s2", "give": {"items": ["flammable-alcohol"]}}
    state = ruled(3, people, ("s1", {"type": "task", "task": "build-bomb"}), ("s1", asked), ("s2", {"type": "help"}))
    assert state.people["s2"].items == ("flammable-alcohol",)
    run = GAME.decide(state, "s1", {"type": "roll"}, Seeded(SUCCEEDS))
    assert [event.success for event in run.events if isinstance(event, CheckResolved)] == [True]
    assert (run.state.master.bombs, run.state.active) == ((), "s2")


@pytest.mark.parametrize(("rules", "open_to"), [(3, ["s2"]), (4, ["s1"])])
def test_before_rules_4_who_was_set_out_of_reach_was_asked_for_help_still(rules, open_to):
    """WD-HELP-1: it could not come, so it was refused."""
    people = {"s1": {"character": "steve", "at": "bar/3/1"}, "s2": {"character": "rosa", "at": "bar/3/1"}}
    moved = {"type": "rule", "on": "s2", "move": "bar/0/0"}
    state = ruled(rules, people, ("s1", {"type": "search"}), ("s1", {"type": "ask", "of": "s2"}), ("s3", moved))
    assert list(state.open) == open_to
    if rules == 3:
        with pytest.raises(Refused, match="cannot be asked now"):
            GAME.decide(state, "s2", {"type": "help"}, Seeded(b""))
