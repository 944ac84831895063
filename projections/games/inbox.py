"""The inbox: every game with its seats, and who must decide what since when. `projections.games.lists` asks it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Index, insert

from domain.log.record import Entry, Public
from domain.log.upcast import Upcasters, upcast
from domain.log.whole import whole
from domain.table.members import Members
from domain.table.open_decisions import CHANGED_BY, OpenDecisions, TakebackRequest
from projections import membership
from projections.columns import integer, key, partial_index, read_model, seconds, words
from projections.log import Notification
from projections.projection import Projection
from projections.statements import Cursor, adding, put

PUBLIC = "visibility != 'private'"

inbox_games = read_model(
    "inbox_games",
    key("id"),
    integer("position", unique=True),
    words("game"),
    words("options"),
    words("terms"),
    words("creator", nullable=True),
    words("host", nullable=True),
    words("members"),
    words("by_whom"),
    words("visibility"),
    words("status"),
    words("league", nullable=True),
    integer("several_seats"),
    integer("free"),
    integer("version"),
    seconds("opened"),
    seconds("changed"),
    partial_index("inbox_games_open", "changed", where="status = 'open'"),
    partial_index("inbox_games_open_by_creator", "creator", where="status = 'open'"),
    Index("inbox_games_by_host", "host"),
    partial_index("inbox_games_public", "position", where=PUBLIC),
    partial_index("inbox_games_public_by_status", "status", "position", where=PUBLIC),
    partial_index("inbox_games_public_by_game", "game", "position", where=PUBLIC),
    partial_index("inbox_games_public_by_game_and_status", "game", "status", "position", where=PUBLIC),
    partial_index("inbox_games_public_by_league", "league", "position", where=PUBLIC),
    partial_index("inbox_games_public_free", "position", where="visibility != 'private' AND free = 1"),
    with_rowid=True,
)

inbox_seats = read_model(
    "inbox_seats",
    key("game_id"),
    key("seat"),
    integer("place"),
    words("account", nullable=True),
    words("level", nullable=True),
    words("invited", nullable=True),
    integer("resigned"),
    words("kept", nullable=True),
    Index("inbox_seats_by_account", "account", "game_id"),
    Index("inbox_seats_by_invitation", "invited", "game_id"),
    partial_index("inbox_seats_by_keeping", "kept", "game_id", where="kept IS NOT NULL"),
)

inbox_barred = read_model(
    "inbox_barred",
    key("game_id"),
    key("account"),
)

inbox_decisions = read_model(
    "inbox_decisions",
    key("game_id"),
    key("seat"),
    integer("version"),
    words("kind"),
    words("verbs"),
    words("level", nullable=True),
    seconds("since"),
    integer("position"),
    partial_index("inbox_decisions_of_ais", "position", where="level IS NOT NULL"),
)

inbox_takebacks = read_model(
    "inbox_takebacks",
    key("game_id"),
    words("seat"),
    words("agreed"),
)

_ADD_GAME = insert(inbox_games)
_ADD_SEAT = adding(inbox_seats, "game_id", "seat", "place", "resigned")
_ADD_BARRED = insert(inbox_barred)
_PUT_DECISION = put(inbox_decisions, inbox_decisions.c.kind, inbox_decisions.c.verbs)
_PUT_TAKEBACK = put(inbox_takebacks)


_NOTE_FREE = """
    UPDATE inbox_games SET free = CAST(status IN ('open', 'running') AND EXISTS (
        SELECT * FROM inbox_seats s WHERE s.game_id = inbox_games.id
        AND s.account IS NULL AND s.level IS NULL AND s.invited IS NULL
    ) AS INTEGER) WHERE id = :game
"""
"""Whether the game has a seat that is free, and kept for nobody."""

_HAS_MOVED = """
    UPDATE inbox_games SET version = :version, changed = :at, by_whom = COALESCE(:by, by_whom) WHERE id = :game
"""

_SIT = """
    UPDATE inbox_seats SET account = :account, level = :level, resigned = 0 WHERE game_id = :game AND seat = :seat
