"""What the inbox can be asked: lists of games, the decisions that wait for an account, the turns of the AIs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.contract.game import Json
from domain.contract.seats import Seat
from domain.table.open_decisions import decision_id
from projections.database import Database

MOST = 200
"""Games on a page, at most."""

LAST = 2**63 - 1
"""A position before which all of a list lies: where its first page begins."""


class BadCursor(ValueError):
    """A cursor that no page gave."""


class GamesQuery(msgspec.Struct, frozen=True):
    """Which games are wanted, the newest first.

    `account` is who asks (None: nobody who is logged in): private games are listed for those only who belong to them
    (`domain.table.members`). `mine`: the account sits there, or an AI keeps its seat; `my_turn`: it must decide, or is
    asked to agree to a takeback, decisions that it has `answered` (`GAME DECISION`) apart; `open`: a seat is free that
    the account may take, in a game that none of the accounts `apart` has opened, before the start or since somebody
    has left it. `cursor` is the `next` of the page before.
    """

    account: str | None = None
    mine: bool = False
    my_turn: bool = False
    open: bool = False
    game: str | None = None
    status: str | None = None
    league: str | None = None
    cursor: str | None = None
    limit: int = 50
    apart: frozenset[str] = frozenset()
    answered: frozenset[str] = frozenset()


class Waiting(msgspec.Struct, frozen=True):
    """A decision that a seat has to make: its id, kind and verbs, since when (seconds UTC) it is open, and the position
    in the log of the event that opened it."""

    decision: str
    kind: str
    verbs: tuple[str, ...]
    since: int
    position: int


class ListedGame(msgspec.Struct, frozen=True):
    """A game in a list; `opened` and `changed` are the times of its first and last event in seconds UTC.

    `waiting` are the open decisions, `takeback` the seats that are asked to agree to a takeback, `kept` maps a seat
    that an AI has taken to the account that may return.
    """

    id: str
    game: str
    options: Mapping[str, Json]
    terms: Mapping[str, Json]
    creator: str | None
    status: str
    version: int
    opened: int
    changed: int
    seats: Mapping[str, Seat]
    waiting: Mapping[str, Waiting]
    takeback: tuple[str, ...]
    kept: Mapping[str, str]


class GamesPage(msgspec.Struct, frozen=True):
    """A page of a list; `next` is the cursor of the page after it, None on the last."""

    games: Sequence[ListedGame]
    next: str | None


class AiTurn(msgspec.Struct, frozen=True):
    """A decision that an AI seat has to make; `people` is whether a person sits at the table who has not resigned."""

    game_id: str
    seat: str
    decision: str
    level: str
    since: int
    people: bool


class Lists:
    """Reads what `projections.games.inbox.Inbox` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, query: GamesQuery) -> GamesPage:
        """A page of the games that the query wants. `BadCursor` for a cursor that no page gave."""
        limit = max(1, min(query.limit, MOST))
        statement, values = games_wanted(query)
        with self._database.reading() as db:
            rows = db.execute(statement, {**values, "most": limit + 1}).fetchall()
            shown = rows[:limit]
            games = [_listed(db, row) for row in shown]
        return GamesPage(games, str(shown[-1]["position"]) if len(rows) > limit else None)

    def ai_turns(self, after: int = 0) -> list[AiTurn]:
        """The open decisions of AI seats, of those opened after this position of the log, the oldest first."""
        with self._database.reading() as db:
            rows = db.execute(
                """
                SELECT d.*, EXISTS (
                    SELECT * FROM inbox_seats p
                    WHERE p.game_id = d.game_id AND p.account IS NOT NULL AND NOT p.resigned
                ) AS people
                FROM inbox_decisions d JOIN inbox_seats s USING (game_id, seat)
                WHERE d.level IS NOT NULL AND d.position > ?
                ORDER BY d.position, s.place
                """,
                (after,),
            ).fetchall()
        return [
            AiTurn(
                game_id=row["game_id"],
                seat=row["seat"],
                decision=_decision_id(row),
                level=row["level"],
                since=row["since"],
                people=bool(row["people"]),
            )
            for row in rows
        ]

    def all_games(self, query: GamesQuery) -> Iterator[ListedGame]:
        """All games that the query wants, the newest first, page after page."""
        cursor = query.cursor
        while True:
            page = self.games(msgspec.structs.replace(query, cursor=cursor, limit=MOST))
            yield from page.games
            if page.next is None:
                return
            cursor = page.next

    def is_running(self, game_id: str) -> bool:
        """Whether the game has begun, and is not closed."""
        with self._database.reading() as db:
            found = db.execute("SELECT 1 FROM inbox_games WHERE id = ? AND status = 'running'", (game_id,)).fetchone()
        return found is not None

    def idle_open_games(self, since: int, most: int) -> list[str]:
        """The ids of open games in which nothing has happened after this instant, the longest idle ones first."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT id FROM inbox_games WHERE status = 'open' AND changed <= ? ORDER BY changed LIMIT ?",
                (since, most),
            ).fetchall()
        return [row["id"] for row in rows]

    def running_games_of(self, account: str) -> list[str]:
        """The ids of the running games in which the account sits."""
        with self._database.reading() as db:
            rows = db.execute(
                f"SELECT g.id FROM inbox_games g WHERE g.status = 'running' AND {_SITS} ORDER BY position",
                {"account": account},
            ).fetchall()
        return [row["id"] for row in rows]

    def unfinished_games_of(self, account: str) -> list[str]:
        """The ids of the open and running games in which the account sits, and of open ones that it has opened."""
        with self._database.reading() as db:
            rows = db.execute(
                f"SELECT g.id, g.position FROM inbox_games g WHERE g.status IN ('open', 'running') AND {_SITS}"
                " UNION SELECT g.id, g.position FROM inbox_games g WHERE g.status = 'open' AND g.creator = :account"
                " ORDER BY position",
                {"account": account},
            ).fetchall()
        return [row["id"] for row in rows]


_SITS = "g.id IN (SELECT game_id FROM inbox_seats WHERE account = :account)"
_MAY_PLAY = "g.id IN (SELECT game_id FROM inbox_seats WHERE account = :account OR kept = :account)"
_ASKED_BACK = """
    SELECT s.game_id, s.seat, s.account, s.place FROM inbox_takebacks t
    JOIN inbox_seats b ON b.game_id = t.game_id AND b.seat = t.seat
    JOIN inbox_seats s ON s.game_id = t.game_id
    WHERE s.account IS NOT NULL AND s.account IS NOT b.account AND s.seat NOT IN (SELECT value FROM json_each(t.agreed))
