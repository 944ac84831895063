"""Laying disks and tokens out on a tile (WD-TILE-13, WD-SETUP-7)."""

from __future__ import annotations

from domain.games.darkness.components import TokenRow
from domain.games.darkness.events.moving import DiskPlaced, TokenPlaced
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.town.layout import PLAIN_INTERIOR, space_name


def lay_disks(play: Play, tile: str) -> None:
    """One disk of the pool face down on each encounter space, in reading order, while there are any (WD-TILE-13)."""
    for space in play.state.data.tiles[tile].encounter:
        if play.state.pool:
            play.emit(DiskPlaced(space, play.state.pool[0]))


def lay_token(play: Play, row: TokenRow) -> None:
    """A token on its place, face up."""
    play.emit(TokenPlaced(row.id, place_of(play, row), row.damage))


def place_of(play: Play, row: TokenRow) -> str:
    """The space where a token begins; `random-interior` is drawn among plain interior spaces."""
    tile, cell = play.state.data.tiles[row.place["tile"]], row.place["cell"]
    if cell == "event":
        return tile.event[0]
    if cell == "second-event":
        return tile.event[1]
    if cell == "random-interior":
        inside = [space.id for space in tile.spaces if space.kind == PLAIN_INTERIOR]
        return str(play.pick("interior", inside))
    return space_name(tile.id, tuple(cell))
