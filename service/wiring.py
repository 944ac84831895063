"""Builds the parts that several others need: the tools for logs of every kind, then the use cases of games and leagues.

`service.bootstrap` builds all else, and so the services of a whole installation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.games.catalog import Catalog
from projections.read_models import ReadModels
from service.counts import Counts
from service.games.commands import GameCommands
from service.games.following import Following
from service.games.game_logs import GameLogs
from service.games.ledger import Ledger
from service.games.opening.first_commands import BeforeStart
from service.games.opening.fixtures import Fixtures
from service.games.opening.openings import Openings
from service.games.opening.reservations import Reservations
from service.games.seats.absence import Absence
from service.games.seats.admission import Admission
from service.games.spending import GameBudgets
from service.games.timing.delayed import DelayedAnswers
from service.games.unreadable import UnreadableGames
from service.games.viewing import GameViews
from service.leagues.commands import LeagueCommands
from service.leagues.disputes import Disputes
from service.leagues.lateness import Lateness
from service.leagues.ledger import LeagueLedger
from service.leagues.looking import LeagueViews
from service.leagues.organising import Organising
from service.leagues.play import LeaguePlay
from service.leagues.seasons import Seasons
from service.leagues.substitutes import Substitutes
from service.people.accounts import Accounts
from service.people.blocks import Blocks
from service.people.budgets import NO_BUDGETS, Budgets
from service.people.invitations import Invitations
from service.series.ledger import SeriesLedger
from service.setting_values import SeedPartner
from service.settings import Budget
from service.sharing.partners import Partners
from service.store.event_store import Store
from service.store.published.receipts import Signer
from service.store.snapshots import Snapshots
from service.store.waiting import Moves


@dataclass(frozen=True)
class Tools:
    """What the use cases of every kind of log are built from."""

    store: Store
    catalog: Catalog
    accounts: Accounts
    blocks: Blocks
    budgets: Budgets
    moves: Moves
    signer: Signer
    partners: Partners
    counts: Counts
    clock: Callable[[], int]
    entropy: Callable[[int], bytes]


def tools_of(
    store: Store,
    catalog: Catalog,
    accounts: Accounts,
    clock: Callable[[], int],
    entropy: Callable[[int], bytes],
    budgets: Mapping[str, Budget] = NO_BUDGETS,
    seed_partners: tuple[SeedPartner, ...] = (),
    elapsed: Callable[[], float] = time.monotonic,
) -> Tools:
    """The tools for use cases on this store. What `budgets` does not name is not limited."""
    signer = Signer(store)
    return Tools(
        store=store,
        catalog=catalog,
        accounts=accounts,
        blocks=Blocks(store, accounts, clock),
        budgets=Budgets(store, clock, budgets),
        moves=Moves(store.position, store.version, store.written),
        signer=signer,
        partners=Partners(store, signer, seed_partners, elapsed),
        counts=Counts(),
        clock=clock,
        entropy=entropy,
    )


@dataclass(frozen=True)
class Games:
    """The use cases of a single game that other use cases need."""

    logs: GameLogs
    commands: GameCommands
    views: GameViews
    delayed: DelayedAnswers
    following: Following
    before_start: BeforeStart
    absence: Absence
    unreadable: UnreadableGames
    invitations: Invitations
    admission: Admission
    ledger: Ledger


def games_of(tools: Tools, snapshot_every: int = 0, clock: Callable[[], int] | None = None) -> Games:
    """The use cases of games. A snapshot of a table is kept every `snapshot_every` events (0: none). They go by
    `clock()` (None: by that of the tools)."""
    store, catalog, clock, entropy = tools.store, tools.catalog, clock or tools.clock, tools.entropy
    logs = GameLogs(store, catalog, entropy, Snapshots(store, catalog, snapshot_every))
    delayed = DelayedAnswers(store)
    following = Following(store, delayed, clock)
    commands = GameCommands(store, logs, tools.moves, tools.counts, delayed, following, tools.partners, clock)
    views = GameViews(store, logs, tools.accounts, delayed, tools.signer, tools.partners)
    before_start = BeforeStart(store, catalog, commands, views)
    absence = Absence(commands, views, entropy)
    unreadable = UnreadableGames(store, logs, catalog, commands, views, entropy)
    budgets = GameBudgets(store, logs, tools.budgets)
    invitations = Invitations(store, clock, entropy, budgets)
    admission = Admission(invitations, tools.blocks)
    reservations = Reservations(store, catalog, clock, entropy)
    openings = Openings(store, catalog, tools.accounts, reservations, commands, budgets, tools.partners, clock)
    ledger = Ledger(
        store=store,
        accounts=tools.accounts,
        openings=openings,
        logs=logs,
        commands=commands,
        views=views,
        delayed=delayed,
        moves=tools.moves,
        admission=admission,
        before_start=before_start,
        absence=absence,
        unreadable=unreadable,
        entropy=entropy,
    )
    return Games(
        logs, commands, views, delayed, following, before_start, absence, unreadable, invitations, admission, ledger
    )


@dataclass(frozen=True)
class Leagues:
    """The use cases of leagues that other parts need."""

    ledger: LeagueLedger
    disputes: Disputes
    views: LeagueViews
    play: LeaguePlay


def leagues_of(
    tools: Tools, games: Games, fixtures: Fixtures, series: SeriesLedger, read_models: ReadModels
) -> Leagues:
    """The use cases of leagues."""
    store, accounts, clock, entropy = tools.store, tools.accounts, tools.clock, tools.entropy
    ratings, substitutes = read_models.ratings.rating, Substitutes(store)
    commands = LeagueCommands(store, tools.moves, clock, entropy)
    seasons = Seasons(store, commands, accounts, ratings, clock, entropy)
    late, views = Lateness(games.ledger, series), LeagueViews(store, commands, substitutes, accounts)
    organising = Organising(commands, accounts, ratings, substitutes, late, tools.catalog, tools.partners)
    return Leagues(
        LeagueLedger(
            commands, seasons, organising, substitutes, tools.catalog, accounts, ratings, tools.partners, entropy
        ),
        Disputes(commands, views, accounts),
        views,
        LeaguePlay(
            store,
            commands,
            seasons,
            games.commands,
            fixtures,
            games.ledger,
            series,
            late,
            accounts,
            clock,
            entropy,
            read_models.leagues.have_done,
        ),
    )
