"""What points are made of, and standings after any round (docs/leagues.md, LG-STG-6)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.league import actions as a
from domain.league.breakdown import parts, parts_of
from domain.league.points import read, shown
from domain.league.sheets import sheets
from domain.league.standings import after_round, shares_after, standings, standings_after
from domain.league.tiebreaks.registry import IN_PLANS
from tests.domain.league.by_hand import STAGE, ByHand, ranks
from tests.domain.league.running import BECAUSE, TWO, Running, played

WIN = {"points": [1, 0], "tiebreaks": ["buchholz"]}


def told(league, stage, entrant):
    """Kind, round, opponents and points of each part of an entrant's points."""
    own = sheets(stage, league.plan, lowest_wins=league.lowest_wins)[entrant]
    return [(part.kind, part.round, "".join(part.opponents), part.points) for part in parts(stage, own)]


def test_each_game_each_rest_and_each_adjustment_is_a_part_with_its_event():
    table = ByHand(5, 3, **WIN)
    table.round("e1>e2", "e3>e4")
    table.running.organiser(a.Adjust(STAGE, "e5", "-1/2", BECAUSE, author="olga"))
    table.round("e5>e1", "e2=e3")
    table.running.organiser(a.Correct(STAGE, 3, BECAUSE, {"e1": 1, "e5": 2}, author="olga"))
    league, stage = table.running.league, table.stage

    own = parts(stage, sheets(stage, league.plan, lowest_wins=True)["e5"])

    assert told(league, stage, "e5") == [
        ("bye", 1, "", 1), ("adjustment", 1, "", Fraction(-1, 2)), ("game", 2, "e1", 0),
    ]  # fmt: skip
    assert [table.running.log.entries[part.event - 1].label.type for part in own] == [
        "RoundPaired", "PointsAdjusted", "ResultCorrected",
    ]  # fmt: skip
    assert (own[1].author, own[1].reason, own[2].place) == ("olga", BECAUSE, 2)
    assert [(one.event, one.author, one.reason) for one in own[2].corrected] == [(own[2].event, "olga", BECAUSE)]
    assert told(league, stage, "e4")[-1] == ("bye", 2, "", 1)


def test_who_forfeited_was_absent_or_brought_points_along_has_parts_of_these_kinds():
    swiss = {"kind": "swiss", "rounds": 1}
    running = Running(
        {**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [swiss, {**swiss, "rounds": 2, "carry": True}]}
    )
    running.start(4, [4, 3, 2, 1])
    running.step()
    running.step()
    running.report_all(running.at_random)
    while "L/1/A/2" not in running.league.stages or not running.league.stage("L/1/A/2").rounds:
        running.step()
    stage = running.league.stage("L/1/A/2")
    first, second = stage.table(1).seats
    running.organiser(a.Forfeit(stage.id, 1, (first,), reason=BECAUSE))
    running.organiser(a.Forfeit(stage.id, 2, stage.table(2).seats, reason=BECAUSE))
    running.organiser(a.Withdraw(first, BECAUSE))
    running.step()
    running.step()

    carried = stage.carried
    assert told(running.league, stage, first) == [
        ("carried", None, "", carried[first]), ("forfeit", 1, second, 0), ("absent", 2, "", 0),
    ]  # fmt: skip
    assert told(running.league, stage, second)[:2] == [
        ("carried", None, "", carried[second]),
        ("walkover", 1, first, 1),
    ]


def test_standings_after_a_round_are_those_of_its_results_as_they_are_now():
    table = ByHand(4, 3, **WIN)
    table.round("e1>e2", "e3>e4")
    first = table.now()
    table.round("e1>e3", "e4>e2")
    table.running.organiser(a.Adjust(STAGE, "e1", -2, BECAUSE))
    second = table.now()
    table.round("e4>e1", "e2>e3")
    frozen = table.end()
    league, stage = table.running.league, table.stage

    assert [standings_after(league, stage, number) for number in (1, 2, 3)] == [first, second, frozen]
    table.running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e1": 2, "e2": 1}))
    assert ranks(standings_after(league, stage, 1))[:2] == [(1, "e2"), (1, "e3")]
    assert standings_after(league, stage, 3) == stage.standings


