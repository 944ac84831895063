"""The archive: closed games as `projections.games.scores` wrote them, by who played them and by when they ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, or_, select, text

from domain.contract.game import Json
from projections.cursors import position_of
from projections.database import Database
from projections.games.lists import OWN
from projections.games.scores import GameResult, result_of, scores_games, scores_seats
from projections.statements import Statement

PAGE = 100
"""Games that are read at once."""

MONTH = """
    SELECT * FROM scores_games WHERE public = 1 AND (closed, id) > (:closed, :id) AND closed < :until
    ORDER BY closed, id LIMIT :most
"""


class PlayedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which closed games of a player are wanted, the last closed first.

    `reader` is who asks (None: nobody who is logged in), who sees private games only of those that it belongs to.
    `since` and `until` are seconds UTC of the end, the latter not included; `role` is as what the player sat there.
    `cursor` stands for a game after which to go on.
    """

    player: str
    reader: str | None = None
    game: str | None = None
    edition: str | None = None
    scenario: str | None = None
    role: str | None = None
    rated: bool | None = None
    since: int | None = None
    until: int | None = None
    cursor: str | None = None


_G, _S = scores_games.alias("g"), scores_seats.alias("s")

CONDITIONS: Mapping[str, ColumnElement[bool]] = {
    "game": _G.c.game == bindparam("game"),
    "edition": _G.c.edition == bindparam("edition"),
    "scenario": _G.c.scenario == bindparam("scenario"),
    "role": _S.c.role == bindparam("role"),
    "rated": _G.c.rated == bindparam("rated"),
    "since": _G.c.closed >= bindparam("since"),
    "until": _G.c.closed < bindparam("until"),
}
"""Field of a query -> what holds of the games that are wanted, if it is not None."""


class ClosedGameLists:
    """Reads what `projections.games.scores.Scores` wrote, so many games at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def played(self, query: PlayedQuery) -> Iterator[GameResult]:
        """The games that the query wants, one after the other. `BadCursor` for a cursor that no game gave."""
        statement, values = games_played(query)
        return self._read(statement, values)

    def closed_publicly(self, since: int, until: int) -> Iterator[GameResult]:
        """The public games that were closed from one instant to another (seconds UTC), the first closed first."""
        closed, last = since, ""
        while page := self._page(MONTH, {"closed": closed, "id": last, "until": until}):
            yield from page
            closed, last = page[-1].closed, page[-1].id

    def _read(self, statement: Statement, values: dict[str, Json]) -> Iterator[GameResult]:
        while page := self._page(statement, values):
            yield from page
            values["before"] = page[-1].position

    def _page(self, statement: Statement, values: Mapping[str, Json]) -> Sequence[GameResult]:
        with self._database.reading() as db:
            rows = db.execute(statement, **values, most=PAGE).fetchall()
            return [result_of(db, row) for row in {row["id"]: row for row in rows}.values()]


def games_played(query: PlayedQuery) -> tuple[Select[Any], dict[str, Json]]:
    """The statement that finds the games of a player before a position, and the values that it names but `most`.

    It reads the player's seats from there on backwards, as many as it needs for a page; a game stands there once for
    each seat that the player had.
    """
    asked = {name: value for name in CONDITIONS if (value := getattr(query, name)) is not None}
    values = {name: int(value) if isinstance(value, bool) else value for name, value in asked.items()}
    before = position_of(query.cursor)
    statement = _statement(tuple(asked), known=query.reader is not None)
    return statement, {**values, "player": query.player, "account": query.reader, "before": before}


@cache
def _statement(asked: tuple[str, ...], *, known: bool) -> Select[Any]:
    is_public = _G.c.public == text("1")
    may_be_seen = or_(is_public, _G.c.id.in_(select(OWN.c.id))) if known else is_public
    mine = (_S.c.account == bindparam("player"), _S.c.position < bindparam("before"), _G.c.id == _S.c.game_id)
    conditions = (CONDITIONS[name] for name in asked)
    newest = _S.c.position.desc()
    return select(_G).where(*mine, may_be_seen, *conditions).order_by(newest).limit(bindparam("most"))
