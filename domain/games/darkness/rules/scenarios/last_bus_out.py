"""Last Bus Out: nine wounded neighbours, and a bus that will not start (WD-SCEN-BUS)."""

from __future__ import annotations

from domain.games.darkness.components import ActionRow
from domain.games.darkness.events.table import FlagSet
from domain.games.darkness.events.things import SurvivorTreated, TokenDelivered
from domain.games.darkness.rules.differences import each_can_pays_once
from domain.games.darkness.rules.play import Play, caused, last_check
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import FUEL_AT, DarknessState

TREAT, GATHER, START, DRIVE = "treat-survivor", "gather-fuel", "start-bus", "drive-off"
STARTED, FUEL = "bus-started", "fuel"
BUS = "bus"
GATHERED, RUNNING, DRIVEN, SAVED = 3, 5, 2, 2


class LastBusOut(Scenario):
    """Save survivors, start the bus, and be aboard when it leaves."""

    rounds = 18
    vote_points = 2

    def is_open(self, state: DarknessState, seat: str, row: ActionRow) -> bool:
        """The bus is driven when it was started, and started once; each place holds one can of fuel (WD-SCEN-BUS-2)."""
        if row.id == GATHER:
            return _can_at(state, seat) not in state.flags
        return row.id not in (START, DRIVE) or (row.id == DRIVE) == (STARTED in state.flags)

    def level_of_action(self, state: DarknessState, seat: str, row: ActionRow) -> int:
        """Fuel makes the start one level easier, at least 6H (WD-SCEN-BUS-2)."""
        level = super().level_of_action(state, seat, row)
        return max(level - state.flags.count(FUEL), 1) if row.id == START else level

    def succeeded(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """Survivors follow, fuel is found, the bus starts or leaves (WD-SCEN-BUS-1, WD-SCEN-BUS-2)."""
        if action == TREAT:
            self._treat(play, seat, str(target))
        elif action == GATHER:
            play.emit(FlagSet(FUEL))
            if each_can_pays_once(play.state):
                play.emit(FlagSet(_can_at(play.state, seat)))
            self.reward(play, seat, GATHERED)
        elif action == START:
            play.emit(FlagSet(STARTED))
            self.reward(play, seat, RUNNING)
        else:
            self.reward(play, seat, DRIVEN)
            self.finish(play, "escaped")

    def came_to(self, play: Play, seat: str, space: str) -> None:
        """Survivors are delivered when whoever they follow stands on the bus space (WD-SCEN-BUS-1)."""
        state = play.state
        if space != self._bus(state):
            return
        for name, token in tuple(state.tokens.items()):
            if token.follows == seat:
                play.emit(TokenDelivered(seat, name, cause=caused(play.state)))
                self.reward(play, seat, SAVED)

    def may_win(self, state: DarknessState, outcome: str) -> list[str]:
        """Only characters on the bus space can win, and only if it leaves (WD-SCEN-BUS-3)."""
        return state.here(self._bus(state)) if outcome == "escaped" else []

    def _treat(self, play: Play, seat: str, token: str) -> None:
        """1 healed and 1 VP for each level; the survivor follows whoever healed it (WD-SCEN-BUS-1)."""
        settled = last_check(play.state)
        amount = min(settled.level, play.state.tokens[token].damage)
        play.emit(SurvivorTreated(seat, token, amount))
        change_points(play, seat, amount, "heal")
        self.came_to(play, seat, play.state.people[seat].at)

    def _bus(self, state: DarknessState) -> str:
        bus = next(row.id for row in self.row(state).token if row.stands_for == BUS)
        return state.tokens[bus].at if bus in state.tokens else ""


def _can_at(state: DarknessState, seat: str) -> str:
    """The flag of the can of fuel where a seat stands: that it was found."""
    return f"{FUEL_AT}{tile_of(state.people[seat].at)}"
