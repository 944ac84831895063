"""The market at dawn: everything in the box has a price, and three nights in a row are played with it."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream, joined
from domain.contract.datafiles import Editions
from domain.contract.game import to_json
from domain.games.last_spell.actions import Build, Buy, Ready
from domain.games.last_spell.data import built_in, content, read_data
from domain.games.last_spell.data_check import check_data
from domain.games.last_spell.events.dawn import GameSaved, WareBought
from domain.games.last_spell.events.setup import GameCreated
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.options import LATER
from tests.domain.games.last_spell.tables import GAME, GREEDY, act, positioned, started

DAWN = {"phase": "dawn", "heroes": {"s1": {"health": 9}}, "panic": [0] * 10, "reserve": {"gold": 12}}

NO_MARKET = built_in().split(b"[market]")[0] + b"[[quest]]" + built_in().split(b"[market]")[1].split(b"[[quest]]", 1)[1]
"""The data file as it was before there was a market."""


def test_no_component_is_a_museum_piece():
    """LS-MARKET-2: each potion, scroll, weapon, armour and shield of the box can be bought."""
    data = content()
    assert data.prices.keys() == {*data.potions, *data.scrolls, *data.weapons, *data.armor}
    assert min(data.prices.values()) == data.source["market"]["least_price"] > 0
    assert data.source["market"]["provenance"] == "reconstructed"
    assert check_data() == []


@pytest.mark.parametrize("ware", sorted(content().prices))
def test_every_ware_can_be_bought(ware):
    state = positioned(DAWN, {"market": True})
    price = content().prices[ware]
    [bought] = [event for event in act(state, "s1", {"type": "buy", "ware": ware}) if isinstance(event, WareBought)]
    carried = [bottle.kind for bottle in state.heroes["s1"].potions]
    assert (bought.gold, state.gold) == (price, 12 - price)
    assert (*state.equipment, *carried) == (ware,)


def test_what_is_listed_sampled_and_played_by_default_is_legal():
    state = positioned(DAWN, {"market": True})
    listed = GAME.legal(state, "s1")
    assert listed.complete
    assert len(listed.actions) == 1 + len(content().prices)
    assert GAME.show(GAME.default(state, "s1")) == "ready"
    for action in listed.actions:
        assert GAME.decide(state, "s1", action, Seeded(b"bought")).answered == ("s1",)
    assert {"buy": "magic-orb"} in [GAME.show(action) for action in listed.actions]


def test_a_potion_is_offered_to_each_hero_of_the_seat_that_carries_none():
    """LS-MARKET-3: one of each kind at most; the rest goes to the common reserve, for nobody."""
    carrying = {"health": 9, "potions": [{"kind": "red-potion", "doses": 1}]}
    heroes = {"s1": {"health": 9}, "s1/2": carrying, "s1/3": {"health": 9, "in_play": False}}
    state = positioned({**DAWN, "heroes": heroes}, {"market": True, "solo": True})
    offered = {}
    for action in GAME.legal(state, "s1").actions:
        if isinstance(action, Buy):
            offered.setdefault(action.ware, []).append(action.hero)
    assert (offered["red-potion"], offered["blue-potion"]) == (["s1"], ["s1", "s1/2"])
    assert all(takers == [None] for ware, takers in offered.items() if ware not in content().potions)
    act(state, "s1", {"type": "buy", "ware": "blue-potion", "hero": "s1/2"})
    assert [bottle.kind for bottle in state.heroes["s1/2"].potions] == ["red-potion", "blue-potion"]


def test_the_prices_are_shown_where_there_is_a_market():
    assert GAME.view(positioned(DAWN, {"market": True}), "s1")["prices"] == content().prices
    assert "prices" not in GAME.view(positioned(DAWN), "s1")


def test_a_game_whose_data_has_no_prices_goes_on_without_a_market():
    """LS-MARKET-2."""
    older = LastSpell(Editions(lambda: NO_MARKET, read_data))
    assert older.data.prices == {}
    state = older.set_position({"market": True}, ["s1"], DAWN, Seeded(b"older")).state
    assert (state.phase, state.night) == ("setup", 2)
    begun = older.setup({"market": True}, ["s1"], Seeded(b"older"))
    now = LastSpell(Editions(built_in, read_data, lambda sha256: NO_MARKET.decode()))
    folded = now.fold(begun.events)
    assert folded.content.prices == {}
    assert now.view(folded, "s1")["prices"] == {}
    assert now.advance(folded, "s1", {"type": "hero", "hero": "hagen"}, Seeded(b"older")).answered == ("s1",)


def test_rules_number_1_knows_neither_readings_nor_market():
    run = GAME.setup({}, ["s1"], Seeded(b"one"), rules=1)
    assert isinstance(run.events[0], GameCreated)
    assert not set(LATER) & run.events[0].options.keys()
    assert set(LATER) <= started({}, 1, "two").events[0].options.keys()


def night(options, key):
    """A night played with care to its end by heroes who save their gold for the market: its events and its state."""
    run, chance, rng = started(options, 2, key), Seeded(joined(key, "more")), Stream(joined(key, "players"))
    events, state = [*run.events], run.state
    while not GAME.is_over(state):
        seat = next(iter(state.open))
        action = GREEDY(GAME, state, seat, rng)
        if isinstance(action, Build):
            action = Ready()
        if state.open[seat].kind == "market":
            action = max(GAME.legal(state, seat).actions, key=price)
        events += GAME.advance(state, seat, action, chance).events
    return events, state


def price(action):
    """What a purchase costs; nothing for the end of them."""
    return content().prices[action.ware] if isinstance(action, Buy) else 0


def won(options, key):
    """A night that was won at one of five attempts."""
    for attempt in range(5):
        events, state = night(options, f"{key} {attempt}")
        if GAME.outcome(state).won:
            return events, state
    raise AssertionError("five nights were lost")


def test_three_nights_in_a_row_are_played_with_a_market():
    """LS-MARKET-1: what is bought at dawn is there in the game that goes on from it."""
    options = {"scenario": "lakeburg", "night": 1, "until": 1, "market": True, "dryad_growth": "third-phase-only"}
    bought = []
    for number in (1, 2):
        events, state = won(GAME.check_options(options, ["s1", "s2"]), f"market {number}")
        [saved] = [event for event in events if isinstance(event, GameSaved)]
        bought.append([event for event in events if isinstance(event, WareBought)])
        assert saved.common["gold"] == state.gold
        options = GAME.next_in_chain(GAME.check_options(options, ["s1", "s2"]), state)
        assert (options["market"], options["dryad_growth"], options["until"]) == (True, "third-phase-only", number + 1)
        assert options["save"]["heroes"] == to_json(saved.heroes)
    assert all(bought)
    events, state = night(GAME.check_options(options, ["s1", "s2"]), "market 3")
    assert state.night == 3
    assert GAME.outcome(state) is not None
    assert not [event for event in events if isinstance(event, WareBought)]
