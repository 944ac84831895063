"""What the inbox can be asked: lists of games, the decisions that wait for an account, the turns of the AIs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    false,
    not_,
    or_,
    select,
    text,
    union,
)

from domain.contract.game import Json
from domain.table.open_decisions import decision_id
from projections.cursors import cursor_after, position_of
from projections.database import Database
from projections.games.inbox import inbox_barred, inbox_decisions, inbox_games, inbox_seats, inbox_takebacks
from projections.membership import ListedSeat, is_not_apart
from projections.statements import Cursor, is_listed

MOST = 200
"""Games on a page, at most."""


class GamesQuery(msgspec.Struct, frozen=True):
    """Which games are wanted, the newest first.

    `account` is who asks (None: nobody who is logged in): private games are listed for those only who belong to them
    (`domain.table.members`). `mine`: the account sits there, or an AI keeps its seat; `my_turn`: it must decide, or is
    asked to agree to a takeback, decisions that it has `answered` (`GAME DECISION`) apart; `open`: a seat is free that
    the account may take, before the start or since somebody has left it. No game that one of the accounts `apart` has
    opened is listed before its start to who does not sit there, nor as `open`. `cursor` is the `next` of the page
    before.
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

    `waiting` are the open decisions, `takeback` the seats that are asked to agree to a takeback.
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
    seats: Mapping[str, ListedSeat]
    waiting: Mapping[str, Waiting]
    takeback: tuple[str, ...]


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


class GameLists:
    """Reads what `projections.games.inbox.Inbox` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games(self, query: GamesQuery) -> GamesPage:
        """A page of the games that the query wants. `BadCursor` for a cursor that no page gave."""
        limit = max(1, min(query.limit, MOST))
        statement, values = games_wanted(query)
        with self._database.reading() as db:
            rows = db.execute(statement, **values, most=limit + 1).fetchall()
            games = [_listed(db, row) for row in rows[:limit]]
        return GamesPage(games, cursor_after(rows, limit))

    def ai_turns(self, after: int = 0) -> list[AiTurn]:
        """The open decisions of AI seats, of those opened after this position of the log, the oldest first."""
        with self._database.reading() as db:
            rows = db.execute(_AI_TURNS, after=after).fetchall()
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

    def has_ended(self, game_id: str) -> bool:
        """Whether the game is closed."""
        with self._database.reading() as db:
            return db.execute(_HAS_ENDED, game=game_id).fetchone() is not None

    def idle_open_games(self, since: int, most: int) -> list[str]:
        """The ids of open games in which nothing has happened after this instant, the longest idle ones first."""
        with self._database.reading() as db:
            rows = db.execute(_IDLE, since=since, most=most).fetchall()
        return [row["id"] for row in rows]

    def running_games_of(self, account: str) -> list[str]:
        """The ids of the running games in which the account sits."""
        with self._database.reading() as db:
            rows = db.execute(_RUNNING_OF, account=account).fetchall()
        return [row["id"] for row in rows]

    def unfinished_games_of(self, account: str) -> list[str]:
        """The ids of the open and running games in which the account sits, of running ones in which an AI keeps its
        seat, and of open ones that it has opened."""
        with self._database.reading() as db:
            rows = db.execute(_UNFINISHED_OF, account=account).fetchall()
        return [row["id"] for row in rows]


_AI_TURNS = """
    SELECT d.*, EXISTS (
        SELECT * FROM inbox_seats p WHERE p.game_id = d.game_id AND p.account IS NOT NULL AND p.resigned = 0
    ) AS people
    FROM inbox_decisions d JOIN inbox_seats s ON s.game_id = d.game_id AND s.seat = d.seat
    WHERE d.level IS NOT NULL AND d.position > :after
    ORDER BY d.position, s.place
