"""Reshuffles: a disk goes back among the face-down ones of its tile (WD-ENC-4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Arrange
from domain.games.darkness.events.moving import DisksReshuffled
from domain.games.darkness.rules.play import Play, demand, known_space, without_repeats
from domain.games.darkness.rules.town.arrivals import lookalikes
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DOWN, TOKEN, DarknessState
from domain.games.darkness.steps.disks import AskArrange


def ask_arrange(play: Play, step: AskArrange) -> None:
    """The active seat chooses the spaces; without a choice they are filled in reading order (WD-ENC-4).

    Who has died does not choose: the first ones are filled.
    """
    state = play.state
    tile = tile_of(where_is(state, step.disk))
    spaces, count = play.state.data.tiles[tile].encounter, len(to_shuffle(state, step.disk))
    if count >= len(spaces):
        _reshuffle(play, step.disk, _filled(state, step.disk, spaces))
    elif not state.people[state.active].alive:
        _reshuffle(play, step.disk, spaces[:count])
    else:
        details = {"disk": step.disk, "tile": tile, "spaces": list(spaces), "count": count}
        play.ask(state.active, Decision("arrange", ("arrange",), details))


def arrange(play: Play, seat: str, action: Arrange) -> None:
    """Choose as many different encounter spaces of the tile as there are disks (WD-ENC-4)."""
    details = play.state.open[seat].details
    for space in action.spaces:
        known_space(play.state, space)
    without_repeats(action.spaces, "spaces")
    demand(set(action.spaces) <= set(details["spaces"]), "only encounter spaces of the tile")
    demand(len(action.spaces) == details["count"], "{count} spaces are needed", count=details["count"])
    _reshuffle(play, details["disk"], action.spaces)


def arrangements(state: DarknessState, seat: str) -> Iterator[Action]:
    """Every choice and order of the spaces."""
    details = state.open[seat].details
    return (Arrange(order) for order in permutations(details["spaces"], details["count"]))


def to_shuffle(state: DarknessState, disk: str) -> list[str]:
    """The disk, and all disks and leaves that lie face down on its tile."""
    tile = tile_of(where_is(state, disk))
    lying = [name for name, lies in state.disks.items() if lies.face == DOWN and tile_of(lies.at) == tile]
    lying += [name for name, space in lookalikes(state) if tile_of(space) == tile]
    return sorted({disk, *lying})


def where_is(state: DarknessState, disk: str) -> str:
    """The space of a disk or leaf on the map."""
    return state.tokens[disk].at if disk.startswith(TOKEN) else state.disks[disk].at


def _filled(state: DarknessState, disk: str, spaces: tuple[str, ...]) -> tuple[str, ...]:
    """Every encounter space, and where there are more disks than these, spaces where some lie already."""
    count = len(to_shuffle(state, disk))
    taken = sorted({where_is(state, name) for name in to_shuffle(state, disk)} - set(spaces))
    return (*spaces, *taken, *spaces * count)[:count]


def _reshuffle(play: Play, disk: str, spaces: tuple[str, ...]) -> None:
    tile = tile_of(where_is(play.state, disk))
    order = tuple(play.shuffle(tile, to_shuffle(play.state, disk)))
    play.emit(DisksReshuffled(tile, len(order), spaces, order))