def test_who_entered_late_is_not_in_the_standings_of_before():
    table = ByHand(4, 3, eligibility={"late_until": 3}, **WIN)
    table.round("e1>e2", "e3>e4")
    table.running.organiser(a.EnterLate(STAGE, 1000, account="late"))
    league, stage = table.running.league, table.stage
    assert standings_after(league, stage, 1) == table.now()
    table.round("e1>e3", "e4>e2")

    assert [len(standings_after(league, stage, number)) for number in (1, 2)] == [4, 5]


def test_in_a_knock_out_who_was_paired_had_gone_on():
    """LG-KO-4, LG-COR-1: the correction of the first round moves nobody."""
    running = played(4, {"kind": "knock-out"}, **{**TWO, "fewest": 2})
    stage = running.league.stage(STAGE)
    before = [line.entrant for line in standings_after(running.league, stage, 1)][:2]
    for number in stage.rounds[0].tables:
        best, worst = stage.table(number).seats
        running.organiser(a.Correct(STAGE, number, BECAUSE, {best: 2, worst: 1}))

    assert sorted(before) == ["e1", "e2"]
    assert sorted(line.entrant for line in standings_after(running.league, stage, 1)[:2]) == ["e1", "e2"]


@given(
    stage=st.sampled_from(
        [
            {"kind": "swiss", "rounds": 3},
            {"kind": "round-robin", "annul": True},
            {"kind": "knock-out"},
        ]
    ),
    entrants=st.integers(4, 7),
    key=st.binary(max_size=3),
    leaving=st.sampled_from(["e1", "e2", "e3"]),
)
@settings(max_examples=30, deadline=None)
def test_points_are_the_sum_of_their_parts_after_every_round(stage, entrants, key, leaving):
    running = Running({**TWO, "divisions": [{"name": "A", "size": entrants}], "stages": [stage]}, key)
    running.start(entrants, list(range(entrants)))
    running.step()
    running.step()
    running.report_all(running.at_random)
    running.organiser(a.Adjust(STAGE, "e2", "3/7", BECAUSE))
    running.organiser(a.Withdraw(leaving, BECAUSE))
    running.play()
    league, own = running.league, running.league.stage(STAGE)

    for number in range(1, len(own.rounds) + 1):
        counted = after_round(own, number)
        made = sheets(counted, league.plan, lowest_wins=True)
        for line in standings_after(league, own, number):
            assert read(line.points) == sum(part.points for part in parts(counted, made[line.entrant]))
    assert standings_after(league, own, len(own.rounds)) == own.standings
    assert {line.entrant for line in standings(league, own)} == {line.entrant for line in own.standings}


def cell(table, entrant, name, number=9):
    """Kind, round, opponents and points of each part of a tie-break's value."""
    shares = shares_after(table.running.league, table.stage, number)[entrant, name]
    found = parts_of(after_round(table.stage, number), entrant, shares)
    return [(part.kind, part.round, "".join(part.opponents), part.points) for part in found]


def test_buchholz_is_made_of_each_opponent_with_its_points_and_of_rounds_without_one():
    table = ByHand(5, 2, points=[1, 0], tiebreaks=["buchholz", "buchholz-cut-1", "sonneborn-berger"])
    table.round("e1>e2", "e3>e4")
    table.round("e5>e1", "e2>e3")

    assert cell(table, "e5", "buchholz") == [("bye", 1, "", 2), ("game", 2, "e1", 1)]
    assert cell(table, "e5", "buchholz-cut-1") == [("bye", 1, "", 2)]
    assert cell(table, "e2", "sonneborn-berger") == [("game", 1, "e1", 0), ("game", 2, "e3", 1)]
    assert cell(table, "e2", "buchholz", 1) == [("game", 1, "e1", 1)]


