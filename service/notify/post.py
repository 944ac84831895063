"""The post office of an installation: channels, outbox, sender, reminders and pruning, wired together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from domain.games.catalog import Catalog
from projections.database import Database, SqliteFile
from projections.notices.deliveries import OutboxStore
from service.games.ledger import Ledger
from service.games.timing.delayed import DelayedAnswers
from service.games.timing.due import DueWork
from service.games.views import own_seats
from service.language.stories import Recaps
from service.notify.addresses import Entrance
from service.notify.asked import AskedNotices
from service.notify.channels import Channel, Channels
from service.notify.earlier_file import take_over
from service.notify.exchange import Peers
from service.notify.mail import Mailer
from service.notify.messages import Leagues, Messages
from service.notify.pruning import Pruning
from service.notify.push import Pushes, PushKey
from service.notify.reminders import Reminders
from service.notify.sender import Sender
from service.notify.subscription import Subscription
from service.notify.webhook import Webhooks
from service.people.accounts import Accounts
from service.people.blocks import Blocks
from service.people.budgets import Budgets
from service.settings import Settings
from service.store.event_store import Store
from service.store.steady import SteadyTime


@dataclass(frozen=True)
class PostOffice:
    """What tells people of their games."""

    channels: Channels
    outbox: OutboxStore
    sender: Sender
    reminders: Reminders
    pruning: Pruning
    pushes: Pushes

    def step(self) -> None:
        """Remind, tell what is due, and forget what was told long ago."""
        self.reminders.step()
        self.sender.step()
        self.pruning.step()

    def set_mail(self, account: str, address: str, digest: int | None, game: str | None = None) -> Channel:
        """The account's e-mail address, for all games or for one, in the place of an earlier one; what is not confirmed
        yet is sent a link.

        `ServiceError` `illegal` where this installation sends no mails, or too many addresses were asked today.
        """
        before = self.channels.mail(account, game)
        if before is None or before.address != address:
            self.sender.check_mails(account)
        channel = self.channels.set_mail(account, address, digest, game)
        if channel.confirmed is None:
            self.sender.confirm_address(channel)
        return channel

    def add_webhook(
        self, account: str, url: str, form: str, game: str | None = None, digest: int | None = None
    ) -> Channel:
        """A new webhook of the account, which is asked whether it is its owner's; errors as of the channels."""
        channel = self.channels.add_webhook(account, url, form, game, digest)
        self.sender.challenge(channel)
        return channel

    def add_device(self, account: str, subscription: Subscription, device: str, digest: int | None = None) -> Channel:
        """A device of the account that shows notices, which is asked whether it does; errors as of the channels."""
        channel = self.channels.add_device(account, subscription, device, digest)
        if channel.confirmed is None:
            self.sender.challenge(channel)
        return channel

    def renew_device(self, was: Subscription, now: Subscription) -> Channel:
        """A device that has renewed its subscription, which is asked whether it takes notices by the new one."""
        channel = self.channels.renew_device(was, now)
        if channel.confirmed is None:
            self.sender.challenge(channel)
        return channel

    @property
    def push_key(self) -> str:
        """The public key that a browser subscribes with, in base64url."""
        return self.pushes.key.public

    def forget(self, account: str) -> None:
        """Remove what is on its way to an account, and what was."""
        self.outbox.deliveries.forget(account)

    def close(self) -> None:
        """Close what is open."""
        self.outbox.database.close()


def post_office(
    settings: Settings,
    store: Store,
    catalog: Catalog,
    accounts: Accounts,
    ledger: Ledger,
    clock: Callable[[], int],
    elapsed: Callable[[], float],
    entropy: Callable[[int], bytes],
    blocks: Blocks,
    budgets: Budgets,
    reached: Callable[[int], int],
    league: Leagues,
    challenge: Callable[[str], str],
) -> PostOffice:
    """The post office with these settings; `reached(now)` is up to when people could act, by whoever's time that is,
    `league` knows leagues, `challenge(id)` is what a challenge is called.

    What is due goes by a time that does not go back with the system clock, so that nobody is told late when that is set
    back. Reminders go by how long people could act, as deadlines do.
    """
    steady = SteadyTime(clock, elapsed).now

    @lru_cache
    def title(game: str) -> str:
        return catalog[game].describe().labels.get("en", {}).get(game) or game.replace("-", " ").capitalize()

    def seats(game_id: str, account_id: str) -> Sequence[str]:
        return own_seats(ledger.table(game_id), account_id)

    entrance = Entrance(settings.webhooks_to_private)
    channels = Channels(store, accounts, clock, entropy, blocks.apart, entrance.check, budgets)
    outbox = OutboxStore(outbox_database(settings, store), store, catalog.upcasters, channels.routes)
    peers = Peers(settings.webhooks_to_private)
    contact = f"https://{urlsplit(settings.public_url).hostname}"
    pushes = Pushes(peers, PushKey(store.vault.push, contact), clock)
    mailer = None if settings.smtp_url is None else Mailer(settings.smtp_url, settings.mail_from)
    sender = Sender(
        outbox,
        AskedNotices(store),
        channels,
        accounts,
        Messages(settings.public_url, title, league, challenge, Recaps(ledger, catalog).since_last_move, seats),
        Webhooks(peers, clock),
        pushes,
        mailer,
        DelayedAnswers(store).until,
        steady,
    )
    reminders = Reminders(ledger, DueWork(store, "reminder"), outbox, lambda: reached(steady()))
    return PostOffice(channels, outbox, sender, reminders, Pruning(outbox, steady), pushes)


def outbox_database(settings: Settings, store: Store) -> Database:
    """Where the outbox lies: in the store's database, or in a file of the home folder."""
    return store.beside("outbox") or SqliteFile(settings.outbox_path, settings.database_wait, durable=True)


def create_outbox(settings: Settings, store: Store) -> None:
    """Create what is missing of the outbox; run once, by a command."""
    database = outbox_database(settings, store)
    outbox = OutboxStore(database, store, {}, lambda *_: ())
    outbox.follower.create_schema()
    take_over(settings.outbox_path, outbox)
    database.close()
