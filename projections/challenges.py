"""Challenges: which there are, and whether something is to be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Index, insert

from domain.log.record import Public
from projections.columns import integer, key, partial_index, read_model, seconds, words
from projections.cursors import cursor_after, position_of
from projections.database import Database
from projections.log import Notification
from projections.projection import Projection
from projections.statements import Cursor

MOST = 200
"""Challenges on a page, at most."""

challenges_challenges = read_model(
    "challenges_challenges",
    key("id"),
    integer("position", unique=True),
    words("game"),
    words("name_id"),
    words("organiser"),
    words("status"),
    seconds("due", nullable=True),
    integer("version"),
    integer("to_do"),
    seconds("opened"),
    seconds("changed"),
    partial_index("challenges_challenges_to_do", "to_do", "position", where="to_do = 1"),
    partial_index("challenges_challenges_due", "due", where="status != 'closed'"),
    partial_index("challenges_challenges_open", "status", "position", where="status = 'open'"),
    with_rowid=True,
)

challenges_tries = read_model(
    "challenges_tries",
    key("game_id"),
    words("challenge_id"),
    integer("number"),
    integer("ended"),
    integer("reported"),
    Index("challenges_tries_by_challenge", "challenge_id", "number"),
)

challenges_tours = read_model(
    "challenges_tours",
    key("id"),
    integer("position", unique=True),
    words("game"),
    words("name_id"),
    integer("challenges"),
    seconds("opened"),
    with_rowid=True,
)

_ADD_CHALLENGE, _ADD_TRY = insert(challenges_challenges), insert(challenges_tries)
_ADD_TOUR = insert(challenges_tours)

_TRIES = "SELECT * FROM challenges_tries t WHERE t.challenge_id = x.id"
_TO_DO = f"""CAST(status != 'closed' AND (
    EXISTS ({_TRIES} AND t.ended = 1 AND t.reported = 0)
    OR (status = 'ending' AND NOT EXISTS ({_TRIES} AND t.reported = 0))
) AS INTEGER)"""
"""Whether a try has ended that is not reported, or the last one has ended and the seed is to be revealed."""

_WITH_TO_DO = f"UPDATE challenges_challenges AS x SET to_do = {_TO_DO} WHERE id ="
_SEE_TO = f"{_WITH_TO_DO} :challenge"
_SEE_TO_THAT_OF_GAME = f"{_WITH_TO_DO} (SELECT challenge_id FROM challenges_tries WHERE game_id = :game)"

_HAS_MOVED = "UPDATE challenges_challenges SET version = :version, changed = :at WHERE id = :challenge"

_REPORT = "UPDATE challenges_tries SET reported = 1 WHERE challenge_id = :challenge AND number = :number"

_TURN = "UPDATE challenges_challenges SET status = :status WHERE id = :challenge"


class Challenges(Projection):
    """Folds the events of challenges and tours, and the ends of their games.

    `challenges_challenges.to_do`: something is to be done by itself, whatever the time is. Times are seconds UTC.
    """

    name = "challenges"
    relations = (challenges_challenges, challenges_tries, challenges_tours)

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, log_id, entry = notification
        event = entry.read()
        if event.type == "GameClosed":
            db.execute("UPDATE challenges_tries SET ended = 1 WHERE game_id = :game", game=log_id)
            db.execute(_SEE_TO_THAT_OF_GAME, game=log_id)
        fold = _FOLDS.get(event.type)
        if fold is not None:
            fold(db, position, log_id, event)
            db.execute(_HAS_MOVED, version=event.version, at=event.at, challenge=log_id)
            db.execute(_SEE_TO, challenge=log_id)


def _opened(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    data = event.data
    db.execute(
        _ADD_CHALLENGE,
        id=challenge_id,
        position=position,
        game=data["game"],
        name_id=data["name"]["id"],
        organiser=data["organiser"],
        status="open",
        due=data["due"],
        version=event.version,
        to_do=0,
        opened=event.at,
        changed=event.at,
    )


def _begun(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    db.execute(
        _ADD_TRY,
        game_id=event.data["game_id"],
        challenge_id=challenge_id,
        number=event.data["number"],
        ended=0,
        reported=0,
    )


def _ended(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    db.execute(_REPORT, challenge=challenge_id, number=event.data["number"])


def _entries_closed(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    db.execute(_TURN, status="ending", challenge=challenge_id)


def _closed(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    db.execute(_TURN, status="closed", challenge=challenge_id)


def _tour_opened(db: Cursor, position: int, tour_id: str, event: Public) -> None:
    data = event.data
    db.execute(
        _ADD_TOUR,
        id=tour_id,
        position=position,
        game=data["game"],
        name_id=data["name"]["id"],
        challenges=len(data["challenges"]),
        opened=event.at,
    )


def _only_noted(db: Cursor, position: int, challenge_id: str, event: Public) -> None:
    """Something that no list tells."""


_FOLDS: Mapping[str, Callable[[Cursor, int, str, Public], None]] = {
    "ChallengeOpened": _opened,
    "TryBegun": _begun,
    "GroupFormed": _only_noted,
    "GroupJoined": _only_noted,
    "GroupLeft": _only_noted,
    "GroupDissolved": _only_noted,
    "GroupBegun": _begun,
    "TryMeasured": _only_noted,
    "TryEnded": _ended,
    "EntriesClosed": _entries_closed,
    "ChallengeClosed": _closed,
    "TourOpened": _tour_opened,
}


_PAGE = """
    SELECT x.*, (SELECT count(*) FROM challenges_tries t WHERE t.challenge_id = x.id) AS tries
    FROM challenges_challenges x WHERE position < :before ORDER BY position DESC LIMIT :most
