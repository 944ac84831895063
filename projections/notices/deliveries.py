"""The rows of the outbox as senders and owners see them: which are due, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, select, text

from domain.log.upcast import Upcasters
from projections.database import Database
from projections.follow import Follower
from projections.log import Log
from projections.notices.kinds import CHANGES_OF_HANDS, INVITATIONS, LAST_CALL, REMINDER, TAKEBACK, TURN, Notice
from projections.notices.outbox import COLUMNS, Outbox, Routes, Row, put_row
from projections.notices.tables import outbox_rows, outbox_taken
from projections.statements import Cursor, Statement, matching, put

SENT, FAILED, ANSWERED, DROPPED = "sent", "failed", "answered", "dropped"
"""What may become of a row; `answered`: nobody waited any more, `dropped`: the channel is gone, or the game muted."""


class Deliveries:
    """The rows of the outbox. Times are seconds UTC."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take_due(self, now: int, until: int, most: int) -> list[Row]:
        """All rows that are due of the `most` channels that have waited longest, for this caller alone until then; what
        is not true any more is ended. The rows are as they were before."""
        with self._database.writing() as db:
            due = []
            for row in _rows(db, _DUE_OF_CHANNELS, now=now, most=most):
                if _waits(db, row):
                    db.execute(_TAKE, id=row.id, due=row.due)
                    db.execute(_POSTPONE, id=row.id, due=until)
                    due.append(row)
                else:
                    _end(db, row.id, ANSWERED, now)
        return due

    def are_taken(self, row_ids: Sequence[str], until: int) -> bool:
        """Whether rows are still the caller's, who has taken them until then: another one may have let them be due."""
        with self._database.reading() as db:
            return all(db.execute(_IS_TAKEN, id=row, due=until).fetchone() is not None for row in row_ids)

    def give_back(self) -> None:
        """Let rows be due again that somebody has taken who has ended, and will not say what became of them."""
        with self._database.writing() as db:
            db.execute(_DUE_AS_BEFORE)
            db.execute(delete(outbox_taken))

    def end(self, row_ids: Sequence[str], state: str, now: int, error: str | None = None) -> None:
        """Say what became of rows."""
        with self._database.writing() as db:
            for row in row_ids:
                _end(db, row, state, now, error)

    def retry(self, row_ids: Sequence[str], due: int, error: str) -> None:
        """Try rows once more."""
        with self._database.writing() as db:
            for row in row_ids:
                db.execute(_RETRY, id=row, due=due, error=error)
                db.execute(_LET_GO, id=row)

    def postpone(self, row_ids: Sequence[str], due: int) -> None:
        """Look at rows again later: what they are of is being answered."""
        with self._database.writing() as db:
            for row in row_ids:
                db.execute(_POSTPONE, id=row, due=due)
                db.execute(_LET_GO, id=row)

    def put(self, notice: Notice, channel: str, due: int) -> str:
        """Write a row that no event brings about, if there is none yet: its id."""
        with self._database.writing() as db:
            return put_row(db, notice, channel, due)

    def of(self, channel: str, limit: int = 50) -> list[Row]:
        """The newest rows of a channel."""
        with self._database.reading() as db:
            return _rows(db, _OF_CHANNEL, channel=channel, most=limit)

    def counts(self) -> dict[str, int]:
        """State -> how many rows there are."""
        with self._database.reading() as db:
            found = db.execute("SELECT state, count(*) AS number FROM outbox_rows GROUP BY state")
            return {row["state"]: row["number"] for row in found}

    def oldest(self) -> int | None:
        """Since when the row is due that has waited for longest, or when the next one will be; None if none waits."""
        with self._database.reading() as db:
            row = db.execute("SELECT min(due) AS due FROM outbox_rows WHERE state = 'waiting'").fetchone()
        return None if row["due"] is None else int(row["due"])

    def forget(self, account: str) -> None:
        """Remove all rows of an account."""
        with self._database.writing() as db:
            db.execute("DELETE FROM outbox_rows WHERE account = :account", account=account)


class OutboxStore:
    """The outbox in a database: `follower` writes it, `deliveries` are its rows."""

    def __init__(self, database: Database, log: Log, upcasters: Upcasters, routes: Routes) -> None:
        self.database = database
        self.outbox = Outbox(log, upcasters, routes)
        self.follower = Follower(database, log, [self.outbox])
        self.deliveries = Deliveries(database)

    def put(self, notice: Notice) -> None:
        """Write a notice that no event brings about, for every channel of its account."""
        with self.database.writing() as db:
            self.outbox.put(db, notice)

    def prune(self, before: int, most: int) -> int:
        """Remove rows that ended before this instant (seconds UTC) and cannot come again, `most` at a time: how many
        went."""
        with self.database.writing() as db:
            return self.outbox.prune(db, before, most)


