"""The inbox: every game with its seats, and who must decide what since when. `projections.games.lists` asks it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping

import msgspec

from domain.log.record import Entry, Public, whole
from domain.log.upcast import Upcasters, upcast
from domain.table.open_decisions import CHANGED_BY, OpenDecisions, TakebackRequest
from projections.log import Notification
from projections.projection import Projection


class Inbox(Projection):
    """Folds the table's events and every `Asked`; it knows no game.

    What a game waits for is folded as its table folds it (`domain.table.open_decisions`). Times are seconds UTC.
    """

    name = "inbox"
    statements = (
        """
        CREATE TABLE inbox_games (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL UNIQUE,
            game TEXT NOT NULL,
            options TEXT NOT NULL,
            terms TEXT NOT NULL,
            creator TEXT,
            visibility TEXT NOT NULL,
            status TEXT NOT NULL,
            version INTEGER NOT NULL,
            opened INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX inbox_games_by_status ON inbox_games (status, position)",
        """
        CREATE TABLE inbox_seats (
            game_id TEXT NOT NULL,
            seat TEXT NOT NULL,
            place INTEGER NOT NULL,
            account TEXT,
            level TEXT,
            invited TEXT,
            resigned INTEGER NOT NULL,
            late INTEGER,
            kept TEXT,
            PRIMARY KEY (game_id, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX inbox_seats_by_account ON inbox_seats (account, game_id)",
        "CREATE INDEX inbox_seats_by_invitation ON inbox_seats (invited, game_id)",
        "CREATE INDEX inbox_seats_by_keeping ON inbox_seats (kept, game_id) WHERE kept IS NOT NULL",
        """
        CREATE TABLE inbox_decisions (
            game_id TEXT NOT NULL,
            seat TEXT NOT NULL,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL,
            verbs TEXT NOT NULL,
            since INTEGER NOT NULL,
            position INTEGER NOT NULL,
            PRIMARY KEY (game_id, seat)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX inbox_decisions_by_position ON inbox_decisions (position)",
        """
        CREATE TABLE inbox_takebacks (
            game_id TEXT PRIMARY KEY,
            seat TEXT NOT NULL,
            agreed TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    )

    def __init__(self, upcasters: Upcasters) -> None:
        self._upcasters = upcasters

    def apply(self, db: sqlite3.Connection, notification: Notification) -> None:
        position, game_id, entry = notification
        label, fold = entry.label, _FOLDS.get(entry.label.type)
        if fold is not None:
            fold(db, position, game_id, todays(self._upcasters, entry))
        db.execute("UPDATE inbox_games SET version = ?, changed = ? WHERE id = ?", (label.version, label.at, game_id))


def todays(upcasters: Upcasters, entry: Entry) -> Public:
    """The public part of an event of the table, its data in today's form."""
    event = entry.read()
    if ("table", event.type, event.schema) not in upcasters:
        return event
    return msgspec.structs.replace(event, data=upcast(upcasters, "table", whole(entry)).data)


def _opened(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    data, terms = event.data, event.data["terms"]
    db.execute(
        "INSERT INTO inbox_games VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?)",
        (
            game_id,
            position,
            data["game"],
            json.dumps(data["options"]),
            json.dumps(terms),
            terms.get("creator"),
            terms.get("visibility", "public"),
            event.version,
            event.at,
            event.at,
        ),
    )
    invited = terms.get("invited") or {}
    db.executemany(
        "INSERT INTO inbox_seats VALUES (?, ?, ?, NULL, NULL, ?, 0, NULL, NULL)",
        [(game_id, seat, place, invited.get(seat)) for place, seat in enumerate(data["seats"])],
    )


def _seated(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    """A seat was taken, left or given to somebody else: `account` and `level` say who sits there now.

    One that an AI takes because its person is late, by the clock or by another's claim, is `kept` for that account.
    """
    account, level = event.data.get("account"), event.data.get("level")
    db.execute(
        """
        UPDATE inbox_seats SET account = ?, level = ?, resigned = 0,
            kept = CASE WHEN ? AND (late = ? OR ?) THEN COALESCE(account, kept) END
        WHERE game_id = ? AND seat = ?
        """,
        (
            account,
            level,
            level is not None,
            event.version - 1,
            event.by == "seat",
            game_id,
            event.data["seat"],
        ),
    )


def _late(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    """A deadline has passed; when the seat is replaced by the same command, that is the next event."""
    db.execute(
        "UPDATE inbox_seats SET late = ? WHERE game_id = ? AND seat = ?", (event.version, game_id, event.data["seat"])
    )


def _resigned(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    db.execute("UPDATE inbox_seats SET resigned = 1 WHERE game_id = ? AND seat = ?", (game_id, event.data["seat"]))


def _started(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    _set_status(db, game_id, "running")


def _waits(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    """Write what the table waits for now, as far as that has changed."""
    before = _waiting(db, game_id)
    after = before.after_public(event)
    for seat, version in before.versions.items():
        if after.versions.get(seat) != version:
            db.execute("DELETE FROM inbox_decisions WHERE game_id = ? AND seat = ?", (game_id, seat))
    still_open: Mapping[str, Mapping[str, object]] = event.data["open"] if event.type == "Asked" else {}
    db.executemany(
        """
        INSERT INTO inbox_decisions VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET kind = excluded.kind, verbs = excluded.verbs
        """,
        [
            (game_id, seat, event.version, decision["kind"], json.dumps(decision["verbs"]), event.at, position)
            for seat, decision in still_open.items()
        ],
    )
    if after.takeback != before.takeback:
        _ask_back(db, game_id, after.takeback)


def _waiting(db: sqlite3.Connection, game_id: str) -> OpenDecisions:
    """What the table waited for before."""
    found = db.execute("SELECT seat, version FROM inbox_decisions WHERE game_id = ?", (game_id,)).fetchall()
    asked = db.execute("SELECT seat, agreed FROM inbox_takebacks WHERE game_id = ?", (game_id,)).fetchone()
    takeback = None if asked is None else TakebackRequest(asked["seat"], 0, tuple(json.loads(asked["agreed"])[1:]))
    return OpenDecisions({row["seat"]: row["version"] for row in found}, takeback)


def _ask_back(db: sqlite3.Connection, game_id: str, request: TakebackRequest | None) -> None:
    """Keep the takeback that is asked; in `agreed` are those of whom nothing is awaited, who asks the first of them."""
    if request is None:
        db.execute("DELETE FROM inbox_takebacks WHERE game_id = ?", (game_id,))
        return
    agreed = json.dumps([request.seat, *request.agreed])
    db.execute("INSERT OR REPLACE INTO inbox_takebacks VALUES (?, ?, ?)", (game_id, request.seat, agreed))


def _closed(db: sqlite3.Connection, position: int, game_id: str, event: Public) -> None:
    _waits(db, position, game_id, event)
    _set_status(db, game_id, event.data["cause"])


def _set_status(db: sqlite3.Connection, game_id: str, status: str) -> None:
    db.execute("UPDATE inbox_games SET status = ? WHERE id = ?", (status, game_id))


_FOLDS: Mapping[str, Callable[[sqlite3.Connection, int, str, Public], None]] = {
    "GameOpened": _opened,
    "SeatTaken": _seated,
    "SeatLeft": _seated,
    "SeatReplaced": _seated,
    "SeatResigned": _resigned,
    "DeadlinePassed": _late,
    "GameStarted": _started,
    **dict.fromkeys(CHANGED_BY, _waits),
    "GameClosed": _closed,
}
