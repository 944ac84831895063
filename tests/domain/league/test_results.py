"""What may happen at a table, and what it does to points, tie-breaks and pairing (docs/leagues.md, chapter 6)."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.cards import cards
from domain.league.points import read
from domain.league.sheets import sheets
from tests.domain.league.by_hand import STAGE, ByHand, column, ranks
from tests.domain.league.running import BECAUSE

WIN = {"points": [1, 0], "tiebreaks": ["wins", "buchholz", "sonneborn-berger"]}


def points_of(table):
    return {line.entrant: line.points for line in table.now()}


def met(table):
    """Whom each entrant has met, as pairing sees it."""
    league = table.running.league
    own = sheets(table.stage, league.plan, lowest_wins=True)
    numbers = cards(table.stage, league.plan, own, table.stage.entrants)
    return {f"e{card.number}": sorted(f"e{other}" for other in card.met) for card in numbers}


def test_a_game_that_is_played_out_counts_by_place_and_all_have_met():
    """LG-RES-1, LG-PTS-1, LG-PTS-2: 10, (6 + 3) / 2 twice, 1."""
    table = ByHand(4, 1, seats=4)

    table.round("e1>e2=e3>e4")

    assert points_of(table) == {"e1": 10, "e2": "9/2", "e3": "9/2", "e4": 1}
    assert column(table.now(), "buchholz") == {"e1": "10/3", "e2": "31/6", "e3": "31/6", "e4": "19/3"}
    assert met(table) == {
        "e1": ["e2", "e3", "e4"], "e2": ["e1", "e3", "e4"], "e3": ["e1", "e2", "e4"], "e4": ["e1", "e2", "e3"],
    }  # fmt: skip


def test_a_bye_brings_a_win_at_tables_of_two_but_is_none():
    """LG-RES-2: its tie-breaks are those of a game against somebody with one's own points."""
    table = ByHand(3, 1, **WIN)

    table.round("e1>e2")

    lines = table.now()
    assert points_of(table) == {"e1": 1, "e3": 1, "e2": 0}
    assert column(lines, "wins") == {"e1": 1, "e3": 0, "e2": 0}
    assert column(lines, "buchholz") == {"e1": 0, "e3": 1, "e2": 1}
    assert column(lines, "sonneborn-berger") == {"e1": 0, "e3": 1, "e2": 0}


def test_a_bye_brings_the_average_at_larger_tables():
    table = ByHand(5, 1, seats=4)

    table.round("e1>e2>e3>e4")

    assert points_of(table)["e5"] == 5


def test_a_game_that_was_not_played_goes_to_who_came():
    """LG-RES-3"""
    table = ByHand(2, 1, **WIN)
    table.seat("e1>e2")

    assert table.running.organiser(a.Forfeit(STAGE, table.number("e1>e2"), ("e1",))) == ["TableForfeited"]

    assert points_of(table) == {"e2": 1, "e1": 0}
    assert column(table.now(), "wins") == {"e2": 0, "e1": 0}
    assert met(table) == {"e1": [], "e2": []}


def test_a_double_forfeit_brings_nobody_anything():
    """LG-RES-3"""
    table = ByHand(2, 1, **WIN)
    table.seat("e1>e2")

    table.running.organiser(a.Forfeit(STAGE, table.number("e1>e2"), ("e1", "e2")))

    assert points_of(table) == {"e1": 0, "e2": 0}
    assert met(table) == {"e1": [], "e2": []}


def test_at_a_larger_table_that_was_not_played_who_came_shares_the_first_places():
    """LG-RES-3: (10 + 6 + 3) / 3"""
    table = ByHand(4, 1, seats=4)
    table.seat("e1>e2>e3>e4")

    table.running.organiser(a.Forfeit(STAGE, 1, ("e4",)))

    assert points_of(table) == {"e1": "19/3", "e2": "19/3", "e3": "19/3", "e4": 0}


def test_where_the_others_play_on_they_are_ranked_among_themselves():
    """LG-RES-4"""
    table = ByHand(4, 1, seats=4)
    table.seat("e1>e2>e3>e4")

    table.running.organiser(a.Forfeit(STAGE, 1, ("e2",), {"e1": 3, "e3": 1, "e4": 4}))

    assert points_of(table) == {"e3": 10, "e1": 6, "e4": 3, "e2": 0}
    assert column(table.now(), "wins") == {"e3": 1, "e1": 0, "e4": 0, "e2": 0}
    assert met(table) == {"e1": ["e3", "e4"], "e2": [], "e3": ["e1", "e4"], "e4": ["e1", "e3"]}


