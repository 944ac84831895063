"""Who leaves a round robin too early: its games do not count, if the plan says so (docs/leagues.md, LG-RES-9)."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import PREFIX
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.plan import read_plan
from domain.league.results import points_of
from domain.league.sheets import sheets
from domain.league.standings import standings
from domain.league.trf.exporting import tournament
from domain.league.trf.tournament import BadFile
from tests.domain.league.by_hand import STAGE
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength
from tests.pigs.pig import PIG


def round_robin(entrants, rounds, **stage):
    """A round robin of which so many rounds were played, the lower number always winning, and the next is paired."""
    running = Running(
        {**TWO, "divisions": [{"name": "A", "size": entrants}], "stages": [{"kind": "round-robin", **stage}]}
    )
    running.start(entrants, [1000 - number for number in range(entrants)])
    running.step()
    for _ in range(rounds):
        running.step()
        running.report_all(by_strength)
        running.step()
    return running


def points(running):
    return {line.entrant: line.points for line in standings(running.league, running.league.stage(STAGE))}


def play_out(running):
    while running.league.stage(STAGE).status != "closed":
        running.step()
        running.report_all(by_strength)


@pytest.mark.parametrize(
    ("entrants", "rounds", "annulled"),
    [(6, 0, True), (6, 2, True), (6, 3, False), (5, 1, True), (5, 3, False)],
)
def test_games_are_annulled_as_long_as_less_than_half_of_them_have_been_played(entrants, rounds, annulled):
    """LG-RES-9: of five games two, or three; of four games, one of the rounds being free, two."""
    running = round_robin(entrants, rounds, annul=True)
    before = points(running)

    running.post("seat", a.Withdraw("e1"), "e1")

    assert bool(running.league.stage(STAGE).annulled) is annulled
    assert points(running)["e1"] == (0 if annulled else before["e1"])


def test_what_was_scored_by_and_against_who_left_does_not_count():
    running = round_robin(4, 1, annul=True)
    stage = running.league.stage(STAGE)
    table = next(table for table in stage.tables.values() if "e1" in table.seats)
    assert points_of(table, running.league.plan, stage)["e1"] == 1

    assert running.organiser(a.Withdraw("e4", BECAUSE)) == ["EntrantWithdrew"]
    met = next(table for table in stage.tables.values() if "e4" in table.seats)
    [winner] = set(met.seats) - {"e4"}
    assert points(running)[winner] == 0
    assert met.result.places == {winner: 1, "e4": 2}
    assert sheets(stage, running.league.plan, lowest_wins=True)["e4"].entries == ()

    play_out(running)

    others = [entrant for entrant in ("e1", "e2", "e3")]
    assert {entrant: points(running)[entrant] for entrant in others} == {"e1": 2, "e2": 1, "e3": 0}
    assert [played.byes for played in stage.rounds[1:]] == [(), ()]
    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())
    assert [remark.rpartition(": ")[2] for remark in verdict.remarks] == ["open-season", "close-enrolment", "withdraw"]


def test_a_game_of_the_open_round_that_is_still_played_does_not_count_either():
    running = round_robin(4, 0, annul=True)
    running.step()
    running.organiser(a.Withdraw("e1", BECAUSE))

    running.report_all(by_strength)

    assert points(running)["e1"] == 0


@pytest.mark.parametrize("stage", [{}, {"annul": False}])
def test_otherwise_what_was_played_stands_and_the_others_have_byes(stage):
    """LG-RES-6: as in all plans of before."""
    running = round_robin(4, 1, **stage)
    before = points(running)

    running.organiser(a.Withdraw("e4", BECAUSE))
    assert points(running) == before
    play_out(running)

    assert sum(len(played.byes) for played in running.league.stage(STAGE).rounds) == 2


def test_a_log_of_a_plan_that_says_nothing_of_it_holds_nothing_of_it():
    running = round_robin(4, 0)
    running.organiser(a.Withdraw("e4", BECAUSE))

    opened, withdrew = running.log.entries[0].read(), running.log.entries[-1].read()
    assert "annul" not in opened.data["plan"]["stages"][0]
    assert set(withdrew.data) == {"entrant", "last_rounds", "reason"}
    assert audit(document(LEAGUE, running.league, running.log.entries), Catalog()).code == PREFIX


def test_only_a_round_robin_annuls():
    plan = {**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "swiss", "rounds": 2, "annul": True}]}
    with pytest.raises(Refused, match="only in a round robin"):
        read_plan(plan, PIG)


def test_a_report_file_has_no_words_for_it():
    running = round_robin(4, 0, annul=True)
    running.organiser(a.Withdraw("e4", BECAUSE))
    with pytest.raises(BadFile, match="points that do not come from its rounds"):
        tournament(running.league, running.league.stage(STAGE), "x", {})