"""

_SEATS = """
    SELECT s.seat, s.level, d.version, t.agreed FROM inbox_seats s
    LEFT JOIN inbox_decisions d ON d.game_id = s.game_id AND d.seat = s.seat
    LEFT JOIN inbox_takebacks t ON t.game_id = s.game_id AND t.seat = s.seat
    WHERE s.game_id = :game
"""
"""The seats of a game, each with the version of its open decision and, if it asks back a move, with who agrees."""

_DECIDE = "UPDATE inbox_decisions SET level = :level WHERE game_id = :game AND seat = :seat"

_BELONG = "UPDATE inbox_games SET members = :members, host = :host WHERE id = :game"

_RESERVE = "UPDATE inbox_seats SET invited = :invited, kept = :kept WHERE game_id = :game AND seat = :seat"

_RESIGN = "UPDATE inbox_seats SET resigned = 1 WHERE game_id = :game AND seat = :seat"


class Inbox(Projection):
    """Folds the table's events and every `Asked`; it knows no game.

    What a game waits for, and who belongs to it, is folded as its table folds it (`domain.table.open_decisions`,
    `domain.table.members`). `inbox_games.by_whom` says by whom its last command is; `several_seats`: anybody may
    take more seats than one before the start; `free`: a seat is free, and kept for nobody; `inbox_decisions.level` is
    that of the AI which decides. Times are seconds UTC.
    """

    name = "inbox"
    relations = (inbox_games, inbox_seats, inbox_barred, inbox_decisions, inbox_takebacks)

    def __init__(self, upcasters: Upcasters) -> None:
        self._upcasters = upcasters

    def apply(self, db: Cursor, notification: Notification) -> None:
        self.apply_all(db, [notification])

    def apply_all(self, db: Cursor, batch: Sequence[Notification]) -> None:
        """Fold a batch of stored events; how far a game has got is written once for each game."""
        moved: dict[str, dict[str, object]] = {}
        for position, game_id, entry in batch:
            label, fold = entry.label, _FOLDS.get(entry.label.type)
            by = label.by or moved.get(game_id, {}).get("by")
            if fold is not None:
                event = todays(self._upcasters, entry)
                fold(db, position, game_id, msgspec.structs.replace(event, by=by))
            moved[game_id] = {"version": label.version, "at": label.at, "by": by, "game": game_id}
        db.executemany(_HAS_MOVED, list(moved.values()))


def todays(upcasters: Upcasters, entry: Entry) -> Public:
    """The public part of an event of the table, its data in today's form."""
    event = entry.read()
    if ("table", event.type, event.schema) not in upcasters:
        return event
    return msgspec.structs.replace(event, data=upcast(upcasters, "table", whole(entry)).data)


def _opened(db: Cursor, position: int, game_id: str, event: Public) -> None:
    data, terms = event.data, event.data["terms"]
    db.execute(
        _ADD_GAME,
        id=game_id,
        position=position,
        game=data["game"],
        options=json.dumps(data["options"]),
        terms=json.dumps(terms),
        creator=terms.get("creator"),
        host=None,
        members=membership.written(Members()),
        by_whom=event.by,
        visibility=terms.get("visibility", "public"),
        status="open",
        league=(terms.get("league") or {}).get("id"),
        several_seats=int(bool(terms.get("several_seats"))),
        free=0,
        version=event.version,
        opened=event.at,
        changed=event.at,
    )
    db.executemany(
        _ADD_SEAT,
        [{"game_id": game_id, "seat": seat, "place": place, "resigned": 0} for place, seat in enumerate(data["seats"])],
    )
    _belong(db, game_id, event)


def _seated(db: Cursor, position: int, game_id: str, event: Public) -> None:
    """A seat was taken, left or given to somebody else: `account` and `level` say who sits there now."""
    seat, level = event.data["seat"], event.data.get("level")
    db.execute(_SIT, account=event.data.get("account"), level=level, game=game_id, seat=seat)
    db.execute(_DECIDE, level=level, game=game_id, seat=seat)
    _belong(db, game_id, event)


def _replaced(db: Cursor, position: int, game_id: str, event: Public) -> None:
    """Who sits there now is held to nothing that was agreed there before."""
    _seated(db, position, game_id, event)
    _waits(db, position, game_id, event)


