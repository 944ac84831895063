"""What the projection of leagues can be asked: lists of leagues, and what is to be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from projections.cursors import cursor_after, position_of
from projections.database import Database
from projections.projection import reached, stand_at
from projections.statements import Cursor

LEAGUES = "leagues"
"""The name of the projection."""

DONE = "leagues done"
"""The name under which a position in the log is kept: all that running leagues had to do up to there is done."""

DONE_IN = f"{DONE} "
"""Before the id of a league that has moved after that position: up to which version of its log all is done."""

MOST = 200
"""Leagues on a page, at most."""


_PAGE = "SELECT * FROM leagues_leagues WHERE position < :before ORDER BY position DESC LIMIT :most"

_PLACES_OF = """
    SELECT x.id FROM leagues_leagues x JOIN leagues_entrants e ON e.league_id = x.id
    WHERE e.account = :account AND e.season = x.season AND x.status NOT IN ('announced', 'closed')
    ORDER BY x.position
"""

_WON_BY = """
    SELECT x.id, x.name_id, c.season FROM leagues_champions c JOIN leagues_leagues x ON x.id = c.league_id
    WHERE c.account = :account ORDER BY x.position, c.season
"""

_DUE = """
    SELECT id, version FROM leagues_leagues WHERE due_at <= :now
    UNION SELECT id, version FROM leagues_leagues WHERE to_do = 1
"""

_UNDONE = f"""
    FROM leagues_leagues x LEFT JOIN projections p ON p.name = '{DONE_IN}' || x.id
    WHERE x.status = 'running' AND x.moved > :position AND x.version > COALESCE(p.position, 0)
"""
_MOVED = f"SELECT x.id, x.version {_UNDONE}"
_FIRST_MOVED = f"SELECT MIN(x.moved) AS moved {_UNDONE}"

_FORGET_DONE = f"""
    DELETE FROM projections WHERE name LIKE :those AND EXISTS (
        SELECT * FROM leagues_leagues x
        WHERE x.id = substr(projections.name, {len(DONE_IN) + 1}) AND x.version >= projections.position
        AND (x.status <> 'running' OR x.moved <= :position)
    )
"""
_FORGET_ALL_DONE = "DELETE FROM projections WHERE name = :name OR name LIKE :those"


class ListedLeague(msgspec.Struct, frozen=True):
    """A league in a list. `status` is that of its last season (`enrolling`, `opening`, `running`, `closed`), or
    `announced` before the first; `name_id` refers to words; times are seconds UTC."""

    id: str
    game: str
    name_id: str | None
    organiser: str | None
    season: int
    status: str
    entrants: int
    opened: int
    changed: int


class WonSeason(msgspec.Struct, frozen=True):
    """A season of a league that somebody has won; `name_id` refers to words."""

    league: str
    name_id: str | None
    season: int


class LeaguesPage(msgspec.Struct, frozen=True):
    """A page of a list; `next` is the cursor of the page after it, None on the last."""

    leagues: Sequence[ListedLeague]
    next: str | None


class LeagueLists:
    """Reads what `projections.leagues.leagues.Leagues` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, cursor: str | None = None, limit: int = 50) -> LeaguesPage:
        """A page of all leagues, the newest first. `BadCursor` for a cursor that no page gave."""
        before, limit = position_of(cursor), max(1, min(limit, MOST))
        with self._database.reading() as db:
            rows = db.execute(_PAGE, before=before, most=limit + 1).fetchall()
        return LeaguesPage([_listed(row) for row in rows[:limit]], cursor_after(rows, limit))

    def places_of(self, account: str) -> list[str]:
        """The leagues in which the account has a place in a season that is not over."""
        with self._database.reading() as db:
            rows = db.execute(_PLACES_OF, account=account).fetchall()
        return [row["id"] for row in rows]

    def won_by(self, account: str) -> list[WonSeason]:
        """The seasons at whose end the account had the first place of the top division, as their standings are now."""
        with self._database.reading() as db:
            rows = db.execute(_WON_BY, account=account).fetchall()
        return [WonSeason(row["id"], row["name_id"], row["season"]) for row in rows]

    def due(self, now: float) -> list[tuple[str, int]]:
        """The leagues for which something is to be done by itself, each with its version: a round to close or pair,
        a game to open, a result to pass on, a game to end that no table waits for."""
        with self._database.reading() as db:
            rows = db.execute(_DUE, now=now).fetchall()
        return [(row["id"], row["version"]) for row in rows]

    def moved(self) -> list[tuple[str, int]]:
        """The running leagues with events after what `have_done` has kept of them, each with its version."""
        with self._database.reading() as db:
            rows = db.execute(_MOVED, position=reached(db, DONE)).fetchall()
        return [(row["id"], row["version"]) for row in rows]

    def have_done(self, league_id: str, version: int) -> None:
        """Keep that all is done which a league had to do up to this version of its log.

        Of leagues that have not moved since nothing is kept but how far they all have come. A worker may be ahead
        of the tables: what it has done counts when they have come there.
        """
        with self._database.writing() as db:
            stand_at(db, f"{DONE_IN}{league_id}", version)
            # This comes first: what is folded meanwhile lies behind it.
            folded = reached(db, LEAGUES)
            undone = db.execute(_FIRST_MOVED, position=reached(db, DONE)).fetchone()["moved"]
            position = folded if undone is None else min(folded, undone - 1)
            stand_at(db, DONE, position)
            db.execute(_FORGET_DONE, those=f"{DONE_IN}%", position=position)


def look_at_all(db: Cursor) -> None:
    """Let every running league be looked at once more: nothing is known of what was done."""
    db.execute(_FORGET_ALL_DONE, name=DONE, those=f"{DONE_IN}%")


def _listed(row: Any) -> ListedLeague:
    return ListedLeague(
        id=row["id"],
        game=row["game"],
        name_id=row["name_id"],
        organiser=row["organiser"],
        season=row["season"],
        status=row["status"],
        entrants=row["entrants"],
        opened=row["opened"],
        changed=row["changed"],
    )
