"""What an account may make others look at: so much at a time and so much a day, counted where it is stored.

Each thing is counted in the transaction that makes it, one transaction of an account after the other, so that requests
that come at once exceed nothing together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sqlalchemy import bindparam, case, delete, func, insert, select, update

from domain.contract.quantities import DAY
from domain.contract.reason import Reason
from projections.statements import Cursor, matching
from service.errors import ServiceError
from service.people.in_turn import in_turn
from service.settings import Budget
from service.store.event_store import Change, Store, executing
from service.store.relations import spendings

OPEN_GAMES, INVITATIONS, WEBHOOKS, DEVICES = "open games", "pending invitations", "webhooks", "devices"
TAKEBACKS, NAMES = "takebacks that others are asked for", "new names"

NO_BUDGETS: Mapping[str, Budget] = MappingProxyType({})

LOOK_AGAIN = 3600
"""Seconds after which somebody may try again who has as many of something as there may be at a time."""

_OF_BUDGET = matching(spendings.c.account, spendings.c.budget)
_ITEM = matching(spendings.c.account, spendings.c.budget, spendings.c.item)
_TODAY = spendings.c.at > bindparam("since")

FORGET_OLD = delete(spendings).where(_OF_BUDGET, spendings.c.pending == 0, spendings.c.at <= bindparam("since"))

COUNTED = select(
    func.coalesce(func.max(spendings.c.number), 0).label("last"),
    func.coalesce(func.sum(spendings.c.pending), 0).label("pending"),
    func.coalesce(func.sum(case((_TODAY, 1), else_=0)), 0).label("today"),
    func.min(case((_TODAY, spendings.c.at))).label("first"),
).where(_OF_BUDGET)

SPEND = insert(spendings)

PENDING = select(spendings.c.item).where(_OF_BUDGET, spendings.c.pending == 1).order_by(spendings.c.number)

SETTLE = update(spendings).values(pending=0).where(_ITEM)


class Budgets:
    """The budgets of accounts, by name. Thread-safe. `clock()` is the time in seconds UTC.

    What is made with `spent` is pending until it is settled; what is made with `spent_today` is counted for the day.
    """

    def __init__(self, store: Store, clock: Callable[[], int], budgets: Mapping[str, Budget]) -> None:
        self._store = store
        self._clock = clock
        self._budgets = budgets

    def spent(self, account_id: str, budget: str, items: Sequence[str]) -> list[Change]:
        """The changes with which an account makes these things; `ServiceError` `budget-spent` if they are too many."""
        return self._spent(account_id, budget, items, pending=1)

    def spent_today(self, account_id: str, budget: str, items: Sequence[str]) -> list[Change]:
        """As `spent`, of things of which it is not known when they are settled."""
        return self._spent(account_id, budget, items, pending=0)

    def settled(self, account_id: str, budget: str, item: str) -> Change:
        """The change with which a thing is no longer pending."""
        return executing(SETTLE, account=account_id, budget=budget, item=item)

    def settle(self, account_id: str, budget: str, more: int, is_pending: Callable[[str], bool]) -> None:
        """If so many more would be too many at a time, find out which of them are still pending."""
        most = self._of(budget).at_a_time
        items = [row["item"] for row in self._store.rows(PENDING, account=account_id, budget=budget)] if most else []
        looked_at = items if len(items) + more > most else []
        if over := [self.settled(account_id, budget, item) for item in looked_at if not is_pending(item)]:
            self._store.write_aside(*over)

    def _spent(self, account_id: str, budget: str, items: Sequence[str], pending: int) -> list[Change]:
        if not items:
            return []
        now = self._clock()
        of_budget = {"account": account_id, "budget": budget}

        def spend(cursor: Cursor) -> None:
            cursor.execute(FORGET_OLD, **of_budget, since=now - DAY)
            counted = cursor.execute(COUNTED, **of_budget, since=now - DAY).fetchone()
            self._check(budget, counted, len(items), pending, now)
            for number, item in enumerate(items, counted["last"] + 1):
                cursor.execute(SPEND, **of_budget, number=number, item=item, at=now, pending=pending)

        return [in_turn(account_id), spend]

    def _check(self, budget: str, counted: Mapping[str, int], more: int, pending: int, now: int) -> None:
        limits = self._of(budget)
        if limits.a_day and counted["today"] + more > limits.a_day:
            reason = Reason(
                "an account has {most} {budget} a day, and you had {had}",
                most=limits.a_day,
                budget=budget,
                had=counted["today"],
            )
            first = now if counted["first"] is None else counted["first"]
            raise ServiceError("budget-spent", reason, max(1, first + DAY - now))
        if pending and limits.at_a_time and counted["pending"] + more > limits.at_a_time:
            reason = Reason(
                "an account has {most} {budget} at a time, and you have {have}",
                most=limits.at_a_time,
                budget=budget,
                have=counted["pending"],
            )
            raise ServiceError("budget-spent", reason, LOOK_AGAIN)

    def _of(self, budget: str) -> Budget:
        return self._budgets.get(budget, Budget())
