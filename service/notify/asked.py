"""What people ask to be sent, tests and links that confirm an address: written down where every machine of the
installation reads it, since the process that sends may run on another one."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, func, select, update

from domain.contract.quantities import DAY
from projections.notices.kinds import Notice
from projections.notices.outbox import row_id
from projections.statements import matching, once
from service.store.event_store import Change, Conflict, Store, executing
from service.store.recorder import Expected
from service.store.relations import asked_notices


class AskedNotices:
    """Notices that no log brings about. Times are seconds UTC."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def put(self, notice: Notice, channel: str) -> str:
        """Have a notice sent over a channel, once: the id of its delivery."""
        self._store.write(_putting(notice, channel))
        return row_id(notice, channel)

    def put_unless_lately(self, notice: Notice, channel: str, ending: str, since: int) -> str:
        """Have a notice sent over a channel, unless one of its kind was asked for there after this time that `once`
        ends like this: the id of the delivery, of that one then."""
        lately = {"channel": channel, "kind": notice.kind, "ending": ending, "since": since}
        none = Expected(_WAS_LATELY, lately, False, "it was asked for lately", (f"asked {channel}",))
        try:
            self._store.append((), [_putting(notice, channel)], expected=[none])
        except Conflict:
            return str(self._store.rows(_LATELY, **lately)[0]["id"])
        return row_id(notice, channel)

    def count(self, account: str, kind: str, since: int) -> int:
        """How many of a kind the account has asked for from this time on, within the last day."""
        [found] = self._store.rows(_NUMBER, account=account, kind=kind, since=since)
        return int(found["number"])

    def count_over(self, channel: str, kind: str, since: int) -> int:
        """How many of a kind were asked for over a channel from this time on, within the last day."""
        [found] = self._store.rows(_NUMBER_OVER, channel=channel, kind=kind, since=since)
        return int(found["number"])

    def waiting(self) -> list[tuple[Notice, str]]:
        """What no outbox has taken yet: each notice with its channel."""
        found = self._store.rows(_WAITING)
        return [(unasked_by_a_log(*(row[column] for column in _OF_NOTICE)), row["channel"]) for row in found]

    def taken(self, notice: Notice, channel: str) -> None:
        """An outbox has the notice now. What is older than a day need not be counted any more, and goes."""
        self._store.write(
            executing(_TAKE, id=row_id(notice, channel)),
            executing(_FORGET, before=notice.at - DAY),
        )


def unasked_by_a_log(account: str, kind: str, once: str, at: int) -> Notice:
    """A notice that no log brings about; `once` tells it from others of its kind."""
    return Notice(account, "", kind, "", once, "", 0, "", at)


def _putting(notice: Notice, channel: str) -> Change:
    row = {"account": notice.account, "kind": notice.kind, "once": notice.decision, "at": notice.at}
    return executing(_PUT, id=row_id(notice, channel), channel=channel, taken=0, **row)


_OF_NOTICE = ("account", "kind", "once", "at")
_PUT = once(asked_notices)
_NUMBER = select(func.count().label("number")).where(
    matching(asked_notices.c.account, asked_notices.c.kind), asked_notices.c.at > bindparam("since")
)
_NUMBER_OVER = select(func.count().label("number")).where(
    matching(asked_notices.c.channel, asked_notices.c.kind), asked_notices.c.at > bindparam("since")
)
_LATELY = select(asked_notices.c.id).where(
    matching(asked_notices.c.channel, asked_notices.c.kind),
    asked_notices.c.at > bindparam("since"),
    asked_notices.c.once.endswith(bindparam("ending")),
)
_WAS_LATELY = select(_LATELY.exists().label("found"))
_WAITING = select(asked_notices).where(asked_notices.c.taken == 0).order_by(asked_notices.c.at, asked_notices.c.id)
_TAKE = update(asked_notices).values(taken=1).where(matching(asked_notices.c.id))
_FORGET = delete(asked_notices).where(asked_notices.c.taken == 1, asked_notices.c.at < bindparam("before"))