"""

_HAS_ENDED = "SELECT 1 FROM inbox_games WHERE id = :game AND status NOT IN ('open', 'running')"

_IDLE = "SELECT id FROM inbox_games WHERE status = 'open' AND changed <= :since ORDER BY changed LIMIT :most"

_HELD = "g.id IN (SELECT game_id FROM inbox_seats WHERE account = :account)"

_KEPT = "g.id IN (SELECT game_id FROM inbox_seats WHERE kept = :account)"

_RUNNING_OF = f"SELECT g.id FROM inbox_games g WHERE g.status = 'running' AND {_HELD} ORDER BY position"

_UNFINISHED_OF = f"""
    SELECT g.id, g.position FROM inbox_games g WHERE g.status IN ('open', 'running') AND {_HELD}
    UNION SELECT g.id, g.position FROM inbox_games g WHERE g.status = 'running' AND {_KEPT}
    UNION SELECT g.id, g.position FROM inbox_games g WHERE g.status = 'open' AND g.creator = :account
    ORDER BY position
"""

_G, _S, _B, _D = inbox_games.alias("g"), inbox_seats.alias("s"), inbox_barred.alias("b"), inbox_decisions.alias("d")
_ME: BindParameter[str] = bindparam("account")

_SITS = _G.c.id.in_(select(_S.c.game_id).where(_S.c.account == _ME))
_MAY_PLAY = _G.c.id.in_(select(_S.c.game_id).where(or_(_S.c.account == _ME, _S.c.kept == _ME)))

_T, _ASKS = inbox_takebacks.alias("t"), inbox_seats.alias("asks")
_ASKED_BACK = (
    select(_S.c.game_id, _S.c.seat)
    .select_from(_T)
    .join(_ASKS, and_(_ASKS.c.game_id == _T.c.game_id, _ASKS.c.seat == _T.c.seat))
    .join(_S, _S.c.game_id == _T.c.game_id)
    .where(
        _S.c.account.is_not(None),
        _S.c.account.is_distinct_from(_ASKS.c.account),
        not_(is_listed(_S.c.seat, _T.c.agreed)),
    )
)
"""The seats of other people than the one who asks that have not agreed to the takeback."""

_ASKED_BACK_IN = _ASKED_BACK.where(_T.c.game_id == bindparam("game")).order_by(_S.c.place)

_NAMED = _S.c.game_id + " " + cast(_D.c.version, Text) + "." + _S.c.seat
"""A decision as `answered` names it."""

_MUST_ANSWER = or_(
    _G.c.id.in_(
        select(_S.c.game_id)
        .join(_D, and_(_D.c.game_id == _S.c.game_id, _D.c.seat == _S.c.seat))
        .where(_S.c.account == _ME, not_(is_listed(_NAMED, bindparam("answered"))))
    ),
    _G.c.id.in_(_ASKED_BACK.where(_S.c.account == _ME).with_only_columns(_S.c.game_id)),
)


def _is_free(kept: ColumnElement[bool]) -> ColumnElement[bool]:
    """That the game has a seat at which nobody sits, and which is `kept` for somebody or nobody as this says."""
    return exists().where(_S.c.game_id == _G.c.id, _S.c.account.is_(None), _S.c.level.is_(None), kept)


_MAY_SIT_DOWN = or_(
    not_(_SITS), and_(_G.c.status == text("'open'"), or_(_G.c.creator == _ME, _G.c.several_seats == text("1")))
)
"""Whether a seat that is kept for nobody is for the account: its first one, or before the start a further one, if the
account has opened the game, or that lets anybody."""

_HAS_A_FREE_SEAT = and_(
    or_(_G.c.status == text("'open'"), _G.c.status == text("'running'")),
    or_(_is_free(_S.c.invited == _ME), and_(_is_free(_S.c.invited.is_(None)), _MAY_SIT_DOWN)),
    not_(exists().where(_B.c.game_id == _G.c.id, _B.c.account == _ME)),
)
_IS_NOT_APART = is_not_apart(_G.c.creator)
_IS_NOT_OPENED_APART = or_(_G.c.status != text("'open'"), _IS_NOT_APART, _G.c.host == _ME, _MAY_PLAY)
"""That none of the accounts `apart` has opened the game, or that it has begun, or is the account's own."""

OWN = union(
    select(_S.c.game_id.label("id")).where(_S.c.account == _ME),
    select(_S.c.game_id).where(_S.c.invited == _ME),
    select(_S.c.game_id).where(_S.c.kept == _ME, _S.c.kept.is_not(None)),
    select(inbox_games.c.id).where(inbox_games.c.host == _ME),
).subquery("own")
"""The games that the account belongs to."""


