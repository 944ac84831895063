"""Ratings of every game: a verdict for each closed game, and who is rated how after it (docs/leagues.md, chapter 8)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Index, insert, text

from domain.league.closed import finished_game
from domain.league.ratings import ORIGIN, Change, Finished, Ratings, Reason, Standing, Verdict
from projections.columns import integer, key, number_key, read_model, real, seconds, words
from projections.cursors import cursor_after, position_of
from projections.database import Database
from projections.log import ClosedGames, Notification
from projections.projection import Projection
from projections.statements import Cursor, put

logger = logging.getLogger(__name__)

MOST = 200
"""Lines of a page, at most."""

ratings_games = read_model(
    "ratings_games",
    number_key("position"),
    words("id", unique=True),
    words("game"),
    words("people"),
    words("bots"),
    seconds("closed"),
    Index("ratings_games_by_game", "game", "position"),
    with_rowid=True,
)

ratings_holders = read_model(
    "ratings_holders",
    key("game"),
    number_key("bot"),
    key("holder"),
    integer("rating"),
    real("mu"),
    real("sigma"),
    integer("games"),
    Index("ratings_holders_by_rating", "game", "bot", text("rating DESC"), "holder"),
)

ratings_changes = read_model(
    "ratings_changes",
    number_key("position"),
    number_key("seat"),
    words("id"),
    words("game"),
    words("holder"),
    integer("bot"),
    integer("place", nullable=True),
    words("why"),
    integer("before"),
    integer("after"),
    seconds("closed"),
    Index("ratings_changes_by_holder", "game", "bot", "holder", "position"),
    Index("ratings_changes_by_game", "id", "seat"),
)
"""What each closed game did to the ratings of who held its seats, in seat order."""

_ADD_GAME, _PUT_HOLDER, _ADD_CHANGE = insert(ratings_games), put(ratings_holders), insert(ratings_changes)


_RATED = "SELECT * FROM ratings_holders WHERE game = :game AND bot = :bot AND holder = :holder"

_BEST = """
    SELECT * FROM ratings_holders WHERE game = :game AND bot = :bot ORDER BY rating DESC, holder LIMIT :most
"""

_IS_PUBLIC = "EXISTS (SELECT 1 FROM scores_games s WHERE s.id = {table}.id AND s.public = 1)"

_VERDICTS = f"""
    SELECT * FROM ratings_games
    WHERE game = :game AND position < :before AND {_IS_PUBLIC.format(table="ratings_games")}
    ORDER BY position DESC LIMIT :most
"""

_CHANGES = "SELECT * FROM ratings_changes WHERE id = :game ORDER BY seat"

_HISTORY = f"""
    SELECT * FROM ratings_changes
    WHERE game = :game AND bot = :bot AND holder = :holder AND why = 'rated' AND position < :before
    AND (:private = 1 OR {_IS_PUBLIC.format(table="ratings_changes")})
    ORDER BY position DESC LIMIT :most
