"""Answers that wait for a table's release, so that their moment tells nothing of the hand that they come from.

At a table with a `release` interval an answer to a chain or a wound, by hand or by a standing order, is kept beside the
log until the next full interval of the day (UTC). Then the clock has it stored, as the seat's own command of that
moment. Until then its seat may answer anew.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.canon import Json, canonical
from domain.game import Action, verb_of
from domain.table.table import Table
from service.recorder import Change, Conflict, Cursor, executing
from service.store import Store

MOST_EARLIER = 20
"""Of how many answers that were given to a decision before the last one it is known that they came before it."""


class HeldAnswer(msgspec.Struct, frozen=True):
    """An answer to a decision that appears when it is due (seconds UTC).

    `action` is as it was posted, `mark` what the closed part of its command will hold, `order` whether a standing
    order gave it; `earlier` are the posts in whose place it came, idempotency key -> body (their hashes).
    """

    game: str
    seat: str
    account: str
    decision: str
    action: dict[str, Json]
    mark: dict[str, Json]
    order: bool
    due: int
    earlier: dict[str, str] = {}

    @property
    def posts(self) -> dict[str, str]:
        """The latest posts of its seat for this decision that had idempotency keys, its own the last."""
        own = {self.mark["key"]: self.mark["body"]} if "key" in self.mark else {}
        return {**self.earlier, **own}

    def in_place_of(self, before: HeldAnswer | None) -> HeldAnswer:
        """It with the posts of an answer that its seat gave before."""
        posts = () if before is None else list(before.posts.items())[-MOST_EARLIER:]
        return msgspec.structs.replace(self, earlier=dict(posts))

    def stands(self, table: Table) -> bool:
        """Whether its decision is still open, to the same person."""
        held = table.seats[self.seat].account == self.account and self.seat not in table.resigned
        return held and table.decision_id(self.seat) == self.decision

    @property
    def shown(self) -> dict[str, Json]:
        """It as its seat sees it."""
        return {"decision": self.decision, "action": self.action, "until": self.due}


class HeldAnswers:
    """The answers of an installation that wait. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def at(self, table: Table) -> dict[str, HeldAnswer]:
        """Seat -> the answer that waits at this table, of the seats that have given one to an open decision."""
        if not table.header.terms.get("release") or table.status != "running":
            return {}
        rows = self._store.rows(f"SELECT {_COLUMNS} FROM answers_held WHERE game=?", table.header.id)
        found = (_read(row) for row in rows)
        return {held.seat: held for held in found if held.stands(table)}

    def due(self, now: int) -> list[HeldAnswer]:
        """The answers whose release has come, of all games."""
        found = self._store.rows(f"SELECT {_COLUMNS} FROM answers_held WHERE due<=? ORDER BY due, game, seat", now)
        return [_read(row) for row in found]

    def answered(self, account_id: str | None) -> frozenset[str]:
        """`GAME DECISION` of what the account has answered that has not appeared yet."""
        found = self._store.rows("SELECT game, decision FROM answers_held WHERE account=?", account_id)
        return frozenset(f"{row['game']} {row['decision']}" for row in found)

    def until(self, game_id: str, decision: str) -> int | None:
        """When the answer to a decision appears; None if none waits."""
        for row in self._store.rows("SELECT due FROM answers_held WHERE game=? AND decision=?", game_id, decision):
            return int(row["due"])
        return None


def holds_back(table: Table, seat: str) -> bool:
    """Whether the seat's answer to its open decision waits for the table's release."""
    state = table.state
    if not table.header.terms.get("release") or state is None or seat not in table.pending:
        return False
    return table.game.releases(state, seat)


def waits(table: Table, seat: str, action: Action) -> bool:
    """Whether this action of the seat is such an answer, and nothing that it may do at any time."""
    return holds_back(table, seat) and verb_of(action) in table.pending[seat].verbs


def next_release(table: Table, at: int) -> int:
    """The table's first full interval after an instant (seconds UTC)."""
    interval: int = 60 * table.header.terms["release"]
    return (at // interval + 1) * interval


def keeping(held: HeldAnswer) -> Change:
    """The change that keeps the answer, in the place of an earlier one of its seat."""
    return executing(
        f"INSERT INTO answers_held ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat) DO UPDATE"
        " SET account=excluded.account, decision=excluded.decision, action=excluded.action, mark=excluded.mark,"
        " by_order=excluded.by_order, due=excluded.due, earlier=excluded.earlier",
        held.game,
        held.seat,
        held.account,
        held.decision,
        canonical(held.action).decode(),
        canonical(held.mark).decode(),
        int(held.order),
        held.due,
        # Not canonical: the order of the posts counts.
        msgspec.json.encode(held.earlier).decode(),
    )


def dropping(held: HeldAnswer) -> Change:
    """The change that forgets the answer, and none that has taken its place since."""
    return executing(
        "DELETE FROM answers_held WHERE game=? AND seat=? AND decision=? AND due=?",
        held.game,
        held.seat,
        held.decision,
        held.due,
    )


def dropping_ordered(game_id: str, seat: str) -> Change:
    """The change that forgets what a seat's standing orders have answered."""
    return executing("DELETE FROM answers_held WHERE game=? AND seat=? AND by_order=1", game_id, seat)


def unless_held(game_id: str, decision: str) -> Change:
    """Raises `Conflict` if an answer to the decision was given meanwhile: it counts, and not its deadline."""

    def check(cursor: Cursor) -> None:
        cursor.execute("SELECT 1 FROM answers_held WHERE game=? AND decision=?", (game_id, decision))
        if cursor.fetchone() is not None:
            raise Conflict(f"{decision} is answered")

    return check


_COLUMNS = "game, seat, account, decision, action, mark, by_order, due, earlier"


def _read(row: Mapping[str, Json]) -> HeldAnswer:
    return HeldAnswer(
        game=row["game"],
        seat=row["seat"],
        account=row["account"],
        decision=row["decision"],
        action=msgspec.json.decode(row["action"]),
        mark=msgspec.json.decode(row["mark"]),
        order=bool(row["by_order"]),
        due=int(row["due"]),
        earlier=msgspec.json.decode(row["earlier"]),
    )
