"""What pairing knows of entrants, read from the sheets of rounds that were played: whether they floated, had a bye."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.league import actions as a
from domain.league.cards import cards
from domain.league.pairing.card import Card
from domain.league.sheets import sheets
from tests.domain.league.by_hand import STAGE, ByHand
from tests.domain.league.running import BECAUSE

WIN = {"points": [1, 0]}


def play(table: ByHand, *games: str) -> None:
    """A round, told as "e1>e2 e3<e4 e5=e6": who sits first is named first, however it ends."""
    seat(table, *(tuple(re.split("[<=>]", game)) for game in games))
    for own, game in zip(table.stage.tables_of(table.stage.rounds[-1]), games, strict=True):
        places = {">": (1, 2), "<": (2, 1), "=": (1, 1)}[re.sub("[^<=>]", "", game)]
        table.running.service(a.Report(STAGE, own.number, "over", dict(zip(own.seats, places))))
    table.close()


def seat(table: ByHand, *rows: tuple[str, ...]) -> None:
    """Open a round with these tables."""
    table.running.organiser(a.PairByHand(STAGE, len(table.stage.rounds) + 1, rows, BECAUSE))


def all_cards(table: ByHand) -> Mapping[str, Card]:
    """The card of every entrant before the next round."""
    own = sheets(table.stage, table.running.league.plan, lowest_wins=True)
    found = cards(table.stage, table.running.league.plan, own, table.stage.entrants)
    return dict(zip(table.stage.entrants, found, strict=True))


def floats(table: ByHand) -> Mapping[str, tuple[str, str]]:
    """How every entrant floated, in the last round and in the one before it."""
    return {entrant: card.floats for entrant, card in all_cards(table).items()}


def test_a_game_between_equals_is_no_float():
    """C.04.3 1.4: all had nothing before the first round, and e1 and e2, who then had a point each, met in the next."""
    table = ByHand(6, 3, **WIN)

    play(table, "e1>e4", "e2>e5", "e3>e6")
    assert set(floats(table).values()) == {("", "")}
    play(table, "e1>e2", "e4<e3", "e5>e6")

    assert floats(table) == {
        "e1": ("", ""), "e2": ("", ""), "e3": ("down", ""), "e4": ("up", ""), "e5": ("", ""), "e6": ("", ""),
    }  # fmt: skip


def test_scores_before_a_round_tell_who_floated_in_it_and_not_its_result():
    table = ByHand(4, 3, **WIN)

    play(table, "e1>e2", "e3>e4")
    play(table, "e1<e4", "e2>e3")

    assert floats(table) == {"e1": ("down", ""), "e2": ("up", ""), "e3": ("down", ""), "e4": ("up", "")}
    play(table, "e1>e3", "e4>e2")
    assert floats(table) == {"e1": ("", "down"), "e2": ("", "up"), "e3": ("", "down"), "e4": ("", "up")}


def test_points_without_a_game_are_a_downfloat_and_a_round_that_brought_none_is_not():
    """C.04.3 1.4.3: e5 has the first bye; then e4 has it, e3 a walkover; e5 forfeits and gets nothing."""
    table = ByHand(5, 3, **WIN)

    play(table, "e1>e3", "e2>e4")
    assert floats(table)["e5"] == ("down", "")
    seat(table, ("e1", "e2"), ("e3", "e5"))
    table.finish("e1>e2")
    table.running.organiser(a.Forfeit(STAGE, table.number("e3>e5"), ("e5",)))
    table.close()

    found = all_cards(table)
    assert {entrant: card.floats for entrant, card in found.items()} == {
        "e1": ("", ""), "e2": ("", ""), "e3": ("down", ""), "e4": ("down", ""), "e5": ("", "down"),
    }  # fmt: skip
    assert {entrant for entrant, card in found.items() if card.had_bye} == {"e3", "e4", "e5"}
    assert {entrant: card.unplayed for entrant, card in found.items()} == {"e1": 0, "e2": 0, "e3": 1, "e4": 1, "e5": 2}


def test_at_larger_tables_one_lower_score_is_enough_for_a_downfloat():
    """And a bye is one, though it brings less than a win does."""
    table = ByHand(5, 3, seats=4, points=[4, 2, 1, 0])

    table.round("e1>e2>e3>e4")
    bye = all_cards(table)["e5"]
    assert (bye.score < 4, bye.had_bye, bye.floats) == (True, True, ("down", ""))
    table.round("e1>e2>e3>e5")

    found = floats(table)
    assert found["e1"] == ("down", "")
    assert found["e2"] == ("down", "")
    assert found["e3"] == ("up", "")
    assert found["e4"] == ("down", "")


def test_of_three_leaders_the_one_who_has_not_floated_goes_down_in_the_next_round():
    """C14: e3 is the lowest of them, but met e6 of a lower score in the last round; e1 and e2 had met equals."""
    table = ByHand(10, 3, **WIN)
    play(table, "e1>e6", "e2>e7", "e3>e8", "e4>e9", "e5>e10")
    play(table, "e4<e1", "e5<e2", "e6<e3", "e7>e9", "e8>e10")
    leaders = {entrant: card.floats for entrant, card in all_cards(table).items() if card.score == 2}
    assert leaders == {"e1": ("", ""), "e2": ("", ""), "e3": ("down", "")}

    table.running.service(a.PairRound(STAGE))

    assert {"e1", "e3"} in [set(own.seats) for own in table.stage.tables_of(table.stage.rounds[-1])]
