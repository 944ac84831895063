"""Another state that a seat cannot tell from the true one: what it does not know is dealt anew (WD-INFO)."""

from __future__ import annotations

from typing import Any

from domain.contract.chance import Stream
from domain.games.darkness.rules.master.secrets import conceal
from domain.games.darkness.rules.town.arrivals import lookalikes
from domain.games.darkness.rules.town.exploring import can_explore
from domain.games.darkness.rules.town.layout import SIDES
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState, Disk, Token
from domain.games.darkness.view import may_see_disk


def resample(state: DarknessState, seat: str, rng: Stream) -> DarknessState:
    """A copy in which pool, reserve, unknown disks, leaves, coffins and votes of others are dealt anew.

    They are dealt from all that the seat has not seen: of a game that was set up exactly what is hidden in it, of a
    given position anything that may be. What is dealt is first put into an order that tells nothing, so that tables
    which the seat cannot tell apart give the same one for the same stream.
    """
    other = state.clone()
    _deal_reserve(other, state, rng)
    _deal_disks(other, state, seat, rng)
    _deal_coffins(other, state, seat, rng)
    other.votes = {
        voter: vote if voter == seat else rng.choice(state.others(voter)) for voter, vote in state.votes.items()
    }
    if state.master is not None and seat != state.master.seat:
        conceal(other, rng)
    return other


def _deal_reserve(other: DarknessState, state: DarknessState, rng: Stream) -> None:
    """Any tiles that are not on the map; halves of the High School stay, since they come together (WD-TILE-14)."""
    halves = [tile for tile in state.reserve if state.data.tiles[tile].row.paired_with]
    whole = {tile for tile in (*state.reserve, *_tiles_in_play(state)) if tile not in state.places}
    rest = sorted(tile for tile in whole if state.data.tiles[tile].row.paired_with is None)
    dealt: list[str] | None = None
    while dealt is None or _explorable(other) != _explorable(state):
        dealt = rng.shuffled(rest)[: len(state.reserve) - len(halves)]
        other.reserve = tuple(rng.shuffled(sorted([*halves, *dealt])))


def _tiles_in_play(state: DarknessState) -> list[str]:
    """The tiles that the scenario is played with; any if it does not say."""
    row = state.data.scenarios.get(state.scenario)
    return list(row.setup.reserve) if row and row.setup and row.setup.reserve else list(state.data.tiles)


def _explorable(state: DarknessState) -> list[bool]:
    """In which directions the active seat may explore, which all can see."""
    if state.active not in state.people or not state.people[state.active].at:
        return []
    return [can_explore(state, state.active, side) for side in SIDES]


def _deal_disks(other: DarknessState, state: DarknessState, seat: str, rng: Stream) -> None:
    """Unknown disks on the map and in the pool change places; a leaf stays on its tile (WD-SCEN-PAGE-1)."""
    hidden, leaves = _unknown_disks(state, seat), _unknown_leaves(state, seat)
    places: dict[str, Disk | Token] = {**hidden, **leaves}
    free = sorted(places.values(), key=lambda lies: lies.at)
    for leaf in sorted(leaves):
        place = rng.choice([lies for lies in free if tile_of(lies.at) == tile_of(places[leaf].at)])
        free.remove(place)
        other.tokens[leaf] = Token(place.at, place.face, place.seen_by)
    unknown = rng.shuffled(sorted({*hidden, *state.pool, *_never_seen(state)}))
    for disk in hidden:
        del other.disks[disk]
    for place in free:
        other.disks[unknown.pop()] = Disk(place.at, place.face, place.seen_by)
    other.pool = tuple(unknown[: len(state.pool)])


def _never_seen(state: DarknessState) -> set[str]:
    """Disks of the scenario that are nowhere: in a position those that it does not name (none in a game set up)."""
    row = state.data.scenarios.get(state.scenario)
    pool: Any = row.setup.disks["pool"] if row and row.setup else "all"
    named = {*state.disks, *state.pool, *state.removed}
    for person in state.people.values():
        named.update(person.items, person.allies, person.trophies)
    excluded = () if pool == "all" else pool["exclude"]
    return set(state.data.encounters) - named - set(excluded)


def _unknown_disks(state: DarknessState, seat: str) -> dict[str, Disk]:
    return {name: disk for name, disk in state.disks.items() if not may_see_disk(state, seat, disk)}


def _unknown_leaves(state: DarknessState, seat: str) -> dict[str, Token]:
    leaves = (name for name, _ in lookalikes(state))
    return {name: state.tokens[name] for name in leaves if not may_see_disk(state, seat, state.tokens[name])}


def _deal_coffins(other: DarknessState, state: DarknessState, seat: str, rng: Stream) -> None:
    """Unknown coffins change places; where one was tried all know whether it is the true one (WD-SCEN-MASTER-1)."""
    like_disks = {name for name, _ in lookalikes(state)}
    unknown = {
        name: token
        for name, token in state.tokens.items()
        if name not in like_disks and not may_see_disk(state, seat, token)
    }
    names, places = sorted({*unknown, *_other_coffins(state)}), sorted(unknown.values(), key=lambda token: token.at)
    stirred = {unknown[name].at for name in _true_coffins(state) if name in unknown}
    fits = False
    dealt: dict[str, Token] = {}
    while not fits:
        dealt = dict(zip(rng.shuffled(names), places))
        true = {dealt[name].at for name in _true_coffins(state) if name in dealt}
        fits = all((token.at in true) == (token.at in stirred) for token in places if token.tried)
    other.tokens = {name: token for name, token in other.tokens.items() if name not in unknown} | dealt


def _other_coffins(state: DarknessState) -> set[str]:
    """Coffins that are nowhere: in a position those that it does not name; the true one only while nothing woke."""
    row = state.data.scenarios.get(state.scenario)
    coffins = {token.id for token in (row.token if row else ()) if token.shuffle_group}
    return coffins - set(state.tokens) - (set(_true_coffins(state)) if state.bosses else set())


def _true_coffins(state: DarknessState) -> list[str]:
    row = state.data.scenarios.get(state.scenario)
    return [token.id for token in (row.token if row else ()) if token.true_coffin]