"""
"""The seats of other people than the one who asks that have not agreed to the takeback."""

_MUST_ANSWER = f"""(g.id IN (
    SELECT s.game_id FROM inbox_seats s JOIN inbox_decisions d USING (game_id, seat) WHERE s.account = :account
    AND s.game_id || ' ' || d.version || '.' || s.seat NOT IN (SELECT value FROM json_each(:answered))
) OR g.id IN (SELECT game_id FROM ({_ASKED_BACK}) WHERE account = :account))"""
_HAS_A_FREE_SEAT = f"""(g.status = 'open' OR (g.status = 'running' AND NOT {_SITS})) AND EXISTS (
    SELECT * FROM inbox_seats s WHERE s.game_id = g.id AND s.account IS NULL AND s.level IS NULL
    AND (s.invited IS NULL OR s.invited = :account)
) AND NOT EXISTS (SELECT * FROM inbox_barred b WHERE b.game_id = g.id AND b.account = :account)"""
_IS_NOT_APART = "COALESCE(g.creator, '') NOT IN (SELECT value FROM json_each(:apart))"
OWN = """(
    SELECT game_id AS id FROM inbox_seats WHERE account = :account
    UNION SELECT game_id FROM inbox_seats WHERE invited = :account
    UNION SELECT game_id FROM inbox_seats WHERE kept = :account AND kept IS NOT NULL
    UNION SELECT id FROM inbox_games WHERE host = :account
)"""
"""The games that the account belongs to."""

_PUBLIC_PAGE = """
    SELECT position FROM inbox_games g INDEXED BY inbox_games_public{index}
    WHERE g.visibility != 'private' AND {where} ORDER BY position DESC LIMIT :most
