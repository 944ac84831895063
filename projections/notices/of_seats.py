"""What people are told who were not there: that a seat has changed hands without its person's wish, as long as that
is so, and that the game is about to end.

An AI has taken it until its person comes back; it was lost, to the clock or by an operator's hand; it was given, by an
operator or because nobody else is left. Who leaves or takes a seat by hand knows that, and is told nothing.
"""

from __future__ import annotations

from domain.log.record import Public
from domain.table.members import OPERATOR, SEAT, Members, Moment
from projections.notices import tables
from projections.notices.kinds import LAST_CALL, SEAT_AI, SEAT_GIVEN, SEAT_LOST, Notice, notice_of
from projections.statements import Cursor

CLOCK = "clock"

_HANDS = "SELECT seat, account FROM outbox_hands WHERE game = :game AND kind = :kind"

_FORGET = "DELETE FROM outbox_hands WHERE game = :game AND seat = :seat AND (kind != :lost OR account = :account)"

_HOLDER = "SELECT account FROM outbox_seats WHERE game = :game AND seat = :seat"

_CHANGED_BY = "SELECT changed_by FROM outbox_changing WHERE game = :game AND command = :command"


def remember(db: Cursor, game: str, event: Public) -> None:
    """Whether an operator or the clock changes hands with the rest of this command."""
    by = OPERATOR if event.type == "OperatorActed" else CLOCK
    db.execute(tables.PUT_CHANGING, game=game, command=event.command, changed_by=by)


def last_call(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """A deadline that the clock has moved when it had passed is the last one."""
    seat, decision = event.data["seat"], event.data["decision"]
    holder = _holder(db, game, seat)
    if holder is None or _changed_by(db, game, event) != CLOCK:
        return []
    return [notice_of(holder, game, LAST_CALL, seat, event, head, decision)]


def resigned(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Who forfeits was not there."""
    holder = _holder(db, game, event.data["seat"])
    if holder is None or _changed_by(db, game, event) != CLOCK:
        return []
    return _kept(db, [notice_of(holder, game, SEAT_LOST, event.data["seat"], event, head)])


def replaced(db: Cursor, game: str, event: Public, head: str) -> list[Notice]:
    """Call it while the seat is still the one's who held it."""
    seat, account = event.data["seat"], event.data["account"]
    by, members = _changed_by(db, game, event), _members(db, game)
    then = members.replaced(seat, account, event.data["level"], Moment(event.version, event.at, by or SEAT))
    before = members.person_of(seat)
    _forget(db, game, seat, account)
    told: list[tuple[str, str]] = []
    if seat in then.kept:
        told.append((then.kept[seat], SEAT_AI))
    if before is not None and before != account and by == OPERATOR:
        told.append((before, SEAT_LOST))
    if account is not None and account != members.holders.get(seat) and event.by is None:
        told.append((account, SEAT_GIVEN))
    return _kept(db, [notice_of(person, game, kind, seat, event, head) for person, kind in told])


def awaited(db: Cursor, game: str) -> dict[str, str]:
    """Seat -> account, of the seats that AIs keep for their people."""
    found = db.execute(_HANDS, game=game, kind=SEAT_AI)
    return {row["seat"]: row["account"] for row in found}


def closed(db: Cursor, game: str) -> None:
    """When the game is over nobody needs to know it any more."""
    db.execute("DELETE FROM outbox_hands WHERE game = :game", game=game)
    db.execute("DELETE FROM outbox_changing WHERE game = :game", game=game)


def _members(db: Cursor, game: str) -> Members:
    """Who belongs to the table, as far as that is known here: who sits, and whose seats AIs keep."""
    found = db.execute("SELECT seat, account FROM outbox_seats WHERE game = :game", game=game)
    return Members(holders={row["seat"]: row["account"] for row in found}, kept=awaited(db, game))


def _kept(db: Cursor, notices: list[Notice]) -> list[Notice]:
    """The notices, once it is kept that they are true."""
    for notice in notices:
        hand = {name: getattr(notice, name) for name in ("game", "seat", "kind", "account", "decision")}
        db.execute(tables.PUT_HAND, **hand)
    return notices


def _forget(db: Cursor, game: str, seat: str, account: str | None) -> None:
    """What the next change of hands ends; a loss it ends only for whom it brings back."""
    db.execute(_FORGET, game=game, seat=seat, lost=SEAT_LOST, account=account)


def _holder(db: Cursor, game: str, seat: str) -> str | None:
    """The account that holds the seat."""
    found = db.execute(_HOLDER, game=game, seat=seat).fetchone()
    return None if found is None else found["account"]


def _changed_by(db: Cursor, game: str, event: Public) -> str | None:
    """Who changes hands with the event's command: an operator or the clock, None for others."""
    found = db.execute(_CHANGED_BY, game=game, command=event.command).fetchone()
    return None if found is None else found["changed_by"]
