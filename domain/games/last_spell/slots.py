"""The arguments of what has too many legal answers to list them: squares, paths, techniques and where they aim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.contract.game import Json, Slot
from domain.games.last_spell.legal import affordable, free_city_squares, own_heroes
from domain.games.last_spell.rules.attacks import defences
from domain.games.last_spell.rules.attacks.aiming import directions, reachable
from domain.games.last_spell.rules.attacks.attacks import supportable, unready
from domain.games.last_spell.rules.attacks.weapons import Tool, aimer, range_of, scroll_tools, tools
from domain.games.last_spell.rules.town.geometry import FACINGS, Square
from domain.games.last_spell.state import LastSpellState


def slots(state: LastSpellState, seat: str) -> dict[str, tuple[Slot, ...]]:
    """Verb -> its arguments, for the seat's open decision."""
    match state.open[seat].kind:
        case "setup":
            return setup_slots(state, seat)
        case "turn":
            return turn_slots(state)
        case _:
            return {}


def setup_slots(state: LastSpellState, seat: str) -> dict[str, tuple[Slot, ...]]:
    """The arguments of what cannot be listed in full: squares for heroes and constructions."""
    squares = _listed(free_city_squares(state))
    found: dict[str, tuple[Slot, ...]] = {}
    found["build"] = (Slot("kind", tuple(affordable(state))), Slot("at", squares))
    heroes = own_heroes(state, seat)
    if heroes:
        named = (Slot("hero", tuple(heroes)),) if state.setting.solo else ()
        found["place"] = (Slot("at", squares), *named)
    return found


def turn_slots(state: LastSpellState) -> dict[str, tuple[Slot, ...]]:
    """The arguments of what cannot be listed in full: paths and impact points."""
    name = state.active
    assert name is not None
    hero = state.heroes[name]
    found: dict[str, tuple[Slot, ...]] = {}
    if near := reachable(state, hero):
        found["move"] = (Slot("path", _listed(near), 1, hero.points, ordered=True),)
    usable = (tool for tool in (*tools(state, name), *scroll_tools(state, name)) if unready(state, hero, tool) is None)
    by_verb: dict[str, list[Tool]] = {}
    for tool in usable:
        by_verb.setdefault("read" if tool.place is None else "attack", []).append(tool)
    for verb, ready in by_verb.items():
        if aiming := _aiming_slots(state, name, ready):
            found[verb] = (*_tool_slots(verb, ready), *aiming)
    shots = {defence: defences.aimer_of(state, defence).squares() for defence in defences.firing(state)}
    targets = dict.fromkeys(square for squares in shots.values() for square in squares)
    if targets:
        found["fire"] = (Slot("defence", tuple(shots)), Slot("at", _listed(targets)))
    return found


def _tool_slots(verb: str, ready: Sequence[Tool]) -> tuple[Slot, ...]:
    """What is used: a scroll, or a weapon and one of its techniques."""
    sources = tuple(dict.fromkeys(tool.source for tool in ready))
    if verb == "read":
        return (Slot("scroll", sources),)
    return Slot("weapon", sources), Slot("technique", tuple(tool.technique.id for tool in ready))


def _aiming_slots(state: LastSpellState, name: str, ready: Sequence[Tool]) -> tuple[Slot, ...]:
    """Where techniques can be aimed: impact points, heroes, and directions and curses where they have any."""
    data, origin = state.content, state.heroes[name].at
    aimed_at = [tool for tool in ready if range_of(state, tool).unit != "hero"]
    points = {tool: aimer(state, name, tool).squares() for tool in aimed_at}
    squares = dict.fromkeys(square for found in points.values() for square in found)
    friends = dict.fromkeys(hero for tool in ready if tool not in points for hero in supportable(state, name, tool))
    asked = []
    if squares and origin is not None:
        most = max(tool.technique.x if data.zones[tool.technique.zone].repeat else 1 for tool in aimed_at)
        asked.append(Slot("at", _listed(squares), 1, most, ordered=True))
        if any(len(directions(state, origin, tool, at)) > 1 for tool, found in points.items() for at in found[:1]):
            asked.append(Slot("direction", FACINGS))
    if friends:
        asked.append(Slot("hero", tuple(friends)))
    if any("cursed" in tool.technique.effects for tool in ready):
        asked += [Slot("curse", tuple(data.dice)), Slot("die", tuple(data.dice))]
    return tuple(asked)


def _listed(squares: Iterable[Square]) -> tuple[Json, ...]:
    return tuple(list(square) for square in squares)