"""
_OWN_PAGE = f"""
    SELECT position FROM {OWN} CROSS JOIN inbox_games g USING (id)
    WHERE {{where}} ORDER BY position DESC LIMIT :most
"""


def games_wanted(query: GamesQuery) -> tuple[str, dict[str, Json]]:
    """The statement that finds a page of games, with the values that it names but `most`.

    It reads no more of the public games than an index of them has for the page, and of all others those that the
    account belongs to.
    """
    where, values = _conditions(query)
    pages = []
    if not (query.mine or query.my_turn):
        pages.append(_PUBLIC_PAGE.format(index=_index(query), where=f"g.free AND {where}" if query.open else where))
    if query.account is not None:
        pages.append(_OWN_PAGE.format(where=where))
    positions = " UNION ".join(f"SELECT * FROM ({page})" for page in pages)
    return f"SELECT * FROM inbox_games WHERE position IN ({positions}) ORDER BY position DESC LIMIT :most", values


def _index(query: GamesQuery) -> str:
    """Which index of public games has those that are wanted together, in the order of the page."""
    if query.open:
        return "_free"
    if query.league is not None:
        return "_by_league"
    by = [name for name in ("game", "status") if getattr(query, name) is not None]
    return "_by_" + "_and_".join(by) if by else ""


def _conditions(query: GamesQuery) -> tuple[str, dict[str, Json]]:
    """The WHERE clause over `inbox_games g`, and the values that it names; who may see the games is none of it."""
    conditions = [
        (True, "g.position < :before"),
        (query.mine, _MAY_PLAY),
        (query.my_turn, _MUST_ANSWER),
        (query.open, _HAS_A_FREE_SEAT),
        (query.open and bool(query.apart), _IS_NOT_APART),
        (query.game is not None, "g.game = :game"),
        (query.status is not None, "g.status = :status"),
        (query.league is not None, "g.league = :league"),
    ]
    values = {
        "account": query.account,
        "game": query.game,
        "status": query.status,
        "league": query.league,
        "before": LAST if query.cursor is None else position_of(query.cursor),
        "apart": json.dumps(sorted(query.apart)),
        "answered": json.dumps(sorted(query.answered)),
    }
    return " AND ".join(text for wanted, text in conditions if wanted), values


def position_of(cursor: str) -> int:
    """The position in the log for which a cursor stands."""
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise BadCursor(f"{cursor!r} is no cursor of a page")
    return int(cursor)


def _listed(db: sqlite3.Connection, row: sqlite3.Row) -> ListedGame:
    seats = db.execute("SELECT * FROM inbox_seats WHERE game_id = ? ORDER BY place", (row["id"],)).fetchall()
    decisions = db.execute("SELECT * FROM inbox_decisions WHERE game_id = ?", (row["id"],)).fetchall()
    asked_back = db.execute(f"SELECT seat FROM ({_ASKED_BACK}) WHERE game_id = ? ORDER BY place", (row["id"],))
    return ListedGame(
        id=row["id"],
        game=row["game"],
        options=json.loads(row["options"]),
        terms=json.loads(row["terms"]),
        creator=row["creator"],
        status=row["status"],
        version=row["version"],
        opened=row["opened"],
        changed=row["changed"],
        seats={seat["seat"]: _seat(seat, row["status"]) for seat in seats},
        waiting={decision["seat"]: _waiting(decision) for decision in decisions},
        takeback=tuple(asked["seat"] for asked in asked_back),
        kept={seat["seat"]: seat["kept"] for seat in seats if seat["kept"] is not None},
    )


def _seat(row: sqlite3.Row, status: str) -> Seat:
    return Seat(row["account"], row["level"], row["invited"] if status == "open" else None)


def _waiting(row: sqlite3.Row) -> Waiting:
    return Waiting(_decision_id(row), row["kind"], tuple(json.loads(row["verbs"])), row["since"], row["position"])


def _decision_id(row: sqlite3.Row) -> str:
    return decision_id(row["version"], row["seat"])
