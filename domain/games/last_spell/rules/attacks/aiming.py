"""What a hero can do in its turn, listed: the useful first, then attacks on nothing and all other paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import product

from domain.contract.game import Action, Json
from domain.games.last_spell.actions import (
    Aimed,
    Attack,
    Climb,
    Descend,
    EndTurn,
    Fire,
    Jump,
    Move,
    Pass,
    Protect,
    Punch,
    Reactivate,
    Read,
    Spend,
    Teleport,
)
from domain.games.last_spell.components import Price
from domain.games.last_spell.rules.attacks import bare_hands, defences
from domain.games.last_spell.rules.attacks.armor import can_pay
from domain.games.last_spell.rules.attacks.attacks import Plan, landing_square, supportable, unready
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import Tool, aimer, range_of, scroll_tools, tools
from domain.games.last_spell.rules.heroes import heroes, items
from domain.games.last_spell.rules.heroes.tokens import distinct
from domain.games.last_spell.rules.town.geometry import FACINGS, Facing, Square, axis, neighbours
from domain.games.last_spell.rules.town.pieces import enemies_at, is_free_for_hero
from domain.games.last_spell.state import Hero, LastSpellState

Curse = tuple[str | None, str | None]


def turn_answers(state: LastSpellState, seat: str) -> Iterator[Action]:
    """All that the active hero can do."""
    name = state.active
    assert name is not None
    hero = state.heroes[name]
    yield EndTurn()
    yield Pass()
    yield from map(Punch, bare_hands.punchable(state, name))
    if hero.held_by is not None:
        return
    if heroes.can_protect(state, hero):
        yield Protect()
    yield from map(Spend, distinct(hero.ready))
    yield from card_answers(state, name)
    yield from aimed_answers(state, name, hitting=True)
    yield from fire_answers(state, hitting=True)
    yield from items.useful_doses(state, hero)
    yield from step_answers(state, hero)
    yield from shortest_moves(state, hero)
    yield from aimed_answers(state, name, hitting=False)
    yield from fire_answers(state, hitting=False)
    yield from other_moves(state, hero)


def card_answers(state: LastSpellState, name: str) -> Iterator[Reactivate]:
    """The sideways cards that the hero can reactivate (LS-ARM-3)."""
    hero = state.heroes[name]
    for card in hero.armor:
        if card.used and can_pay(hero, state.content.armor[card.card]):
            yield from reactivations(state, name, card.card)


def reactivations(state: LastSpellState, name: str, card: str) -> Iterator[Reactivate]:
    """The ways to pay for a card: with which movement token, if it costs one."""
    spend = state.content.armor[card].spend
    if spend is not None and spend.movement_tokens:
        yield from (Reactivate(card, token) for token in distinct(state.heroes[name].ready))
    else:
        yield Reactivate(card)


def step_answers(state: LastSpellState, hero: Hero) -> Iterator[Action]:
    """Watchtowers, tele-portals and jumps that the hero can pay for."""
    if hero.at is None:
        return
    if hero.tower is not None:
        if heroes.has_price(hero, state.construction_kind(hero.tower).leave_cost or Price()):
            yield from (Descend(square) for square in neighbours(hero.at) if is_free_for_hero(state, square))
        return
    kinds = state.construction_kind
    for tower in heroes.climbable(state, hero.at):
        if heroes.has_price(hero, kinds(tower).climb_cost or Price()):
            yield Climb(tower)
    for portal in heroes.portals(state, hero.at):
        if heroes.has_price(hero, kinds(portal).travel_cost or Price()):
            yield Teleport(portal)
    if heroes.has_price(hero, Price(movement=state.content.numbers.jump_movement_cost)):
        yield from map(Jump, heroes.landings(state, hero.at))


def shortest_moves(state: LastSpellState, hero: Hero) -> Iterator[Move]:
    """One shortest path to each square that the hero can reach, the nearest first."""
    return map(Move, reachable(state, hero).values())


def reachable(state: LastSpellState, hero: Hero) -> dict[Square, tuple[Square, ...]]:
    """Square -> a shortest path to it, for all squares on which the hero can end with the points that it has."""
    found: dict[Square, tuple[Square, ...]] = {}
    if hero.at is None or hero.tower is not None:
        return found
    paths: dict[Square, tuple[Square, ...]] = {hero.at: ()}
    waiting = deque([hero.at])
    while waiting:
        square = waiting.popleft()
        if len(paths[square]) >= hero.points:
            break
        for near in neighbours(square):
            if near not in paths and heroes.is_crossable_for(state, hero, near):
                paths[near] = (*paths[square], near)
                waiting.append(near)
                if is_free_for_hero(state, near):
                    found[near] = paths[near]
    return found


def other_moves(state: LastSpellState, hero: Hero) -> Iterator[Move]:
    """Every other path, the shortest first."""
    if hero.at is None or hero.tower is not None:
        return
    listed = set(reachable(state, hero).values())
    waiting: deque[tuple[Square, ...]] = deque([()])
    while waiting:
        path = waiting.popleft()
        end = path[-1] if path else hero.at
        if path and path not in listed and (end == hero.at or is_free_for_hero(state, end)):
            yield Move(path)
        if len(path) < hero.points:
            ways = (near for near in neighbours(end) if near == hero.at or _crosses(state, hero, near))
            waiting.extend((*path, near) for near in ways)


def aimed_answers(state: LastSpellState, name: str, hitting: bool) -> Iterator[Action]:
    """Attacks, then scrolls, with an enemy in the strike zone (`hitting`, techniques for heroes among them) or
    without."""
    hero = state.heroes[name]
    for tool in (*tools(state, name), *scroll_tools(state, name)):
        if unready(state, hero, tool) is not None:
            continue
        if range_of(state, tool).unit == "hero":
            if hitting:
                yield from (aimed(tool, hero=target) for target in supportable(state, name, tool))
            continue
        squares = aimer(state, name, tool).squares()
        for points in point_choices(state, tool, squares, hitting):
            yield from _variants(state, hero, tool, points, hitting)


def point_choices(
    state: LastSpellState, tool: Tool, squares: list[Square], hitting: bool
) -> Iterator[tuple[Square, ...]]:
    """The impact points to choose from: each square, or for a repeated zone lists of them. `hitting` keeps such
    lists to volleys; without it come all others."""
    if state.content.zones[tool.technique.zone].repeat is None:
        yield from ((square,) for square in squares)
        return
    manned = [square for square in squares if enemies_at(state, square)]
    volleys = list(_volleys(manned, tool.technique.x))
    if hitting:
        yield from volleys
    else:
        lists = product(squares, repeat=tool.technique.x)
        yield from (points for points in lists if points not in volleys)


def _volleys(manned: list[Square], count: int) -> Iterator[tuple[Square, ...]]:
    """Lists of squares with enemies: so many different ones, or one so many times."""
    if count > 1:
        yield from (tuple(manned[at : at + count]) for at in range(len(manned) - count + 1))
    yield from ((square,) * count for square in manned)


def _variants(
    state: LastSpellState, hero: Hero, tool: Tool, points: tuple[Square, ...], hitting: bool
) -> Iterator[Action]:
    assert hero.at is not None
    zone = state.content.zones[tool.technique.zone]
    for named in directions(state, hero.at, tool, points[0]):
        facing = named or axis(hero.at, points[0])
        landing = landing_square(state, tool, Plan(points, facing))
        if landing is not None and not is_free_for_hero(state, landing):
            continue
        if zone.repeat is None:
            struck = strike_squares(zone, points[0], facing)
            if any(enemies_at(state, square) for square in struck) != hitting:
                continue
        for curse, die in curses(state, tool):
            at = points if zone.repeat else points[0]
            yield aimed(tool, at=at, direction=named, curse=curse, die=die)


def directions(state: LastSpellState, origin: Square, tool: Tool, point: Square) -> list[Facing | None]:
    """The directions to name: none, and those that it would not be anyway (LS-WPN-15)."""
    zone, unit = state.content.zones[tool.technique.zone], range_of(state, tool).unit
    if not zone.has_direction or not (unit == "sector" or point == origin):
        return [None]
    return [None, *(facing for facing in FACINGS if facing != axis(origin, point))]


def curses(state: LastSpellState, tool: Tool) -> list[Curse]:
    """The curses to name: none, a colour, a colour for one of two dice (LS-FX-cursed-1)."""
    if "cursed" not in tool.technique.effects:
        return [(None, None)]
    colours = list(state.content.dice)
    return [(None, None), *product(colours, (None, *colours))]


def aimed(tool: Tool, **arguments: Json) -> Aimed:
    """The action that uses a technique: `attack` for a weapon, `read` for a scroll."""
    if tool.place is None:
        return Read(tool.source, **arguments)
    return Attack(tool.source, tool.technique.id, **arguments)


def fire_answers(state: LastSpellState, hitting: bool) -> Iterator[Fire]:
    """Shots of the defences, with an enemy in the strike zone or without."""
    for defence in defences.firing(state):
        weapon = state.construction_kind(defence).weapon
        assert weapon is not None
        zone = state.content.zones[weapon.zone]
        for square in defences.aimer_of(state, defence).squares():
            struck = strike_squares(zone, square, axis(state.constructions[defence].at, square))
            if any(enemies_at(state, near) for near in struck) == hitting:
                yield Fire(defence, square)


def _crosses(state: LastSpellState, hero: Hero, square: Square) -> bool:
    return heroes.is_crossable_for(state, hero, square)
