"""Private notes on a game: what somebody wants to remember of it, for these eyes only."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, select

from projections.statements import matching, put
from service.errors import ServiceError
from service.games import views
from service.games.game_logs import GameLogs
from service.games.shapes.beside import Note
from service.store.event_store import Store, executing
from service.store.relations import notes

LONGEST = 20_000
"""Characters of a note."""

_WHOSE = matching(notes.c.game, notes.c.account)

NOTE = select(notes.c.words, notes.c.changed).where(_WHOSE)

KEEP = put(notes)

REMOVE = delete(notes).where(_WHOSE)


class Notes:
    """The notes of an installation. Raises `ServiceError`: `not-found` for a game that the account may not know of.

    Who has lost a seat keeps what was noted, and notes nothing more.
    """

    def __init__(self, store: Store, logs: GameLogs, clock: Callable[[], int]) -> None:
        self._store = store
        self._logs = logs
        self._clock = clock

    def read(self, account_id: str, game_id: str) -> Note:
        """The account's note on the game."""
        with self._logs.latest(game_id) as log:
            views.check_may_know(log.table, account_id)
        for row in self._store.rows(NOTE, game=game_id, account=account_id):
            return Note(text=row["words"], changed=row["changed"])
        return Note(text="", changed=None)

    def write(self, account_id: str, game_id: str, text: str) -> Note:
        """Put this in the place of the account's note; an empty text removes it."""
        with self._logs.latest(game_id) as log:
            views.check_may_see(log.table, account_id)
        if len(text) > LONGEST:
            raise ServiceError("malformed", f"a note has {LONGEST} characters at most")
        whose = {"game": game_id, "account": account_id}
        written = executing(KEEP, **whose, words=text, changed=self._clock())
        self._store.write(written if text else executing(REMOVE, **whose))
        return self.read(account_id, game_id)
