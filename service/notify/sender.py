"""The sender: takes what is due from the outbox, delivers it, and says what came of it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import groupby

from domain.contract.quantities import DAY
from domain.contract.reason import Reason
from projections.notices.deliveries import DROPPED, FAILED, SENT, OutboxStore
from projections.notices.kinds import CONFIRM, REMINDER, TEST, TURN
from projections.notices.outbox import PATIENCE, Row, patience
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.notify.asked import AskedNotices, unasked_by_a_log
from service.notify.channels import IN_DIGEST, MAIL, PUSH, Channel, Channels
from service.notify.delivery import Delivery, NotDelivered
from service.notify.mail import Mailer
from service.notify.messages import Messages
from service.notify.push import Pushes
from service.notify.webhook import Webhooks
from service.people.accounts import Accounts
from service.people.budgets import LOOK_AGAIN

TAKEN_SECONDS = 180
"""For so long a sender has what it has taken for itself; should it end meanwhile, it is sent again after that."""

LAST_BEGUN = 120
"""Within so many seconds of these the last delivery is begun: no other sender may have taken it when it ends."""

OWN_SECONDS = 20
"""Within so many seconds the last delivery to one account is begun: slow peers of one must not keep others waiting."""

AT_ONCE = 100
"""Channels that are served at a look, those that have waited longest first."""

THREADS = 16

FIRST_PAUSE = 60
LONGEST_PAUSE = 6 * 3600
CONFIRM_PAUSE = 600
MOST_CONFIRMATIONS = 10
"""A link to confirm an address is sent once in so many seconds, and so many to one account, or webhook, in a day."""

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
        outbox: OutboxStore,
        asked: AskedNotices,
        channels: Channels,
        accounts: Accounts,
        messages: Messages,
        webhooks: Webhooks,
        pushes: Pushes,
        mailer: Mailer | None,
        answered_until: Callable[[str, str], int | None],
        clock: Callable[[], int],
    ) -> None:
        self._outbox = outbox
        self._asked = asked
        self._channels = channels
        self._accounts = accounts
        self._messages = messages
        self._webhooks = webhooks
        self._pushes = pushes
        self._mailer = mailer
        self._answered_until = answered_until
        self._clock = clock
        self._unmarked: list[Sequence[Row]] = []

    def step(self) -> int:
        """Follow the log, take what people have asked for, and deliver what is due: how many messages that were.

        Nothing is delivered while the outbox is behind the log: it may hold answers to what seems to be open.
        """
        if not self._outbox.follower.catch_up():
            return 0
        self._mark_left()
        self._take_asked()
        now = self._clock()
        taken = now + TAKEN_SECONDS
        rows = self._outbox.deliveries.take_due(now, taken, AT_ONCE)
        by_account: dict[str, list[Message]] = {}
        for message in self._grouped(self._unanswered(rows)):
            by_account.setdefault(message[0].account, []).append(message)
        longest_waiting_first = sorted(by_account.values(), key=_due)
        deliver = partial(self._deliver_all, taken, now + LAST_BEGUN)
        with ThreadPoolExecutor(THREADS) as pool:
            return sum(pool.map(deliver, longest_waiting_first))

    def test(self, channel: Channel) -> str:
        """Have a test sent over a channel: the delivery's id; `illegal` for an address that is not confirmed."""
        if channel.confirmed is None:
            raise ServiceError("illegal", "nothing is sent to an address before it is confirmed")
        now = self._clock()
        return self._asked.put(unasked_by_a_log(channel.account, TEST, f"{now}", now), channel.id)

    def check_mails(self, account: str) -> None:
        """`illegal` where this installation sends no mails, and for an account that has had many links sent today."""
        if self._mailer is None:
            raise ServiceError("illegal", "this installation sends no e-mail")
        if self._asked.count(account, CONFIRM, self._clock() - DAY) >= MOST_CONFIRMATIONS:
            raise ServiceError("illegal", "many addresses of yours were asked today; try again tomorrow")

    def confirm_address(self, channel: Channel) -> None:
        """Have an e-mail address asked whether it is its owner's, unless it was just now; `illegal` as above."""
        self.check_mails(channel.account)
        self._ask(channel)

    def challenge(self, channel: Channel) -> str:
        """Have a webhook or device asked whether it is its owner's, unless it was just now: the delivery's id.

        `not-found` for an e-mail address, whose links are counted for the account; `illegal` for one that is confirmed,
        `budget-spent` for one that was asked often today.
        """
        if channel.kind == MAIL:
            raise ServiceError("not-found", "there is no such channel")
        what = Reason("device") if channel.kind == PUSH else Reason("webhook")
        if channel.confirmed is not None:
            raise ServiceError("illegal", "this {what} is confirmed", what=what)
        if self._asked.count_over(channel.id, CONFIRM, self._clock() - DAY) >= MOST_CONFIRMATIONS:
            reason = Reason(
                "a {what} is asked {most} times a day whose it is, and this one was", what=what, most=MOST_CONFIRMATIONS
            )
            raise ServiceError("budget-spent", reason, LOOK_AGAIN)
        return self._ask(channel)

    def _ask(self, channel: Channel) -> str:
        """Each address by itself: that of a device may be another one now."""
        now, address = self._clock(), hashlib.sha256(channel.address.encode()).hexdigest()[:16]
        notice = unasked_by_a_log(channel.account, CONFIRM, f"{now} {address}", now)
        return self._asked.put_unless_lately(notice, channel.id, address, now - CONFIRM_PAUSE)

    def _take_asked(self) -> None:
        """Put into the outbox what people have asked for, on whichever machine."""
        for notice, channel in self._asked.waiting():
            self._outbox.deliveries.put(notice, channel, notice.at)
            self._asked.taken(notice, channel)

    def _unanswered(self, rows: Sequence[Row]) -> list[Row]:
        """Without what is answered already, by answers that wait for their table's release: it is left until then."""
        kept = []
        for row in rows:
            until = self._answered_until(row.game, row.decision) if row.kind == TURN or _reminds(row) else None
            if until is None:
                kept.append(row)
            else:
                self._postpone([row], until + PATIENCE)
        return kept

    def _grouped(self, rows: Sequence[Row]) -> Iterator[Message]:
        """What goes over which channel together: what waited for a digest, and everything else by itself."""
        ordered = sorted(rows, key=_told)
        for channel_id, group in groupby(ordered, key=lambda row: row.channel):
            channel, together = self._channels.by_id(channel_id), list(group)
            if channel is None:
                self._end(together, DROPPED)
                continue
            wanted = [row for row in together if self._wants(channel, row)]
            if unwanted := [row for row in together if row not in wanted]:
                self._end(unwanted, DROPPED)
            digest = [row for row in wanted if channel.digest is not None and row.kind in IN_DIGEST]
            if digest:
                yield channel, digest
            for row in wanted:
                if row not in digest:
                    yield channel, [row]

    def _wants(self, channel: Channel, row: Row) -> bool:
        """Nothing but the question whether it is its owner's goes to an address before it is confirmed."""
        if row.kind == CONFIRM:
            return channel.confirmed is None
        return channel.confirmed is not None and not self._channels.is_muted(row.account, row.game)

    def _deliver_all(self, taken: int, latest: int, messages: Sequence[Message]) -> int:
        """Deliver the messages to one account, those of each channel in their order: how many were begun.

        What there is no time for waits for the next look, and what goes to a peer that has just failed a little longer.
        What is not this sender's any more, that has taken it until then, is another one's: this one has stood still.
        """
        latest = min(latest, self._clock() + OWN_SECONDS)
        begun, silent = 0, set()
        for channel, rows in messages:
            if not self._outbox.deliveries.are_taken([row.id for row in rows], taken):
                continue
            if channel.id in silent:
                self._postpone(rows, self._clock() + FIRST_PAUSE)
            elif self._clock() > latest:
                self._postpone(rows, rows[0].due)
            else:
                begun += 1
                if not self._deliver(channel, rows):
                    silent.add(channel.id)
        return begun

    def _deliver(self, channel: Channel, rows: Sequence[Row]) -> bool:
        """Deliver a message: false if it is to be tried again."""
        try:
            self._send(channel, rows[0].kind, self._written(channel, rows))
        except NotDelivered as error:
            self._failed(rows, error)
            if error.gone and channel.kind == PUSH:
                self._channels.end_at(channel)
            return error.for_good
        except Unavailable:
            raise
        except Exception as error:
            # Whatever is wrong with one message must not keep the others waiting.
            log.exception("delivery %s", rows[0].id)
            self._failed(rows, NotDelivered(f"a fault of ours: {type(error).__name__}"))
        else:
            self._mark_sent(rows)
        return True

    def _mark_sent(self, rows: Sequence[Row]) -> None:
        """Say that rows were sent; what the outbox is too busy or full to take is said at the next look."""
        try:
            self._end(rows, SENT)
        except Unavailable:
            self._unmarked.append(rows)
            raise

    def _mark_left(self) -> None:
        """Say what could not be said before."""
        while self._unmarked:
            self._end(self._unmarked[0], SENT)
            del self._unmarked[0]

    def _written(self, channel: Channel, rows: Sequence[Row]) -> Delivery:
        language = self._accounts.get(channel.account).language
        if rows[0].kind == CONFIRM:
            return self._messages.confirmation(rows[0], channel, self._channels.link(channel), language)
        if channel.digest is None or rows[0].kind not in IN_DIGEST:
            return self._messages.of_one(rows[0], language)
        due = max(self._channels.due(channel, row.kind, row.at + patience(row.kind)) for row in rows)
        return self._messages.digest(rows, channel, due, language)

    def _send(self, channel: Channel, kind: str, delivery: Delivery) -> None:
        if channel.kind == PUSH:
            self._pushes.send(channel, delivery)
        elif channel.kind != MAIL:
            if self._webhooks.send(channel, delivery):
                self._channels.confirm(str(delivery.challenge))
        elif self._mailer is None:
            raise NotDelivered("this installation sends no e-mail", for_good=True)
        else:
            link = None if kind == CONFIRM else self._messages.unsubscribe(self._channels.link(channel))
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

    def _postpone(self, rows: Iterable[Row], due: int) -> None:
        self._outbox.deliveries.postpone([row.id for row in rows], due)

    def _end(self, rows: Iterable[Row], state: str) -> None:
        self._outbox.deliveries.end([row.id for row in rows], state, self._clock())


def _reminds(row: Row) -> bool:
    return row.kind.startswith(REMINDER)


def _told(row: Row) -> tuple[str, int, int, int, str, str]:
    """The order of telling: as things happened, and of what came at once first what is not waited with."""
    return row.channel, row.at, row.version, patience(row.kind), row.kind, row.seat


def _due(messages: Sequence[Message]) -> int:
    """Since when the first of these was due."""
    return min(row.due for _, rows in messages for row in rows)
