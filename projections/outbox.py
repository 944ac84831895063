"""The outbox: who is to be told what, over which channel, and what came of it. It is never made anew.

A row is written with the position of its event in one transaction, and once for each recipient, game, seat, decision,
kind and channel. Whoever sends it marks it after the peer has acknowledged it; so a row may be sent twice, under the
same id, but is never lost.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence

import msgspec

from domain.canon import canonical
from domain.record import Public
from domain.upcast import Upcasters
from projections import league_notices
from projections.folded_leagues import FoldedLeagues
from projections.inbox import todays
from projections.log import Log, Notification
from projections.projection import Projection

TURN = "turn"
STARTED = "started"
OVER = "over"
INVITED = "invited"
TAKEBACK = "takeback"
TEST = "test"
REMINDER = "reminder-"
"""The beginning of the kinds `reminder-50`, `reminder-80` and `reminder-95`."""

PATIENCE = 60
"""Seconds that a decision stands open before its seat is told: who is at the table, or has orders, answers before."""

WAITING = "waiting"
"""The state of a row that is still to be sent."""

Routes = Callable[[str, str, str, int], Sequence[tuple[str, int]]]
"""From account, game, kind and an instant: the channels to tell the account over, and when."""


class Notice(msgspec.Struct, frozen=True):
    """What an account is to be told. `decision` is that decision's id, or what else tells two notices of a kind apart.

    `asked` is the kind of decision, or what the words of a league's notice need; `version` and `head` (hex) are the
    log's, `at` is the time in seconds UTC.
    """

    account: str
    game: str
    kind: str
    seat: str
    decision: str
    asked: str
    version: int
    head: str
    at: int


class Row(msgspec.Struct, frozen=True):
    """A notice on its way over one channel. `played` is the game's id in the catalogue; times are seconds UTC."""

    id: str
    channel: str
    account: str
    game: str
    played: str
    kind: str
    seat: str
    decision: str
    asked: str
    version: int
    head: str
    at: int
    due: int
    state: str
    attempts: int
    ended: int | None
    error: str | None


