"""What the people of a game are told, and what of it is still true: a decision is open, a seat is kept, a consent
awaited, who plays. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.log.record import Public
from domain.table.open_decisions import CHANGED_BY, OpenDecisions, TakebackRequest, version_of
from projections.notices import of_seats as seat_notices
from projections.notices import tables
from projections.notices.kinds import INVITED, OVER, STARTED, TAKEBACK, TURN, Notice, notice_of
from projections.statements import Cursor

_SIT = "UPDATE outbox_seats SET account = :account WHERE game = :game AND seat = :seat"

_IS_TAKEN = "DELETE FROM outbox_kept WHERE game = :game AND seat = :seat"

_OPEN_AT = "SELECT decision FROM outbox_open WHERE game = :game AND seat = :seat"

_CLOSE = "DELETE FROM outbox_open WHERE game = :game AND seat = :seat"

_AGREES = "DELETE FROM outbox_takebacks WHERE game = :game AND seat = :seat"

_ASKED_BACK = "SELECT seat, decision FROM outbox_takebacks WHERE game = :game"

ASKS = ""
"""What stands for the decision of a seat that asks for a takeback, beside those whose consent is awaited."""

_PEOPLE = "SELECT seat, account FROM outbox_seats WHERE game = :game AND account IS NOT NULL"


def told(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Fold an event of a game's table into the outbox's tables: what it gives people to hear."""
    fold = _FOLDS.get(event.type)
    return [] if fold is None else fold(db, game, event, head)


def _opened(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    terms = event.data["terms"]
    db.execute(tables.KNOW_GAME, id=game, played=event.data["game"])
    seats = [{"game": game, "seat": seat, "account": None} for seat in event.data["seats"]]
    db.executemany(tables.ADD_SEAT, seats)
    invited: Mapping[str, str] = terms.get("invited") or {}
    host = terms.get("creator")
    notices = [notice_of(account, game, INVITED, seat, event, head, by=host) for seat, account in invited.items()]
    kept = [
        {"game": game, "decision": notice.decision, "seat": notice.seat, "account": notice.account}
        for notice in notices
    ]
    db.executemany(tables.ADD_KEPT, kept)
    return notices


def _seated(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Who takes over a seat from which something is wanted is told of it, under the same decision."""
    seat, account = event.data["seat"], event.data.get("account")
    db.execute(_SIT, account=account, game=game, seat=seat)
    if account is not None or event.data.get("level") is not None:
        db.execute(_IS_TAKEN, game=game, seat=seat)
    found = db.execute(_OPEN_AT, game=game, seat=seat).fetchone()
    if account is None or found is None:
        return []
    return [notice_of(account, game, TURN, seat, event, head, found["decision"])]


def _replaced(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    changed = seat_notices.replaced(db, game, event, head)
    return [*changed, *_seated(db, game, event, head), *_asked_back(db, game, event, head)]


def _asked_back(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Who takes over a seat is asked about the takeback that others ask; what was asked at the seat is so no more."""
    after, seat = _waiting(db, game).after_public(event).takeback, event.data["seat"]
    if after is None or not after.seat:
        _no_takeback(db, game)
        return []
    db.execute(_AGREES, game=game, seat=seat)
    people = _people(db, game)
    awaited = after.waits_for(people) & {seat}
    notices = [notice_of(people[one], game, TAKEBACK, one, event, head) for one in awaited]
    _await(db, game, notices)
    return notices


def _changes_hands(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    seat_notices.remember(db, game, event)
    return []


def _started(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    return [notice_of(account, game, STARTED, seat, event, head) for seat, account in _people(db, game).items()]


def _asked(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Who holds a seat is told of each decision of it that is new."""
    people, notices = _people(db, game), []
    for seat, decision in _waits(db, game, event).items():
        if seat in people:
            kind = str(event.data["open"][seat]["kind"])
            notices.append(notice_of(people[seat], game, TURN, seat, event, head, decision, kind))
    return notices


def _takeback_asked(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    people, asks = _people(db, game), event.data["seat"]
    awaited = TakebackRequest(asks, event.data["to"]).waits_for(people)
    notices = [notice_of(people[seat], game, TAKEBACK, seat, event, head) for seat in people if seat in awaited]
    _no_takeback(db, game)
    db.execute(tables.ADD_TAKEBACK, game=game, seat=asks, decision=ASKS)
    _await(db, game, notices)
    return notices


def _await(db: Cursor, game: str, notices: Sequence[Notice]) -> None:
    """Wait for the consent of those who are told."""
    rows = [{"game": game, "seat": notice.seat, "decision": notice.decision} for notice in notices]
    db.executemany(tables.ADD_TAKEBACK, rows)


def _renewed(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Nobody is told, but what was true of the table may be so no longer."""
    _waits(db, game, event)
    return []


def _waits(db: Cursor, game: str, event: Public) -> dict[str, str]:
    """Write what the table waits for now, as far as that has changed: seat -> id of the decisions that are new."""
    before = _waiting(db, game)
    after = before.after_public(event)
    for seat, version in before.versions.items():
        if after.versions.get(seat) != version:
            db.execute(_CLOSE, game=game, seat=seat)
    new = {seat: after.decision_id(seat) for seat, at in after.versions.items() if at == event.version}
    rows = [{"game": game, "seat": seat, "decision": made} for seat, made in new.items()]
    db.executemany(tables.ADD_OPEN, rows)
    if after.takeback is None and before.takeback is not None:
        _no_takeback(db, game)
    for seat in () if after.takeback is None else after.takeback.agreed:
        db.execute(_AGREES, game=game, seat=seat)
    return new


def _waiting(db: Cursor, game: str) -> OpenDecisions:
    """What the table waited for before; of a takeback only that it is asked, and by whom if that is known."""
    found = db.execute("SELECT seat, decision FROM outbox_open WHERE game = :game", game=game).fetchall()
    asked = {row["decision"]: row["seat"] for row in db.execute(_ASKED_BACK, game=game)}
    versions = {row["seat"]: version_of(row["decision"]) for row in found}
    return OpenDecisions(versions, TakebackRequest(asked.get(ASKS, ""), 0) if asked else None)


def _closed(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Whoever might have come back to a seat that an AI keeps is told too."""
    _renewed(db, game, event, head)
    db.execute(tables.KEEP_NOTHING, game=game)
    people = {**_people(db, game), **seat_notices.awaited(db, game)}
    seat_notices.closed(db, game)
    cause = (event.action or {}).get("why") or event.data["cause"]
    return [notice_of(account, game, OVER, seat, event, head, asked=cause) for seat, account in people.items()]


def _no_takeback(db: Cursor, game: str) -> None:
    db.execute("DELETE FROM outbox_takebacks WHERE game = :game", game=game)


def _people(db: Cursor, game: str) -> dict[str, str]:
    """Seat -> account, of the seats that people hold."""
    found = db.execute(_PEOPLE, game=game)
    return {row["seat"]: row["account"] for row in found}


_FOLDS: Mapping[str, Callable[[Cursor, str, Public, str], list[Notice]]] = {
    "GameOpened": _opened,
    "SeatTaken": _seated,
    "SeatLeft": _seated,
    "SeatResigned": seat_notices.resigned,
    "DeadlinePassed": _changes_hands,
    "DeadlineSet": seat_notices.last_call,
    "OperatorActed": _changes_hands,
    "GameStarted": _started,
    **dict.fromkeys(CHANGED_BY, _renewed),
    "Asked": _asked,
    "SeatReplaced": _replaced,
    "TakebackAsked": _takeback_asked,
    "GameClosed": _closed,
}
