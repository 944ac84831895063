"""The market at dawn, an option that is reconstructed (chapter 19, LS-MARKET): gold buys the components of the box.

All seats buy at the same time, in any order, until each is ready, as they prepare before a night (LS-SETUP-1).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Decision, Refused
from domain.games.last_spell.actions import Buy, Ready
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.dawn import WareBought
from domain.games.last_spell.events.setup import SeatReady
from domain.games.last_spell.rules.day.taking import own_hero, own_heroes
from domain.games.last_spell.state import LastSpellRun, LastSpellState, seat_of
from domain.games.last_spell.steps import OpenMarket


def open_market(run: LastSpellRun, step: OpenMarket) -> None:
    """Ask every seat with a hero in play what it buys, if the data has prices (LS-MARKET-1)."""
    if run.state.content.prices:
        for seat in dict.fromkeys(map(seat_of, run.state.in_play())):
            ask(run, seat)


def ask(run: LastSpellRun, seat: str) -> None:
    """Ask a seat, again, what it buys."""
    run.ask(seat, Decision("market", ("buy", "ready")))


def leave(run: LastSpellRun, seat: str, action: Ready) -> None:
    """The seat buys no more."""
    run.emit(SeatReady(seat))


def buy(run: LastSpellRun, seat: str, action: Buy) -> None:
    """Gold of the common reserve buys a weapon, an armour, a shield or a scroll for it (LS-MARKET-2), or a full potion
    for a hero of the seat (LS-MARKET-3); then the seat is asked again."""
    state, ware = run.state, action.ware
    if ware not in state.content.prices:
        raise Refused("malformed", "there is no ware {ware!r}", ware=ware)
    hero = None
    if ware in state.content.potions:
        hero = own_hero(state, seat, action.hero or first_hero(state, seat))
        if carries(state, hero, ware):
            raise Refused("illegal", "the hero carries such a potion")
    elif action.hero is not None:
        raise Refused("malformed", "that ware goes to the common reserve, not to a hero")
    price = state.content.prices[ware]
    if price > state.gold:
        raise Refused("illegal", "the common reserve has not enough gold")
    doses = 0 if hero is None else state.content.potions[ware].doses
    run.emit(WareBought(seat, ware, price, hero, doses, cause=new_cause(state)))
    ask(run, seat)


def purchases(state: LastSpellState, seat: str) -> Iterator[Buy]:
    """Everything that the seat can buy now."""
    for ware, price in state.content.prices.items():
        if price > state.gold:
            continue
        if ware in state.content.potions:
            yield from (Buy(ware, hero) for hero in takers(state, seat, ware))
        else:
            yield Buy(ware)


def takers(state: LastSpellState, seat: str, potion: str) -> Iterator[str]:
    """The heroes of the seat that can take a potion of that kind."""
    return (hero for hero in own_heroes(state, seat) if not carries(state, hero, potion))


def carries(state: LastSpellState, hero: str, potion: str) -> bool:
    """Whether a hero carries a potion of that kind: one of each at most (LS-MARKET-3)."""
    return any(bottle.kind == potion for bottle in state.heroes[hero].potions)


def first_hero(state: LastSpellState, seat: str) -> str:
    """The seat's first hero in play, to whom a potion goes when none is named."""
    return next(iter(own_heroes(state, seat)), seat)