_WAITING_ROWS = outbox_rows.alias("waiting")
_LONGEST = (
    select(_WAITING_ROWS.c.channel)
    .with_hint(_WAITING_ROWS, "INDEXED BY outbox_rows_due", "sqlite")
    .where(_WAITING_ROWS.c.state == text("'waiting'"), _WAITING_ROWS.c.due <= bindparam("now"))
    .group_by(_WAITING_ROWS.c.channel)
    .order_by(func.min(_WAITING_ROWS.c.due))
    .limit(bindparam("most"))
)
_DUE_OF_CHANNELS = (
    select(outbox_rows)
    .where(
        outbox_rows.c.state == text("'waiting'"),
        outbox_rows.c.due <= bindparam("now"),
        outbox_rows.c.channel.in_(_LONGEST),
    )
    .order_by(outbox_rows.c.due)
)
_OF_CHANNEL = (
    select(outbox_rows)
    .where(matching(outbox_rows.c.channel))
    .order_by(outbox_rows.c.at.desc(), outbox_rows.c.version.desc(), outbox_rows.c.id)
    .limit(bindparam("most"))
)
_TAKE = put(outbox_taken)
_IS_TAKEN = "SELECT 1 FROM outbox_rows WHERE id = :id AND state = 'waiting' AND due = :due"
_LET_GO = "DELETE FROM outbox_taken WHERE id = :id"
_POSTPONE = "UPDATE outbox_rows SET due = :due WHERE id = :id"
_RETRY = "UPDATE outbox_rows SET attempts = attempts + 1, due = :due, error = :error WHERE id = :id"
_END = """
    UPDATE outbox_rows SET state = :state, ended = :now, error = :error, attempts = attempts + :tried WHERE id = :id
"""
_DUE_AS_BEFORE = """
    UPDATE outbox_rows SET due = (SELECT t.due FROM outbox_taken t WHERE t.id = outbox_rows.id)
    WHERE state = 'waiting' AND id IN (SELECT id FROM outbox_taken)
"""


def _rows(db: Cursor, statement: Statement, **values: object) -> list[Row]:
    found = db.execute(statement, **values).fetchall()
    return [Row(**{column: row[column] for column in COLUMNS}) for row in found]


def _end(db: Cursor, row: str, state: str, now: int, error: str | None = None) -> None:
    db.execute(_END, state=state, now=now, error=error, tried=int(state in (SENT, FAILED)), id=row)
    db.execute(_LET_GO, id=row)


def _waits(db: Cursor, row: Row) -> bool:
    """Whether the notice is still true: the seat is kept for the account, or has changed hands as was told; or the
    decision is open, the consent to a takeback awaited, and the seat the account's."""
    if row.kind in INVITATIONS:
        question = _IS_KEPT
    elif row.kind in CHANGES_OF_HANDS:
        question = _HAS_CHANGED_HANDS
    elif row.kind == TAKEBACK:
        question = _IS_ASKED_BACK
    elif row.kind in (TURN, LAST_CALL) or row.kind.startswith(REMINDER):
        question = _IS_OPEN
    else:
        return True
    of_seat = {"game": row.game, "seat": row.seat, "decision": row.decision, "account": row.account}
    return db.execute(question, **of_seat, kind=row.kind).fetchone() is not None


_OF_SEAT = "x.game = :game AND x.seat = :seat AND x.decision = :decision"
_AT_SEAT = f"JOIN outbox_seats s ON s.game = x.game AND s.seat = x.seat WHERE {_OF_SEAT} AND s.account = :account"
_IS_KEPT = f"SELECT 1 FROM outbox_kept x WHERE {_OF_SEAT} AND x.account = :account"
_HAS_CHANGED_HANDS = f"SELECT 1 FROM outbox_hands x WHERE {_OF_SEAT} AND x.account = :account AND x.kind = :kind"
_IS_ASKED_BACK = f"SELECT 1 FROM outbox_takebacks x {_AT_SEAT}"
_IS_OPEN = f"SELECT 1 FROM outbox_open x {_AT_SEAT}"
