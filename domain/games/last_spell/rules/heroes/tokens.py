"""Action and movement tokens: spent, recovered, lost (LS-HERO-9, LS-FX-recover, LS-BOSS-HARPY-2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.contract.game import Refused
from domain.games.last_spell.actions import Spend
from domain.games.last_spell.changes import is_exact
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.heroes import ActionRecovered, MovementLost, MovementRecovered, MovementTokenSpent
from domain.games.last_spell.rules.heroes.belongings import distinct
from domain.games.last_spell.rules.questions import settle
from domain.games.last_spell.rules.town.board import WATER
from domain.games.last_spell.state import Hero, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import LoseMovement, RecoverAction, RecoverMovement


def spend(run: LastSpellRun, name: str, action: Spend) -> None:
    """Flip a ready movement token and gain its value in points (LS-HERO-9); on water 2 less, at least 1
    (LS-LAKE-2)."""
    state, hero = run.state, run.state.heroes[name]
    if action.value not in hero.ready:
        raise Refused("illegal", "no ready movement token of that value")
    run.emit(MovementTokenSpent(name, action.value, points_of(state, hero, action.value), cause=new_cause(state)))


def spendings(state: LastSpellState, seat: str) -> Iterator[Spend]:
    """The ready movement tokens, each value once."""
    _, hero = state.hero_in_turn()
    return map(Spend, distinct(hero.ready))


def points_of(state: LastSpellState, hero: Hero, value: int) -> int:
    """The movement points that a token yields where the hero is."""
    if hero.at is not None and state.board.terrain.get(hero.at) == WATER:
        return less_on_water(state, value)
    return value


def less_on_water(state: LastSpellState, value: int) -> int:
    """Points that are begun on water (LS-LAKE-1, LS-LAKE-2)."""
    numbers = state.content.numbers
    return max(numbers.water_minimum_movement, value - numbers.water_movement_penalty)


def recover_action(run: LastSpellRun, step: RecoverAction) -> None:
    """The hero recovers 1 Action token (LS-FX-recover-action-1)."""
    place = settle(run, step)
    if place is not None:
        run.emit(ActionRecovered(step.hero, place, cause=step.cause))


def recover_movement(run: LastSpellRun, step: RecoverMovement) -> None:
    """The hero turns used movement tokens ready (LS-FX-recover-movement-1): all if it has no more than `count`,
    else those that it chooses, one after the other. One that is eliminated turns none (LS-ARMOR-dark-trousers-1)."""
    if is_exact(run.state) and not run.state.heroes[step.hero].in_play:
        return
    used = run.state.heroes[step.hero].used
    if len(used) <= step.count:
        for value in used:
            run.emit(MovementRecovered(step.hero, value, cause=step.cause))
        return
    chosen = settle(run, step)
    if chosen is None:
        return
    run.emit(MovementRecovered(step.hero, chosen, cause=step.cause))
    if step.count > 1:
        run.push(replace(step, count=step.count - 1, chosen=None))


def lose_movement(run: LastSpellRun, step: LoseMovement) -> None:
    """The cry turns one ready movement token of the player's choice (LS-BOSS-HARPY-2)."""
    value = settle(run, step)
    if value is not None:
        run.emit(MovementLost(step.hero, value, cause=step.cause))
