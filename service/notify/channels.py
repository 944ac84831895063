"""The channels over which people are told of their games: e-mail, webhooks, devices; and what they silence."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from cryptography.exceptions import InvalidTag
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import bindparam, delete, func, insert, select, update

from domain.contract.reason import Reason
from projections.notices.kinds import CHANGES_OF_HANDS, INVITATIONS, OVER, STARTED, TAKEBACK, TURN, Notice
from projections.notices.of_leagues import KINDS as LEAGUE_KINDS
from projections.statements import any_row, matching, once
from service.errors import ServiceError
from service.notify.forms import FORMS
from service.notify.subscription import Subscription
from service.people.accounts import Accounts
from service.people.budgets import DEVICES, WEBHOOKS, Budgets
from service.people.in_turn import at_most, in_turn
from service.people.zones import zone_here
from service.store import relations
from service.store.event_store import Change, Store, executing
from service.store.relations import channels

MAIL = "mail"

PUSH = "push"
"""A browser, on a device, that shows what a push service brings it."""

MOST_MAILS = 20

IN_DIGEST = (TURN, STARTED, OVER, TAKEBACK, *CHANGES_OF_HANDS, *LEAGUE_KINDS)
"""The kinds of notices that wait for a digest; invitations, reminders and tests never do."""

LONGEST_ADDRESS = 500
LONGEST_ENDPOINT = 2000
LONGEST_DEVICE = 60
"""Characters of an address, that of a browser at its push service, and of what a device is called."""

LINK_SECONDS = 7 * 24 * 3600
"""How long the link is valid that confirms an address."""

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_MAIL_ADDRESS = re.compile(
    rf"(?!.*=\?){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})+",
    re.ASCII | re.IGNORECASE,
)
"""Atoms and labels (RFC 5322, 3.2.3; RFC 1034, 3.5), and nothing that begins as an encoded word does: mail programs
would read another address in it."""


log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Channel:
    """A channel: `kind` is `mail`, `push` or the form of a webhook, `game` the one game that it is for (None: all).

    `digest` is the hour of the owner's day at which notices come together (None: each at once), `confirmed` and
    `created` are seconds UTC; an address is used once it is confirmed. `secret` signs what a webhook is sent, or holds
    the keys of a device, and `device` is what that is called.
    """

    id: str
    account: str
    kind: str
    game: str | None
    address: str
    digest: int | None
    confirmed: int | None
    created: int
    secret: bytes = field(repr=False)
    device: str | None = None


class Channels:
    """The channels of an installation. Raises `ServiceError`. One whose secret cannot be opened is as good as gone.

    `entropy(n)` gives n random bytes; `apart(account)` are those whom the account blocks, or who block it.
    `may_lead_to(url)` refuses webhooks to where nothing is delivered.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        apart: Callable[[str], frozenset[str]],
        may_lead_to: Callable[[SplitResult], None],
        budgets: Budgets,
    ) -> None:
        self._budgets = budgets
        self._apart = apart
        self._may_lead_to = may_lead_to
        self._store = store
        self._accounts = accounts
        self._clock = clock
        self._entropy = entropy
        self._links = URLSafeTimedSerializer(store.vault.links, salt="nightledger/mail/1")

    def add_webhook(
        self, account_id: str, url: str, form: str, game: str | None = None, digest: int | None = None
    ) -> Channel:
        """A new webhook, which counts once it is confirmed.

        `malformed` for what is no `https://` or `http://` address, `illegal` for a private one, `budget-spent`.
        """
        if form not in FORMS:
            raise ServiceError("malformed", "a webhook has one of the forms {forms}", forms=", ".join(FORMS))
        self._may_lead_to(_checked_url(url, "a webhook", LONGEST_ADDRESS))
        return self._add(account_id, form, game, url, digest, None)

    def add_device(
        self, account_id: str, subscription: Subscription, device: str, digest: int | None = None
    ) -> Channel:
        """A browser that is to show notices, under this name of its device; it counts once it has answered.

        One that is there already stays, with this digest; if it was somebody else's, whoever is at it now has it.
        `malformed` for no address or name, `illegal` for a private address, `budget-spent`.
        """
        self._may_lead_to(_checked_url(subscription.endpoint, "a push service", LONGEST_ENDPOINT))
        if not 0 < len(device) <= LONGEST_DEVICE or not device.isprintable():
            raise ServiceError(
                "malformed", "a device has a name of {longest} characters at most", longest=LONGEST_DEVICE
            )
        _check_digest(digest)
        for same in self._of_browser(subscription):
            if same.account == account_id:
                self._store.write(executing(_SET_DIGEST, id=same.id, digest=digest))
                return self.get(account_id, same.id)
            self.end(same)
        return self._add(account_id, PUSH, None, subscription.endpoint, digest, None, subscription.secret, device)

    def renew_device(self, was: Subscription, now: Subscription) -> Channel:
        """The device whose browser has renewed its subscription by itself: from now on it is told by the new one.

        Who knows the keys of the old one is that browser. Whether the new one is too is asked anew: it counts once it
        has answered. Told again it changes nothing. `malformed` for no address, `illegal` for a private one,
        `not-found` where nothing goes by either of them.
        """
        self._may_lead_to(_checked_url(now.endpoint, "a push service", LONGEST_ENDPOINT))
        for channel in self._of_browser(was):
            sealed = self._store.vault.seal(_label(channel.id), now.secret)
            self._store.write(executing(_RENEW, id=channel.id, address=now.endpoint, sealed=sealed))
        return _known(next(iter(self._of_browser(now)), None))

    def devices(self, account_id: str) -> list[Channel]:
        """The account's devices, the oldest first."""
        return [channel for channel in self.of(account_id) if channel.kind == PUSH]

    def set_mail(self, account_id: str, address: str, digest: int | None = None, game: str | None = None) -> Channel:
        """The account's e-mail address for a game (None: for all that have none of their own), in the place of an
        earlier one; it counts once it is confirmed."""
        before = self.mail(account_id, game)
        if before is not None and before.address == address:
            _check_digest(digest)
            self._store.write(executing(_SET_DIGEST, id=before.id, digest=digest))
            return self.get(account_id, before.id)
        if len(address) > LONGEST_ADDRESS or not _MAIL_ADDRESS.fullmatch(address):
            raise ServiceError("malformed", "this is no e-mail address")
        same = (channel.confirmed for channel in self.of(account_id) if _is_mail_to(channel, address))
        return self._add(account_id, MAIL, game, address, digest, next(filter(None, same), None))

    def mail(self, account_id: str, game: str | None = None) -> Channel | None:
        """The account's e-mail address for a game of its own (None: for all others); None if it has none."""
        return next((one for one in self.of(account_id) if one.kind == MAIL and one.game == game), None)

    def link(self, channel: Channel) -> str:
        """The secret of the links that confirm an address, or end mails there."""
        return str(self._links.dumps(_in_links(channel)))

    def confirm(self, token: str) -> Channel:
        """Count an address as its owner's; `not-found` for the secret of a link that is none, or too old."""
        channel = _known(self._linked(token, LINK_SECONDS))
        told = {"address": channel.address, "confirmed": self._clock()}
        self._store.write(*(executing(_CONFIRM, id=one.id, **told) for one in self._to_same_address(channel)))
        found = self.get(channel.account, channel.id)
        return _known(found if found.address == channel.address else None)

    def confirm_by_challenge(self, account_id: str, channel_id: str, token: str) -> Channel:
        """Count a webhook or device of the account as its owner's, by the secret that was posted there; `not-found`."""
        if self._linked(token, LINK_SECONDS) != self.get(account_id, channel_id):
            raise ServiceError("not-found", "this is not what was posted there")
        return self.confirm(token)

    def unsubscribe(self, token: str) -> None:
        """Remove the address that a link of a mail names, for whichever games, however old the link is."""
        channel = self._linked(token, None)
        found = [] if channel is None else self._to_same_address(channel)
        self._store.write(*(executing(_REMOVE, id=one.id) for one in found))

    def remove(self, account_id: str, channel_id: str) -> None:
        """Remove a channel; `not-found` if the account has none such."""
        self.end(self.get(account_id, channel_id))

    def end(self, channel: Channel) -> None:
        """Remove a channel, if it is still there."""
        budget = _budget(channel.kind)
        settled = [] if budget is None else [self._budgets.settled(channel.account, budget, channel.id)]
        self._store.write(executing(_REMOVE, id=channel.id), *settled)

    def end_at(self, channel: Channel) -> None:
        """Remove a channel unless it has another address by now."""
        now = self.by_id(channel.id)
        if now is not None and now.address == channel.address:
            self.end(now)

    def of(self, account_id: str) -> list[Channel]:
        """The account's channels, the oldest first."""
        return [*self._opened(self._store.rows(_OF_ACCOUNT, account=account_id))]

    def get(self, account_id: str, channel_id: str) -> Channel:
        """A channel of the account; `not-found`."""
        channel = _known(self.by_id(channel_id))
        return _known(channel if channel.account == account_id else None)

    def by_id(self, channel_id: str) -> Channel | None:
        """The channel, whosever it is."""
        return next(self._opened(self._store.rows(_BY_ID, id=channel_id)), None)

    # ---- where notices go

    def mute(self, account_id: str, about: str, muted: bool) -> None:
        """Tell the account nothing of a game, a league or a challenge any more, or again."""
        self._store.write(executing(_MUTE if muted else _UNMUTE, account=account_id, game=about))

    def is_muted(self, account_id: str, about: str) -> bool:
        """Whether the account wants to hear nothing of a game, a league or a challenge."""
        return self._store.has(_IS_MUTED, account=account_id, game=about)

    def routes(self, notice: Notice, at: int) -> Sequence[tuple[str, int]]:
        """The channels for a notice of an instant, and when it is due there (`projections.notices.outbox.Routes`).

        There are none for what the account has muted, nor for invitations of people whom it blocks or who block it. A
        game that has an e-mail address of its own is told of there and not at that for all.
        """
        if self.is_muted(notice.account, notice.game):
            return []
        if notice.kind in INVITATIONS and notice.by in self._apart(notice.account):
            return []
        fitting = [
            channel
            for channel in self.of(notice.account)
            if channel.confirmed is not None and channel.game in (None, notice.game)
        ]
        if any(channel.kind == MAIL and channel.game is not None for channel in fitting):
            fitting = [channel for channel in fitting if channel.kind != MAIL or channel.game is not None]
        return [(channel.id, self.due(channel, notice.kind, at)) for channel in fitting]

    def due(self, channel: Channel, kind: str, at: int) -> int:
        """When a notice of an instant is due over a channel: at once, or with the next digest, whose hour is one of UTC
        where this machine has lost the data of the owner's zone."""
        if channel.digest is None or kind not in IN_DIGEST:
            return at
        zone = zone_here(self._accounts.get(channel.account).time_zone) or UTC
        local = datetime.fromtimestamp(at, UTC).astimezone(zone)
        digest = local.replace(hour=channel.digest, minute=0, second=0, microsecond=0, fold=0)
        if digest.timestamp() < at:
            digest += timedelta(days=1)
        return int(digest.timestamp())

    def _add(
        self,
        account_id: str,
        kind: str,
        game: str | None,
        address: str,
        digest: int | None,
        confirmed: int | None,
        secret: bytes | None = None,
        device: str | None = None,
    ) -> Channel:
        _check_digest(digest)
        channel_id = self._entropy(8).hex()
        sealed = self._store.vault.seal(_label(channel_id), secret or self._entropy(32))
        row = {
            "id": channel_id,
            "account": account_id,
            "kind": kind,
            "game": game,
            "address": address,
            "sealed": sealed,
            "digest": digest,
            "confirmed": confirmed,
            "created": self._clock(),
            "device": device,
        }
        budget, added = _budget(kind), executing(_ADD, **row)
        if budget is None:
            self._store.write(*_in_the_place_of_another(account_id, game, added))
        else:
            self._store.write(added, *self._budgets.spent(account_id, budget, [channel_id]))
        return self.get(account_id, channel_id)

    def _to_same_address(self, channel: Channel) -> list[Channel]:
        """All e-mail of the account that goes to the address of one, that one among them; a webhook by itself."""
        others = self.of(channel.account) if channel.kind == MAIL else ()
        return [channel, *(other for other in others if other.id != channel.id and _is_mail_to(other, channel.address))]

    def _of_browser(self, subscription: Subscription) -> list[Channel]:
        """The devices, whosever they are, that are this browser: who only knows its address has not its keys."""
        found = self._opened(self._store.rows(_BY_ADDRESS, kind=PUSH, address=subscription.endpoint))
        return [channel for channel in found if channel.secret == subscription.secret]

    def _opened(self, rows: Iterable[Any]) -> Iterator[Channel]:
        """The channels of rows, without those whose secret cannot be opened: what is wrong with one keeps no other
        from being told."""
        for row in rows:
            try:
                channel = self._channel(row)
            except (InvalidTag, ValueError):
                log.exception("channel %s cannot be opened: nothing is told over it", row["id"])
            else:
                yield channel

    def _channel(self, row: Any) -> Channel:
        secret = self._store.vault.open(_label(row["id"]), bytes(row["sealed"]))
        return Channel(
            id=row["id"],
            account=row["account"],
            kind=row["kind"],
            game=row["game"],
            address=row["address"],
            digest=row["digest"],
            confirmed=row["confirmed"],
            created=row["created"],
            secret=secret,
            device=row["device"],
        )

    def _linked(self, token: str, seconds: int | None) -> Channel | None:
        """The channel whose address a link was sent to, if it is still that one's."""
        try:
            named = str(self._links.loads(token, max_age=seconds))
        except BadSignature:
            raise ServiceError("not-found", "this link names no address, or is too old") from None
        channel = self.by_id(named.partition(".")[0])
        return None if channel is None or _in_links(channel) != named else channel


