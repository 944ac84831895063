"""Wires the parts of the service together: what several of them stand on by `service.wiring`, all else here."""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from redis import Redis

from domain.contract.quantities import DAY, Horizon
from domain.games.catalog import Catalog
from projections.read_models import ReadModels
from service.challenges.games import TryGames
from service.challenges.ledger import ChallengeLedger
from service.challenges.tours import Tours
from service.characters.ledger import Characters
from service.counts import Counts
from service.databases import checked_store, read_models_of
from service.deletion.account import AccountDeletion
from service.deletion.guests import UnusedGuests
from service.deletion.own_data import OwnData
from service.deletion.places import Places
from service.games.archive import GameArchive
from service.games.commands import GameCommands
from service.games.corrections import Corrections
from service.games.films import Films
from service.games.imports import Imports
from service.games.interests import Interests
from service.games.ledger import Ledger
from service.games.legal import LegalAnswers
from service.games.mirror import Mirror
from service.games.notes import Notes
from service.games.opening.chains import Chains
from service.games.opening.fixtures import Fixtures
from service.games.opening.rematches import Rematches
from service.games.orders import StandingOrders
from service.games.practice import Practice
from service.games.private_branches import PrivateBranches
from service.games.seats.absence import Absence
from service.games.seats.admission import Admission
from service.games.seats.hosting import Hosting
from service.games.streams import Streams
from service.games.talk import Talk
from service.games.timing.clockwork import Clockwork
from service.games.timing.delayed import DelayedAnswers
from service.games.timing.expiry import Expiry
from service.games.timing.reckoning import ServiceTime
from service.games.unreadable import UnreadableGames
from service.installed import catalog_of
from service.leagues.disputes import Disputes
from service.leagues.ledger import LeagueLedger
from service.leagues.looking import LeagueViews
from service.leagues.play import LeaguePlay
from service.notify.post import PostOffice, post_office
from service.people.accounts import Accounts
from service.people.apps import Apps
from service.people.blocks import Blocks
from service.people.vacations import Vacations
from service.secret import secret_in
from service.series.ledger import SeriesLedger
from service.settings import Settings
from service.sharing.partners import Partners
from service.sharing.seeds import SharedSeeds
from service.store.event_store import Store
from service.store.heartbeat import Heartbeat, Outages
from service.store.own_files import check_own_files, own_files
from service.store.published.checkpoints import Checkpoints
from service.store.published.journal import Journal
from service.store.published.receipts import Signer
from service.store.repeats import Repeats
from service.store.rule_files import RuleFiles
from service.wiring import games_of, leagues_of, tools_of


@dataclass(frozen=True)
class Services:
    """The parts of one installation in one process.

    `clock()` is the time in whole seconds UTC, of the machine's clock, which may be set; waiting goes by `elapsed()`,
    seconds that nobody can set. `redis` connects when it is first used; `session_key` signs the session
    cookies of the pages.
    """

    settings: Settings
    clock: Callable[[], int]
    elapsed: Callable[[], float]
    catalog: Catalog
    rule_files: RuleFiles
    store: Store
    repeats: Repeats
    accounts: Accounts
    apps: Apps
    ledger: Ledger
    corrections: Corrections
    unreadable: UnreadableGames
    absence: Absence
    admission: Admission
    account_deletion: AccountDeletion
    unused_guests: UnusedGuests
    own_data: OwnData
    archive: GameArchive
    post: PostOffice
    hosting: Hosting
    rematches: Rematches
    blocks: Blocks
    talk: Talk
    notes: Notes
    films: Films
    mirror: Mirror
    streams: Streams
    delayed: DelayedAnswers
    standing_orders: StandingOrders
    private_branches: PrivateBranches
    vacations: Vacations
    heartbeat: Heartbeat
    clockwork: Clockwork
    expiry: Expiry
    practice: Practice
    legal: LegalAnswers
    chains: Chains
    characters: Characters
    series: SeriesLedger
    leagues: LeagueLedger
    disputes: Disputes
    league_views: LeagueViews
    league_play: LeaguePlay
    challenges: ChallengeLedger
    tours: Tours
    imports: Imports
    commands: GameCommands
    partners: Partners
    shared_seeds: SharedSeeds
    journal: Journal
    signer: Signer
    checkpoints: Checkpoints
    counts: Counts
    read_models: ReadModels
    redis: Redis
    session_key: bytes = field(repr=False)

    def close(self) -> None:
        """Close what is open."""
        self.store.close()
        self.read_models.database.close()
        self.post.close()
        self.partners.close()
        self.redis.close()


