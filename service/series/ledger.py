"""The use cases of Apocalypse series: open, sit down, look; and what follows by itself when a game has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

from domain.audit.aggregates import SERIES, Document, document
from domain.contract.game import Refused
from domain.contract.seats import Holder
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.derived import game_seed
from domain.log.gameid import new_id
from domain.log.journal import ReservationListed
from domain.log.log import Log
from domain.log.record import Command, seed_commitment
from domain.series import actions
from domain.series.decide import LIMIT, Rules
from domain.series.decide import opening as series_opening
from domain.series.state import Series, next_step
from domain.table.parts import TableSeat
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.opening.first_commands import check_terms, seat_ids, seats_of
from service.games.opening.fixtures import Ended, Fixture, Fixtures
from service.games.seats.taking import NO_SEAT, held_already, seat_to_take
from service.games.shapes import NewGame
from service.people.accounts import Accounts
from service.people.blocks import Blocks
from service.people.budgets import INVITATIONS, Budgets
from service.series import answer_shapes as shapes
from service.series.seats import check_counts, holder_of, holders_of, terms_of
from service.series.views import accounts_of, creator, invited_to, sees_until, shown
from service.sharing.partners import Partners
from service.store.commands import Commands
from service.store.event_store import Change, Store
from service.store.log_repository import LogRepository
from service.store.recorder import Expected
from service.store.rendering import operated
from service.store.seeds import Seeds
from service.store.waiting import Moves

SeriesLog = Log[Series]


class SeriesLedger:
    """The series of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    A stranger to a private series is told `not-found`.
    """

    def __init__(
        self,
        store: Store,
        moves: Moves,
        catalog: Catalog,
        accounts: Accounts,
        blocks: Blocks,
        fixtures: Fixtures,
        partners: Partners,
        ledger: Ledger,
        budgets: Budgets,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._accounts = accounts
        self._blocks = blocks
        self._fixtures = fixtures
        self._partners = partners
        self._ledger = ledger
        self._budgets = budgets
        self._clock = clock
        self._entropy = entropy
        self._logs: LogRepository[SeriesLog] = LogRepository(store, "series", "SeriesOpened", self._begin)
        self._commands = Commands(store, self._logs, moves)

    # ---- what people do

    def open(self, account_id: str, new: NewGame, limit: int = LIMIT) -> str:
        """Open a series of games like `new`, up to a sum of `limit`: its id. The first game begins when all sit, and
        where seeds are shared, when the other installation answers.

        The creator's `entropy_hash` counts for the first own seat, and for every game.
        """
        series_id, seed = new_id(self._entropy), self._entropy(32)
        if new.shared_seed:
            self._partners.check_named()
        try:
            check_terms(new)
            seats = seat_ids(self._catalog, new)
            check_counts(self._catalog[new.game])
            wanted = seats_of(self._accounts, account_id, dict(zip(seats, new.seats)))
            terms = terms_of(account_id, new, wanted)
            opened = series_opening(
                self._catalog[new.game],
                series_id,
                holders_of(wanted, account_id, new.entropy_hash),
                seed,
                new.options,
                limit=limit,
                terms=terms,
            )
        except Refused as refused:
            raise ServiceError.of(refused) from None
        invited = self._budgets.spent_today(account_id, INVITATIONS, list(terms["invited"]))
        self._open(series_id, opened, seed, account_id, invited)
        self.step(series_id)
        return series_id

    def sit(self, account_id: str, series_id: str, seat: str | None = None, entropy_hash: str | None = None) -> int:
        """Take a seat in all games (None: the one that the account holds, else one that is kept for it, else the first
        open one). A second seat is `illegal` unless whoever opened the series allows it.

        `entropy_hash`: the SHA-256 (hex) of 32 bytes that enter the chance of every game, to be opened when all have
        sat. The first game begins when the last has sat and opened.
        """

        def attempt(log: SeriesLog) -> int:
            sees_until(log.aggregate, account_id)
            host = creator(log.aggregate)
            if host in self._blocks.apart(account_id):
                raise ServiceError("illegal", NO_SEAT)
            expected = [] if host is None else [self._blocks.not_apart(account_id, host)]
            holders = log.aggregate.holders
            if held_already(holders, log.aggregate.header.terms, account_id, seat) is not None:
                return self._store.position()
            taken = seat_to_take(holders, invited_to(log.aggregate), account_id, seat)
            sitting = actions.Sit(account=account_id, entropy_hash=entropy_hash)
            return self._post(log, "seat", sitting, taken, expected)

        return self._then_step(series_id, self._commands.carry_out(series_id, attempt))

    def open_entropy(self, account_id: str, series_id: str, seat: str, entropy: str) -> int:
        """Open the sealed entropy of one's own seat; the first game begins when it was the last."""

        def attempt(log: SeriesLog) -> int:
            sees_until(log.aggregate, account_id)
            held = log.aggregate.holders.get(seat)
            if held is None or held.account != account_id:
                raise ServiceError("forbidden", "you do not hold {seat}", seat=seat)
            return self._post(log, "seat", actions.OpenEntropy(entropy), seat)

        return self._then_step(series_id, self._commands.carry_out(series_id, attempt))

    def close(self, account_id: str, series_id: str) -> int:
        """End a series as void: whoever opened it before its first game, an operator with no part in it at any time."""

        def attempt(log: SeriesLog) -> int:
            if not self._accounts.is_operator(account_id):
                sees_until(log.aggregate, account_id)
            by = self._closes(log.aggregate, account_id)
            if by is None:
                raise ServiceError("forbidden", "once a game was opened only an operator without a part ends a series")
            return self._post(log, by, actions.Close())

        return self._then_step(series_id, self._commands.carry_out(series_id, attempt))

    def may_close(self, account_id: str, series_id: str) -> bool:
        """Whether the account may end the series now."""
        with self._logs.latest(series_id) as log:
            return log.aggregate.status == "running" and self._closes(log.aggregate, account_id) is not None

    # ---- what follows by itself

    def open_for_table(self, each: Fixture, limit: int, seed: bytes) -> int:
        """Open the series of a league's table, of games like `each`, under its id; what entrants gave to the chance
        of the stage is opened in it. How many things were to be done.
        """
        done = 0
        if not self._fixtures.is_open(each.id):
            holders = [holder_of(seat) for seat in each.seats.values()]
            game = self._catalog[each.game]
            opened = series_opening(game, each.id, holders, seed, each.options, limit=limit, terms=each.terms)
            self._open(each.id, opened, seed, str(each.terms["creator"]))
            done += 1

        def open_entropy(log: SeriesLog) -> int:
            given = [(seat, entropy) for seat in log.aggregate.owing if (entropy := each.seats[seat].entropy)]
            for seat, entropy in given:
                self._post(log, "service", actions.OpenEntropy(entropy), seat)
            return len(given)

        return done + self._commands.carry_out(each.id, open_entropy) + self.step(each.id)

    def replace(self, series_id: str, seat: str, holder: Holder) -> str | None:
        """Give a seat of a running series to whoever holds the place in the league now (LG-RES-8): the id of the game
        that is played, at which the seat is to change hands as well; None if there is none.
        """

        def attempt(log: SeriesLog) -> str | None:
            if log.aggregate.status == "running":
                self._post(log, "service", actions.Replace(holder.account, holder.level), seat)
            current = log.aggregate.current
            return None if current is None else current.game_id

        return self._commands.carry_out(series_id, attempt)

    def end(self, series_id: str) -> int:
        """End a series as void, with the game that runs: 0 if it has ended already."""

        def attempt(log: SeriesLog) -> int:
            entries = log.decide(Command("service", None, actions.Close(), self._clock()))
            self._commands.append(log, entries)
            return len(entries)

        ended = self._commands.carry_out(series_id, attempt)
        self.step(series_id)
        return ended

    def step(self, series_id: str) -> int:
        """Do what is to be done now: tally a game that has ended, open the next one. How many steps that were.

        Each step is one transaction and is looked for anew in the log: doing it late, or twice, changes nothing.
        """
        steps = 0
        while self._commands.carry_out(series_id, self._next):
            steps += 1
        return steps

    # ---- looking

    def is_series(self, log_id: str) -> bool:
        """Whether there is a series of this id."""
        try:
            with self._logs.latest(log_id):
                return True
        except ServiceError as error:
            if error.code != "not-found":
                raise
            return False

    def ended(self, series_id: str) -> Ended | None:
        """How the series ended, its ranking as places and its sums as tally; None while it goes on."""
        with self._logs.latest(series_id) as log:
            series = log.aggregate
            if series.status == "running":
                return None
            places = None if series.ranking is None else {seat: n for n, seat in enumerate(series.ranking, 1)}
            return Ended(series.status, places, None, dict(series.sums))

    def games(self, series_id: str) -> list[str]:
        """The ids of the games that were opened so far. For the service itself."""
        with self._logs.latest(series_id) as log:
            return [game.game_id for game in log.aggregate.games]

    def view(self, series_id: str, account_id: str | None = None, *, operator: bool = False) -> shapes.Series:
        """The series as anybody sees it who may know of it; an `operator` may know of every one."""
        with self._logs.latest(series_id) as log:
            series = _at(log, None if operator else sees_until(log.aggregate, account_id))
            names = self._accounts.names(accounts_of(series))
            return shown(series, names, operated(log.entries[: series.version]))

    def has_part(self, account_id: str, series_id: str) -> bool:
        """Whether the account has opened the series, or holds or held a seat in it."""
        with self._logs.latest(series_id) as log:
            return log.aggregate.members.has_part(account_id) or creator(log.aggregate) == account_id

    def offered(self, series_id: str, account_id: str | None) -> list[str]:
        """The seats that the account may take now, and that it is offered if it does not sit there."""
        with self._logs.latest(series_id) as log:
            series = log.aggregate
            if account_id is None or series.status != "running" or series.members.seats_of(account_id):
                return []
            if creator(series) in self._blocks.apart(account_id) or not series.members.may_come(account_id):
                return []
            free = [seat for seat, held in series.holders.items() if not held.taken]
            return [seat for seat in free if invited_to(series).get(seat, account_id) == account_id]

    def look(self, series_id: str) -> Series:
        """The series now: the caller's own copy. For the service itself: it asks nobody whether they may know of it."""
        with self._logs.latest(series_id) as log:
            return deepcopy(log.aggregate)

    def events(self, series_id: str, account_id: str | None = None, after: int = 0, limit: int = 200) -> list[Json]:
        """The log after version `after`, at most `limit` entries."""
        with self._logs.latest(series_id) as log:
            entries = log.entries[: sees_until(log.aggregate, account_id)]
            return [entry.as_json(()) for entry in entries[max(after, 0) :][:limit]]

    def document(self, series_id: str, account_id: str | None = None, *, operator: bool = False) -> Document:
        """The whole log as a document that `nightledger audit` examines; an `operator` gets that of a private one."""
        with self._logs.latest(series_id) as log:
            until = None if operator else sees_until(log.aggregate, account_id)
            return document(SERIES, _at(log, until), log.entries[:until])

    # ---- how it works

    def _begin(self, series_id: str) -> SeriesLog:
        return Log(Series(), series_id, self._decide, Seeds(self._store), self._entropy)

    def _decide(self, series: Series, command: Command, seeds: Mapping[str, bytes]) -> list[Any]:
        opened = command.action.data["game"] if isinstance(command.action, actions.Open) else series.header.game
        return Rules(self._catalog[opened]).decide(series, command, seeds)

    def _closes(self, series: Series, account_id: str) -> Literal["service", "operator"] | None:
        """As what the account ends the series; None where it may not."""
        is_own = series.members.has_part(account_id) or creator(series) == account_id
        if self._accounts.is_operator(account_id) and not is_own:
            return "operator"
        return "service" if creator(series) == account_id and not series.games else None

    def _open(
        self, series_id: str, opened: actions.Open, seed: bytes, account_id: str, extra: Sequence[Change] = ()
    ) -> None:
        at = self._clock()
        kept: list[Change] = [self._store.seed_kept(series_id, seed, account_id, at), *extra]
        listed = [ReservationListed(series_id, account_id, seed_commitment(series_id, seed))]
        self._commands.open(self._begin(series_id), Command("service", None, opened, at), kept, listed)

    def _post(
        self, log: SeriesLog, by: str, action: Any, seat: str | None = None, expected: Sequence[Expected] = ()
    ) -> int:
        entries = log.decide(Command(by, seat, action, self._clock()))
        return self._commands.append(log, entries, expected=expected).position

    def _then_step(self, series_id: str, position: int) -> int:
        return self._store.position() if self.step(series_id) else position

    def _next(self, log: SeriesLog) -> bool:
        """Take the next step, if there is one now."""
        series = log.aggregate
        step = next_step(series)
        if step is None:
            return self._end_what_runs(series)
        if step.what == "open-game":
            return self._open_game(log, step.number)
        ended = self._fixtures.ended(step.game_id)
        if ended is None:
            return False
        tallied = actions.Tally(step.number, ended.cause)
        if ended.cause == "over":
            tallied = actions.Tally(step.number, ended.cause, dict(ended.tally or {}), dict(ended.places or {}))
        self._post(log, "service", tallied)
        return True

    def _open_game(self, log: SeriesLog, number: int) -> bool:
        """Store the series' event and the whole beginning of the game, in one transaction; False while who is to share
        its seed is away."""
        series = log.aggregate
        entries = log.decide(Command("service", None, actions.OpenGame(number), self._clock()))
        event = entries[0].read().data
        fixture = Fixture(
            event["game_id"],
            series.header.game,
            series.header.rules,
            event["options"],
            {
                seat: TableSeat(held.account, held.level, series.entropy.get(seat))
                for seat, held in series.holders.items()
            },
            {**series.header.terms, "series": {"id": series.id, "number": number}},
        )
        try:
            opened = self._fixtures.opening(fixture, game_seed(log.seeds[series.id], number))
        except ServiceError as error:
            if error.code != "partner-away":
                raise
            return False
        self._commands.append(log, entries, opened.extra, [opened.batch], opened.listed)
        self._fixtures.follow_up(fixture.id)
        return True

    def _end_what_runs(self, series: Series) -> bool:
        """A game of a series that was ended before it does not count."""
        if series.status == "running" or series.current is None:
            return False
        if self._fixtures.ended(series.current.game_id) is None:
            self._ledger.close(series.current.game_id, "void")
        return False


def _at(log: SeriesLog, version: int | None) -> Series:
    """The series as it was at a version (None: as it is)."""
    if version is None:
        return log.aggregate
    series = Series()
    for entry in log.entries[:version]:
        series.fold(entry)
    return series
