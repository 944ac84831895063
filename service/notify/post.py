"""The post office of an installation: channels, outbox, sender and reminders, wired together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from domain.catalog import Catalog
from projections.database import Database
from projections.deliveries import OutboxFile
from projections.read_models import ReadModels
from service.accounts import Accounts
from service.held import HeldAnswers
from service.ledger import Ledger
from service.notify.channels import Channels
from service.notify.mail import Mailer
from service.notify.messages import Messages
from service.notify.reminders import Reminders
from service.notify.sender import Sender
from service.notify.webhook import Webhooks
from service.settings import Settings
from service.store import Store


@dataclass(frozen=True)
class PostOffice:
    """What tells people of their games."""

    channels: Channels
    outbox: OutboxFile
    sender: Sender
    reminders: Reminders

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
    read_models: ReadModels,
    clock: Callable[[], int],
    entropy: Callable[[int], bytes],
    league: Callable[[str], str],
) -> PostOffice:
    """The post office with these settings; `league(id)` is what a league is called."""

    @lru_cache
    def title(game: str) -> str:
        return catalog[game].describe().labels.get("en", {}).get(game) or game.replace("-", " ").capitalize()

    channels = Channels(store, accounts, clock, entropy)
    outbox = OutboxFile(Database(settings.outbox_path), store, catalog.upcasters, channels.routes)
    mailer = None if settings.smtp_url is None else Mailer(settings.smtp_url, settings.mail_from)
    sender = Sender(
        outbox,
        channels,
        accounts,
        Messages(settings.public_url, title, league),
        Webhooks(settings.webhooks_to_private, clock),
        mailer,
        HeldAnswers(store).until,
        clock,
    )
    return PostOffice(channels, outbox, sender, Reminders(read_models, ledger, outbox, clock))


def create_outbox(settings: Settings, store: Store) -> None:
    """Create what is missing of the outbox's file; run once, by a command."""
    database = Database(settings.outbox_path)
    OutboxFile(database, store, {}, lambda *_: ()).follower.create_schema()
    database.close()
