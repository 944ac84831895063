"""What people ask to be sent, tests and links that confirm an address: written down where every machine of the
installation reads it, since the process that sends may run on another one."""

from __future__ import annotations

from projections.notices.kinds import Notice
from projections.notices.outbox import row_id
from service.store.event_store import Store, executing

DAY = 24 * 3600


class AskedNotices:
    """Notices that no log brings about. Times are seconds UTC."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def put(self, notice: Notice, channel: str) -> str:
        """Have a notice sent over a channel, once: the id of its delivery."""
        delivery = row_id(notice, channel)
        values = (delivery, notice.account, channel, notice.kind, notice.decision, notice.at)
        self._store.write(executing(f"{_PUT} ON CONFLICT (id) DO NOTHING", *values))
        return delivery

    def count(self, account: str, kind: str, since: int) -> int:
        """How many of a kind the account has asked for from this time on, within the last day."""
        where = "account=? AND kind=? AND at>?"
        [found] = self._store.rows(f"SELECT count(*) AS number FROM asked_notices WHERE {where}", account, kind, since)
        return int(found["number"])

    def waiting(self) -> list[tuple[Notice, str]]:
        """What no outbox has taken yet: each notice with its channel."""
        found = self._store.rows(f"SELECT {_COLUMNS} FROM asked_notices WHERE taken=0 ORDER BY at, id")
        return [(unasked_by_a_log(*(row[column] for column in _OF_NOTICE)), row["channel"]) for row in found]

    def taken(self, notice: Notice, channel: str) -> None:
        """An outbox has the notice now. What is older than a day need not be counted any more, and goes."""
        self._store.write(
            executing("UPDATE asked_notices SET taken=1 WHERE id=?", row_id(notice, channel)),
            executing("DELETE FROM asked_notices WHERE taken=1 AND at<?", notice.at - DAY),
        )


def unasked_by_a_log(account: str, kind: str, once: str, at: int) -> Notice:
    """A notice that no log brings about; `once` tells it from others of its kind."""
    return Notice(account, "", kind, "", once, "", 0, "", at)


_OF_NOTICE = ("account", "kind", "once", "at")
_COLUMNS = ", ".join((*_OF_NOTICE, "channel"))
_PUT = "INSERT INTO asked_notices (id, account, channel, kind, once, at, taken) VALUES (?, ?, ?, ?, ?, ?, 0)"
