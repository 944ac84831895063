"""What holds after every event of every game: nothing is lost, nothing is in two places, the living have health."""

from __future__ import annotations

from domain.contract.game import Asked, Event
from domain.games.darkness.data import load
from domain.games.darkness.state import BOARD, DarknessState
from tests.domain.games.darkness.tables import where_things_are

ASIDE = "security-guard-1"
"""The disk that a scenario keeps beside the pool (WD-SCEN-TICKING-4)."""


def check_event(event: Event, state: DarknessState) -> None:
    """After an event: nothing is in two places; on the board no disk, tile or token is lost between commands."""
    places = where_things_are(state)
    assert max(places.values(), default=1) == 1
    assert set(state.places).isdisjoint(state.reserve)
    if not isinstance(event, Asked) or state.phase == "setup":
        return
    for seat, person in state.people.items():
        assert person.defense > 0 or not person.alive, seat
        assert person.failures < 3
        assert person.damage >= person.combat_damage >= 0
    if state.mode == BOARD and state.scenario != "none":
        check_board(state, set(places))


def check_board(state: DarknessState, places: set[str]) -> None:
    """Every disk of the scenario is somewhere, every tile on the map or in the reserve but one that is being laid."""
    setup = load().scenarios[state.scenario].setup
    assert setup is not None
    excluded = setup.disks["pool"]["exclude"] if setup.disks["pool"] != "all" else []
    disks = {name for name in places if name in load().encounters} - {ASIDE}
    assert disks == set(load().encounters) - set(excluded) - {ASIDE}
    tiles = {*setup.reserve, *(placed.tile for placed in setup.tiles), setup.start_tile} - {None}
    assert len(tiles - {*state.places, *state.reserve}) <= 1
    tokens = {token.id for token in load().scenarios[state.scenario].token if token.place["tile"] in state.places}
    assert tokens <= places
