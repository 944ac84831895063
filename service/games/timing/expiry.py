"""Open games that nobody joins any more: after a while they are closed, by an event that says so."""

from __future__ import annotations

from collections.abc import Callable

from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from service.games.commands import GameCommands
from service.games.seats.hosts import closing


class Expiry:
    """Closes games at whose open seats nothing has happened for `patience` seconds (0: none). Thread-safe; raises
    `ServiceError`. `clock()` is the time in seconds UTC."""

    def __init__(self, commands: GameCommands, clock: Callable[[], int], patience: int) -> None:
        self._commands = commands
        self._clock = clock
        self._patience = patience

    def idle_since(self) -> int | None:
        """The instant since which nothing has happened in games that expire now; None if none ever do."""
        return self._clock() - self._patience if self._patience else None

    def expire(self, game_id: str) -> None:
        """Close the game, if it is open and idle still; whoever sits is told as of any game that ends."""

        def attempt(log: GameLog) -> None:
            since, table = self.idle_since(), log.table
            if table.status == "open" and since is not None and table.at <= since:
                command = Command("service", None, closing(table, actions.EXPIRED), self._commands.now(table))
                self._commands.append(log, log.decide(command))

        self._commands.carry_out(game_id, attempt)
