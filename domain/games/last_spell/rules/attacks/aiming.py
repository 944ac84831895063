"""Where a hero can aim a technique of its weapons or a scroll (chapter 3, LS-WPN): first what strikes somebody.

Of attacks that mean the same (a direction named that would hold anyway, an argument that may be left out) one is
listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from domain.contract.chance import Stream
from domain.contract.game import Json, Slot
from domain.games.last_spell.actions import Aimed, Attack, Read
from domain.games.last_spell.rules.attacks.attacks import Plan, landing_square, supportable, unready
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import Tool, aimer, range_of, scroll_tools, tools
from domain.games.last_spell.rules.town.geometry import FACINGS, Facing, Square, as_lists, axis
from domain.games.last_spell.rules.town.pieces import is_free_for_hero, manned_squares
from domain.games.last_spell.state import Hero, LastSpellState

Curse = tuple[str | None, str | None]


def attacks(state: LastSpellState, seat: str) -> Iterator[Aimed]:
    """Attacks with an enemy in the strike zone, and techniques for heroes."""
    return _aimed_answers(state, _weapons(state), hitting=True)


def attacks_on_nobody(state: LastSpellState, seat: str) -> Iterator[Aimed]:
    """All other attacks."""
    return _aimed_answers(state, _weapons(state), hitting=False)


def any_attack(state: LastSpellState, seat: str, rng: Stream) -> Aimed | None:
    """A random technique of a weapon, aimed at random."""
    return _any_aimed(state, _weapons(state), rng)


def attack_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...] | None:
    """A weapon, one of its techniques, and where they can be aimed."""
    ready = _weapons(state)
    named = Slot("weapon", _sources(ready)), Slot("technique", tuple(tool.technique.id for tool in ready))
    aiming = _aiming_slots(state, ready)
    return (*named, *aiming) if aiming else None


def scrolls(state: LastSpellState, seat: str) -> Iterator[Aimed]:
    """Scrolls with an enemy in the strike zone, and those for heroes."""
    return _aimed_answers(state, _scrolls(state), hitting=True)


def scrolls_on_nobody(state: LastSpellState, seat: str) -> Iterator[Aimed]:
    """Scrolls aimed elsewhere."""
    return _aimed_answers(state, _scrolls(state), hitting=False)


def any_scroll(state: LastSpellState, seat: str, rng: Stream) -> Aimed | None:
    """A random scroll, aimed at random."""
    return _any_aimed(state, _scrolls(state), rng)


def scroll_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...] | None:
    """A scroll, and where they can be aimed."""
    ready = _scrolls(state)
    aiming = _aiming_slots(state, ready)
    return (Slot("scroll", _sources(ready)), *aiming) if aiming else None


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


def _weapons(state: LastSpellState) -> list[Tool]:
    """The techniques of its weapons that the hero in turn can use now."""
    name, _ = state.hero_in_turn()
    return _usable(state, tools(state, name))


def _scrolls(state: LastSpellState) -> list[Tool]:
    """The scrolls that the hero in turn can read now."""
    name, _ = state.hero_in_turn()
    return _usable(state, scroll_tools(state, name))


def _usable(state: LastSpellState, carried: Iterable[Tool]) -> list[Tool]:
    _, hero = state.hero_in_turn()
    return [tool for tool in carried if unready(state, hero, tool) is None]


def _sources(ready: Sequence[Tool]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tool.source for tool in ready))


def _aimed_answers(state: LastSpellState, ready: Sequence[Tool], hitting: bool) -> Iterator[Aimed]:
    """What these techniques can do to somebody (`hitting`, techniques for heroes among them) or to nobody."""
    name, hero = state.hero_in_turn()
    manned = frozenset(manned_squares(state)) if ready else frozenset[Square]()
    for tool in ready:
        if range_of(state, tool).unit == "hero":
            if hitting:
                yield from (aimed(tool, hero=target) for target in supportable(state, name, tool))
            continue
        squares = aimer(state, name, tool).squares()
        for points in _point_choices(state, tool, squares, manned, hitting):
            yield from _variants(state, hero, tool, points, manned, hitting)


def _point_choices(
    state: LastSpellState, tool: Tool, squares: list[Square], manned: Collection[Square], hitting: bool
) -> Iterator[tuple[Square, ...]]:
    """The impact points to choose from: each square, or for a repeated zone lists of them. `hitting` keeps such
    lists to volleys; without it come all others."""
    if state.content.zones[tool.technique.zone].repeat is None:
        yield from ((square,) for square in squares)
        return
    volleys = list(_volleys([square for square in squares if square in manned], tool.technique.x))
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
    state: LastSpellState,
    hero: Hero,
    tool: Tool,
    points: tuple[Square, ...],
    manned: Collection[Square],
    hitting: bool,
) -> Iterator[Aimed]:
    assert hero.at is not None
    zone = state.content.zones[tool.technique.zone]
    for named in directions(state, hero.at, tool, points[0]):
        facing = named or axis(hero.at, points[0])
        landing = landing_square(state, tool, Plan(points, facing))
        if landing is not None and not is_free_for_hero(state, landing):
            continue
        if zone.repeat is None:
            struck = strike_squares(zone, points[0], facing)
            if any(square in manned for square in struck) != hitting:
                continue
        for curse, die in curses(state, tool):
            at = points if zone.repeat else points[0]
            yield aimed(tool, at=at, direction=named, curse=curse, die=die)


def _any_aimed(state: LastSpellState, ready: Sequence[Tool], rng: Stream) -> Aimed | None:
    """A technique at random impact points, in a random direction, with a random curse."""
    name, hero = state.hero_in_turn()
    for tool in rng.shuffled(ready):
        if range_of(state, tool).unit == "hero":
            targets = supportable(state, name, tool)
            if targets:
                return aimed(tool, hero=rng.choice(targets))
            continue
        squares = aimer(state, name, tool).squares()
        for square in rng.shuffled(squares):
            action = _any_at(state, hero, tool, square, squares, rng)
            if action is not None:
                return action
    return None


def _any_at(
    state: LastSpellState, hero: Hero, tool: Tool, square: Square, squares: list[Square], rng: Stream
) -> Aimed | None:
    assert hero.at is not None
    named = rng.choice(directions(state, hero.at, tool, square))
    landing = landing_square(state, tool, Plan((square,), named or axis(hero.at, square)))
    if landing is not None and not is_free_for_hero(state, landing):
        return None
    curse, die = rng.choice(curses(state, tool))
    if state.content.zones[tool.technique.zone].repeat is None:
        return aimed(tool, at=square, direction=named, curse=curse, die=die)
    points = (square, *(rng.choice(squares) for _ in range(tool.technique.x - 1)))
    return aimed(tool, at=points, direction=named, curse=curse, die=die)


def _aiming_slots(state: LastSpellState, ready: Sequence[Tool]) -> tuple[Slot, ...]:
    """Where techniques can be aimed: impact points, heroes, and directions and curses where they have any."""
    data, (name, hero) = state.content, state.hero_in_turn()
    aimed_at = [tool for tool in ready if range_of(state, tool).unit != "hero"]
    points = {tool: aimer(state, name, tool).squares() for tool in aimed_at}
    squares = dict.fromkeys(square for found in points.values() for square in found)
    friends = dict.fromkeys(hero for tool in ready if tool not in points for hero in supportable(state, name, tool))
    asked = []
    if squares and hero.at is not None:
        most = max(tool.technique.x if data.zones[tool.technique.zone].repeat else 1 for tool in aimed_at)
        asked.append(Slot("at", as_lists(squares), 1, most, ordered=True))
        if any(len(directions(state, hero.at, tool, at)) > 1 for tool, found in points.items() for at in found[:1]):
            asked.append(Slot("direction", FACINGS))
    if friends:
        asked.append(Slot("hero", tuple(friends)))
    if any("cursed" in tool.technique.effects for tool in ready):
        asked += [Slot("curse", tuple(data.dice)), Slot("die", tuple(data.dice))]
    return tuple(asked)