def test_who_alone_came_has_met_nobody():
    table = ByHand(3, 1, seats=3)
    table.seat("e1>e2>e3")

    table.running.organiser(a.Forfeit(STAGE, 1, ("e1", "e2"), {"e3": 1}))

    assert points_of(table) == {"e3": 10, "e1": 0, "e2": 0}
    assert column(table.now(), "buchholz") == {"e3": 10, "e1": 0, "e2": 0}


@pytest.mark.parametrize("cause", ["void", "abandoned", "cancelled"])
def test_a_void_game_brings_nothing_and_nobody_has_met(cause):
    """LG-RES-5"""
    table = ByHand(2, 1, **WIN)
    table.seat("e1>e2")

    assert table.running.service(a.Report(STAGE, 1, cause)) == ["TableVoided"]

    assert points_of(table) == {"e1": 0, "e2": 0}
    assert column(table.now(), "buchholz") == {"e1": 0, "e2": 0}
    assert met(table) == {"e1": [], "e2": []}


def test_a_void_game_may_be_played_again_under_another_number():
    table = ByHand(2, 1, **WIN)
    table.seat("e1>e2")
    before = table.stage.table(1).game_id
    table.running.service(a.Report(STAGE, 1, "void"))

    assert table.running.organiser(a.Replay(STAGE, 1)) == ["TableReplayed"]

    again = table.stage.table(1)
    assert (again.game, again.result) == (2, None)
    assert again.game_id != before
    with pytest.raises(Refused, match="not void"):
        table.running.organiser(a.Replay(STAGE, 1))
    table.finish("e2>e1")
    table.close()
    assert points_of(table) == {"e2": 1, "e1": 0}


def test_nothing_is_played_again_in_a_closed_round():
    table = ByHand(2, 2, **WIN)
    table.seat("e1>e2")
    table.running.service(a.Report(STAGE, 1, "void"))
    table.close()

    with pytest.raises(Refused, match="is closed"):
        table.running.organiser(a.Replay(STAGE, 1))


def test_who_withdraws_keeps_its_results_and_is_paired_no_more():
    """LG-RES-6: each round missed counts in tie-breaks as one without a game."""
    table = ByHand(4, 2, **WIN)
    table.round("e1>e2", "e3>e4")

    table.running.post("seat", a.Withdraw("e1"), "e1")
    table.running.service(a.PairRound(STAGE))

    assert "e1" not in [entrant for own in table.stage.tables_of(table.stage.rounds[-1]) for entrant in own.seats]
    assert table.stage.rounds[-1].byes in (("e2",), ("e4",))
    assert points_of(table)["e1"] == 1
    assert column(table.now(), "buchholz")["e1"] == points_of(table)["e2"] + 1
    with pytest.raises(Refused, match="has left"):
        table.running.post("seat", a.Withdraw("e1"), "e1")


def test_who_enters_late_has_nothing_for_the_rounds_that_are_gone():
    """LG-RES-7"""
    table = ByHand(4, 3, eligibility={"late_until": 3}, **WIN)
    table.round("e1>e2", "e3>e4")

    table.running.organiser(a.EnterLate(STAGE, 1000, account="late"))
    table.running.service(a.PairRound(STAGE))

    assert table.stage.entrants[-1] == "e5"
    assert len(table.stage.rounds[-1].byes) == 1
    lines = table.now()
    assert column(lines, "wins")["e5"] == 0
    assert points_of(table)["e5"] == (1 if table.stage.rounds[-1].byes == ("e5",) else 0)
    with pytest.raises(Refused, match="enrolled"):
        table.running.organiser(a.EnterLate(STAGE, 1000, account="late"))


def test_nobody_enters_later_than_the_plan_says():
    table = ByHand(4, 3, eligibility={"late_until": 1}, **WIN)
    table.round("e1>e2", "e3>e4")

    with pytest.raises(Refused, match="up to round 1"):
        table.running.organiser(a.EnterLate(STAGE, 1000, account="late"))


