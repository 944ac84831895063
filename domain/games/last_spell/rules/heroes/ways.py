"""Where a hero can go in its turn, listed (chapter 2, LS-HERO): first one shortest path to each square."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Slot
from domain.games.last_spell.actions import Climb, Descend, Jump, Move, Teleport
from domain.games.last_spell.components import Price
from domain.games.last_spell.rules.heroes import heroes
from domain.games.last_spell.rules.heroes.prices import has_price
from domain.games.last_spell.rules.town.geometry import Square, as_lists, neighbours
from domain.games.last_spell.rules.town.pieces import is_free_for_hero
from domain.games.last_spell.state import Hero, LastSpellState


def descents(state: LastSpellState, seat: str) -> Iterator[Descend]:
    """The squares to which a hero on a watchtower can descend."""
    _, hero = state.hero_in_turn()
    if hero.at is None or hero.tower is None:
        return
    if has_price(hero, state.construction_kind(hero.tower).leave_cost or Price()):
        yield from (Descend(square) for square in neighbours(hero.at) if is_free_for_hero(state, square))


def climbs(state: LastSpellState, seat: str) -> Iterator[Climb]:
    """The watchtowers that the hero can climb and pay for."""
    _, hero = state.hero_in_turn()
    if (at := heroes.ground_of(hero)) is not None:
        for tower in heroes.climbable(state, at):
            if has_price(hero, state.construction_kind(tower).climb_cost or Price()):
                yield Climb(tower)


def teleports(state: LastSpellState, seat: str) -> Iterator[Teleport]:
    """The tele-portals to which the hero can go and pay for it."""
    _, hero = state.hero_in_turn()
    if (at := heroes.ground_of(hero)) is not None:
        for portal in heroes.portals(state, at):
            if has_price(hero, state.construction_kind(portal).travel_cost or Price()):
                yield Teleport(portal)


def jumps(state: LastSpellState, seat: str) -> Iterator[Jump]:
    """The squares to which the hero can jump and pay for it."""
    _, hero = state.hero_in_turn()
    price = Price(movement=state.content.numbers.jump_movement_cost)
    if (at := heroes.ground_of(hero)) is not None and has_price(hero, price):
        yield from map(Jump, heroes.landings(state, at))


def shortest_moves(state: LastSpellState, seat: str) -> Iterator[Move]:
    """One shortest path to each square that the hero can reach, the nearest first."""
    _, hero = state.hero_in_turn()
    return map(Move, reachable(state, hero).values())


def other_moves(state: LastSpellState, seat: str) -> Iterator[Move]:
    """Every other path, the shortest first."""
    _, hero = state.hero_in_turn()
    start = heroes.ground_of(hero)
    if start is None:
        return
    listed = set(reachable(state, hero).values())
    waiting: deque[tuple[Square, ...]] = deque([()])
    while waiting:
        path = waiting.popleft()
        end = path[-1] if path else start
        if path and path not in listed and (end == start or is_free_for_hero(state, end)):
            yield Move(path)
        if len(path) < hero.points:
            waiting.extend((*path, near) for near in _steps_from(state, hero, end))


def any_walk(state: LastSpellState, seat: str, rng: Stream) -> Move | None:
    """A random path of random length, cut back to where the hero can end; a shortest one if it cannot."""
    _, hero = state.hero_in_turn()
    routes = list(reachable(state, hero).values())
    if hero.at is None or not routes:
        return None
    path: list[Square] = []
    end = hero.at
    for _ in range(1 + rng.below(hero.points)):
        end = rng.choice(_steps_from(state, hero, end))
        path.append(end)
    while path and path[-1] != hero.at and not is_free_for_hero(state, path[-1]):
        path.pop()
    return Move(tuple(path) or rng.choice(routes))


def path_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...] | None:
    """A path over squares that the hero can reach, as long as it has points."""
    _, hero = state.hero_in_turn()
    near = reachable(state, hero)
    return (Slot("path", as_lists(near), 1, hero.points, ordered=True),) if near else None


def _steps_from(state: LastSpellState, hero: Hero, square: Square) -> list[Square]:
    """The squares that the hero can enter next on its way, the one where it stands among them."""
    return [near for near in neighbours(square) if near == hero.at or heroes.is_crossable_for(state, hero, near)]


def reachable(state: LastSpellState, hero: Hero) -> dict[Square, tuple[Square, ...]]:
    """Square -> a shortest path to it, for all squares on which the hero can end with the points that it has."""
    start = heroes.ground_of(hero)
    if start is None:
        return {}
    ways = _ways_from(state, hero, start)
    return {square: path for square, path in ways.items() if square != start and is_free_for_hero(state, square)}


def _ways_from(state: LastSpellState, hero: Hero, start: Square) -> dict[Square, tuple[Square, ...]]:
    """Square -> a shortest path to it, for `start` and all squares that the hero can cross with its points."""
    paths: dict[Square, tuple[Square, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        square = waiting.popleft()
        if len(paths[square]) >= hero.points:
            break
        for near in neighbours(square):
            if near not in paths and heroes.is_crossable_for(state, hero, near):
                paths[near] = (*paths[square], near)
                waiting.append(near)
    return paths
