"""What people are told of challenges: that a group keeps a seat for them. The challenge is in the place of a game, the
number of the group in that of a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.log.canon import Json
from domain.log.record import Public
from projections.notices import tables
from projections.notices.kinds import CHALLENGE_INVITED, Notice, notice_of
from projections.statements import Cursor

_KEEP_NOTHING_FOR = "DELETE FROM outbox_kept WHERE game = :game AND account = :account"

_KEEP_NOTHING_OF = "DELETE FROM outbox_kept WHERE game = :game AND decision = :decision"


def told(db: Cursor, challenge: str, event: Public, head: str) -> list[Notice]:
    """Fold an event of a challenge into the outbox's tables: what it gives people to hear."""
    fold = _FOLDS.get(event.type)
    if fold is not None:
        fold(db, challenge, event.data)
    return _invited(db, challenge, event, head) if event.type == "GroupFormed" else []


def is_told_of(kind: str) -> bool:
    """Whether events of this type matter here."""
    return kind in _FOLDS


def _invited(db: Cursor, challenge: str, event: Public, head: str) -> list[Notice]:
    """Who is kept several seats is told once."""
    number, leader = str(event.data["number"]), event.data["leader"]
    seats: dict[str, str] = {}
    for seat, held in event.data["seats"].items():
        if "invited" in held:
            seats.setdefault(held["invited"], seat)
    kept = [
        {"game": challenge, "decision": number, "seat": seat, "account": account} for account, seat in seats.items()
    ]
    db.executemany(tables.ADD_KEPT, kept)
    return [
        notice_of(account, challenge, CHALLENGE_INVITED, seat, event, head, number, by=leader)
        for account, seat in seats.items()
    ]


def _opened(db: Cursor, challenge: str, data: Mapping[str, Json]) -> None:
    db.execute(tables.KNOW_GAME, id=challenge, played=data["game"])


def _tries(db: Cursor, challenge: str, data: Mapping[str, Json]) -> None:
    """An account that has its one try is invited to none any more (CH-TRY-1)."""
    account = data.get("leader") or data.get("account")
    db.execute(_KEEP_NOTHING_FOR, game=challenge, account=account)


def _group_is_settled(db: Cursor, challenge: str, data: Mapping[str, Json]) -> None:
    """It has begun, or is no more."""
    db.execute(_KEEP_NOTHING_OF, game=challenge, decision=str(data["number"]))


def _nobody_begins(db: Cursor, challenge: str, data: Mapping[str, Json]) -> None:
    db.execute(tables.KEEP_NOTHING, game=challenge)


_FOLDS: Mapping[str, Callable[[Cursor, str, Mapping[str, Json]], None]] = {
    "ChallengeOpened": _opened,
    "TryBegun": _tries,
    "GroupFormed": _tries,
    "GroupJoined": _tries,
    "GroupDissolved": _group_is_settled,
    "GroupBegun": _group_is_settled,
    "EntriesClosed": _nobody_begins,
}
