"""The city between nights: constructions are built, heroes placed (chapter 19, LS-SETUP-3, LS-SETUP-4; building in
the introduction, LS-INTRO-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.contract.chance import Stream
from domain.contract.game import Refused, Slot
from domain.games.last_spell.actions import Build, Place
from domain.games.last_spell.data import INTRODUCTION
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.setup import ConstructionBuilt, HeroPlaced
from domain.games.last_spell.rules.day.taking import own_hero, own_heroes
from domain.games.last_spell.rules.naming import check_on_board
from domain.games.last_spell.rules.town.board import GROUND, WATER
from domain.games.last_spell.rules.town.geometry import Square, as_lists, footprint
from domain.games.last_spell.rules.town.pieces import is_free_for_monster
from domain.games.last_spell.state import LastSpellRun, LastSpellState


def build(run: LastSpellRun, seat: str, action: Build) -> None:
    """Put a construction on free squares of the city and pay for it from the common reserve (LS-SETUP-3)."""
    state = run.state
    if action.kind not in state.content.constructions:
        raise Refused("malformed", "there is no construction {kind!r}", kind=action.kind)
    check_on_board(state, action.at)
    if action.kind not in buildable(state):
        raise Refused("illegal", "that cannot be built here")
    kind = state.content.constructions[action.kind]
    squares = footprint(action.at, *kind.size)
    if not all(is_free_city(state, square) for square in squares):
        raise Refused("illegal", "constructions stand on free squares of the city")
    if kind.gold > state.gold or kind.material > state.material:
        raise Refused("illegal", "the common reserve has not enough")
    rocks = kind.ammunition_count or 0
    name = state.next_name(action.kind)
    run.emit(
        ConstructionBuilt(
            name, action.kind, action.at, squares, kind.health, rocks, kind.gold, kind.material, cause=new_cause(state)
        )
    )


def sites(state: LastSpellState, seat: str) -> Iterator[Build]:
    """Constructions that may be built and paid for, wherever they fit."""
    return _sites(state, affordable(state), free_city_squares(state))


def any_site(state: LastSpellState, seat: str, rng: Stream) -> Build | None:
    """A random construction on a random square."""
    return next(_sites(state, rng.shuffled(affordable(state)), rng.shuffled(free_city_squares(state))), None)


def site_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...]:
    """Kinds and squares."""
    return Slot("kind", tuple(affordable(state))), Slot("at", as_lists(free_city_squares(state)))


def buildable(state: LastSpellState) -> list[str]:
    """The kinds that may be built: no ruins; in the introduction only houses and wooden walls (LS-INTRO-5)."""
    kinds = [kind.id for kind in state.content.constructions.values() if kind.buildable]
    if state.setting.scenario != INTRODUCTION:
        return kinds
    allowed = state.content.source["introduction"]["buildable"]
    return [kind for kind in kinds if kind in allowed]


def affordable(state: LastSpellState) -> list[str]:
    """The kinds that may be built and paid for."""
    kinds = state.content.constructions
    return [
        kind for kind in buildable(state) if kinds[kind].gold <= state.gold and kinds[kind].material <= state.material
    ]


def is_free_city(state: LastSpellState, square: Square) -> bool:
    """Whether a square lies inside the city and is free."""
    ground = state.board.terrain.get(square) in (GROUND, WATER)
    return ground and square in state.board.city and is_free_for_monster(state, square)


def free_city_squares(state: LastSpellState) -> list[Square]:
    """The free squares of the city, in reading order."""
    free = (square for square in state.board.city if is_free_city(state, square))
    return sorted(free, key=lambda square: (square[1], square[0]))


def place(run: LastSpellRun, seat: str, action: Place) -> None:
    """Put a hero on a free square of the city (LS-SETUP-4)."""
    state = run.state
    check_on_board(state, action.at)
    name = own_hero(state, seat, action.hero or next(iter(unplaced(state, seat)), seat))
    if not is_free_city(state, action.at):
        raise Refused("illegal", "heroes begin on a free square of the city")
    run.emit(HeroPlaced(name, action.at))


def places(state: LastSpellState, seat: str) -> Iterator[Place]:
    """The seat's heroes, each on each free square of the city."""
    return _places(state, seat, free_city_squares(state))


def any_place(state: LastSpellState, seat: str, rng: Stream) -> Place | None:
    """A random hero of the seat on a random square."""
    found = list(_places(state, seat, rng.shuffled(free_city_squares(state))[:1]))
    return rng.choice(found) if found else None


def place_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...] | None:
    """Squares, and in solo the seat's heroes."""
    heroes = own_heroes(state, seat)
    named = (Slot("hero", tuple(heroes)),) if state.setting.solo else ()
    return (Slot("at", as_lists(free_city_squares(state))), *named) if heroes else None


def unplaced(state: LastSpellState, seat: str) -> list[str]:
    """The heroes of a seat that have no square yet."""
    return [name for name in own_heroes(state, seat) if state.heroes[name].at is None]


def _places(state: LastSpellState, seat: str, squares: Sequence[Square]) -> Iterator[Place]:
    for name in own_heroes(state, seat):
        named = name if state.setting.solo else None
        yield from (Place(square, named) for square in squares)


def _sites(state: LastSpellState, kinds: Sequence[str], squares: Sequence[Square]) -> Iterator[Build]:
    free = dict.fromkeys(squares)
    for kind in kinds:
        size = state.content.constructions[kind].size
        yield from (Build(kind, at) for at in free if free.keys() >= set(footprint(at, *size)))
