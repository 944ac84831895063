"""Exploring: tiles drawn, turned and placed, with their disks (WD-TILE-11, WD-TILE-12, WD-TILE-13, WD-TILE-14)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Explore, Orient
from domain.games.darkness.events.moving import TileDrawn, TilePlaced
from domain.games.darkness.events.table import ReserveShuffled
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.play import Play, demand, known
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.town import layout
from domain.games.darkness.rules.town.layout import SIDES, SIZE
from domain.games.darkness.rules.town.movement import cost_of, walk
from domain.games.darkness.rules.town.tiles import Place, pair_place, rotations_for, tile_of
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.turn import Explored

TURNS = (0, 90, 180, 270)


def explore(play: Play, seat: str, action: Explore) -> None:
    """Step off the map: the top tile of the reserve is drawn and turned by the seat (WD-TILE-11).

    A High School half without room for the other goes back and another tile is drawn (WD-TILE-14).
    """
    demand(can_explore(play.state, seat, action.direction), "no tile can be discovered there now")
    while True:
        tile = play.state.reserve[0]
        play.emit(TileDrawn(tile))
        rotations = open_rotations(play.state, seat, tile, action.direction)
        if rotations:
            break
        shuffled = tuple(play.shuffle("tiles", (*play.state.reserve, tile)))
        play.emit(ReserveShuffled(len(shuffled), shuffled))
    if len(rotations) == 1:
        play.push(Explored(tile, action.direction, rotations[0]))
        return
    details = {"tile": tile, "direction": action.direction, "rotations": rotations}
    play.ask(seat, Decision("orient", ("orient",), details))


def explorations(state: DarknessState, seat: str) -> Iterator[Action]:
    """The directions in which a seat may explore."""
    return (Explore(side) for side in SIDES if can_explore(state, seat, side))


def orient(play: Play, seat: str, action: Orient) -> None:
    """Turn the drawn tile (WD-TILE-11)."""
    details = play.state.open[seat].details
    known(action.rot in TURNS, "a tile is turned by {turns}", turns=", ".join(map(str, TURNS)))
    demand(action.rot in details["rotations"], "the tile cannot lie turned by {rot}", rot=action.rot)
    play.push(Explored(details["tile"], details["direction"], action.rot))


def orientations(state: DarknessState, seat: str) -> Iterator[Action]:
    """The ways in which the drawn tile can lie."""
    return (Orient(rot) for rot in state.open[seat].details["rotations"])


def can_explore(state: DarknessState, seat: str, direction: str) -> bool:
    """Whether a seat may explore in a direction: movement left, nothing there yet, a tile that fits.

    With the reserve empty it is impossible (WD-TILE-12).
    """
    turn, person = state.turn, state.people[seat]
    if turn.move != "moving" or turn.left < 1 or state.gm or effects.HELD in person.effects:
        return False
    if state.ground.neighbour(person.at, direction) is not None or state.data.building(person.at):
        return False
    return any(open_rotations(state, seat, tile, direction) for tile in state.reserve)


def open_rotations(state: DarknessState, seat: str, tile: str, direction: str) -> list[int]:
    """The rotations in which a tile has room and the step onto it can be made and paid for."""
    at = state.people[seat].at
    place = _place_beyond(state, at, direction)
    if place is None:
        return []
    rotations = rotations_for(state.ground, tile, *place)
    return [rot for rot in rotations if _can_step(state, at, direction, tile, Place(*place, rot))]


def explored(play: Play, step: Explored) -> None:
    """The tile is placed, and the character makes the one step onto it at its ordinary cost (WD-TILE-11)."""
    seat = play.state.active
    place = _place_beyond(play.state, play.state.people[seat].at, step.direction)
    assert place is not None
    lay_tiles(play, step.tile, Place(*place, step.rot))
    to = play.state.ground.neighbour(play.state.people[seat].at, step.direction)
    assert to is not None
    walk(play, seat, (to,))


def lay_tiles(play: Play, tile: str, place: Place) -> None:
    """Place a tile, and the other half of the High School with it; the one drawn gets its disks first (WD-TILE-14)."""
    placed = [(tile, place)]
    if other := play.state.data.tiles[tile].row.paired_with:
        placed.append((other, pair_place(play.state.data, tile, place)))
    for name, at in placed:
        play.emit(TilePlaced(name, *at))
    for name, _ in placed:
        scenario_of(play.state).furnish(play, name)


def _place_beyond(state: DarknessState, at: str, direction: str) -> tuple[int, int] | None:
    """Where the tile beyond a border space would lie, None if the space is not on that border or not on the map."""
    place = state.places.get(tile_of(at))
    if place is None:
        return None
    line, column = layout.shifted(state.ground.at[at], direction)
    beyond = (column // SIZE, line // SIZE)
    return None if beyond == (place.x, place.y) else beyond


def _can_step(state: DarknessState, at: str, direction: str, tile: str, place: Place) -> bool:
    line, column = layout.shifted(state.ground.at[at], direction)
    cell = (line - SIZE * place.y, column - SIZE * place.x)
    for space in state.data.tiles[tile].spaces:
        if layout.turned_cell(space.cell, place.rot) == cell:
            return space.building is None and cost_of(state, space.id) <= state.turn.left
    return False