"""


class RatingTables(Projection):
    """Folds a game when it is closed, whole, in the order in which games end (LG-RAT-7)."""

    name = "ratings"
    relations = (ratings_games, ratings_holders, ratings_changes)

    def __init__(self, games: ClosedGames) -> None:
        self._games = games

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, game_id, entry = notification
        event = entry.read()
        if event.type == "GameClosed" and (closed := self._closed(game_id)) is not None:
            game, finished = closed
            _rate(db, position, game, finished, event.at)

    def _closed(self, game_id: str) -> tuple[str, Finished] | None:
        try:
            table, entries = self._games.find(game_id)
            return table.header.game, finished_game(table, entries)
        except Exception:
            # Whatever is wrong with one game (say, its rules are no longer installed) must not stop all others.
            logger.exception("game %s cannot be folded: it has no verdict until `projections rebuild ratings`", game_id)
            return None


def _rate(db: Cursor, position: int, game: str, finished: Finished, at: int) -> None:
    kinds = (False, True)
    ratings = Ratings(*(_known(db, game, finished, bots=bots) for bots in kinds))
    explained = ratings.explain(finished)
    verdict = explained.verdict
    for bots in kinds:
        db.executemany(_PUT_HOLDER, [_holder(game, line, bots=bots) for line in ratings.table(bots=bots)])
    db.execute(
        _ADD_GAME,
        position=position,
        id=finished.id,
        game=game,
        people=verdict.people,
        bots=verdict.bots,
        closed=at,
    )
    of_game = {"position": position, "id": finished.id, "game": game, "closed": at}
    changes = enumerate(explained.changes, 1)
    db.executemany(_ADD_CHANGE, [of_game | {"seat": seat, **_changed(change)} for seat, change in changes])


def _holder(game: str, line: Standing, *, bots: bool) -> dict[str, object]:
    return {
        "game": game,
        "bot": int(bots),
        "holder": line.holder,
        "rating": line.rating,
        "mu": line.mu,
        "sigma": line.sigma,
        "games": line.games,
    }


def _changed(change: Change) -> dict[str, object]:
    return {**msgspec.structs.asdict(change), "bot": int(change.bot)}


def _known(db: Cursor, game: str, finished: Finished, *, bots: bool) -> list[Standing]:
    """The ratings so far of those who played."""
    holders = {player.holder for player in finished.players if player.bot is bots}
    rows = (db.execute(_RATED, game=game, bot=int(bots), holder=holder).fetchone() for holder in sorted(holders))
    return [_standing(row) for row in rows if row is not None]


def _standing(row: Any) -> Standing:
    return Standing(row["holder"], row["rating"], row["mu"], row["sigma"], row["games"])


class RatedGame(msgspec.Struct, frozen=True):
    """A closed game with its verdicts, people's and AIs'; `closed` in seconds UTC."""

    id: str
    game: str
    people: Reason
    bots: Reason
    closed: int


class Verdicts(msgspec.Struct, frozen=True):
    """A page of verdicts, the last closed game first; `next` is the cursor of the page after it, None on the last."""

    games: Sequence[RatedGame]
    next: str | None


class Rated(msgspec.Struct, frozen=True):
    """What a closed game did to the rating of somebody who held a seat; `closed` in seconds UTC."""

    id: str
    closed: int
    change: Change


class History(msgspec.Struct, frozen=True):
    """A page of the games that changed a rating, the last closed first, and the cursor of the page after it."""

    games: Sequence[Rated]
    next: str | None


class RatingLists:
    """Reads what `RatingTables` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rating(self, game: str, holder: str, bot: bool) -> int:
        """The rating of an account or an AI level as it is shown; `ORIGIN` for one that was never rated."""
        with self._database.reading() as db:
            row = db.execute(_RATED, game=game, bot=int(bot), holder=holder).fetchone()
        return ORIGIN if row is None else int(row["rating"])

    def best(self, game: str, *, bots: bool = False, limit: int = MOST) -> list[Standing]:
        """Who is rated in this game, the best first."""
        with self._database.reading() as db:
            rows = db.execute(_BEST, game=game, bot=int(bots), most=min(limit, MOST)).fetchall()
        return [_standing(row) for row in rows]

    def verdict(self, game_id: str) -> Verdict | None:
        """The verdict of a closed game (LG-RAT-6); None while it goes on."""
        with self._database.reading() as db:
            row = db.execute("SELECT * FROM ratings_games WHERE id = :game", game=game_id).fetchone()
        return None if row is None else Verdict(row["id"], row["people"], row["bots"])

    def verdicts(self, game: str, cursor: str | None = None, limit: int = 50) -> Verdicts:
        """The public games of this kind that are closed, the last closed first.

        `BadCursor` for a cursor that no page gave.
        """
        most = max(1, min(limit, MOST))
        with self._database.reading() as db:
            rows = db.execute(_VERDICTS, game=game, before=position_of(cursor), most=most + 1).fetchall()
        shown = [RatedGame(row["id"], row["game"], row["people"], row["bots"], row["closed"]) for row in rows[:most]]
        return Verdicts(shown, cursor_after(rows, most))

    def changes(self, game_id: str) -> list[Change]:
        """What a closed game did to the ratings of who held its seats, in seat order; nothing while it goes on."""
        with self._database.reading() as db:
            rows = db.execute(_CHANGES, game=game_id).fetchall()
        return [_change(row) for row in rows]

    def history(
        self,
        game: str,
        holder: str,
        *,
        bot: bool = False,
        cursor: str | None = None,
        limit: int = 50,
        private: bool = False,
    ) -> History:
        """The games that counted for a rating, the last closed first; `private`: with those that are not to be named.

        `BadCursor` for a cursor that no page gave.
        """
        most = max(1, min(limit, MOST))
        with self._database.reading() as db:
            before = position_of(cursor)
            values = {"game": game, "bot": int(bot), "holder": holder, "before": before, "private": int(private)}
            rows = db.execute(_HISTORY, **values, most=most + 1).fetchall()
        shown = [Rated(row["id"], row["closed"], _change(row)) for row in rows[:most]]
        return History(shown, cursor_after(rows, most))


def _change(row: Any) -> Change:
    return Change(row["holder"], bool(row["bot"]), row["place"], row["why"], row["before"], row["after"])
