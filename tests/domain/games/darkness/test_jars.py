"""How seats that play for the end bring the jars back: who is wanted where, and where the king comes upon them."""

import pytest

from domain.contract.chance import Seeded
from domain.games.darkness.bot import errands, flight, jars
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.bot.ways import steps_from, street_spaces_to
from domain.games.darkness.bot.weights import WEIGHTS
from domain.games.darkness.rules.scenarios.the_bandaged_guest import KING
from tests.domain.games.darkness.tables import GAME, seat_ids

EVERY_JAR = ("house", "church", "bank", "library", "doctors-office")
TOWN = {tile: {"x": number, "y": 0, "rot": 0} for number, tile in enumerate(("museum", *EVERY_JAR))}
CASE = "museum/2/3"
JARS = {
    "token-1": {"at": "house/3/2", "face": "up"},
    "token-2": {"at": "church/2/1", "face": "up"},
}


FAR_OFF = {"at": "doctors-office/5/5", "character": "grant"}


def glimpse(seat="s1", shares=True, **table):
    position = {
        "scenario": jars.SCENARIO,
        "map": TOWN,
        "tokens": JARS,
        "bosses": {KING: {"at": CASE, "health": 1}},
        "round": 5,
        **table,
    }
    options = {"scenario": jars.SCENARIO}
    state = GAME.set_position(options, seat_ids(len(position["seats"])), position, Seeded(b"")).state
    return Glimpse(GAME.view(state, seat), seat, state.data, shares=shares)


def test_the_jars_are_fetched_by_who_has_them_soonest():
    seats = {
        "s1": {"at": "church/5/2", "character": "rosa"},
        "s2": {"at": "house/5/2", "character": "helen"},
    }
    assert jars.plan(glimpse(seats=seats)) == {"s1": ["church/2/1"], "s2": ["house/3/2"]}


def test_all_come_to_the_same_plan_whatever_has_befallen_one_of_them():
    seats = {
        "s1": {"at": "library/5/2", "character": "rosa", "effects": ["target-number-up"]},
        "s2": {"at": "house/5/2", "character": "helen"},
    }
    assert jars.plan(glimpse("s1", seats=seats)) == jars.plan(glimpse("s2", seats=seats))


def test_who_carries_a_jar_brings_it_and_who_has_none_waits_inside_the_broken_door():
    seats = {
        "s1": {"at": "house/5/2", "character": "helen", "items": ["token-1"]},
        "s2": {"at": "museum/2/1", "character": "steve"},
    }
    seen = glimpse(seats=seats, tokens={}, no_doors=["museum/2/1/w"])
    assert jars.plan(seen) == {"s1": [CASE], "s2": ["museum/2/1"]}


def test_who_is_left_over_opens_the_door_at_which_another_would_stand_for_long():
    """Helen has two dice for a lock of 1P, Rosa five for its door."""
    seats = {
        "s1": {"at": "library/5/2", "character": "helen"},
        "s2": {"at": "library/5/3", "character": "rosa"},
    }
    seen = glimpse(seats=seats, tokens={"token-4": {"at": "library/3/3", "face": "up"}})
    assert jars.plan(seen) == {"s1": ["library/3/3"], "s2": ["library/3/3"]}


def test_when_three_jars_are_delivered_the_best_fighter_goes_for_the_king_and_the_others_stand_near():
    seats = {
        "s1": {"at": "house/5/2", "character": "helen", "delivered": 3},
        "s2": {"at": "house/5/3", "character": "rosa"},
    }
    parts = jars.plan(glimpse(seats=seats, bosses={KING: {"at": CASE, "health": 1, "awake": True}}))
    assert parts["s2"] == [CASE]
    assert "museum/2/2" in parts["s1"]
    assert CASE not in parts["s1"]


@pytest.mark.parametrize(("shares", "worth"), [(True, {"house/3/2": WEIGHTS["part"]}), (False, {})])
def test_only_who_plays_for_the_end_keeps_to_the_plan(shares, worth):
    seats = {"s1": {"at": "house/5/2", "character": "helen"}, "s2": FAR_OFF}
    seen = glimpse(seats=seats, shares=shares, tokens={"token-1": JARS["token-1"]})
    assert dict(jars.wanted_at(seen)) == worth
    assert (WEIGHTS["part"] in dict(errands.errands(seen)).values()) is shares


def hunted(at, others=None, **table):
    """A seat with a jar, and the king awake outside the museum."""
    seats = {"s1": {"at": at, "character": "helen", "items": ["token-1"]}, **(others or {"s2": FAR_OFF})}
    king = {KING: {"at": "museum/5/2", "health": 1, "awake": True}}
    return flight.risks(glimpse(seats=seats, tokens={}, bosses=king, **table))


def test_the_king_comes_four_steps_for_who_carries_a_jar_but_not_to_the_case():
    """WD-SCEN-BANDAGED-2, WD-SCEN-BANDAGED-1: there it carries none any more."""
    risks = hunted("house/5/2")
    assert risks["museum/5/5"] > 0
    assert "house/5/1" not in risks
    assert CASE not in risks


def test_he_goes_for_the_nearest_and_who_has_company_need_not_outrun_him():
    """WD-SCEN-4, WD-COMBAT-13."""
    nearer = {"s2": {"at": "museum/5/3", "character": "rosa", "items": ["token-2"]}}
    assert "museum/5/5" not in hunted("house/5/2", nearer)
    waiting = {"s2": {"at": "museum/4/2", "character": "steve"}}
    assert "museum/4/2" not in hunted("house/5/2", waiting, no_doors=["museum/4/2/s"])


def test_a_street_costs_half_and_a_boss_goes_through_doors():
    """WD-MOVE-2, WD-SCEN-4."""
    ground = glimpse(seats={"s1": FAR_OFF, "s2": FAR_OFF | {"character": "rosa"}}).ground
    assert street_spaces_to(ground, "museum/5/0")["museum/5/5"] == 5
    assert street_spaces_to(ground, CASE)["museum/2/1"] == 4
    assert steps_from(ground, "museum/2/0")[CASE] == 3
