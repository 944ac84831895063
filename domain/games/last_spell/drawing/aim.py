"""What the hero in turn could hit: where its techniques reach, whom an answer would strike, and how likely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from domain.contract.game import Json
from domain.games.last_spell.bot.odds import chance
from domain.games.last_spell.components import Zone
from domain.games.last_spell.rules.attacks.attacks import is_attack
from domain.games.last_spell.rules.attacks.defences import aimer_of, can_fire
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import (
    Tool,
    aimer,
    range_of,
    scroll_tools,
    tools,
    uses_left,
)
from domain.games.last_spell.rules.heroes.prices import missing_price
from domain.games.last_spell.rules.town.geometry import Facing, Square, axis
from domain.games.last_spell.rules.town.pieces import enemies_at, hero_at
from domain.games.last_spell.state import Hero, LastSpellState

Idle = Literal["attacked", "used", "price", "nobody"]
"""The hero has attacked in this turn (LS-WPN-7), the technique is used up (LS-WPN-8), its price is not there
(LS-WPN-6), or nobody is in its reach."""


class Struck(NamedTuple):
    """A piece in the strike zone of an attack: the chance in percent that it is hit, and the damage then.

    A hero there is hurt without a throw (LS-WPN-11)."""

    name: str
    percent: int
    damage: int


class _Shot(NamedTuple):
    """An attack about to be made: from where, with what zone and effects, on which points."""

    origin: Square
    zone: Zone
    damage: int
    effects: tuple[str, ...]
    impact_effects: tuple[str, ...]
    points: tuple[Square, ...]
    direction: Facing | None


def reach(state: LastSpellState) -> Mapping[tuple[str, ...], Sequence[Square]]:
    """Where the hero in turn can aim, whether it can pay or not: `(weapon, technique)`, `(scroll,)` or `(defence,)` ->
    squares. What is for heroes is left out."""
    name, hero = state.hero_in_turn()
    if hero.at is None:
        return {}
    found: dict[tuple[str, ...], Sequence[Square]] = {}
    for tool in (*tools(state, name), *scroll_tools(state, name)):
        if range_of(state, tool).unit != "hero":
            found[_named(tool)] = aimer(state, name, tool).squares()
    for defence in state.constructions:
        if can_fire(state, defence):
            found[defence,] = aimer_of(state, defence).squares()
    return found


def idle(state: LastSpellState) -> Mapping[tuple[str, ...], Idle]:
    """Why each technique and scroll of the hero in turn cannot be used; `nobody` where only that can hinder it."""
    name, hero = state.hero_in_turn()
    return {_named(tool): _idle(state, hero, tool) for tool in (*tools(state, name), *scroll_tools(state, name))}


def _idle(state: LastSpellState, hero: Hero, tool: Tool) -> Idle:
    if hero.attacked and is_attack(state, tool):
        return "attacked"
    if not uses_left(hero, tool):
        return "used"
    return "price" if missing_price(hero, tool.technique.cost) else "nobody"


def struck_by(state: LastSpellState, action: Mapping[str, Json]) -> list[Struck]:
    """Whom an aimed answer (`attack`, `read` or `fire`, in the form in which it is posted) would strike, once each: the
    enemies with the chance of a first throw, and heroes. Nobody by what is for heroes."""
    shot = _shot(state, action)
    if shot is None:
        return []
    facing = shot.direction or axis(shot.origin, shot.points[0])
    found: dict[str, Struck] = {}
    for point in shot.points:
        for square in strike_squares(shot.zone, point, facing):
            effects = (*shot.effects, *(shot.impact_effects if square == point else ()))
            for enemy in enemies_at(state, square):
                found.setdefault(enemy, Struck(enemy, chance(state, enemy, effects, second=False), shot.damage))
            if (friend := hero_at(state, square)) is not None:
                found.setdefault(friend, Struck(friend, 100, shot.damage))
    return list(found.values())


def _named(tool: Tool) -> tuple[str, ...]:
    return (tool.source,) if tool.place is None else (tool.source, tool.technique.id)


def _shot(state: LastSpellState, action: Mapping[str, Json]) -> _Shot | None:
    at = action.get("at")
    if not at:
        return None
    points = tuple((x, y) for x, y in (at if isinstance(at[0], Sequence) else [at]))
    if action["type"] == "fire":
        kind, origin = state.construction_kind(action["defence"]), state.constructions[action["defence"]].at
        assert kind.weapon is not None
        zone = state.content.zones[kind.weapon.zone]
        return _Shot(origin, zone, kind.damage, kind.weapon.effects, kind.impact_effects, points, None)
    name, hero = state.hero_in_turn()
    wanted = tuple(action[key] for key in ("weapon", "technique", "scroll") if key in action)
    tool = next(tool for tool in (*tools(state, name), *scroll_tools(state, name)) if _named(tool) == wanted)
    assert hero.at is not None
    zone, effects = state.content.zones[tool.technique.zone], tool.technique.effects
    return _Shot(hero.at, zone, tool.damage, effects, (), points, action.get("direction"))
