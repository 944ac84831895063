"""Chains of games: the game that goes on from a finished one, opened once, and the chain as one record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from domain.audit import chain
from domain.audit.chain import ChainRecord
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.records.export import Record
from domain.table import actions
from domain.table.table import Table
from service.errors import ServiceError, passing_over
from service.games import views
from service.games.game_logs import GameLogs
from service.games.ledger import Ledger
from service.games.opening.again import game_like, players_of
from service.games.opening.first_commands import Beginning
from service.people.accounts import Accounts
from service.store.event_store import IntegrityError, Store


@dataclass(frozen=True)
class Chained:
    """A game's place in its chain: its number, the games before and after it, and whether it can be gone on from."""

    number: int
    before: str | None
    after: str | None
    may_go_on: bool


class Chains:
    """The chains of an installation. Thread-safe; raises `ServiceError`."""

    def __init__(self, store: Store, logs: GameLogs, accounts: Accounts, catalog: Catalog, ledger: Ledger) -> None:
        self._store = store
        self._logs = logs
        self._accounts = accounts
        self._catalog = catalog
        self._ledger = ledger

    def place(self, account_id: str | None, game_id: str) -> Chained:
        """Where a game stands in its chain; `may_go_on` is for this account."""
        table = self._logs.table(game_id)
        views.check_may_know(table, account_id)
        link = chain.link_of(table)
        is_shown = table.closed is not None and table.members.may_see(account_id)
        after = self._after(game_id) if is_shown else None
        return Chained(
            1 if link is None else link.number,
            None if link is None else link.id,
            after,
            _sits(table, account_id) and chain.options_after(table) is not None and self._is_open_to_more(after),
        )

    def go_on(self, account_id: str, game_id: str) -> str:
        """Open the game that goes on from a finished one, with the same seats and terms: its id.

        Who held a seat is invited to it; an AI sits again, and so does the caller, who must have held a seat. `illegal`
        where nothing follows. When it is open already its id is answered; a further attempt can be made after one
        that was not won.
        """
        table = self._logs.table(game_id)
        views.check_may_see(table, account_id)
        if not _sits(table, account_id):
            raise ServiceError("forbidden", "those who held a seat of the game go on from it")
        options = chain.options_after(table)
        if options is None:
            raise ServiceError("illegal", "nothing follows this game, or it has not been won yet")
        after = self._after(game_id)
        if after is not None and not self._is_open_to_more(after):
            return after
        wanted = chain.next_id(game_id, len(list(self._attempts(game_id))) + 1)
        data = self._data_of_next(table, options)
        beginning = Beginning(actions.Start(), link=chain.link_to(table), game_id=wanted, data=data)
        new = game_like(table, self._accounts, account_id, players_of(table), options)
        try:
            return self._ledger.open_game(account_id, new, beginning)
        except (IntegrityError, ServiceError):
            if self._store.version(wanted):
                return wanted
            raise

    def games(self, account_id: str | None, game_id: str) -> list[Table]:
        """The tables of the chain up to this game, the first first.

        This one ends where the account has lost its seat, if it sees nothing later; `forbidden` where it does not see
        the end of one before, from which the next goes on.
        """
        found = [self._seen(account_id, game_id)]
        while (link := chain.link_of(found[0])) is not None:
            table = self._logs.table(link.id)
            views.check_may_see(table, account_id)
            found.insert(0, table)
        return found

    def record(self, account_id: str | None, game_id: str) -> ChainRecord:
        """The chain up to this game as one document, which `nightledger audit` examines."""
        ids = [table.header.id for table in self.games(account_id, game_id)]
        found = (self._ledger.record(one, account_id) for one in ids)
        return ChainRecord(chain.FORMAT, [msgspec.convert(record, Record) for record in found])

    def _seen(self, account_id: str | None, game_id: str) -> Table:
        """The game's table as far as the account sees it."""
        table = self._logs.table(game_id)
        until = views.sight(table, account_id, None).until
        if until is None:
            return table
        with self._logs.latest(game_id) as log:
            return self._logs.table_at(log, until)

    def _data_of_next(self, table: Table, options: Mapping[str, Json]) -> Mapping[str, str] | None:
        """The data files of the game that goes on: those in use (None), or where these lack something that was saved
        those of the game before it."""
        try:
            self._catalog[table.header.game].check_options(options, table.header.seats)
        except Refused:
            return table.header.data
        return None

    def _after(self, game_id: str) -> str | None:
        """The id of the last game that was opened to go on from this one."""
        last = None
        for attempt in self._attempts(game_id):
            last = attempt
        return last

    def _is_open_to_more(self, after: str | None) -> bool:
        """Whether a further attempt can be made: none was made yet, or the last was closed without being won. Of one
        that cannot be read nobody knows that."""
        if after is None:
            return True
        with passing_over("unreadable"):
            return self._logs.at_end(after, _is_lost)
        return False

    def _attempts(self, game_id: str) -> Iterator[str]:
        """The ids of all games that were opened to go on from this one."""
        attempt = 1
        while self._store.version(chain.next_id(game_id, attempt)):
            yield chain.next_id(game_id, attempt)
            attempt += 1


def _sits(table: Table, account_id: str | None) -> bool:
    return account_id is not None and bool(views.own_seats(table, account_id))


def _is_lost(table: Table) -> bool:
    """Whether the game was closed without being won."""
    return table.closed is not None and not (table.result is not None and table.result.won)
