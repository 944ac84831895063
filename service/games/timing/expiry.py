"""Open games that nobody joins any more: after a while they are closed, by an event that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.parts import Outage
from domain.table.rules.deadlines import OUTAGE_BONUS
from domain.table.rules.outages import LONG
from service.games.commands import GameCommands
from service.games.seats.closing import closing
from service.store.heartbeat import Outages


class Expiry:
    """Closes games at whose open seats nothing has happened for `patience` seconds (0: none), outages left out.
    Thread-safe; raises `ServiceError`. `reached()` is up to when people could act, in seconds UTC."""

    def __init__(self, commands: GameCommands, outages: Outages, reached: Callable[[], int], patience: int) -> None:
        self._commands = commands
        self._outages = outages
        self._reached = reached
        self._patience = patience

    def idle_since(self) -> int | None:
        """The instant since which nothing has happened in games that expire now; None if none ever do."""
        if not self._patience:
            return None
        return reaching_back(self._reached() - self._patience, self._outages.after())

    def expire(self, game_id: str) -> None:
        """Close the game, if it is open and idle still; whoever sits is told as of any game that ends."""

        def attempt(log: GameLog) -> None:
            since, table = self.idle_since(), log.table
            if table.status == "open" and since is not None and table.at <= since:
                command = Command("service", None, closing(table, actions.EXPIRED), self._commands.now(table))
                self._commands.append(log, log.decide(command))

        self._commands.carry_out(game_id, attempt)


def reaching_back(since: int, outages: Sequence[Outage]) -> int:
    """As long before an instant as the outages after it, in order, have kept people away, and an hour for long ones."""
    for one in reversed(outages):
        if one.until > since:
            since -= one.seconds + (OUTAGE_BONUS if one.seconds > LONG else 0)
    return since
