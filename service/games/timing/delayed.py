"""Answers that wait for a table's release, so that their moment tells nothing of the hand that they come from.

At a table with a `release` interval an answer to a chain or a wound, by hand, by a standing order or by an AI, is kept
beside the log until the next full interval of the day (UTC). Then the clock has it stored, as the seat's own command of
that moment. Until then a person may answer anew; an AI is asked once. What waits falls when its seat changes hands.
Where no person plays there is nobody to be told anything, and nothing waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from sqlalchemy import bindparam, delete, func, literal, select

from domain.bots.levels import LEVELS
from domain.contract.facets.delayed_answers import delays
from domain.contract.game import Action, Refused, to_json, verb_of
from domain.log.canon import Json, canonical
from domain.log.record import Command, Entry
from domain.table.table import Table
from projections.statements import Cursor, any_row, matching, put
from service.games.shapes.answers import HeldAnswer
from service.store.event_store import Store
from service.store.recorder import Change, Conflict, executing
from service.store.relations import answers_held
from service.store.repeats import KeyedRequest

MOST_EARLIER = 20
"""Of how many answers that were given to a decision before the last one it is known that they came before it."""


class DelayedAnswer(msgspec.Struct, frozen=True):
    """An answer to a decision that appears when it is due (seconds UTC).

    `holder` is the account or the AI level that gave it, `action` is as it was posted, `mark` what the closed part of
    its command will hold, `order` whether a standing order gave it; `earlier` are the posts in whose place it came,
    idempotency key -> body (their hashes).
    """

    game: str
    seat: str
    holder: str
    decision: str
    action: dict[str, Json]
    mark: dict[str, Json]
    order: bool
    due: int
    earlier: dict[str, str] = {}

    @property
    def posts(self) -> dict[str, str]:
        """The latest posts of its seat for this decision that had idempotency keys, its own the last."""
        own = {} if self.keyed_post is None else {self.keyed_post.key: self.keyed_post.body}
        return {**self.earlier, **own}

    @property
    def keyed_post(self) -> KeyedRequest | None:
        """The post that gave it, as a request that may be sent again; None without an idempotency key."""
        return KeyedRequest(self.mark["key"], self.mark["body"]) if "key" in self.mark else None

    def in_place_of(self, before: DelayedAnswer | None) -> DelayedAnswer:
        """It with the posts of an answer that its seat gave before."""
        posts = () if before is None else list(before.posts.items())[-MOST_EARLIER:]
        return msgspec.structs.replace(self, earlier=dict(posts))

    def stands(self, table: Table) -> bool:
        """Whether its decision is still open, to the same person or AI."""
        held = holder(table, self.seat) == self.holder and self.seat not in table.resigned
        return held and table.decision_id(self.seat) == self.decision

    @property
    def shown(self) -> HeldAnswer:
        """It as its seat sees it."""
        return HeldAnswer.of(self, until=self.due)


class DelayedAnswers:
    """The answers of an installation that wait. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def at(self, table: Table) -> dict[str, DelayedAnswer]:
        """Seat -> the answer that waits at this table, of the seats that have given one to an open decision."""
        if not table.header.terms.get("release") or table.status != "running":
            return {}
        rows = self._store.rows(_OF_GAME, game=table.header.id)
        found = (_read(row) for row in rows)
        return {answer.seat: answer for answer in found if answer.stands(table)}

    def is_kept(self, answer: DelayedAnswer) -> bool:
        """Whether it still waits, and no other one has taken its place."""
        return self._store.has(_IS_KEPT, **_row(answer))

    def due(self, now: int) -> list[DelayedAnswer]:
        """The answers whose release has come, of all games."""
        found = self._store.rows(_DUE, due=now)
        return [_read(row) for row in found]

    def answered(self, account_id: str | None) -> frozenset[str]:
        """`GAME DECISION` of what the account has answered that has not appeared yet."""
        found = self._store.rows(_DECISIONS_OF, holder=account_id)
        return _decisions(found)

    def answered_by_ais(self) -> frozenset[str]:
        """`GAME DECISION` of what AIs have answered that has not appeared yet."""
        return _decisions(self._store.rows(_DECISIONS_OF_AIS))

    def oldest(self) -> int | None:
        """When the first of the answers that wait is due; None if none waits."""
        [row] = self._store.rows(_OLDEST)
        return None if row["due"] is None else int(row["due"])

    def until(self, game_id: str, decision: str) -> int | None:
        """When the answer to a decision appears; None if none waits."""
        for row in self._store.rows(_UNTIL, game=game_id, decision=decision):
            return int(row["due"])
        return None


def holder(table: Table, seat: str) -> str | None:
    """The account or the AI level that holds the seat; None while it is free."""
    held = table.seats[seat]
    return held.account or held.level


def holds_back(table: Table, seat: str) -> bool:
    """Whether the seat's answer to its open decision waits for the table's release."""
    state = table.state
    if not table.header.terms.get("release") or state is None or seat not in table.pending:
        return False
    return any(table.has_person(one) for one in table.seats) and delays(table.game, state, seat)


def waits(table: Table, seat: str, action: Action) -> bool:
    """Whether this action of the seat is such an answer, and nothing that it may do at any time."""
    return holds_back(table, seat) and verb_of(action) in table.pending[seat].verbs