def _belong(db: Cursor, game_id: str, event: Public) -> None:
    """Write who belongs to the table after the event, and who may not come back by oneself."""
    row = db.execute("SELECT members, by_whom FROM inbox_games WHERE id = :game", game=game_id).fetchone()
    before = membership.read(row["members"])
    members = before.after_public(event, event.by or row["by_whom"])
    db.execute(_BELONG, members=membership.written(members), host=members.host, game=game_id)
    db.executemany(
        _RESERVE,
        [
            {"invited": members.invited.get(seat), "kept": members.kept.get(seat), "game": game_id, "seat": seat}
            for seat in members.holders
        ],
    )
    db.execute("DELETE FROM inbox_barred WHERE game_id = :game", game=game_id)
    barred = [account for account in members.lost if not members.may_come(account)]
    db.executemany(_ADD_BARRED, [{"game_id": game_id, "account": account} for account in barred])
    db.execute(_NOTE_FREE, game=game_id)


def _resigned(db: Cursor, position: int, game_id: str, event: Public) -> None:
    db.execute(_RESIGN, game=game_id, seat=event.data["seat"])


def _started(db: Cursor, position: int, game_id: str, event: Public) -> None:
    _belong(db, game_id, event)
    _set_status(db, game_id, "running")


def _waits(db: Cursor, position: int, game_id: str, event: Public) -> None:
    """Write what the table waits for now, as far as that has changed."""
    seats = db.execute(_SEATS, game=game_id).fetchall()
    before = _waiting(seats)
    after = before.after_public(event)
    for seat, version in before.versions.items():
        if after.versions.get(seat) != version:
            db.execute("DELETE FROM inbox_decisions WHERE game_id = :game AND seat = :seat", game=game_id, seat=seat)
    still_open: Mapping[str, Mapping[str, object]] = event.data["open"] if event.type == "Asked" else {}
    levels = {row["seat"]: row["level"] for row in seats}
    db.executemany(
        _PUT_DECISION,
        [
            {
                "game_id": game_id,
                "seat": seat,
                "version": event.version,
                "kind": decision["kind"],
                "verbs": json.dumps(decision["verbs"]),
                "level": levels[seat],
                "since": event.at,
                "position": position,
            }
            for seat, decision in still_open.items()
        ],
    )
    if after.takeback != before.takeback:
        _ask_back(db, game_id, after.takeback)


def _waiting(seats: Sequence[Any]) -> OpenDecisions:
    """What the table waited for before, of the rows of its seats."""
    takeback = None
    for row in seats:
        if row["agreed"] is not None:
            takeback = TakebackRequest(row["seat"], 0, tuple(json.loads(row["agreed"])[1:]))
    return OpenDecisions({row["seat"]: row["version"] for row in seats if row["version"] is not None}, takeback)


def _ask_back(db: Cursor, game_id: str, request: TakebackRequest | None) -> None:
    """Keep the takeback that is asked; in `agreed` are those of whom nothing is awaited, who asks the first of them."""
    if request is None:
        db.execute("DELETE FROM inbox_takebacks WHERE game_id = :game", game=game_id)
        return
    agreed = json.dumps([request.seat, *request.agreed])
    db.execute(_PUT_TAKEBACK, game_id=game_id, seat=request.seat, agreed=agreed)


def _closed(db: Cursor, position: int, game_id: str, event: Public) -> None:
    _waits(db, position, game_id, event)
    _set_status(db, game_id, event.data["cause"])


def _set_status(db: Cursor, game_id: str, status: str) -> None:
    db.execute("UPDATE inbox_games SET status = :status WHERE id = :game", status=status, game=game_id)
    db.execute(_NOTE_FREE, game=game_id)


_FOLDS: Mapping[str, Callable[[Cursor, int, str, Public], None]] = {
    "GameOpened": _opened,
    "SeatTaken": _seated,
    "SeatLeft": _seated,
    "SeatResigned": _resigned,
    "GameStarted": _started,
    **dict.fromkeys(CHANGED_BY, _waits),
    "SeatReplaced": _replaced,
    "GameClosed": _closed,
}
