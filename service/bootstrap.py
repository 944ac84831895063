"""Wires the parts of the service together; the only place that does."""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis

from domain.contract.quantities import DAY, Horizon
from domain.games.catalog import Catalog
from projections.read_models import ReadModels
from projections.unavailable import WAIT
from service.challenges.ledger import ChallengeLedger
from service.challenges.tours import Tours
from service.characters.ledger import Characters
from service.counts import Tally
from service.deletion.account import Farewell
from service.deletion.places import Places
from service.games.absence import Absence
from service.games.chains import Chains
from service.games.clockwork import Clockwork
from service.games.commands import Keeper
from service.games.corrections import Corrections
from service.games.delayed import HeldAnswers
from service.games.hosting import Hosting
from service.games.imports import Imports
from service.games.ledger import Ledger
from service.games.notes import Notes
from service.games.orders import StandingOrders
from service.games.practice import Practice
from service.games.rematches import Rematches
from service.games.streams import Streams
from service.games.talk import Talk
from service.leagues.ledger import LeagueLedger
from service.leagues.logs import LeagueLogs
from service.leagues.looking import LeagueViews
from service.leagues.play import LeaguePlay
from service.notify.post import PostOffice, create_outbox, post_office
from service.people.accounts import Accounts
from service.people.blocks import Company
from service.people.vacations import Vacations
from service.series.ledger import SeriesLedger
from service.settings import DatabaseAway, Settings, SettingsError
from service.store.card_sets import card_sets
from service.store.checkpoints import Checkpoints
from service.store.event_store import Store
from service.store.heartbeat import Heartbeat
from service.store.journal import Journal
from service.store.receipts import Signer
from service.store.recorder import NoDatabase, Recorder
from service.store.rule_files import RuleFiles
from service.store.snapshots import Snapshots
from service.store.sqlite import SqliteRecorder


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
    accounts: Accounts
    ledger: Ledger
    corrections: Corrections
    absence: Absence
    farewell: Farewell
    post: PostOffice
    hosting: Hosting
    rematches: Rematches
    company: Company
    talk: Talk
    notes: Notes
    streams: Streams
    held: HeldAnswers
    standing_orders: StandingOrders
    vacations: Vacations
    clockwork: Clockwork
    practice: Practice
    chains: Chains
    characters: Characters
    series: SeriesLedger
    leagues: LeagueLedger
    league_views: LeagueViews
    league_play: LeaguePlay
    challenges: ChallengeLedger
    tours: Tours
    imports: Imports
    journal: Journal
    signer: Signer
    checkpoints: Checkpoints
    tally: Tally
    read_models: ReadModels
    redis: Redis
    session_key: bytes = field(repr=False)

    def close(self) -> None:
        """Close what is open."""
        self.store.close()
        self.read_models.database.close()
        self.post.close()
        self.redis.close()


def build(
    settings: Settings,
    clock: Callable[[], int] | None = None,
    entropy: Callable[[int], bytes] = os.urandom,
    elapsed: Callable[[], float] | None = None,
) -> Services:
    """The services of an installation that `init_database` has prepared; `SettingsError` for one that is not.

    `clock()` is the time in whole seconds UTC (None: that of the machine); `entropy(n)` gives n random bytes;
    `elapsed()` is how many seconds have passed (None: by `clock`, if that is given, else by what nobody can set).
    """
    now, passed = clock or _seconds_utc, elapsed or clock or time.monotonic
    store = _checked_store(settings)
    rule_files = RuleFiles(store)
    catalog = Catalog(settings.extra_games, data=card_sets(settings.home), find=rule_files.text)
    accounts, snapshots = Accounts(store, now, entropy), Snapshots(store, catalog, settings.snapshot_every)
    keeper = Keeper(store, accounts, catalog, now, entropy, snapshots)
    ledger = Ledger(keeper)
    read_models = ReadModels(settings.projections_path, store, catalog, settings.database_wait)
    absence, company = Absence(keeper), Company(keeper)
    of_many = _of_many_games(keeper, ledger, read_models)
    called = {"league": of_many["league_views"].called, "challenge": of_many["challenges"].called}
    post = post_office(settings, store, catalog, accounts, ledger, read_models, now, passed, entropy, company, **called)
    places = Places(of_many["series"], of_many["leagues"], of_many["challenges"], read_models)
    return Services(
        settings=settings,
        clock=now,
        elapsed=passed,
        catalog=catalog,
        rule_files=rule_files,
        store=store,
        accounts=accounts,
        ledger=ledger,
        read_models=read_models,
        absence=absence,
        company=company,
        post=post,
        farewell=Farewell(accounts, ledger, absence, places, read_models, post),
        **_of_one_game(keeper, ledger, read_models, Horizon(settings.horizon_days * DAY), passed),
        **of_many,
        journal=Journal(store),
        signer=keeper.signer,
        checkpoints=keeper.signer.checkpoints,
        tally=keeper.tally,
        redis=Redis.from_url(settings.redis_url, socket_timeout=1, socket_connect_timeout=1),
        session_key=hmac.digest(_secret(settings.secret_path), b"nightledger/sessions/1", "sha256"),
    )