_ADD = insert(channels)
_BY_ID = select(channels).where(matching(channels.c.id))
_BY_ADDRESS = select(channels).where(matching(channels.c.kind, channels.c.address))
_OF_ACCOUNT = select(channels).where(matching(channels.c.account)).order_by(channels.c.created, channels.c.id)
_SET_DIGEST = update(channels).values(digest=bindparam("digest")).where(matching(channels.c.id))
_RENEW = (
    update(channels)
    .values(address=bindparam("address"), sealed=bindparam("sealed"), confirmed=None)
    .where(matching(channels.c.id))
)
_CONFIRM = update(channels).values(confirmed=bindparam("confirmed")).where(matching(channels.c.id, channels.c.address))
_REMOVE = delete(channels).where(matching(channels.c.id))
_MAILS = matching(channels.c.account, channels.c.kind)
_REMOVE_MAIL = delete(channels).where(_MAILS, channels.c.game.is_not_distinct_from(bindparam("game")))
_COUNT_MAILS = select(func.count().label("count")).where(_MAILS)
_MUTE = once(relations.muted)
_UNMUTE = delete(relations.muted).where(matching(*relations.muted.c))
_IS_MUTED = any_row(*relations.muted.c)


def _in_links(channel: Channel) -> str:
    """What links say of a channel: a device may get another address, and then what was sent to the one before says
    nothing of it."""
    if channel.kind != PUSH:
        return channel.id
    return f"{channel.id}.{hashlib.sha256(channel.address.encode()).hexdigest()[:16]}"