def test_what_is_cut_is_the_weakest_round_also_by_half_a_point():
    """LG-TIE-7: e1 met e2 with 1 1/2 and e3 with 2 1/2 points; its bye counts as one against its own two."""
    table = ByHand(3, 3, points=[1, 0], tiebreaks=["buchholz-cut-1"])
    table.round("e1=e2")
    table.round("e3>e2")
    table.round("e1=e3")

    assert cell(table, "e1", "buchholz-cut-1") == [("bye", 2, "", 2), ("game", 3, "e3", Fraction(5, 2))]
    shares = shares_after(table.running.league, table.stage, 3)["e1", "buchholz-cut-1"]
    bye, _ = parts_of(table.stage, "e1", shares)
    assert bye.event == table.stage.rounds[1].event


def test_a_void_game_is_told_as_one():
    """LG-RES-5: it brings nobody anything."""
    table = ByHand(2, 1, **WIN)
    table.seat("e1>e2")
    table.running.service(a.Report(STAGE, 1, "void"))

    both = [told(table.running.league, table.stage, entrant)[0] for entrant in ("e1", "e2")]
    assert both == [("void", 1, "e2", 0), ("void", 1, "e1", 0)]


def test_of_a_larger_table_each_opponent_counts_for_its_part_of_the_mean():
    running = played(4, {"kind": "swiss", "rounds": 1}, tiebreaks=["buchholz"], points=[4, 2, 1, 0])
    [stage] = running.league.season.stages.values()

    shares = shares_after(running.league, stage, 1)["e1", "buchholz"]

    assert {share.opponent: share.points for share in shares} == {
        "e2": Fraction(2, 3), "e3": Fraction(1, 3), "e4": 0
    }  # fmt: skip


def test_direct_encounter_is_made_of_the_games_among_those_who_are_equal():
    table = ByHand(4, 2, points=[1, 0], tiebreaks=["head-to-head"])
    table.round("e1>e2", "e3>e4")
    table.round("e1>e4", "e2>e3")

    assert cell(table, "e2", "head-to-head") == [("game", 2, "e3", 1)]
    assert cell(table, "e3", "head-to-head") == [("game", 2, "e2", 0)]
    assert ("e1", "head-to-head") not in shares_after(table.running.league, table.stage, 2)


def test_direct_encounter_at_a_larger_table_is_told_by_the_opponent_who_is_equal():
    """LG-TIE-5: e1 and e2 have six points each; e3 sat at both of their tables."""
    table = ByHand(3, 2, seats=3, points=[4, 2, 0], tiebreaks=["head-to-head"])
    table.round("e1>e2>e3")
    table.round("e2>e1>e3")

    shares = shares_after(table.running.league, table.stage, 2)

    assert [(share.opponent, share.points) for share in shares["e1", "head-to-head"]] == [("e2", 1), ("e2", 0)]


def test_every_value_that_is_a_sum_is_that_of_its_shares_and_lots_alone_are_none():
    division = {"divisions": [{"name": "A", "size": 7}], "stages": [{"kind": "swiss", "rounds": 4}]}
    running = Running({**TWO, **division, "tiebreaks": list(IN_PLANS)}, key=b"sums")
    running.start(7)
    running.play()
    [stage] = running.league.season.stages.values()

    for number in range(len(stage.rounds)):
        shares = shares_after(running.league, stage, number)
        lines = standings_after(running.league, stage, number)
        told = {(line.entrant, one.name): one.value for line in lines for one in line.values}
        sums = {cell: shown(sum((share.points for share in found), Fraction(0))) for cell, found in shares.items()}
        assert sums == {cell: value for cell, value in told.items() if value is not None and cell[1] != "lots"}