def check_list(table: Table, seat: str, actions: Sequence[Action], entries: Sequence[Entry]) -> None:
    """`Refused("list-too-long")` if an answer that waits stands in a list of several; `entries` is what they make.

    Stored with the others it would appear too early.
    """
    if len(actions) < 2 or not table.header.terms.get("release"):
        return
    ahead, left = table.clone(), iter(actions)
    for entry in entries:
        if entry.label.by == "seat" and waits(ahead, seat, next(left)):
            raise Refused("list-too-long", "an answer that waits for the table's release is posted by itself")
        ahead.fold(entry)


def waiting_answer(table: Table, command: Command, *, order: bool = False) -> DelayedAnswer:
    """The answer of this command to its seat's open decision, as it waits for the table's release."""
    seat = str(command.seat)
    return DelayedAnswer(
        game=table.header.id,
        seat=seat,
        holder=str(holder(table, seat)),
        decision=str(table.decision_id(seat)),
        action=to_json(command.action),
        mark=dict(command.closed),
        order=order,
        due=next_release(table, command.at),
    )


def next_release(table: Table, at: int) -> int:
    """The table's first full interval after an instant (seconds UTC)."""
    interval: int = 60 * table.header.terms["release"]
    return (at // interval + 1) * interval


def keeping(table: Table, answer: DelayedAnswer, before: DelayedAnswer | None) -> Change:
    """The change that keeps the answer in the place of the one that its seat gave `before`.

    Raises `Conflict` if the seat has answered once more meanwhile.
    """

    def keep(cursor: Cursor) -> None:
        row = cursor.execute(_OF_SEAT, game=answer.game, seat=answer.seat).fetchone()
        found = None if row is None else _read(row)
        if (found if found is not None and found.stands(table) else None) != before:
            raise Conflict(f"{answer.seat} has answered anew")
        cursor.execute(_KEEP, **_row(answer.in_place_of(before)))

    return keep


def dropping(answer: DelayedAnswer) -> Change:
    """The change that forgets the answer.

    Raises `Conflict` if it is kept no more, as its seat has answered anew meanwhile, or it was forgotten already.
    """

    def drop(cursor: Cursor) -> None:
        if not cursor.execute(_DROP, **_row(answer)).rowcount:
            raise Conflict(f"{answer.seat} has answered anew")

    return drop


def dropping_left(game_id: str, entries: Sequence[Entry]) -> Iterator[Change]:
    """The changes that forget what waits of seats which change hands in these entries: it was their holders'."""
    for entry in entries:
        if entry.label.type in ("SeatReplaced", "SeatResigned"):
            yield executing(_DROP_OF_SEAT, game=game_id, seat=entry.read().data["seat"])


def dropping_ordered(game_id: str, seat: str) -> Change:
    """The change that forgets what a seat's standing orders have answered."""
    return executing(_DROP_ORDERED, game=game_id, seat=seat)


def dropping_all(game_id: str) -> Change:
    """The change that forgets what waits at a table."""
    return executing(_DROP_OF_GAME, game=game_id)


def unless_answered(game_id: str, decision: str) -> Change:
    """Raises `Conflict` if an answer to the decision was given meanwhile: it counts, and not its deadline."""

    def check(cursor: Cursor) -> None:
        if cursor.execute(_IS_ANSWERED, game=game_id, decision=decision).fetchone()["found"]:
            raise Conflict(f"{decision} is answered")

    return check


_GAME, _SEAT = answers_held.c.game, answers_held.c.seat
_KEEP = put(answers_held)
_OF_GAME = select(answers_held).where(matching(_GAME))
_OF_SEAT = select(answers_held).where(matching(_GAME, _SEAT))
_DUE = select(answers_held).where(answers_held.c.due <= bindparam("due")).order_by(answers_held.c.due, _GAME, _SEAT)
_DECISIONS = select(_GAME, answers_held.c.decision)
_DECISIONS_OF = _DECISIONS.where(matching(answers_held.c.holder))
_DECISIONS_OF_AIS = _DECISIONS.where(answers_held.c.holder.in_([literal(level) for level in LEVELS]))
_OLDEST = select(func.min(answers_held.c.due).label("due"))
_UNTIL = select(answers_held.c.due).where(matching(_GAME, answers_held.c.decision))
_IS_ANSWERED = any_row(_GAME, answers_held.c.decision)
_IS_KEPT = any_row(*answers_held.c)
_DROP = delete(answers_held).where(matching(*answers_held.c))
_DROP_OF_SEAT = delete(answers_held).where(matching(_GAME, _SEAT))
_DROP_ORDERED = _DROP_OF_SEAT.where(answers_held.c.by_order == 1)
_DROP_OF_GAME = delete(answers_held).where(matching(_GAME))


def _decisions(rows: Sequence[Mapping[str, Json]]) -> frozenset[str]:
    return frozenset(f"{row['game']} {row['decision']}" for row in rows)


def _row(answer: DelayedAnswer) -> dict[str, Json]:
    return {
        "game": answer.game,
        "seat": answer.seat,
        "holder": answer.holder,
        "decision": answer.decision,
        "action": canonical(answer.action).decode(),
        "mark": canonical(answer.mark).decode(),
        "by_order": int(answer.order),
        "due": answer.due,
        # Not canonical: the order of the posts counts.
        "earlier": msgspec.json.encode(answer.earlier).decode(),
    }


def _read(row: Mapping[str, Json]) -> DelayedAnswer:
    return DelayedAnswer(
        game=row["game"],
        seat=row["seat"],
        holder=row["holder"],
        decision=row["decision"],
        action=msgspec.json.decode(row["action"]),
        mark=msgspec.json.decode(row["mark"]),
        order=bool(row["by_order"]),
        due=int(row["due"]),
        earlier=msgspec.json.decode(row["earlier"]),
    )
