"""Games that nobody opens by hand: those of a series, or of a league's tables. Their ids and seeds are derived."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from domain.contract.facets.series import tally as tally_of
from domain.contract.game import to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.journal import Listed, ReservationListed
from domain.log.record import Command, seed_commitment
from domain.table import actions
from domain.table.events import GameOpened
from domain.table.gamelog import GameLog
from domain.table.lateness import lost_to_the_clock, may_be_late
from domain.table.parts import TableSeat
from domain.table.table import Table
from domain.table.terms import SHARED, TO_SHARE
from service.games.commands import GameCommands
from service.games.game_logs import GameLogs
from service.games.timing.due import written_due
from service.people.accounts import Accounts
from service.people.bots import seated
from service.sharing.partners import Partners
from service.store.event_store import Batch, Change, Store
from service.store.published.journal import listings
from service.store.rule_files import keeping


@dataclass(frozen=True)
class Fixture:
    """A game to be opened and begun at once: its seats, with the entropy that enters its chance, and the terms, which
    name what it belongs to, and whether its seed is `TO_SHARE`.

    `data` are the files that it is played with, name -> SHA-256 (hex); None for those in use.
    """

    id: str
    game: str
    rules: int
    options: Mapping[str, Json]
    seats: Mapping[str, TableSeat]
    terms: Mapping[str, Json]
    data: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Opened:
    """What opens a fixture: to be stored together with the event of the log that it belongs to."""

    batch: Batch
    extra: list[Change] = field(repr=False)
    listed: list[Listed]


@dataclass(frozen=True)
class Ended:
    """How a fixture ended: the cause, places by seat (ties have the same; None: nobody is ranked), whether it was won
    where all play together, what each seat counted (wounds), and the seats that were lost to the clock."""

    cause: str
    places: Mapping[str, int] | None
    won: bool | None
    tally: Mapping[str, int] | None
    late: Sequence[str] = ()


class Fixtures:
    """Opens fixtures and looks at their ends. Thread-safe.

    `clock()` is the time in whole seconds UTC, `entropy(n)` gives n random bytes.
    """

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        commands: GameCommands,
        partners: Partners,
        accounts: Accounts,
        catalog: Catalog,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._logs = logs
        self._commands = commands
        self._partners = partners
        self._accounts = accounts
        self._catalog = catalog
        self._clock = clock
        self._entropy = entropy

    def opening(self, fixture: Fixture, seed: bytes) -> Opened:
        """What opens a fixture and plays it on to its first decision; `Refused` if its rules do not allow it.

        `partner-away` where its seed is to be shared and the other installation does not answer.
        """
        at, creator = self._clock(), str(fixture.terms["creator"])
        log = GameLog(self._catalog, fixture.id, seed, self._entropy)
        opened = log.opening(
            fixture.game,
            dict(fixture.options),
            list(fixture.seats),
            terms=self._terms(fixture, seed),
            rules=fixture.rules,
            data=fixture.data,
        )
        sits = [Command("service", seat, self._sitting(who), at) for seat, who in fixture.seats.items()]
        entries = log.decide(Command("service", None, opened, at), *sits, Command("service", None, actions.Start(), at))
        header = msgspec.convert(entries[0].read().data, GameOpened)
        return Opened(
            (fixture.id, 0, entries),
            [
                self._store.seed_kept(fixture.id, seed, creator, at),
                *keeping(self._catalog[fixture.game], header.data),
                *self._commands.opened(fixture.id, entries),
                *written_due(fixture.id, None, log.ahead(entries)),
            ],
            [ReservationListed(fixture.id, creator, header.commitment), *listings(header, header.rules, entries)],
        )

    def _sitting(self, who: TableSeat) -> actions.Sit:
        is_bot = who.account is not None and self._accounts.is_bot(who.account)
        return actions.Sit(who.account, who.level, who.entropy, bot=seated(is_bot))

    def follow_up(self, game_id: str) -> None:
        """Let a fixture that was stored go on with the share that it waits for, if there is one and it comes now."""
        self._commands.settle(game_id)

    def is_open(self, game_id: str) -> bool:
        """Whether a fixture has been opened."""
        return self._store.version(game_id) > 0

    def ended(self, game_id: str) -> Ended | None:
        """How an opened fixture ended; None while it goes on."""
        ended, looked_at = self._logs.at_end(game_id, lambda table: (_ended(table), may_be_late(table)))
        if ended is None or not looked_at:
            return ended
        entries = self._store.entries(game_id)
        return replace(ended, late=self._logs.at_end(game_id, lambda table: lost_to_the_clock(table, entries)))

    def _terms(self, fixture: Fixture, seed: bytes) -> dict[str, Json]:
        """The terms that it is opened with, which name who shares its seed, if somebody is to."""
        terms = dict(fixture.terms)
        if terms.pop(TO_SHARE, False):
            terms[SHARED] = to_json(self._partners.commit(fixture.id, seed_commitment(fixture.id, seed)))
        return terms


def _ended(table: Table) -> Ended | None:
    if table.closed is None:
        return None
    result = table.result
    tally = None if table.state is None else tally_of(table.game, table.state)
    return Ended(
        table.closed.cause,
        None if result is None or result.places is None else dict(result.places),
        None if result is None else result.won,
        tally,
    )
