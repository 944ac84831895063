"""An installation with a great many running games: copies of a dozen, stored as commands store them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

import msgspec
from sqlalchemy import func, select

from domain.log.gameid import new_id
from domain.log.journal import Listed, ReservationListed
from domain.table import actions
from domain.table.events import GameOpened
from domain.table.table import Table
from service.bootstrap import Services
from service.dev.bench.copies import LEVEL, PER_DECISION, Holders, Original, copied, play
from service.games.timing.due import written_due
from service.store.event_store import Batch, Change
from service.store.published.journal import listings
from service.store.relations import accounts
from service.store.rule_files import keeping
from service.store.seeds import Seeds

TITLES = ("nightfall", "darkness", "last-spell")

TABLES = (2, 3, 3, 4)
"""How many sit at the tables of each title that are played."""

SOME = (3,)
"""The same for games in which something is due."""

DECISIONS = 60
"""After how many decisions the games stand still: a third to a half of a game of Nightfall."""

AT_ONCE = 20
"""How many games are stored in one transaction."""

PEOPLE = 6
"""How many people sit at the tables that are stored at once: each at some ten of them."""

LATE = PER_DECISION + 10 * 24 * 3600
"""How many seconds ago games began in which a deadline has passed."""

_PEOPLE = select(func.count(accounts.c.id).label("number"))


class _Copy(NamedTuple):
    """A copy: its id, its log, what is stored beside it, what the journal lists."""

    id: str
    batch: Batch
    beside: Sequence[Change]
    listed: Sequence[Listed]


class Grown:
    """The running games of an installation, which grow in number."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._originals = cycle(self._played(0, TABLES))
        self._late = cycle(self._played(LATE, SOME))
        self._asking_ais = cycle(self._played(0, SOME, ai=True))

    @property
    def size(self) -> int:
        """How many games there are."""
        return len(Seeds(self._services.store))

    @property
    def people(self) -> int:
        """How many people have sat down somewhere; they are called `person 0` and so on."""
        [row] = self._services.store.rows(_PEOPLE)
        return int(row["number"])

    def grow(self, games: int) -> None:
        """Have so many games at least, and the read models up to them."""
        missing = games - self.size
        for first in range(0, missing, AT_ONCE):
            self._add(islice(self._originals, min(AT_ONCE, missing - first)))
            self.follow()

    def follow(self) -> None:
        """Bring read models and outbox up to the log."""
        for follower in (self._services.read_models.follower, self._services.post.outbox.follower):
            while not follower.catch_up():
                pass

    def add_late(self, count: int) -> list[str]:
        """Add so many games in which a deadline has passed, and all reminders are due: their ids."""
        return self._add(islice(self._late, count))

    def add_asking_ais(self, count: int) -> list[str]:
        """Add so many games in which an AI must decide: their ids."""
        return self._add(islice(self._asking_ais, count))

    def _played(self, ago: int, tables: Sequence[int], *, ai: bool = False) -> Iterator[Original]:
        """A game of each kind that has begun so many seconds ago, and an hour before; with an AI it has the turn."""
        at = self._services.clock() - ago - 3600
        for title in TITLES:
            for seats in tables:
                holders = _holders(seats, cycle(["somebody"]), ai=ai)
                yield play(self._services.catalog, title, holders, at, DECISIONS, _ai_decides if ai else _anybody)

    def _add(self, originals: Iterator[Original]) -> list[str]:
        """Store a copy of each in one transaction: the ids."""
        services, first = self._services, self.people
        people = [services.accounts.create(f"person {first + number}")[0].id for number in range(PEOPLE)]
        places = cycle(people)
        copies = [self._copied(original, places) for original in originals]
        services.store.append(
            [copy.batch for copy in copies],
            [change for copy in copies for change in copy.beside],
            [one for copy in copies for one in copy.listed],
            services.clock(),
        )
        services.heartbeat.beat()
        return [copy.id for copy in copies]

    def _copied(self, original: Original, people: Iterator[str]) -> _Copy:
        """A copy at which the next people sit, as `service.games.opening.fixtures` has it stored."""
        catalog, store, game_id = self._services.catalog, self._services.store, new_id(os.urandom)
        ai = any(seat.level is not None for seat in original.table.seats.values())
        holders = _holders(len(original.table.seats), people, ai=ai)
        entries = copied(original, catalog, game_id, holders)
        header, creator = msgspec.convert(entries[0].read().data, GameOpened), str(holders["s1"].account)
        return _Copy(
            game_id,
            (game_id, 0, entries),
            [
                store.seed_kept(game_id, original.seed, creator, original.at),
                *keeping(catalog[original.game], header.data),
                *written_due(game_id, None, original.table),
            ],
            [
                ReservationListed(game_id, creator, header.commitment),
                *listings(header, header.rules, entries),
            ],
        )


def _holders(seats: int, people: Iterator[str], *, ai: bool) -> Holders:
    """Who sits at a table: people, and at the last seat an AI, if one is to."""
    names = [f"s{number}" for number in range(1, seats + 1)]
    holders = {name: actions.Sit(account=next(people)) for name in names}
    return {**holders, names[-1]: actions.Sit(level=LEVEL)} if ai else holders


def _anybody(table: Table) -> bool:
    """Whoever has the turn."""
    return True


def _ai_decides(table: Table) -> bool:
    """Whether an AI has the turn."""
    return any(table.seats[seat].level is not None for seat in table.pending)
