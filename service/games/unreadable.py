"""The end of a game whose log cannot be read: it is declared void, and everybody is done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import delete

from domain.contract.game import Action, Refused
from domain.games.catalog import Catalog
from domain.log.record import Command
from domain.table.actions import Close, Operate
from domain.table.outline import outline
from domain.table.table import Table
from projections.statements import matching
from service.errors import ServiceError
from service.games.commands import GameCommands
from service.games.game_logs import GameLogs, forgetting_unreadable
from service.games.shapes import CommandResult
from service.games.timing.delayed import dropping_all
from service.games.timing.due import nothing_due
from service.games.viewing import GameViews
from service.store.commands import Appended
from service.store.event_store import Change, Conflict, Store, executing
from service.store.published.journal import listings, verdict_listed
from service.store.relations import standing_orders
from service.store.texts import keep_text

LEFT_ALONE_SECONDS = 3600
"""How long processes leave such a game alone before they look again: another version of the program may read it."""

FORGET_ORDERS = delete(standing_orders).where(matching(standing_orders.c.game))


class UnreadableGames:
    """Closes games whose logs cannot be read. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        catalog: Catalog,
        commands: GameCommands,
        views: GameViews,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._logs = logs
        self._catalog = catalog
        self._commands = commands
        self._views = views
        self._entropy = entropy

    def met(self) -> list[str]:
        """The games that some process could not read, some of which may be read again by now."""
        return self._logs.unreadable()

    def is_read_again(self, game_id: str) -> None:
        """The game can be read, or is closed: nobody needs to look at it any more."""
        self._store.write_aside(forgetting_unreadable(game_id))

    def outline(self, game_id: str) -> Table:
        """The game's table in outline; `unreadable` if not even that can be made."""
        return self._logs.outline(game_id).table

    def void(self, account_id: str | None, game_id: str, words: str) -> CommandResult:
        """Close the game as void, as an operator: what it looks like in outline, without a table.

        `words` are the reason. `game-over` if it is closed, `unreadable` if not even its outline can be made, `busy`
        if somebody else was faster.
        """
        reason, kept = keep_text(words, game_id, account_id, self._entropy)
        return self._closed(game_id, "operator", Operate("void", reason), kept)

    def close(self, game_id: str) -> None:
        """Close the game as void, the service's own doing; nothing happens if it is closed."""
        if self._logs.outline(game_id).table.closed is None:
            self._closed(game_id, "service", Close("void"))

    def _closed(self, game_id: str, by: str, action: Action, *extra: Change) -> CommandResult:
        """Store what closes the game behind the last entry of its log."""
        log = self._logs.outline(game_id)
        try:
            entries = log.decide(Command(by, None, action, self._commands.now(log.table)))
            whole = [*log.entries, *entries]
            after = outline(whole, self._catalog)
            listed = [*listings(after.header, after.rules, entries), verdict_listed(after, whole)]
            batch = (game_id, log.version, entries)
            position = self._store.append([batch], [*extra, *_forgetting(game_id)], listed, after.at)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        except Conflict:
            raise ServiceError("busy", "somebody else was faster; try again") from None
        self._logs.see_again(game_id)
        self._commands.stored()
        return self._views.answer_to_operator(after, Appended(position, entries))


def _forgetting(game_id: str) -> Iterator[Change]:
    """What waits for a move of the game: there will be none."""
    yield dropping_all(game_id)
    yield executing(FORGET_ORDERS, game=game_id)
    yield nothing_due(game_id)
    yield forgetting_unreadable(game_id)