class _Page(NamedTuple):
    """What a statement for a page depends on, beside the values that it names."""

    mine: bool
    my_turn: bool
    open: bool
    apart: bool
    filtered: tuple[str, ...]
    known: bool


def games_wanted(query: GamesQuery) -> tuple[Select[Any], dict[str, Json]]:
    """The statement that finds a page of games, with the values that it names but `most`."""
    filters = {name: getattr(query, name) for name in ("game", "status", "league")}
    filtered = tuple(name for name, value in filters.items() if value is not None)
    page = _Page(query.mine, query.my_turn, query.open, bool(query.apart), filtered, query.account is not None)
    values = {
        **{name: filters[name] for name in filtered},
        "account": query.account,
        "before": position_of(query.cursor),
        "apart": json.dumps(sorted(query.apart)),
        "answered": json.dumps(sorted(query.answered)),
    }
    return _statement(page), values


@cache
def _statement(page: _Page) -> Select[Any]:
    """The SELECT of a page, which reads no more of the public games than an index of them has for it, and of all
    others those that the account belongs to."""
    where, pages = _conditions(page), []
    if not (page.mine or page.my_turn):
        public = [_G.c.visibility != text("'private'"), *([_G.c.free == text("1")] if page.open else []), *where]
        pages.append(_positions(select(_G.c.position).where(*public)).with_hint(_G, _index(page), "sqlite"))
    if page.known:
        pages.append(_positions(select(_G.c.position).select_from(OWN, _G).where(_G.c.id == OWN.c.id, *where)))
    wanted = select(inbox_games).where(false())
    if pages:
        positions = union(*(select(one.subquery(f"page_{number}").c.position) for number, one in enumerate(pages)))
        wanted = select(inbox_games).where(inbox_games.c.position.in_(positions))
    return _positions(wanted, inbox_games.c.position)


def _positions(wanted: Select[Any], position: Column[int] | ColumnElement[int] = _G.c.position) -> Select[Any]:
    """The newest of them, as many as a page has."""
    return wanted.order_by(position.desc()).limit(bindparam("most"))


def _index(page: _Page) -> str:
    """Which index of public games has those that are wanted together, in the order of the page."""
    by = ""
    if page.open:
        by = "_free"
    elif "league" in page.filtered:
        by = "_by_league"
    elif page.filtered:
        by = "_by_" + "_and_".join(page.filtered)
    return f"INDEXED BY inbox_games_public{by}"


def _conditions(page: _Page) -> list[ColumnElement[bool]]:
    """The conditions on the games; who may see them is none of it."""
    conditions = [
        (True, _G.c.position < bindparam("before")),
        (page.mine, _MAY_PLAY),
        (page.my_turn, _MUST_ANSWER),
        (page.open, _HAS_A_FREE_SEAT),
        (page.apart and page.open, _IS_NOT_APART),
        (page.apart and not (page.open or page.mine or page.my_turn), _IS_NOT_OPENED_APART),
        *((True, _G.c[name] == bindparam(name)) for name in page.filtered),
    ]
    return [condition for wanted, condition in conditions if wanted]


def _listed(db: Cursor, row: Any) -> ListedGame:
    seats = db.execute("SELECT * FROM inbox_seats WHERE game_id = :game ORDER BY place", game=row["id"]).fetchall()
    decisions = db.execute("SELECT * FROM inbox_decisions WHERE game_id = :game", game=row["id"]).fetchall()
    asked_back = db.execute(_ASKED_BACK_IN, game=row["id"])
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
    )


def _seat(row: Any, status: str) -> ListedSeat:
    return ListedSeat(row["account"], row["level"], row["invited"] if status == "open" else None, row["kept"])


def _waiting(row: Any) -> Waiting:
    return Waiting(_decision_id(row), row["kind"], tuple(json.loads(row["verbs"])), row["since"], row["position"])


def _decision_id(row: Any) -> str:
    return decision_id(row["version"], row["seat"])
