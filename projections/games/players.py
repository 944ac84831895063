"""How somebody has fared in public games that were played to their end: by game, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from projections.database import Database

MOST = 20
"""Opponents that are told of, those met most often first."""

_PLAYED = """
    FROM scores_seats s JOIN scores_games g ON g.id = s.game_id
    {join} WHERE s.account = :player AND s.role = 'player' AND g.public = 1 AND g.cause = 'over'
"""

_BY_GAME = f"""
    SELECT g.game, COUNT(*) AS games, SUM(CASE WHEN g.won = 1 OR s.place = 1 THEN 1 ELSE 0 END) AS won
    {_PLAYED.format(join="")} GROUP BY g.game ORDER BY COUNT(*) DESC, g.game
"""

_OTHERS = "JOIN scores_seats o ON o.game_id = s.game_id AND o.seat <> s.seat AND o.role = 'player'"

_BY_OPPONENT = f"""
    SELECT o.account, o.level, COUNT(*) AS games,
    SUM(CASE WHEN s.place < o.place THEN 1 ELSE 0 END) AS won,
    SUM(CASE WHEN s.place > o.place THEN 1 ELSE 0 END) AS lost
    {_PLAYED.format(join=_OTHERS)}
    AND (o.level IS NOT NULL OR o.account <> :player) AND s.place IS NOT NULL AND o.place IS NOT NULL
    GROUP BY o.account, o.level ORDER BY COUNT(*) DESC, o.account, o.level LIMIT :most
"""


class GameTally(msgspec.Struct, frozen=True):
    """How many games of one kind somebody has played, and won."""

    game: str
    games: int
    won: int


class OpponentTally(msgspec.Struct, frozen=True):
    """How often somebody met another person's `account` or an AI of a `level`, came before it, and after it."""

    account: str | None
    level: str | None
    games: int
    won: int
    lost: int


class Players:
    """Reads what `projections.games.scores.Scores` wrote, by who played: never more than the games of one player."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_game(self, account: str) -> Sequence[GameTally]:
        """What the account has played, the game played most first."""
        return [GameTally(row["game"], row["games"], row["won"]) for row in self._rows(_BY_GAME, player=account)]

    def by_opponent(self, account: str) -> Sequence[OpponentTally]:
        """Whom the account has met in games with places, those met most often first."""
        rows = self._rows(_BY_OPPONENT, player=account, most=MOST)
        return [OpponentTally(row["account"], row["level"], row["games"], row["won"], row["lost"]) for row in rows]

    def _rows(self, statement: str, **values: Any) -> Sequence[Any]:
        with self._database.reading() as db:
            return db.execute(statement, **values).fetchall()