def test_a_cooperative_game_brings_a_win_to_all_or_nothing():
    """LG-PTS-3"""
    table = ByHand(4, 2, seats=4)
    table.seat("e1>e2>e3>e4")
    table.running.service(a.Report(STAGE, 1, "over", won=True))
    table.close()
    table.seat("e1>e2>e3>e4")
    table.running.service(a.Report(STAGE, 2, "over", won=False))

    assert points_of(table) == dict.fromkeys(("e1", "e2", "e3", "e4"), 10)
    assert ranks(table.now()) == [(1, f"e{number}") for number in range(1, 5)]


def test_a_seat_that_is_not_ranked_gets_what_a_bye_brings():
    """LG-PTS-4"""
    table = ByHand(4, 1, seats=4)
    table.seat("e1>e2>e3>e4")

    table.running.service(a.Report(STAGE, 1, "over", {"e1": 1, "e3": 2, "e4": 3}))

    assert points_of(table) == {"e1": 10, "e3": 6, "e2": 5, "e4": 3}


def test_the_same_report_twice_does_nothing_and_another_is_refused():
    table = ByHand(2, 1)
    table.seat("e1>e2")
    table.finish("e1>e2")

    assert table.running.service(a.Report(STAGE, 1, "over", {"e1": 1, "e2": 2})) == []
    with pytest.raises(Refused, match="another result"):
        table.finish("e2>e1")


@pytest.mark.parametrize(
    ("report", "says"),
    [
        (a.Report(STAGE, 1, "over"), "has places"),
        (a.Report(STAGE, 1, "over", {"e1": 1, "e9": 2}), "e9 does not sit"),
        (a.Report(STAGE, 1, "over", {"e1": 0, "e2": 1}), "count from 1"),
        (a.Report(STAGE, 1, "over", {"e1": 1, "e2": 2}, tally={"e3": 1}), "e3 does not sit"),
        (a.Report(STAGE, 9, "over", {"e1": 1}), "no table 9"),
        (a.Report("L/9/A/1", 1, "over", {"e1": 1}), "no stage"),
        (a.Forfeit(STAGE, 1, ()), "somebody forfeits"),
        (a.Forfeit(STAGE, 1, ("e1",), {"e1": 1}), "has no place"),
    ],
)
def test_a_result_that_does_not_fit_its_table_is_refused(report, says):
    table = ByHand(2, 1)
    table.seat("e1>e2")

    with pytest.raises(Refused, match=says) as refused:
        table.running.organiser(report)
    assert refused.value.code == "malformed"


# ---- corrections


def test_a_correction_before_the_stage_closes_is_an_event_with_a_reason():
    """LG-COR-1"""
    table = ByHand(4, 2, **WIN)
    table.round("e1>e2", "e3>e4")

    corrected = a.Correct(STAGE, 1, BECAUSE, {"e2": 1, "e1": 2})
    assert table.running.organiser(corrected) == ["ResultCorrected"]

    assert points_of(table) == {"e2": 1, "e3": 1, "e1": 0, "e4": 0}


def test_frozen_standings_change_by_a_visible_correction_only():
    """LG-COR-2: the lots that were drawn stay."""
    table = ByHand(4, 1, points=[1, 0], tiebreaks=["lots"])
    table.round("e1>e2", "e3>e4")
    frozen = table.end()

    corrected = a.Correct(STAGE, 1, BECAUSE, {"e2": 1, "e1": 2})
    assert table.running.organiser(corrected) == ["ResultCorrected", "StandingsCorrected"]

    lines = table.stage.standings
    assert {line.entrant: line.points for line in lines} == {"e2": 1, "e3": 1, "e1": 0, "e4": 0}
    assert column(lines, "lots") == column(frozen, "lots")
    assert frozen != lines


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"places": {"e1": 1}}, "no place is given for e2"),
        ({"places": {"e1": 1, "e2": 2, "e3": 3}}, "e3 does not sit at table 1"),
        ({"places": {"e1": 1, "e2": 3}}, "e2 has place 3, with 1 ahead"),
        ({"places": {"e1": 2, "e2": 2}}, "e1 has place 2, with 0 ahead"),
        ({"places": {"e1": 0, "e2": 1}}, "places count from 1, and e1 has 0"),
        ({"places": {"e1": 1, "e2": 2}, "absent": ("e2",)}, "who forfeited has no place and no tally: e2"),
        ({"places": {"e1": 1, "e2": 2}, "won": True}, "and not both"),
        ({"places": {"e1": 1, "e2": 2}, "void": True}, "does not count has no places"),
        ({"places": {"e1": 1, "e2": 2}, "tally": {"e1": 3}}, "no tally is given for e2"),
        ({"places": {"e1": 1, "e2": 2}, "tally": {"e1": 3, "e2": -1}}, "the tally of e2 is a number from 0"),
        ({"absent": ("e1", "e1")}, "nobody forfeits twice"),
        ({"absent": ("e1",), "tally": {"e2": 3}}, "no tally of a game that was not played"),
        ({"won": True}, "this game ranks its seats"),
        ({}, "has places, or says whether the game was won"),
    ],
)  # fmt: skip
def test_a_correction_that_is_not_whole_is_refused_and_changes_nothing(typed, says):
    table = ByHand(4, 2, **WIN)
    table.round("e1>e2", "e3>e4", tallies=[{"e1": 1, "e2": 2}, {"e3": 1, "e4": 2}])
    before, version = table.stage.table(1).result, table.running.league.version

    with pytest.raises(Refused, match=says) as refused:
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE, **typed))

    assert refused.value.code == "malformed"
    assert (table.stage.table(1).result, table.running.league.version) == (before, version)


