"""Series: who holds which seat, the games so far with their tallies, and whether something is to be done."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Index, Select, and_, bindparam, exists, insert, not_, or_, select, text

from domain.contract.game import Json
from domain.log.record import Public
from domain.series.state import members_after
from domain.table.members import Members
from projections import membership
from projections.columns import integer, key, partial_index, read_model, seconds, words
from projections.cursors import cursor_after, position_of
from projections.database import Database
from projections.log import Notification
from projections.projection import Projection
from projections.statements import Cursor, adding

MOST = 200
"""Series on a page, at most."""

series_series = read_model(
    "series_series",
    key("id"),
    integer("position", unique=True),
    words("game"),
    integer("reach"),
    words("terms"),
    words("creator", nullable=True),
    words("host", nullable=True),
    words("members"),
    words("visibility"),
    words("status"),
    words("ranking", nullable=True),
    integer("version"),
    integer("to_do"),
    seconds("opened"),
    seconds("changed"),
    partial_index("series_series_to_do", "to_do", "position", where="to_do = 1"),
    Index("series_series_by_status", "status", "position"),
    with_rowid=True,
)

series_seats = read_model(
    "series_seats",
    key("series_id"),
    key("seat"),
    integer("place"),
    words("account", nullable=True),
    words("level", nullable=True),
    words("invited", nullable=True),
    integer("waits"),
    integer("total"),
    Index("series_seats_by_account", "account", "series_id"),
)

series_games = read_model(
    "series_games",
    key("game_id"),
    words("series_id"),
    integer("number"),
    integer("ended"),
    words("cause", nullable=True),
    words("tally"),
    Index("series_games_by_series", "series_id", "number"),
)

_ADD_SERIES, _ADD_GAME = insert(series_series), insert(series_games)
_ADD_SEAT = adding(series_seats, "series_id", "seat", "place", "invited", "waits", "total")


_GAMES = "SELECT * FROM series_games g WHERE g.series_id = x.id"
_DUE = f"""CAST((status = 'running' AND (
    EXISTS ({_GAMES} AND g.cause IS NULL AND g.ended = 1)
    OR (NOT EXISTS ({_GAMES} AND g.cause IS NULL)
        AND NOT EXISTS (SELECT * FROM series_seats s WHERE s.series_id = x.id AND s.waits = 1))
)) OR (status != 'running' AND EXISTS ({_GAMES} AND g.cause IS NULL AND g.ended = 0)) AS INTEGER)"""
"""Whether a game has ended and is not tallied, the next is to be opened, or one runs on in a series that has ended."""

_WITH_TO_DO = f"UPDATE series_series AS x SET to_do = {_DUE} WHERE id ="
_SEE_TO = f"{_WITH_TO_DO} :series"
_SEE_TO_THAT_OF_GAME = f"{_WITH_TO_DO} (SELECT series_id FROM series_games WHERE game_id = :game)"

_HAS_MOVED = "UPDATE series_series SET version = :version, changed = :at WHERE id = :series"

_BELONG = "UPDATE series_series SET members = :members, host = :host WHERE id = :series"

_RESERVE = "UPDATE series_seats SET invited = :invited WHERE series_id = :series AND seat = :seat"

_HOLD = """
    UPDATE series_seats SET account = :account, level = :level, waits = :waits
    WHERE series_id = :series AND seat = :seat
