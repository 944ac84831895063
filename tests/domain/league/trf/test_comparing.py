"""A tournament's results against what was published of it: nothing differs, or exactly what was altered."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from domain.contract.chance import Stream
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.trf.comparing import other_pairings, recompute
from domain.league.trf.exporting import tournament
from domain.league.trf.reading import read
from domain.league.trf.tournament import Apart, BadFile
from domain.league.trf.writing import write
from tests.domain.league.by_hand import STAGE
from tests.domain.league.running import BECAUSE, TWO, Running, by_strength
from tests.domain.league.trf.crosstable import crosstable

OF_2026 = ["buchholz-2026", "buchholz-cut-1-2026", "sonneborn-berger-2026"]
TIEBREAKS = ["wins", "head-to-head", "buchholz", "buchholz-cut-1", "sonneborn-berger", *OF_2026]


def league(entrants, rounds, key, **plan):
    """A Swiss season with made-up results, of which one in four is a draw and one in ten a forfeit."""
    rng = Stream(key)

    def outcome(stage, table):
        order = rng.shuffled(table.seats)
        level = rng.below(4) == 0
        return {"places": {entrant: 1 if level else place for place, entrant in enumerate(order, 1)}}

    full = {
        **TWO,
        "divisions": [{"name": "A", "size": entrants}],
        "stages": [{"kind": "swiss", "rounds": rounds}],
        "tiebreaks": TIEBREAKS,
        **plan,
    }
    running = Running(full, key)
    running.start(entrants, [2000 - number for number in range(entrants)])
    while running.league.season.status != "closed":
        running.step()
        for stage in running.league.season.stages.values():
            for table in list(stage.tables_of(stage.open_round)) if stage.open_round is not None else []:
                if rng.below(10) == 0:
                    running.organiser(a.Forfeit(stage.id, table.number, (table.seats[0],), reason=BECAUSE))
        running.report_all(outcome)
    return running


def exported(running):
    """The stage as a file of a league has it, written and read again."""
    [stage] = running.league.season.stages.values()
    names = {entrant: f"Entrant {entrant}" for entrant in running.league.entrants}
    return read(write(tournament(running.league, stage, "A league", names)))


@pytest.mark.parametrize(
    ("entrants", "rounds", "plan"),
    [
        (8, 3, {}),
        (9, 5, {}),
        (16, 7, {}),
        (15, 6, {"points": [3, 1], "bye": 2}),
        (20, 9, {"points": [10, 6, 3, 1]}),
        (8, 4, {"points": [100, 60, 30, 10]}),
    ],
)
def test_a_league_that_was_exported_comes_out_the_same(entrants, rounds, plan):
    """Points, ranks, the values of all tie-breaks, and every pairing."""
    running = league(entrants, rounds, f"{entrants} {rounds}".encode(), **plan)
    [stage] = running.league.season.stages.values()

    made = recompute(exported(running), TIEBREAKS)

    assert list(made.differences()) == []
    assert [(line.rank, line.points) for line in made.lines] == [(line.rank, line.points) for line in stage.standings]
    numbers = {entrant: str(number) for number, entrant in enumerate(stage.entrants, 1)}
    assert made.values() == {
        numbers[line.entrant]: {value.name: value.value for value in line.values} for line in stage.standings
    }
    assert list(other_pairings(made.tournament)) == []


def test_points_for_which_a_file_has_no_columns_are_refused():
    running = league(8, 3, b"fractions", points=["201/2", 60])
    with pytest.raises(ValueError, match=r"100.5 points do not fit into 4 columns"):
        exported(running)


def test_whoever_left_is_absent_from_the_rounds_after():
    running = league(8, 3, b"left")
    running.open_season()
    running.enrol(8)
    running.organiser(a.CloseEnrolment())
    running.open_all_entropy()
    running.service(a.StartSeason())
    running.step()
    running.step()
    running.report_all(running.at_random)
    running.organiser(a.Withdraw("e3", BECAUSE))
    running.play()
    stage = list(running.league.season.stages.values())[-1]
    names = dict.fromkeys(running.league.entrants, "x")

    found = tournament(running.league, stage, "x", names)

    number = 1 + stage.entrants.index("e3")
    assert [cell.code for cell in found.players[number].cells][1:] == ["Z", "Z"]
    assert list(other_pairings(found)) == []


def test_points_that_were_given_stand_in_a_line_of_their_own():
    running = league(8, 3, b"points")
    [stage] = running.league.season.stages.values()
    running.organiser(a.Adjust(stage.id, "e1", "-1/2", BECAUSE))

    found = exported(running)

    assert [(one.codes, one.points, one.players) for one in found.abnormal] == [("", Fraction(-1, 2), (1,))]
    assert list(recompute(found, TIEBREAKS).differences()) == []


def under_way():
    """A Swiss stage of five after its first round, in which e5 had the bye; somebody may still enter."""
    full = {**TWO, "divisions": [{"name": "A", "size": 5}], "stages": [{"kind": "swiss", "rounds": 4}]}
    running = Running({**full, "tiebreaks": ["wins"], "eligibility": {"late_until": 2}})
    running.start(5, [5, 4, 3, 2, 1])
    for _ in range(2):
        running.step()
    running.report_all(by_strength)
    running.step()
    return running


def test_a_file_tells_how_the_last_closed_round_left_the_stage():
    """LG-STG-6: neither the bye and the results of the open round, nor who entered or what was given since, count."""
    running = under_way()
    before = exported(running)
    running.organiser(a.EnterLate(STAGE, 900, account="late"))
    running.step()
    running.report_all(by_strength)
    running.organiser(a.Adjust(STAGE, "e1", -1, BECAUSE))

    found = exported(running)

    assert found == before
    assert [found.players[number].points for number in range(1, 6)] == [1, 1, 0, 0, 1]
    assert list(recompute(found, ["wins"]).differences()) == []
    running.step()
    later = exported(running)
    assert (len(later.players), later.played, [one.points for one in later.abnormal]) == (6, 2, [-1])
    assert list(recompute(later, ["wins"]).differences()) == []


def test_a_file_of_a_stage_whose_first_round_goes_on_has_all_who_are_in_it_with_nothing():
    running = Running({**TWO, "divisions": [{"name": "A", "size": 3}], "stages": [{"kind": "swiss", "rounds": 2}]})
    running.start(3)
    for _ in range(2):
        running.step()

    found = exported(running)

    assert [(player.points, player.rank, player.cells) for player in found.players.values()] == [(0, 1, ())] * 3


def test_points_below_none_are_written_and_read():
    """LG-COR-3"""
    running = under_way()
    running.organiser(a.Adjust(STAGE, "e4", -3, BECAUSE))
    running.organiser(a.Adjust(STAGE, "e3", -10, BECAUSE))

    found = exported(running)

    assert (found.players[4].points, found.players[3].points) == (-3, -10)
    assert list(recompute(found, ["wins"]).differences()) == []


def test_an_accelerated_stage_with_forbidden_pairs_is_paired_again_from_its_file():
    stages = [{"kind": "swiss", "rounds": 5, "accelerated": "baku"}]
    running = Running({"seats": 2, "points": [1, 0], "divisions": [{"name": "A", "size": 12}], "stages": stages})
    running.start(12, [2000 - number for number in range(12)])
    running.organiser(c.KeepApart(("e1", "e3", "e5"), BECAUSE, last=4))
    running.play()

    found = exported(running)

    assert found.type_code == "FIDE_DUTCH_2026_BAKU"
    assert [(one.first, one.last, one.highest) for one in found.accelerated] == [(1, 2, 6), (3, 3, 6)]
    assert found.apart == (Apart((1, 3, 5), 1, 4),)
    assert list(other_pairings(found)) == []
    plain = msgspec.structs.replace(found, accelerated=(), type_code="")
    assert [str(one) for one in other_pairings(plain)]
    by_type = msgspec.structs.replace(found, accelerated=())
    assert list(other_pairings(by_type)) == []


def test_larger_tables_have_no_words():
    larger = Running({"seats": 4, "divisions": [{"name": "A", "size": 8}], "stages": [{"kind": "swiss", "rounds": 2}]})
    larger.start(8)
    with pytest.raises(BadFile, match="at tables of two"):
        tournament(larger.league, next(iter(larger.league.stages.values())), "x", {})


# ---- what was altered is found

PUBLISHED = crosstable({1: "3w1 2b=", 2: "4b1 1w=", 3: "1b0 4w1", 4: "2w0 3b0"})
"""1 and 2 have a point and a half and are level in all; then 3, then 4."""


def with_ranks(ranks, **points):
    """The tournament with these ranks, and other points for `p1` and the like."""
    players = {
        number: msgspec.structs.replace(
            player, rank=rank, points=Fraction(points.get(f"p{number}", player.points or 0))
        )
        for (number, player), rank in zip(PUBLISHED.players.items(), ranks)
    }
    return msgspec.structs.replace(PUBLISHED, players=players)


@pytest.mark.parametrize("ranks", [(1, 2, 3, 4), (2, 1, 3, 4), (1, 1, 3, 4), (None, 1, 3, None)])
def test_who_cannot_be_told_apart_may_stand_in_any_order(ranks):
    assert list(recompute(with_ranks(ranks), []).differences()) == []


def test_another_rank_or_number_of_points_is_told():
    made = recompute(with_ranks((1, 3, 2, 4), p4=1), [])

    assert [str(difference) for difference in made.differences()] == [
        "2 Player 2: rank 3 published, 1 to 2 by the rules",
        "3 Player 3: rank 2 published, 3 by the rules",
        "4 Player 4: points 1 published, 0 by the rules",
    ]


def test_another_value_of_a_tie_break_is_told():
    made = recompute(PUBLISHED, ["BH", "DE"])
    published = {1: {"BH": Fraction(5, 2)}, 2: {"BH": Fraction(2)}, 3: {"DE": Fraction(1)}}

    assert [str(difference) for difference in made.other_values(published)] == [
        "2 Player 2: BH 2 published, 1.5 by the rules",
        "3 Player 3: DE 1 published, none by the rules",
    ]


def test_another_pairing_is_told():
    """In the first round 1 meets 3 and 2 meets 4, in the second those who have won each other."""
    assert list(other_pairings(PUBLISHED)) == []
    crossed = crosstable({1: "4w1 2b=", 2: "3b1 1w=", 3: "2w0 4b1", 4: "1b0 3w0"})

    [difference] = other_pairings(crossed)

    assert str(difference) == "round 1: pairs 1-4  3-2 published, 1-3  4-2 by the rules"


def test_a_round_that_the_rules_cannot_pair_is_told():
    """Two who have met already cannot meet again."""
    [difference] = other_pairings(crosstable({1: "2w1 2b1", 2: "1b0 1w0"}))

    assert str(difference) == "round 2: pairs 2-1 published, no pairing by the rules"


def test_who_was_not_to_meet_is_paired_with_others():
    kept_apart = msgspec.structs.replace(PUBLISHED, apart=(Apart((1, 3)),))

    assert [difference.of for difference in other_pairings(kept_apart)] == ["round 1"]
    later = msgspec.structs.replace(PUBLISHED, apart=(Apart((1, 3), first=2),))
    assert list(other_pairings(later)) == []