def test_a_correction_keeps_the_tally_unless_it_is_given():
    table = ByHand(2, 1, **WIN)
    table.round("e1>e2", tallies=[{"e1": 1, "e2": 2}])

    def tally_after(**typed):
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE, **typed))
        return table.stage.table(1).result.tally

    turned = {"e1": 2, "e2": 1}
    assert tally_after(places=turned) == {"e1": 1, "e2": 2}
    assert tally_after(places=turned, tally={"e1": 5, "e2": 4}) == {"e1": 5, "e2": 4}
    assert tally_after(void=True) is None
    assert tally_after(places=turned) == {"e1": 5, "e2": 4}
    assert tally_after(places={"e1": 1}, absent=("e2",)) == {"e1": 5}


def test_those_who_are_level_share_a_place_and_a_tie_may_leave_the_next_one_out():
    table = ByHand(4, 1, seats=4)
    table.round("e1>e2>e3>e4")

    for places in ({"e1": 1, "e2": 1, "e3": 3, "e4": 4}, {"e1": 1, "e2": 1, "e3": 2, "e4": 3}):
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE, places))
        assert points_of(table) == {"e1": 8, "e2": 8, "e3": 3, "e4": 1}


def test_of_a_game_that_ranks_nobody_a_correction_says_whether_it_was_won():
    table = ByHand(4, 1, seats=4)
    table.seat("e1>e2>e3>e4")
    table.running.service(a.Report(STAGE, 1, "over", won=False))

    table.running.organiser(a.Correct(STAGE, 1, BECAUSE, won=True))

    assert points_of(table) == dict.fromkeys(("e1", "e2", "e3", "e4"), 10)
    with pytest.raises(Refused, match="this game ranks nobody"):
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e1": 1, "e2": 2, "e3": 3, "e4": 4}))


def test_whom_the_game_does_not_rank_a_correction_does_not_rank_either():
    """LG-PTS-4: at a table that was not played it is told by the others of the league."""
    table = ByHand(6, 1, seats=3)
    table.seat("e1>e2>e3", "e4>e5>e6")
    table.running.service(a.Report(STAGE, 1, "over", {"e2": 1, "e3": 2}))
    table.running.service(a.Report(STAGE, 2, "void"))

    table.running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e2": 2, "e3": 1}))
    table.running.organiser(a.Correct(STAGE, 2, BECAUSE, {"e5": 1, "e6": 1}))

    bye = "19/3"
    assert points_of(table) == {"e1": bye, "e2": 6, "e3": 10, "e4": bye, "e5": 8, "e6": 8}
    with pytest.raises(Refused, match="a place is given for e4"):
        table.running.organiser(a.Correct(STAGE, 2, BECAUSE, {"e4": 1, "e5": 2, "e6": 3}))


@pytest.mark.parametrize(
    ("absent", "places", "says"),
    [(("e4",), {"e1": 1, "e2": 2}, "no place is given for e3"), (("e1", "e1"), {}, "nobody forfeits twice")],
)
def test_a_forfeit_ranks_all_others_or_nobody(absent, places, says):
    table = ByHand(4, 1, seats=4)
    table.seat("e1>e2>e3>e4")

    with pytest.raises(Refused, match=says):
        table.running.organiser(a.Forfeit(STAGE, 1, absent, places))
    assert table.stage.table(1).result is None


