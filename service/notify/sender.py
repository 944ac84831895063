"""The sender: takes what is due from the outbox, delivers it, and says what came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import groupby

from projections.deliveries import DROPPED, FAILED, SENT, OutboxFile
from projections.outbox import PATIENCE, REMINDER, TEST, TURN, Notice, Row, patience
from service.accounts import Accounts
from service.errors import ServiceError
from service.notify.channels import IN_DIGEST, MAIL, Channel, Channels
from service.notify.delivery import Delivery, NotDelivered
from service.notify.mail import Mailer
from service.notify.messages import Messages
from service.notify.webhook import Webhooks

TAKEN_SECONDS = 180
"""For so long a sender has what it has taken for itself; should it end meanwhile, it is sent again after that."""

LAST_BEGUN = 120
"""Within so many seconds of these the last delivery is begun: no other sender may have taken it when it ends."""

AT_ONCE = 100
THREADS = 8

FIRST_PAUSE = 60
LONGEST_PAUSE = 6 * 3600
MOST_ATTEMPTS = 10
"""Pauses double from the first to the longest: the last attempt comes some 20 hours after the first."""

Message = tuple[Channel, Sequence[Row]]
"""What goes over a channel at once."""

log = logging.getLogger(__name__)


class Sender:
    """Delivers notices. Several do no harm. `clock()` is the time in seconds UTC; without `mailer` no mail goes out.

    `answered_until(game, decision)` says when an answer appears that was given to an open decision; None if none was.
    """

    def __init__(
        self,
        outbox: OutboxFile,
        channels: Channels,
        accounts: Accounts,
        messages: Messages,
        webhooks: Webhooks,
        mailer: Mailer | None,
        answered_until: Callable[[str, str], int | None],
        clock: Callable[[], int],
    ) -> None:
        self._outbox = outbox
        self._channels = channels
        self._accounts = accounts
        self._messages = messages
        self._webhooks = webhooks
        self._mailer = mailer
        self._answered_until = answered_until
        self._clock = clock

    def step(self) -> int:
        """Follow the log, and deliver what is due: how many messages that were.

        Nothing is delivered while the outbox is behind the log: it may hold answers to what seems to be open.
        """
        if not self._outbox.follower.catch_up():
            return 0
        now = self._clock()
        rows = self._outbox.deliveries.take_due(now, now + TAKEN_SECONDS, AT_ONCE)
        by_channel: dict[str, list[Message]] = {}
        for message in self._grouped(self._unanswered(rows)):
            by_channel.setdefault(message[0].id, []).append(message)
        deliver = partial(self._deliver_all, now + LAST_BEGUN)
        with ThreadPoolExecutor(THREADS) as pool:
            return sum(pool.map(deliver, by_channel.values()))

    def test(self, channel: Channel) -> str:
        """Have a test sent over a channel: the delivery's id."""
        now = self._clock()
        notice = Notice(channel.account, "", TEST, "", f"{now}", "", 0, "", now)
        return self._outbox.deliveries.put(notice, channel.id, now)

    def confirm_address(self, channel: Channel) -> None:
        """Ask an e-mail address whether it is its owner's; `illegal` where this installation sends no mails."""
        if self._mailer is None:
            raise ServiceError("illegal", "this installation sends no e-mail")
        token = self._channels.link(channel)
        delivery = self._messages.confirmation(channel, token, self._accounts.get(channel.account).language)
        try:
            self._mailer.send(channel.address, delivery)
        except NotDelivered as error:
            raise ServiceError("illegal", error.reason) from None

    def _unanswered(self, rows: Sequence[Row]) -> list[Row]:
        """Without what is answered already, by answers that wait for their table's release: it is left until then."""
        kept = []
        for row in rows:
            until = self._answered_until(row.game, row.decision) if row.kind == TURN or _reminds(row) else None
            if until is None:
                kept.append(row)
            else:
                self._outbox.deliveries.postpone([row.id], until + PATIENCE)
        return kept

    def _grouped(self, rows: Sequence[Row]) -> Iterator[Message]:
        """What goes over which channel together: what waited for a digest, and everything else by itself."""
        ordered = sorted(rows, key=lambda row: (row.channel, row.version, row.at, row.id))
        for channel_id, group in groupby(ordered, key=lambda row: row.channel):
            channel, together = self._channels.by_id(channel_id), list(group)
            if channel is None:
                self._end(together, DROPPED)
                continue
            wanted = [row for row in together if row.kind == TEST or self._wants(channel, row)]
            if unwanted := [row for row in together if row not in wanted]:
                self._end(unwanted, DROPPED)
            digest = [row for row in wanted if channel.digest is not None and row.kind in IN_DIGEST]
            if digest:
                yield channel, digest
            for row in wanted:
                if row not in digest:
                    yield channel, [row]

    def _wants(self, channel: Channel, row: Row) -> bool:
        return channel.confirmed is not None and not self._channels.is_muted(row.account, row.game)

    def _deliver_all(self, latest: int, messages: Sequence[Message]) -> int:
        """Deliver the messages of one channel, in their order: how many could be begun until then."""
        for number, (channel, rows) in enumerate(messages):
            if self._clock() > latest:
                return number
            self._deliver(channel, rows)
        return len(messages)

    def _deliver(self, channel: Channel, rows: Sequence[Row]) -> None:
        try:
            self._send(channel, self._written(channel, rows))
        except NotDelivered as error:
            self._failed(rows, error)
        except Exception as error:
            # Whatever is wrong with one message must not keep the others waiting.
            log.exception("delivery %s", rows[0].id)
            self._failed(rows, NotDelivered(f"a fault of ours: {type(error).__name__}"))
        else:
            self._end(rows, SENT)

    def _written(self, channel: Channel, rows: Sequence[Row]) -> Delivery:
        language = self._accounts.get(channel.account).language
        if channel.digest is None or rows[0].kind not in IN_DIGEST:
            return self._messages.of_one(rows[0], language)
        due = max(self._channels.due(channel, row.kind, row.at + patience(row.kind)) for row in rows)
        return self._messages.digest(rows, channel, due, language)

    def _send(self, channel: Channel, delivery: Delivery) -> None:
        if channel.kind != MAIL:
            self._webhooks.send(channel, delivery)
        elif self._mailer is None:
            raise NotDelivered("this installation sends no e-mail", for_good=True)
        else:
            link = self._messages.unsubscribe(self._channels.link(channel))
            self._mailer.send(channel.address, delivery, link)

    def _failed(self, rows: Sequence[Row], error: NotDelivered) -> None:
        now = self._clock()
        attempts = max(row.attempts for row in rows) + 1
        ids = [row.id for row in rows]
        if error.for_good or attempts >= MOST_ATTEMPTS:
            self._outbox.deliveries.end(ids, FAILED, now, error.reason)
        else:
            pause = min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)
            self._outbox.deliveries.retry(ids, now + pause, error.reason)

    def _end(self, rows: Iterable[Row], state: str) -> None:
        self._outbox.deliveries.end([row.id for row in rows], state, self._clock())


def _reminds(row: Row) -> bool:
    return row.kind.startswith(REMINDER)