def _of_one_game(
    keeper: Keeper, ledger: Ledger, read_models: ReadModels, horizon: Horizon, elapsed: Callable[[], float]
) -> dict[str, Any]:
    """What is done at one table, or with its record: the parts by their names."""
    talk = Talk(keeper)
    return {
        "corrections": Corrections(keeper, horizon),
        "hosting": Hosting(keeper),
        "rematches": Rematches(keeper, ledger),
        "talk": talk,
        "notes": Notes(keeper),
        "streams": Streams(ledger, talk, read_models, keeper.moves, keeper.held),
        "held": keeper.held,
        "standing_orders": StandingOrders(keeper),
        "vacations": Vacations(keeper, horizon),
        "clockwork": Clockwork(keeper, Heartbeat(keeper.store, keeper.clock, elapsed), elapsed),
        "practice": Practice(keeper, ledger),
        "imports": Imports(keeper),
    }


def _of_many_games(keeper: Keeper, ledger: Ledger, read_models: ReadModels) -> dict[str, Any]:
    """What joins several games: the parts by their names."""
    series, challenges, logs = SeriesLedger(keeper, ledger), ChallengeLedger(keeper, ledger), LeagueLogs(keeper)
    leagues = LeagueLedger(logs, read_models.ratings.rating)
    return {
        "chains": Chains(keeper, ledger),
        "characters": Characters(keeper, ledger),
        "series": series,
        "leagues": leagues,
        "league_views": LeagueViews(logs),
        "league_play": LeaguePlay(logs, leagues.seasons, ledger, series),
        "challenges": challenges,
        "tours": Tours(keeper, challenges),
    }


def init_database(settings: Settings) -> None:
    """Create what is missing: the tables, and the key that signs receipts. The home folder and the secret are there."""
    store = open_store(settings)
    store.create_schema()
    _check_secret(store, settings)
    Signer(store).make_key(_seconds_utc())
    ReadModels(settings.projections_path, store, Catalog(settings.extra_games)).create_schema()
    create_outbox(settings, store)
    store.close()


def open_store(settings: Settings) -> Store:
    """The event store of an installation; `SettingsError` without its secret, `DatabaseAway` without its database."""
    if settings.database_url is None:
        return store_at(str(settings.events_path), settings.secret_path, settings.database_wait)
    try:
        return store_at(settings.database_url, settings.secret_path, settings.database_wait)
    except NoDatabase as error:
        raise DatabaseAway(f"NIGHTLEDGER_DATABASE_URL: {error}") from None


def store_at(place: str, secret: Path, wait: float = WAIT) -> Store:
    """The event store in a file or under a `postgresql://` URL, with the file of its secret.

    `wait`: seconds to wait for a connection, or for another writer. `NoDatabase` when there is none under the URL,
    `SettingsError` when there is no secret.
    """
    return Store(_recorder(place, wait), _secret(secret))


def _checked_store(settings: Settings) -> Store:
    """The event store of an installation that is prepared, and of this secret."""
    store = open_store(settings)
    if not store.is_ready():
        raise SettingsError(f"{settings.database} holds no event store: run `nightledger db init`")
    _check_secret(store, settings)
    return store


def _check_secret(store: Store, settings: Settings) -> None:
    if not store.is_of_this_secret():
        raise SettingsError(
            f"{settings.secret_path} is not the secret that {settings.database} was made with: copy it from there"
        )


def _recorder(place: str, wait: float) -> Recorder:
    if not place.startswith("postgresql://"):
        return SqliteRecorder(Path(place), wait)
    try:
        from service.store.postgres import PostgresRecorder
    except ImportError as error:
        raise NoDatabase(f"install nightledger[postgres] ({error})") from None
    return PostgresRecorder(place, wait)


def _secret(path: Path) -> bytes:
    """The installation's secret, from its file."""
    try:
        return bytes.fromhex(path.read_text())
    except FileNotFoundError:
        raise SettingsError(
            f"there is no installation in {path.parent}: name its folder in NIGHTLEDGER_HOME,"
            " or run `nightledger db init` to make one"
        ) from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} holds no secret ({error}): run `nightledger db init`") from None


def _seconds_utc() -> int:
    return int(time.time())