class Outbox(Projection):
    """Folds what people are told of; it knows no game."""

    name = "outbox"
    statements = (
        "CREATE TABLE IF NOT EXISTS outbox_start (position INTEGER NOT NULL) STRICT",
        """
        CREATE TABLE IF NOT EXISTS outbox_games (
            id TEXT PRIMARY KEY,
            played TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS outbox_seats (
            game TEXT NOT NULL,
            seat TEXT NOT NULL,
            account TEXT,
            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS outbox_open (
            game TEXT NOT NULL,
            seat TEXT NOT NULL,
            decision TEXT NOT NULL,
            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE IF NOT EXISTS outbox_rows (
            id TEXT PRIMARY KEY,
            channel TEXT NOT NULL,
            account TEXT NOT NULL,
            game TEXT NOT NULL,
            played TEXT NOT NULL,
            kind TEXT NOT NULL,
            seat TEXT NOT NULL,
            decision TEXT NOT NULL,
            asked TEXT NOT NULL,
            version INTEGER NOT NULL,
            head TEXT NOT NULL,
            at INTEGER NOT NULL,
            due INTEGER NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            ended INTEGER,
            error TEXT
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX IF NOT EXISTS outbox_rows_due ON outbox_rows (due) WHERE state = 'waiting'",
        "CREATE INDEX IF NOT EXISTS outbox_rows_by_channel ON outbox_rows (channel, at)",
    )

    def __init__(self, log: Log, upcasters: Upcasters, routes: Routes) -> None:
        self._log = log
        self._leagues = FoldedLeagues(log)
        self._upcasters = upcasters
        self._routes = routes

    def reset(self, db: sqlite3.Connection, position: int = 0) -> None:
        """Create what is missing; what is there stays. Of what the log holds already a new outbox tells nobody."""
        begun, reached = bool(self.tables(db)), self.position(db)
        for statement in self.statements:
            db.execute(statement)
        if not begun:
            db.execute("INSERT INTO outbox_start VALUES (?)", (self._log.position(),))
        db.execute("INSERT OR REPLACE INTO projections VALUES (?, ?, ?)", (self.name, self.digest(), reached))

    def apply(self, db: sqlite3.Connection, notification: Notification) -> None:
        position, game_id, entry = notification
        event = todays(self._upcasters, entry)
        if league_notices.is_told_of(event.type):
            notices = self._of_league(db, notification, event)
        else:
            fold = _FOLDS.get(event.type)
            notices = [] if fold is None else fold(db, game_id, event, entry.hash)
        if notices and position > db.execute("SELECT position FROM outbox_start").fetchone()[0]:
            for notice in notices:
                self.put(db, notice)

    def _of_league(self, db: sqlite3.Connection, notification: Notification, event: Public) -> list[Notice]:
        """What a league's people are told: the league is in the place of a game, the entrant in that of the seat."""
        _, league_id, entry = notification
        league = self._leagues.after(notification)
        db.execute("INSERT OR IGNORE INTO outbox_games VALUES (?, ?)", (league_id, league.game))
        return [
            _notice(account, league_id, kind, entrant, event, entry.hash, asked=words)
            for account, (entrant, kind, words) in league_notices.told(league, event).items()
        ]

    def put(self, db: sqlite3.Connection, notice: Notice) -> None:
        """Write a row for every channel over which the account is told this."""
        at = notice.at + patience(notice.kind)
        for channel, due in self._routes(notice.account, notice.game, notice.kind, at):
            put_row(db, notice, channel, due)


def patience(kind: str) -> int:
    """Seconds that a notice of this kind waits, in case that it is answered."""
    return PATIENCE if kind == TURN else 0


def put_row(db: sqlite3.Connection, notice: Notice, channel: str, due: int) -> str:
    """Write the row of a notice over one channel, if there is none yet: its id."""
    found = db.execute("SELECT played FROM outbox_games WHERE id = ?", (notice.game,)).fetchone()
    row = Row(
        id=row_id(notice, channel),
        channel=channel,
        played="" if found is None else found["played"],
        due=due,
        state=WAITING,
        attempts=0,
        ended=None,
        error=None,
        **msgspec.structs.asdict(notice),
    )
    db.execute(
        f"INSERT OR IGNORE INTO outbox_rows ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})",
        msgspec.structs.astuple(row),
    )
    return row.id


def row_id(notice: Notice, channel: str) -> str:
    """The id of a delivery: the same for the same notice over the same channel, for ever."""
    told = [notice.account, notice.game, notice.seat, notice.decision, notice.kind, channel]
    return hashlib.sha256(canonical(told)).hexdigest()[:32]


COLUMNS = tuple(field.name for field in msgspec.structs.fields(Row))


def _opened(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    db.execute("INSERT OR IGNORE INTO outbox_games VALUES (?, ?)", (game, event.data["game"]))
    db.executemany("INSERT INTO outbox_seats VALUES (?, ?, NULL)", [(game, seat) for seat in event.data["seats"]])
    invited: Mapping[str, str] = event.data["terms"].get("invited") or {}
    return [_notice(account, game, INVITED, seat, event, head) for seat, account in invited.items()]


def _seated(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    """Who takes over a seat from which something is wanted is told of it, under the same decision."""
    seat, account = event.data["seat"], event.data.get("account")
    db.execute("UPDATE outbox_seats SET account = ? WHERE game = ? AND seat = ?", (account, game, seat))
    found = db.execute("SELECT decision FROM outbox_open WHERE game = ? AND seat = ?", (game, seat)).fetchone()
    if account is None or found is None:
        return []
    return [_notice(account, game, TURN, seat, event, head, found["decision"])]


def _started(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    return [_notice(account, game, STARTED, seat, event, head) for seat, account in _people(db, game).items()]


def _asked(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    """A decision that is answered is closed, or open again under a new id; the others stay as they were."""
    still_open: Mapping[str, Mapping[str, object]] = event.data["open"]
    before = db.execute("SELECT seat FROM outbox_open WHERE game = ?", (game,)).fetchall()
    kept = {row["seat"] for row in before if row["seat"] in still_open and row["seat"] not in event.data["answered"]}
    for row in before:
        if row["seat"] not in kept:
            db.execute("DELETE FROM outbox_open WHERE game = ? AND seat = ?", (game, row["seat"]))
    people, notices = _people(db, game), []
    for seat, decision in still_open.items():
        if seat in kept:
            continue
        decision_id = f"{event.version}.{seat}"
        db.execute("INSERT INTO outbox_open VALUES (?, ?, ?)", (game, seat, decision_id))
        if seat in people:
            kind = str(decision["kind"])
            notices.append(_notice(people[seat], game, TURN, seat, event, head, decision_id, kind))
    return notices


def _takeback_asked(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    others = {seat: account for seat, account in _people(db, game).items() if seat != event.data["seat"]}
    return [_notice(account, game, TAKEBACK, seat, event, head) for seat, account in others.items()]


def _renewed(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    """After a takeback or a move of the rules every decision gets a new id from the `Asked` that follows."""
    db.execute("DELETE FROM outbox_open WHERE game = ?", (game,))
    return []


def _closed(db: sqlite3.Connection, game: str, event: Public, head: str) -> list[Notice]:
    db.execute("DELETE FROM outbox_open WHERE game = ?", (game,))
    cause = event.data["cause"]
    people = _people(db, game).items()
    return [_notice(account, game, OVER, seat, event, head, asked=cause) for seat, account in people]


def _people(db: sqlite3.Connection, game: str) -> dict[str, str]:
    """Seat -> account, of the seats that people hold."""
    found = db.execute("SELECT seat, account FROM outbox_seats WHERE game = ? AND account IS NOT NULL", (game,))
    return {row["seat"]: row["account"] for row in found}


def _notice(
    account: str, game: str, kind: str, seat: str, event: Public, head: str, decision: str = "", asked: str = ""
) -> Notice:
    return Notice(account, game, kind, seat, decision or str(event.version), asked, event.version, head, event.at)


_FOLDS: Mapping[str, Callable[[sqlite3.Connection, str, Public, str], list[Notice]]] = {
    "GameOpened": _opened,
    "SeatTaken": _seated,
    "SeatLeft": _seated,
    "SeatReplaced": _seated,
    "GameStarted": _started,
    "Asked": _asked,
    "TakebackAsked": _takeback_asked,
    "TakenBack": _renewed,
    "RulesMoved": _renewed,
    "GameClosed": _closed,
}