def _known(channel: Channel | None) -> Channel:
    if channel is None:
        raise ServiceError("not-found", "there is no such channel")
    return channel


def _is_mail_to(channel: Channel, address: str) -> bool:
    return channel.kind == MAIL and channel.address == address


def _in_the_place_of_another(account_id: str, game: str | None, added: Change) -> list[Change]:
    """The changes that add an e-mail address for a game (None: for all), in the place of the one that is there then."""
    of_account = {"account": account_id, "kind": MAIL}
    too_many = Reason("an account has {most} e-mail addresses at most, one a game", most=MOST_MAILS)
    return [
        in_turn(account_id),
        executing(_REMOVE_MAIL, **of_account, game=game),
        added,
        at_most(MOST_MAILS, _COUNT_MAILS, too_many, **of_account),
    ]


def _budget(kind: str) -> str | None:
    """What a channel of a kind is counted with; nothing counts e-mail addresses but their own number."""
    return {MAIL: None, PUSH: DEVICES}.get(kind, WEBHOOKS)


def _label(channel_id: str) -> str:
    return f"channel {channel_id}"


def _check_digest(digest: int | None) -> None:
    if digest is not None and digest not in range(24):
        raise ServiceError("malformed", "a digest comes at an hour from 0 to 23")


def _checked_url(url: str, whose: str, longest: int) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises for a port that is none
    except ValueError as error:
        raise ServiceError("malformed", f"this is no address: {error}") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > longest:
        raise ServiceError("malformed", "{whose}'s address begins with https:// or http://", whose=whose)
    if parts.username or parts.password or parts.fragment or not (url.isascii() and url.isprintable()) or " " in url:
        raise ServiceError(
            "malformed", "{whose}'s address has no user, password, fragment or strange characters", whose=whose
        )
    return parts