"""

_UNTRIED = """
    SELECT x.*, 0 AS tries FROM challenges_challenges x WHERE organiser = :organiser AND status = 'open'
    AND NOT EXISTS (SELECT * FROM challenges_tries t WHERE t.challenge_id = x.id) ORDER BY position
"""

_TOURS = "SELECT * FROM challenges_tours WHERE position < :before ORDER BY position DESC LIMIT :most"

_DUE = """
    SELECT id, version, position FROM challenges_challenges WHERE to_do = 1
    UNION SELECT id, version, position FROM challenges_challenges WHERE due <= :now AND status != 'closed'
"""


class ListedChallenge(msgspec.Struct, frozen=True):
    """A challenge in a list; `due` (None: until it is ended) and the other times are seconds UTC."""

    id: str
    game: str
    name_id: str
    organiser: str
    status: str
    due: int | None
    tries: int
    opened: int
    changed: int


class ChallengesPage(msgspec.Struct, frozen=True):
    """A page of a list; `next` is the cursor of the page after it, None on the last."""

    challenges: Sequence[ListedChallenge]
    next: str | None


class ListedTour(msgspec.Struct, frozen=True):
    """A tour in a list: how many challenges it has, and when it was opened (seconds UTC)."""

    id: str
    game: str
    name_id: str
    challenges: int
    opened: int


class ToursPage(msgspec.Struct, frozen=True):
    """A page of a list; `next` is the cursor of the page after it, None on the last."""

    tours: Sequence[ListedTour]
    next: str | None


class ChallengeLists:
    """Reads what `Challenges` wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, cursor: str | None = None, limit: int = 50) -> ChallengesPage:
        """A page of all challenges, the newest first. `BadCursor` for a cursor that no page gave."""
        before, limit = position_of(cursor), max(1, min(limit, MOST))
        with self._database.reading() as db:
            rows = db.execute(_PAGE, before=before, most=limit + 1).fetchall()
        return ChallengesPage([_listed(row) for row in rows[:limit]], cursor_after(rows, limit))

    def tours(self, cursor: str | None = None, limit: int = 50) -> ToursPage:
        """A page of all tours, the newest first. `BadCursor` for a cursor that no page gave."""
        before, limit = position_of(cursor), max(1, min(limit, MOST))
        with self._database.reading() as db:
            rows = db.execute(_TOURS, before=before, most=limit + 1).fetchall()
        listed = [ListedTour(**{name: row[name] for name in ListedTour.__struct_fields__}) for row in rows[:limit]]
        return ToursPage(listed, cursor_after(rows, limit))

    def open_to_tries(self) -> list[str]:
        """The ids of the challenges in which tries may still begin, the oldest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT id FROM challenges_challenges WHERE status = 'open' ORDER BY position").fetchall()
        return [row["id"] for row in rows]

    def untried(self, organiser: str) -> list[ListedChallenge]:
        """The organiser's challenges that nobody has tried yet, the oldest first: those that can make a tour."""
        with self._database.reading() as db:
            rows = db.execute(_UNTRIED, organiser=organiser).fetchall()
        return [_listed(row) for row in rows]

    def due(self, now: float) -> list[tuple[str, int]]:
        """The challenges for which something is to be done by itself, each with its version: a try has ended, the time
        is up, or the last try has ended and the seed is to be revealed."""
        with self._database.reading() as db:
            rows = db.execute(_DUE, now=now).fetchall()
        return [(row["id"], row["version"]) for row in sorted(rows, key=lambda row: row["position"])]


def _listed(row: Any) -> ListedChallenge:
    return ListedChallenge(**{name: row[name] for name in ListedChallenge.__struct_fields__})