"""

_IS_OPEN = "UPDATE series_seats SET waits = 0 WHERE series_id = :series AND seat = :seat"

_TALLY = "UPDATE series_games SET cause = :cause, tally = :tally WHERE series_id = :series AND number = :number"

_SUM = "UPDATE series_seats SET total = :total WHERE series_id = :series AND seat = :seat"

_CLOSE = "UPDATE series_series SET status = :cause, ranking = :ranking WHERE id = :series"


class Series(Projection):
    """Folds the events of series, and the ends of their games.

    `series_seats.waits`: nobody has taken the seat yet, or its sealed entropy is not open. `series_games.cause` is
    that of a tallied game; `ended`: the game is closed. `series_series.to_do`: something is to be done by itself. Times
    are seconds UTC.
    """

    name = "series"
    relations = (series_series, series_seats, series_games)

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, log_id, entry = notification
        event = entry.read()
        if event.type == "GameClosed":
            db.execute("UPDATE series_games SET ended = 1 WHERE game_id = :game", game=log_id)
            db.execute(_SEE_TO_THAT_OF_GAME, game=log_id)
        fold = _FOLDS.get(event.type)
        if fold is not None:
            fold(db, position, log_id, event)
            db.execute(_HAS_MOVED, version=event.version, at=event.at, series=log_id)
            db.execute(_SEE_TO, series=log_id)


def _opened(db: Cursor, position: int, series_id: str, event: Public) -> None:
    data, terms = event.data, event.data["terms"]
    db.execute(
        _ADD_SERIES,
        id=series_id,
        position=position,
        game=data["game"],
        reach=data["limit"],
        terms=json.dumps(terms),
        creator=terms.get("creator"),
        host=None,
        members=membership.written(Members()),
        visibility=terms.get("visibility", "public"),
        status="running",
        ranking=None,
        version=event.version,
        to_do=0,
        opened=event.at,
        changed=event.at,
    )
    for place, (seat, holder) in enumerate(data["seats"].items()):
        db.execute(
            _ADD_SEAT,
            series_id=series_id,
            seat=seat,
            place=place,
            invited=None,
            waits=1,
            total=0,
        )
        _hold(db, series_id, seat, holder)
    _belong(db, series_id, event)


def _seat_taken(db: Cursor, position: int, series_id: str, event: Public) -> None:
    _hold(db, series_id, event.data["seat"], event.data["holder"])
    _belong(db, series_id, event)


def _belong(db: Cursor, series_id: str, event: Public) -> None:
    """Write who belongs to the series after the event."""
    row = db.execute("SELECT members FROM series_series WHERE id = :series", series=series_id).fetchone()
    members = members_after(membership.read(row["members"]), event)
    db.execute(_BELONG, members=membership.written(members), host=members.host, series=series_id)
    invited = [{"invited": members.invited.get(seat), "series": series_id, "seat": seat} for seat in members.holders]
    db.executemany(_RESERVE, invited)


def _hold(db: Cursor, series_id: str, seat: str, holder: Mapping[str, str | None]) -> None:
    taken = holder["account"] is not None or holder["level"] is not None
    waits = int(not taken or holder["entropy_hash"] is not None)
    db.execute(_HOLD, account=holder["account"], level=holder["level"], waits=waits, series=series_id, seat=seat)


def _entropy_opened(db: Cursor, position: int, series_id: str, event: Public) -> None:
    db.execute(_IS_OPEN, series=series_id, seat=event.data["seat"])


def _game_opened(db: Cursor, position: int, series_id: str, event: Public) -> None:
    db.execute(
        _ADD_GAME,
        game_id=event.data["game_id"],
        series_id=series_id,
        number=event.data["number"],
        ended=0,
        cause=None,
        tally="{}",
    )
    _belong(db, series_id, event)


def _tallied(db: Cursor, position: int, series_id: str, event: Public) -> None:
    data = event.data
    db.execute(_TALLY, cause=data["cause"], tally=json.dumps(data["tally"]), series=series_id, number=data["number"])
    sums = [{"total": total, "series": series_id, "seat": seat} for seat, total in data["sums"].items()]
    db.executemany(_SUM, sums)


def _closed(db: Cursor, position: int, series_id: str, event: Public) -> None:
    ranking = event.data["ranking"]
    written = None if ranking is None else json.dumps(ranking)
    db.execute(_CLOSE, cause=event.data["cause"], ranking=written, series=series_id)


_FOLDS: Mapping[str, Callable[[Cursor, int, str, Public], None]] = {
    "SeriesOpened": _opened,
    "SeriesSeatTaken": _seat_taken,
    "SeriesSeatReplaced": _seat_taken,
    "SeriesEntropyOpened": _entropy_opened,
    "GameOpenedInSeries": _game_opened,
    "GameTallied": _tallied,
    "SeriesClosed": _closed,
}


class SeriesQuery(msgspec.Struct, frozen=True):
    """Which series are wanted, the newest first; private ones are listed for those who belong to them.

    `account` is who asks, `mine`: the account sits there; of those whom `apart` has opened none is wanted that has a
    free seat; `cursor` is the `next` of the page before.
    """

    account: str | None = None
    apart: frozenset[str] = frozenset()
    mine: bool = False
    status: str | None = None
    cursor: str | None = None
    limit: int = 50


class SeriesSeat(membership.ListedSeat, frozen=True):
    """A seat in all games of a series, and its sum so far."""

    total: int = 0


class ListedSeries(msgspec.Struct, frozen=True):
    """A series in a list; `games` counts those that were opened; times are seconds UTC."""

    id: str
    game: str
    limit: int
    terms: Mapping[str, Json]
    status: str
    ranking: Sequence[str] | None
    games: int
    opened: int
    changed: int
    seats: Mapping[str, SeriesSeat]


class SeriesPage(msgspec.Struct, frozen=True):
    """A page of a list; `next` is the cursor of the page after it, None on the last."""

    series: Sequence[ListedSeries]
    next: str | None


class SeriesLists:
    """Reads what `Series` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, query: SeriesQuery) -> SeriesPage:
        """A page of the series that the query wants. `BadCursor` for a cursor that no page gave."""
        limit = max(1, min(query.limit, MOST))
        statement, values = _wanted(query)
        with self._database.reading() as db:
            rows = db.execute(statement, **values, most=limit + 1).fetchall()
            listed = [_listed(db, row) for row in rows[:limit]]
        return SeriesPage(listed, cursor_after(rows, limit))

    def running_of(self, account: str) -> list[str]:
        """The series that run with the account at one of their seats."""
        with self._database.reading() as db:
            rows = db.execute(_RUNNING_OF, account=account).fetchall()
        return [row["id"] for row in rows]

    def due(self) -> list[tuple[str, int]]:
        """The series for which something is to be done by itself, each with its version: a game has ended and is not
        tallied, the next is to be opened, or one runs on in a series that has ended."""
        with self._database.reading() as db:
            rows = db.execute("SELECT id, version FROM series_series WHERE to_do = 1 ORDER BY position").fetchall()
        return [(row["id"], row["version"]) for row in rows]


