"""The outbox: who is to be told what, over which channel, and what came of it. It is never made anew.

A row is written with the position of its event in one transaction, and once for each recipient, game, seat, decision,
kind and channel. Whoever sends it marks it after the peer has acknowledged it; so a row may be sent twice, under the
same id, but is never lost. Old rows go when nothing can bring them about again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import groupby

import msgspec
from sqlalchemy import delete

from domain.log.canon import canonical
from domain.log.record import Public
from domain.log.upcast import Upcasters
from projections.database import Database
from projections.games.inbox import todays
from projections.leagues.folded import FoldedLeagues
from projections.log import Log, Notification
from projections.notices import of_challenges as challenge_notices
from projections.notices import of_games as game_notices
from projections.notices import of_leagues as league_notices
from projections.notices import tables
from projections.notices.kinds import TURN, Notice, notice_of
from projections.projection import Projection
from projections.statements import Cursor

PATIENCE = 60
"""Seconds that a decision stands open before its seat is told: who is at the table, or has orders, answers before."""

WAITING = "waiting"
"""The state of a row that is still to be sent."""

Routes = Callable[[Notice, int], Sequence[tuple[str, int]]]
"""From a notice and an instant: the channels to send it over, and when."""


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
    relations = tables.ALL

    def __init__(self, log: Log, upcasters: Upcasters, routes: Routes) -> None:
        self._log = log
        self._leagues = FoldedLeagues(log)
        self._upcasters = upcasters
        self._routes = routes

    def reset(self, database: Database, db: Cursor, position: int = 0) -> None:
        """Create what is missing; what is there stays. Of what the log holds already a new outbox tells nobody.

        Nor does one that was further than the log is: it begins anew, but for the rows of what the log still holds.
        Those of what it has lost go: nobody is told of that any more, and of what comes in its place everybody is.
        """
        begun, reached = bool(database.tables(db, self.name)), self.position(db)
        database.create(db, *self.relations)
        if begun and reached > self._log.last_position():
            for relation in tables.OF_THE_LOG:
                db.execute(delete(relation))
            self._forget_lost(db)
            begun, reached = False, 0
        if not begun:
            self.take_all(db)
            db.execute(tables.START, position=self._log.position())
        self.stand_at(db, reached)

    def _forget_lost(self, db: Cursor) -> None:
        """Remove the rows of events that the log does not hold any more; what no log brings about stays."""
        for log_id, rows in groupby(db.execute(_TOLD).fetchall(), key=lambda row: str(row["game"])):
            for version, head in self._lost(log_id, [(row["version"], row["head"]) for row in rows]):
                db.execute(_FORGET, game=log_id, version=version, head=head)

    def _lost(self, log_id: str, told: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
        """Those of a log's versions, each with its hash, that it does not hold; none of a log that cannot be read."""
        first = min(version for version, _ in told)
        try:
            held = {(entry.label.version, entry.hash) for entry in self._log.entries(log_id, first - 1)}
        except msgspec.DecodeError:
            return []
        return [one for one in told if one not in held]

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, game_id, entry = notification
        event = todays(self._upcasters, entry)
        if league_notices.is_told_of(event.type):
            notices = self._of_league(db, notification, event)
        elif challenge_notices.is_told_of(event.type):
            notices = challenge_notices.told(db, game_id, event, entry.hash)
        else:
            notices = game_notices.told(db, game_id, event, entry.hash)
        if notices and position > db.execute(_STARTED).fetchone()["position"]:
            for notice in notices:
                self.put(db, notice)

    def prune(self, db: Cursor, before: int, most: int) -> int:
        """Remove rows that ended before this instant, `most` at a time: how many went.

        Those of a decision that is still open stay: a reminder, or who takes its seat, would bring them about again.
        What the log holds up to here is told to nobody any more, wherever it should be followed from again.
        """
        db.execute(_START_FROM, reached=self.position(db))
        return db.execute(_PRUNE, before=before, most=most).rowcount

    def _of_league(self, db: Cursor, notification: Notification, event: Public) -> list[Notice]:
        """What a league's people are told: the league is in the place of a game, the entrant in that of the seat."""
        _, league_id, entry = notification
        if (league := self._leagues.after(notification)) is None:
            return []
        db.execute(tables.KNOW_GAME, id=league_id, played=league.game)
        return [
            notice_of(account, league_id, kind, entrant, event, entry.hash, asked=words)
            for account, (entrant, kind, words) in league_notices.told(league, event).items()
        ]

    def put(self, db: Cursor, notice: Notice) -> None:
        """Write a row for every channel over which the account is told this."""
        at = notice.at + patience(notice.kind)
        for channel, due in self._routes(notice, at):
            put_row(db, notice, channel, due)


_STARTED = "SELECT position FROM outbox_start"

_TOLD = "SELECT DISTINCT game, version, head FROM outbox_rows WHERE game <> '' ORDER BY game"

_FORGET = "DELETE FROM outbox_rows WHERE game = :game AND version = :version AND head = :head"

_START_FROM = "UPDATE outbox_start SET position = :reached WHERE position < :reached"

_PRUNE = """
    DELETE FROM outbox_rows WHERE id IN (
        SELECT id FROM outbox_rows r WHERE ended < :before AND NOT EXISTS (
            SELECT 1 FROM outbox_open o WHERE o.game = r.game AND o.seat = r.seat AND o.decision = r.decision
        ) ORDER BY ended LIMIT :most
    )
"""


def patience(kind: str) -> int:
    """Seconds that a notice of this kind waits, in case that it is answered."""
    return PATIENCE if kind == TURN else 0


def put_row(db: Cursor, notice: Notice, channel: str, due: int) -> str:
    """Write the row of a notice over one channel, if there is none yet: its id."""
    found = db.execute("SELECT played FROM outbox_games WHERE id = :game", game=notice.game).fetchone()
    held = {name: value for name, value in msgspec.structs.asdict(notice).items() if name in COLUMNS}
    row = Row(
        id=row_id(notice, channel),
        channel=channel,
        played="" if found is None else found["played"],
        due=due,
        state=WAITING,
        attempts=0,
        ended=None,
        error=None,
        **held,
    )
    db.execute(tables.ADD_ROW, **msgspec.structs.asdict(row))
    return row.id


def row_id(notice: Notice, channel: str) -> str:
    """The id of a delivery: the same for the same notice over the same channel, for ever."""
    told = [notice.account, notice.game, notice.seat, notice.decision, notice.kind, channel]
    return hashlib.sha256(canonical(told)).hexdigest()[:32]


COLUMNS = tuple(field.name for field in msgspec.structs.fields(Row))
