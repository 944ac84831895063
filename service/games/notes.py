"""Private notes on a game, and on its versions: what somebody wants to remember of it, for these eyes only."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import delete, select

from projections.statements import Cursor, matching, put
from service.errors import ServiceError
from service.games import views
from service.games.game_logs import GameLogs, check_version
from service.games.shapes.beside import Note
from service.people.in_turn import in_turn
from service.store.event_store import Store, executing
from service.store.relations import notes, position_notes

LONGEST = 20_000
"""Characters of a note."""

_WHOSE = matching(notes.c.game, notes.c.account)

_WHERE = matching(position_notes.c.game, position_notes.c.account, position_notes.c.version)

NOTE = select(notes.c.words, notes.c.changed).where(_WHOSE)

NOTE_AT = select(position_notes.c.words, position_notes.c.changed).where(_WHERE)

KEEP, KEEP_AT = put(notes), put(position_notes)

REMOVE, REMOVE_AT = delete(notes).where(_WHOSE), delete(position_notes).where(_WHERE)

NOTED = (
    select(position_notes.c.version)
    .where(matching(position_notes.c.game, position_notes.c.account))
    .order_by(position_notes.c.version)
)


class Notes:
    """The notes of an installation, on games and on versions of them. Raises `ServiceError`: `not-found` for a game
    that the account may not know of.

    Who has lost a seat keeps what was noted, and notes nothing more.
    """

    def __init__(self, store: Store, logs: GameLogs, clock: Callable[[], int]) -> None:
        self._store = store
        self._logs = logs
        self._clock = clock

    def read(self, account_id: str, game_id: str, at: int | None = None) -> Note:
        """The account's note on the game, or on its version `at`."""
        with self._logs.latest(game_id) as log:
            views.check_may_know(log.table, account_id)
        whose = {"game": game_id, "account": account_id}
        found = self._store.rows(NOTE, **whose) if at is None else self._store.rows(NOTE_AT, **whose, version=at)
        for row in found:
            return note_of(row["words"], row["changed"])
        return note_of("", None)

    def write(self, account_id: str, game_id: str, text: str, at: int | None = None, over: str | None = None) -> Note:
        """Put this in the place of the account's note; an empty text removes it.

        `stale` where the note is no more the one of which `over` is the mark (None: whatever it is).
        """
        with self._logs.latest(game_id) as log:
            views.check_may_see(log.table, account_id)
            if at is not None:
                check_version(log, at)
        if len(text) > LONGEST:
            raise ServiceError("malformed", "a note has {longest} characters at most", longest=LONGEST)
        whose: dict[str, str | int] = {"game": game_id, "account": account_id}
        keep, remove = KEEP, REMOVE
        if at is not None:
            whose, keep, remove = {**whose, "version": at}, KEEP_AT, REMOVE_AT
        kept = executing(keep, **whose, words=text, changed=self._clock())

        def check(cursor: Cursor) -> None:
            if over is not None and mark_of(_text(cursor.execute(NOTE if at is None else NOTE_AT, **whose))) != over:
                raise ServiceError("stale", "the note has been changed since, perhaps in another window")

        self._store.write(in_turn(account_id), check, kept if text else executing(remove, **whose))
        return self.read(account_id, game_id, at)

    def noted(self, account_id: str, game_id: str) -> list[int]:
        """The versions of the game at which the account has noted something."""
        return [row["version"] for row in self._store.rows(NOTED, game=game_id, account=account_id)]

    def take_along(self, account_id: str, game_id: str, at: int, branch: str) -> None:
        """Have what the account has noted at a version beside the game that was branched off there."""
        noted = self.read(account_id, game_id, at)
        if noted.text:
            self.write(account_id, branch, noted.text)


def mark_of(text: str) -> str:
    """What tells a note from the one that it was before: a hash of its text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def note_of(text: str, changed: int | None = None) -> Note:
    """A text as a note, with its mark."""
    return Note(text=text, changed=changed, mark=mark_of(text))


def _text(rows: Iterable[Any]) -> str:
    """What the note says that was found, if any was."""
    return next((str(row["words"]) for row in rows), "")
