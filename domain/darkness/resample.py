"""Another state that a seat cannot tell from the true one: what it does not know is dealt anew (WD-INFO)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.chance import Stream
from domain.darkness.arrivals import looks_like_disk
from domain.darkness.data import load
from domain.darkness.master.secrets import conceal
from domain.darkness.state import DarknessState, Disk, Token
from domain.darkness.tiles import tile_of
from domain.darkness.view import may_see_disk


def resample(state: DarknessState, seat: str, rng: Stream) -> DarknessState:
    """A copy in which pool, reserve, unknown disks, leaves, coffins and votes of others are dealt anew."""
    other = state.clone()
    other.reserve = tuple(rng.shuffled(state.reserve))
    _deal_disks(other, state, seat, rng)
    _deal_coffins(other, state, seat, rng)
    other.votes = {
        voter: vote if voter == seat else rng.choice(state.others(voter)) for voter, vote in state.votes.items()
    }
    if state.master is not None and seat != state.master.seat:
        conceal(other, rng)
    return other


def _deal_disks(other: DarknessState, state: DarknessState, seat: str, rng: Stream) -> None:
    """Unknown disks on the map and in the pool change places; a leaf stays on its tile (WD-SCEN-PAGE-1)."""
    places: dict[str, Disk | Token] = {**_unknown_disks(state, seat), **_unknown_leaves(state, seat)}
    free = sorted(places.values(), key=lambda lies: lies.at)
    for leaf in _unknown_leaves(state, seat):
        place = rng.choice([lies for lies in free if tile_of(lies.at) == tile_of(places[leaf].at)])
        free.remove(place)
        other.tokens[leaf] = Token(place.at, place.face, place.seen_by)
    unknown = rng.shuffled(sorted([*_unknown_disks(state, seat), *state.pool]))
    for disk in _unknown_disks(state, seat):
        del other.disks[disk]
    for place in free:
        other.disks[unknown.pop()] = Disk(place.at, place.face, place.seen_by)
    other.pool = tuple(unknown)


def _unknown_disks(state: DarknessState, seat: str) -> dict[str, Disk]:
    return {name: disk for name, disk in state.disks.items() if not may_see_disk(state, seat, disk)}


def _unknown_leaves(state: DarknessState, seat: str) -> dict[str, Token]:
    leaves = (name for name, _ in looks_like_disk(state))
    return {name: state.tokens[name] for name in leaves if not may_see_disk(state, seat, state.tokens[name])}


def _deal_coffins(other: DarknessState, state: DarknessState, seat: str, rng: Stream) -> None:
    """Unknown coffins change places; where one was tried all know whether it is the true one (WD-SCEN-MASTER-1)."""
    like_disks = {name for name, _ in looks_like_disk(state)}
    unknown = {
        name: token
        for name, token in state.tokens.items()
        if name not in like_disks and not may_see_disk(state, seat, token)
    }
    true = next((name for name in unknown if name in set(_true_coffins(state))), None)
    names = sorted(unknown)
    places = sorted(unknown.values(), key=lambda token: token.at)
    if true is not None:
        possible = [token for token in places if not token.tried]
        place = unknown[true] if unknown[true].tried else rng.choice(possible)
        other.tokens[true] = place
        names.remove(true)
        places.remove(place)
    for name, place in zip(rng.shuffled(names), places, strict=True):
        other.tokens[name] = place


def _true_coffins(state: DarknessState) -> Iterator[str]:
    row = load().scenarios.get(state.scenario)
    return (token.id for token in (row.token if row else ()) if token.true_coffin)