_RUNNING_OF = """
    SELECT id FROM series_series x WHERE status = 'running'
    AND id IN (SELECT series_id FROM series_seats WHERE account = :account) ORDER BY position
"""

_X, _S = series_series.alias("x"), series_seats.alias("s")
_ME: BindParameter[str] = bindparam("account")
_IS_FREE = and_(_S.c.account.is_(None), _S.c.level.is_(None))
_SITS = _X.c.id.in_(select(_S.c.series_id).where(_S.c.account == _ME))
_IS_NOT_APART = or_(membership.is_not_apart(_X.c.creator), not_(exists().where(_S.c.series_id == _X.c.id, _IS_FREE)))
_MAY_BE_SEEN = or_(
    _X.c.visibility != text("'private'"),
    _X.c.host == _ME,
    exists().where(_S.c.series_id == _X.c.id, or_(_S.c.account == _ME, and_(_S.c.invited == _ME, _IS_FREE))),
)


def _wanted(query: SeriesQuery) -> tuple[Select[Any], dict[str, Json]]:
    """The statement that finds a page of series, with the values that it names but `most`."""
    values = {
        "account": query.account,
        "apart": json.dumps(sorted(query.apart)),
        "status": query.status,
        "before": position_of(query.cursor),
    }
    return _page(bool(query.apart), query.mine, query.status is not None), values


@cache
def _page(apart: bool, mine: bool, of_status: bool) -> Select[Any]:
    """The SELECT of a page with these conditions."""
    conditions = [
        (True, _X.c.position < bindparam("before")),
        (True, _MAY_BE_SEEN),
        (apart, _IS_NOT_APART),
        (mine, _SITS),
        (of_status, _X.c.status == bindparam("status")),
    ]
    wanted = [condition for holds, condition in conditions if holds]
    return select(_X).where(*wanted).order_by(_X.c.position.desc()).limit(bindparam("most"))


_SEATS = "SELECT * FROM series_seats WHERE series_id = :series ORDER BY place"

_NUMBER = "SELECT count(*) AS number FROM series_games WHERE series_id = :series"


def _listed(db: Cursor, row: Any) -> ListedSeries:
    seats = db.execute(_SEATS, series=row["id"]).fetchall()
    games = db.execute(_NUMBER, series=row["id"]).fetchone()
    return ListedSeries(
        id=row["id"],
        game=row["game"],
        limit=row["reach"],
        terms=json.loads(row["terms"]),
        status=row["status"],
        ranking=None if row["ranking"] is None else json.loads(row["ranking"]),
        games=games["number"],
        opened=row["opened"],
        changed=row["changed"],
        seats={
            seat["seat"]: SeriesSeat(seat["account"], seat["level"], seat["invited"], total=seat["total"])
            for seat in seats
        },
    )
