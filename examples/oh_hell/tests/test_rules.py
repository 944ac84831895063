"""The rules of RULES.md, each by its id."""

import pytest

from domain.contract.audience import SPECTATOR, visible
from domain.contract.game import Refused
from nightledger_oh_hell.events import (
    BidMade,
    BidsShown,
    CardsDealt,
    DealScored,
    GameEnded,
    LastTrickPlayed,
    TrickTaken,
)
from nightledger_oh_hell.options import deal_sizes

HANDS = ("2C 9C AH", "3C 4D KS", "5C QD AS")
"""Of s1, s2 and s3; spades are trump in most tests."""


@pytest.mark.parametrize(
    ("cards", "back", "sizes"), [(3, False, (3, 2, 1)), (3, True, (3, 2, 1, 2, 3)), (1, True, (1,))]
)
def test_each_deal_is_a_card_smaller(cards, back, sizes):
    """OH-DEAL-1"""
    assert deal_sizes({"cards": cards, "back": back}) == sizes


def test_each_reads_its_own_hand_and_all_read_the_trump(table):
    """OH-DEAL-2"""
    dealt = table(*HANDS, trump="7S").told(CardsDealt)
    assert visible(dealt, "s2", ("s1", "s2", "s3")) == {
        "deal": 1, "first": "s1", "trump": "7S", "hands": {"s2": ["3C", "4D", "KS"]},
    }  # fmt: skip
    assert "hands" not in visible(dealt, SPECTATOR, ("s1", "s2", "s3"))


def test_the_next_seat_leads_to_the_next_deal(table):
    """OH-DEAL-3"""
    deal = table("2C 3C", "4C 5C", "6C 7C", trump="9D")
    deal.bid(0, 0, 0)
    deal.play("2C", "4C", "6C")
    assert (deal.told(CardsDealt).deal, deal.told(CardsDealt).first) == (2, "s2")


def test_all_bid_at_the_same_time_in_secret(table, game):
    """OH-BID-1"""
    deal = table(*HANDS, trump="7S")
    assert set(deal.state.open) == {"s1", "s2", "s3"}
    deal.act("s2", type="bid", tricks=3)
    assert visible(deal.told(BidMade), "s1", deal.state.seats) == {"deal": 1, "seat": "s2"}
    assert [game.view(deal.state, eyes)["seats"]["s2"]["bid"] for eyes in ("s1", "s2")] == [None, 3]


@pytest.mark.parametrize("tricks", [-1, 4])
def test_nobody_bids_more_tricks_than_there_are(table, tricks):
    """OH-BID-1"""
    with pytest.raises(Refused, match="from 0 to 3"):
        table(*HANDS, trump="7S").act("s1", type="bid", tricks=tricks)


def test_bids_are_shown_together(table):
    """OH-BID-2"""
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 0, 2)
    assert deal.told(BidsShown).bids == {"s1": 1, "s2": 0, "s3": 2}


def test_the_turn_goes_clockwise_from_who_leads(table):
    """OH-PLAY-1"""
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 1, 1)
    turns = []
    for card in ("2C", "3C", "5C"):
        turns += deal.state.open
        deal.play(card)
    assert turns == ["s1", "s2", "s3"]


def test_the_suit_led_is_followed(table):
    """OH-PLAY-2"""
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 1, 1)
    assert deal.may_play() == ["2C", "9C", "AH"]
    deal.play("2C")
    assert deal.may_play() == ["3C"]
    with pytest.raises(Refused, match="suit led"):
        deal.play("KS")


def test_who_has_none_of_the_suit_led_plays_anything(table, game):
    """OH-PLAY-2"""
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 1, 1)
    deal.play("AH")
    assert deal.may_play() == ["3C", "4D", "KS"]
    deal.play("4D")
    assert game.seen(deal.state, "s1")["voids"] == {"s1": [], "s2": ["H"], "s3": []}


def test_only_a_card_of_the_hand_is_played(table):
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 1, 1)
    with pytest.raises(Refused, match="does not hold"):
        deal.play("KS")


@pytest.mark.parametrize(
    ("cards", "taker"),
    [
        (("9C", "3C", "5C"), "s1"),  # the highest of the suit led
        (("2C", "3C", "5C"), "s3"),
        (("AH", "4D", "QD"), "s1"),  # another suit takes nothing
        (("AH", "KS", "QD"), "s2"),  # a trump takes it
        (("AH", "KS", "AS"), "s3"),  # the highest trump takes it
    ],
)
def test_who_takes_the_trick_leads_to_the_next(table, cards, taker):
    """OH-PLAY-3, OH-PLAY-4"""
    deal = table(*HANDS, trump="7S")
    deal.bid(1, 1, 1)
    deal.play(*cards)
    assert deal.told(TrickTaken).seat == taker
    assert list(deal.state.open) == [taker]


def test_the_last_cards_play_themselves(table):
    """OH-PLAY-5"""
    deal = table("AH 2C", "KH 3C", "QH 4C", trump="7S")
    deal.bid(1, 1, 1)
    deal.play("AH", "KH", "QH")
    assert deal.told(LastTrickPlayed).cards == {"s1": "2C", "s2": "3C", "s3": "4C"}
    assert [event.seat for event in deal.events if type(event) is TrickTaken] == ["s1", "s3"]


def test_a_bid_that_is_made_brings_ten_and_its_tricks(table):
    """OH-SCORE-1"""
    deal = table("AH 2C", "KH 3C", "QH 4C", trump="7S")
    deal.bid(1, 0, 2)
    deal.play("AH", "KH", "QH")
    assert deal.told(DealScored).points == {"s1": 11, "s2": 10, "s3": 0}


def test_the_most_points_win_and_equals_share_a_place(table, game):
    """OH-SCORE-2"""
    deal = table("AH", "KH", "QH", trump="7S")
    deal.bid(1, 1, 1)
    assert deal.told(GameEnded).scores == {"s1": 11, "s2": 0, "s3": 0}
    assert game.outcome(deal.state).places == {"s1": 1, "s2": 2, "s3": 2}
    assert game.explain({"scores": deal.told(GameEnded).scores}) == (
        "s1 has won with 11 points",
        "s2 has 0 points, 11 fewer than the most",
        "s3 has 0 points, 11 fewer than the most",
    )


@pytest.mark.parametrize("options", [{"cards": 0}, {"cards": 11}, {"cards": "7"}, {"back": 1}, {"hook": True}])
def test_options_that_do_not_fit_are_refused(game, options):
    with pytest.raises(Refused) as refused:
        game.check_options(options, ("s1", "s2", "s3"))
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_play(game, seats):
    with pytest.raises(Refused, match="3 to 5 seats"):
        game.check_options({}, ["s"] * seats)