def build(
    settings: Settings,
    clock: Callable[[], int] | None = None,
    entropy: Callable[[int], bytes] = os.urandom,
    elapsed: Callable[[], float] | None = None,
) -> Services:
    """The services of an installation that is prepared (`service.databases`); `SettingsError` for one that is not.

    `clock()` is the time in whole seconds UTC (None: that of the machine); `entropy(n)` gives n random bytes;
    `elapsed()` is how many seconds have passed (None: by `clock`, if that is given, else by what nobody can set).
    """
    now, passed = clock or _seconds_utc, elapsed or clock or _seconds_elapsed
    store = checked_store(settings)
    rule_files = RuleFiles(store)
    catalog = catalog_of(settings, data=own_files(settings.home), find=rule_files.text)
    check_own_files(settings.home, catalog)
    read_models = read_models_of(settings, store, catalog)
    horizon = Horizon(settings.horizon_days * DAY)
    accounts = Accounts(store, now, entropy, names_kept=settings.names_kept_days * DAY, budgets=settings.budgets)
    heartbeat = Heartbeat(store, now, passed)
    game_clock = ServiceTime(heartbeat, now, passed)
    tools = tools_of(store, catalog, accounts, now, entropy, settings.budgets, settings.seed_partners, passed)
    games = games_of(tools, settings.snapshot_every, game_clock)
    fixtures = Fixtures(store, games.logs, games.commands, tools.partners, accounts, catalog, game_clock, entropy)
    talk = Talk(store, games.logs, tools.moves, tools.accounts, tools.blocks, game_clock, entropy)
    series = SeriesLedger(
        store,
        tools.moves,
        catalog,
        tools.accounts,
        tools.blocks,
        fixtures,
        tools.partners,
        games.ledger,
        tools.budgets,
        now,
        entropy,
    )
    tries = TryGames(store, games.logs, fixtures)
    challenges = ChallengeLedger(
        store, tools.moves, catalog, tools.accounts, tools.blocks, tries, games.ledger, tools.budgets, now, entropy
    )
    leagues = leagues_of(tools, games, fixtures, series, read_models)
    post = post_office(
        settings,
        store,
        catalog,
        tools.accounts,
        games.ledger,
        now,
        passed,
        entropy,
        tools.blocks,
        tools.budgets,
        heartbeat.reached,
        league=leagues.views,
        challenge=challenges.called,
    )
    interests = Interests(
        {"league": leagues.ledger.has_part, "series": series.has_part, "challenge": challenges.has_part}
    )
    places = Places(series, leagues.ledger, leagues.play, challenges, read_models)
    deletion = AccountDeletion(tools.accounts, games.ledger, games.absence, places, read_models, post)
    notes = Notes(store, games.logs, now)
    standing_orders = StandingOrders(store, games.commands, games.following, entropy)
    return Services(
        settings=settings,
        clock=now,
        elapsed=passed,
        catalog=catalog,
        rule_files=rule_files,
        store=store,
        repeats=Repeats(store, now),
        accounts=tools.accounts,
        apps=Apps(store, tools.accounts, now, entropy),
        ledger=games.ledger,
        unreadable=games.unreadable,
        corrections=Corrections(
            games.commands,
            games.views,
            games.unreadable,
            tools.accounts,
            now,
            entropy,
            horizon,
            interests,
            tools.budgets,
        ),
        absence=games.absence,
        admission=games.admission,
        account_deletion=deletion,
        unused_guests=UnusedGuests(store, deletion, heartbeat.reached, settings.guest_days * DAY),
        own_data=OwnData(store, games.ledger, read_models),
        archive=GameArchive(tools.accounts, games.ledger, read_models, now),
        post=post,
        hosting=Hosting(games.logs, games.commands, games.views, games.before_start, games.invitations, tools.accounts),
        rematches=Rematches(store, games.logs, tools.accounts, games.ledger, entropy),
        blocks=tools.blocks,
        talk=talk,
        notes=notes,
        films=Films(games.logs, games.views, catalog),
        mirror=Mirror(store, games.logs, catalog, now, passed),
        streams=Streams(games.ledger, talk, read_models, tools.moves, games.delayed),
        delayed=games.delayed,
        standing_orders=standing_orders,
        private_branches=PrivateBranches(store, games.logs, games.views, notes, standing_orders, now, entropy),
        vacations=Vacations(store, games.commands, now, horizon),
        heartbeat=heartbeat,
        clockwork=Clockwork(store, games.commands, games.delayed, now, heartbeat, passed),
        expiry=Expiry(games.commands, Outages(store), heartbeat.reached, settings.open_game_days * DAY),
        legal=LegalAnswers(games.logs),
        practice=Practice(store, games.logs, catalog, entropy, games.ledger, notes),
        chains=Chains(store, games.logs, tools.accounts, catalog, games.ledger),
        characters=Characters(store, tools.moves, catalog, tools.accounts, games.logs, games.ledger, now, entropy),
        series=series,
        leagues=leagues.ledger,
        disputes=leagues.disputes,
        league_views=leagues.views,
        league_play=leagues.play,
        challenges=challenges,
        tours=Tours(store, tools.moves, tools.accounts, challenges, read_models, now, entropy),
        imports=Imports(store, catalog, now, entropy),
        commands=games.commands,
        partners=tools.partners,
        shared_seeds=SharedSeeds(store, tools.signer, settings.seed_partners, now, entropy),
        journal=Journal(store),
        signer=tools.signer,
        checkpoints=tools.signer.checkpoints,
        counts=tools.counts,
        read_models=read_models,
        redis=Redis.from_url(settings.redis_url, socket_timeout=1, socket_connect_timeout=1),
        session_key=hmac.digest(secret_in(settings.secret_path), b"nightledger/sessions/1", "sha256"),
    )


def _seconds_elapsed() -> float:
    """Seconds that nobody can set, and that go on while the machine is suspended, where it tells those."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _seconds_utc() -> int:
    return int(time.time())
