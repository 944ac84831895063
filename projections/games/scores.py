"""The scores: how each closed game ended, for whom."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Index, insert

from domain.contract.facets.seating import PLAYER, role
from domain.contract.game import Json
from domain.table.table import Table
from projections.columns import integer, key, partial_index, read_model, seconds, words
from projections.log import ClosedGames, Notification
from projections.projection import Projection
from projections.statements import Cursor

logger = logging.getLogger(__name__)

scores_games = read_model(
    "scores_games",
    key("id"),
    integer("position", unique=True),
    words("game"),
    integer("rules"),
    words("cause"),
    integer("public"),
    integer("rated"),
    words("edition", nullable=True),
    words("scenario", nullable=True),
    integer("won", nullable=True),
    words("detail", nullable=True),
    seconds("closed"),
    partial_index("scores_games_by_day", "closed", "id", where="public = 1"),
    with_rowid=True,
)

scores_seats = read_model(
    "scores_seats",
    key("game_id"),
    key("seat"),
    integer("position"),
    words("role"),
    words("account", nullable=True),
    words("level", nullable=True),
    integer("place", nullable=True),
    integer("unranked"),
    integer("resigned"),
    Index("scores_seats_by_account", "account", "position"),
)

_ADD_GAME, _ADD_SEAT = insert(scores_games), insert(scores_seats)


class Scores(Projection):
    """Folds a game when it is closed, whole, since only the game knows its places."""

    name = "scores"
    relations = (scores_games, scores_seats)

    def __init__(self, games: ClosedGames) -> None:
        self._games = games

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, game_id, entry = notification
        event = entry.read()
        if event.type == "GameClosed" and (table := self._fold(game_id)) is not None:
            _store(db, position, table)

    def _fold(self, game_id: str) -> Table | None:
        try:
            return self._games.find(game_id).table
        except Exception:
            # Whatever is wrong with one game (say, its rules are no longer installed) must not stop all others.
            logger.exception("game %s cannot be folded: it has no result until `projections rebuild scores`", game_id)
            return None


def _store(db: Cursor, position: int, table: Table) -> None:
    header, result = table.header, table.result
    db.execute(
        _ADD_GAME,
        id=header.id,
        position=position,
        game=header.game,
        rules=header.rules,
        cause=table.status,
        public=int(header.terms.get("visibility", "public") == "public"),
        rated=int(bool(header.terms.get("rated", False))),
        edition=_word(header.options.get("edition")),
        scenario=_word(header.options.get("scenario")),
        won=None if result is None or result.won is None else int(result.won),
        detail=json.dumps(result.detail, sort_keys=True) if result else None,
        closed=table.at,
    )
    db.executemany(_ADD_SEAT, [_seat_row(position, table, seat) for seat in table.seats])


def _seat_row(position: int, table: Table, name: str) -> dict[str, object]:
    header, seat, result = table.header, table.seats[name], table.result
    places = (result.places if result else None) or {}
    return {
        "game_id": header.id,
        "seat": name,
        "position": position,
        "role": role(table.game, header.options, name),
        "account": seat.account,
        "level": seat.level,
        "place": places.get(name),
        "unranked": int(result is not None and name in result.unranked),
        "resigned": int(name in table.resigned),
    }


def _word(option: Json) -> str | None:
    return option if isinstance(option, str) else None


class SeatResult(msgspec.Struct, frozen=True):
    """How a seat fared: its place from 1 (None: not placed), whether it is unranked or had resigned, and as what it
    played (`domain.contract.facets.seating`)."""

    account: str | None
    level: str | None
    place: int | None
    unranked: bool
    resigned: bool
    role: str = PLAYER


class GameResult(msgspec.Struct, frozen=True):
    """How a closed game ended: `cause` is `over`, `void`, `cancelled` or `abandoned`; only a game that is over
    has places, `won` (co-operative games) and `detail` (the game's own terms). `closed` is in seconds UTC, `position`
    that of its end in the log; `edition` and `scenario` are the options of that name."""

    id: str
    position: int
    game: str
    rules: int
    cause: str
    public: bool
    rated: bool
    edition: str | None
    scenario: str | None
    won: bool | None
    detail: Mapping[str, Json] | None
    closed: int
    seats: Mapping[str, SeatResult]


def result_of(db: Cursor, row: Any) -> GameResult:
    """The result in a row of `scores_games`, with its seats."""
    seats = db.execute("SELECT * FROM scores_seats WHERE game_id = :game", game=row["id"]).fetchall()
    return GameResult(
        id=row["id"],
        position=row["position"],
        game=row["game"],
        rules=row["rules"],
        cause=row["cause"],
        public=bool(row["public"]),
        rated=bool(row["rated"]),
        edition=row["edition"],
        scenario=row["scenario"],
        won=None if row["won"] is None else bool(row["won"]),
        detail=None if row["detail"] is None else json.loads(row["detail"]),
        closed=row["closed"],
        seats={
            seat["seat"]: SeatResult(
                account=seat["account"],
                level=seat["level"],
                place=seat["place"],
                unranked=bool(seat["unranked"]),
                resigned=bool(seat["resigned"]),
                role=seat["role"],
            )
            for seat in seats
        },
    )