PLAYED = {2: "e1>e2", 3: "e1>e2>e3", 4: "e1>e2=e3>e4"}


@st.composite
def typed_results(draw):
    """The seats of a table, and any result that somebody may type for it: most are not whole."""
    seats = draw(st.integers(2, 4))
    someone = st.sampled_from([f"e{number}" for number in range(1, seats + 2)])
    counts = st.dictionaries(someone, st.integers(0, seats + 1), max_size=seats + 1)
    ranked = st.permutations(range(1, seats + 1)).map(lambda order: {f"e{n}": p for n, p in enumerate(order, 1)})
    return seats, {
        "places": draw(st.one_of(ranked, counts)),
        "won": draw(st.sampled_from([None, None, True, False])),
        "tally": draw(st.one_of(st.none(), counts)),
        "absent": draw(st.sampled_from([(), (), ("e1",), ("e2", "e1"), ("e9",)])),
        "void": draw(st.sampled_from([False, False, False, True])),
    }


def refusal(table, action):
    """Why the organiser's command is refused; None if it is not."""
    try:
        table.running.organiser(action)
    except Refused as refused:
        return refused
    return None


@given(typed_results())
@settings(max_examples=80, deadline=None)
def test_a_typed_result_brings_what_the_plan_says_or_is_refused_and_changes_nothing(drawn):
    """LG-COR-4, LG-PTS-1, LG-RES-3 to LG-RES-5: those who came share what their places bring, whoever is level."""
    seats, typed = drawn
    scale = [Fraction(points) for points in (10, 6, 3, 1)]
    table = ByHand(seats, 1, seats=seats)
    table.round(PLAYED[seats])
    before, version = deepcopy(table.stage.table(1)), table.running.league.version

    refused = refusal(table, a.Correct(STAGE, 1, BECAUSE, **typed))
    if refused is not None:
        assert (refused.code, bool(refused.reason)) == ("malformed", True)
        assert (table.stage.table(1), table.running.league.version) == (before, version)
        return
    came = seats - len(typed["absent"])
    brought = Fraction(0) if typed["void"] else sum(scale[:came], Fraction(0))
    assert sum(read(line.points) for line in table.now()) == brought
    assert set(typed["places"]) in (set(), {f"e{n}" for n in range(1, seats + 1)} - set(typed["absent"]))


def test_a_result_may_be_corrected_to_a_forfeit_or_to_void():
    table = ByHand(4, 1, **WIN)
    table.round("e1>e2", "e3>e4")

    table.running.organiser(a.Correct(STAGE, 1, BECAUSE, absent=("e1",)))
    table.running.organiser(a.Correct(STAGE, 2, BECAUSE, void=True))

    assert points_of(table) == {"e2": 1, "e1": 0, "e3": 0, "e4": 0}
    with pytest.raises(Refused, match="has places"):
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE))


def test_a_table_without_a_result_has_nothing_to_correct():
    table = ByHand(2, 1)
    table.seat("e1>e2")

    with pytest.raises(Refused, match="no result"):
        table.running.organiser(a.Correct(STAGE, 1, BECAUSE, {"e1": 1, "e2": 2}))


def test_points_are_given_and_taken_with_a_reason():
    """LG-COR-3"""
    table = ByHand(2, 1, **WIN)
    table.round("e1>e2")

    table.running.organiser(a.Adjust(STAGE, "e1", "-3/2", BECAUSE))

    assert points_of(table) == {"e2": 0, "e1": "-1/2"}
    for entrant, points in (("e9", 1), ("e1", "x"), ("e1", "1/0")):
        with pytest.raises(Refused, match=r"^malformed"):
            table.running.organiser(a.Adjust(STAGE, entrant, points, BECAUSE))


def test_points_taken_after_the_end_correct_the_standings():
    table = ByHand(2, 1, **WIN)
    table.round("e1>e2")
    table.end()

    events = table.running.organiser(a.Adjust(STAGE, "e1", -2, BECAUSE))

    assert events == ["PointsAdjusted", "StandingsCorrected"]
    assert ranks(table.stage.standings) == [(1, "e2"), (2, "e1")]
