"""Opening a game: its seed, its first commands, and what is stored with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.log.journal import BranchListed, Listed
from domain.log.record import Entry, seed_commitment
from domain.log.shares import Partner
from domain.table import actions
from domain.table.branch import Origin
from domain.table.events import GameOpened
from domain.table.gamelog import GameLog
from service.errors import ServiceError
from service.games.commands import GameCommands
from service.games.opening.first_commands import Beginning, Bringing, opening_commands
from service.games.opening.reservations import Reservations
from service.games.shapes import NewGame
from service.games.shapes.beside import Reservation
from service.games.spending import GameBudgets
from service.games.timing.due import written_due
from service.people.accounts import Accounts
from service.people.in_turn import in_turn
from service.sharing.partners import Partners
from service.store.event_store import Batch, Change, Conflict, Store, unreserved
from service.store.published.journal import listings
from service.store.rule_files import keeping

NOTHING_BROUGHT: Mapping[str, Bringing] = MappingProxyType({})


class Openings:
    """Opens games. Thread-safe; raises `ServiceError`. `clock()` is the time in whole seconds UTC."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        accounts: Accounts,
        reservations: Reservations,
        commands: GameCommands,
        budgets: GameBudgets,
        partners: Partners,
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._accounts = accounts
        self._reservations = reservations
        self._commands = commands
        self._budgets = budgets
        self._partners = partners
        self._clock = clock

    def reserve(self, account_id: str) -> Reservation:
        """Fix the seed of a game to be opened."""
        reserved = self._reservations.make(account_id)
        first = unreserved(reserved.log.id)
        self._store.append((), [in_turn(account_id), reserved.kept], [reserved.listed], self._clock(), [first])
        return Reservation.of(reserved.listed)

    def open(
        self,
        account_id: str,
        new: NewGame,
        beginning: Beginning | None = None,
        bringing: Mapping[str, Bringing] = NOTHING_BROUGHT,
    ) -> str:
        """Open a game, seat its AIs and the creator, and start it when all seats are taken: the game's id.

        What seats bring along (`bringing`) is stored with it. `not-found` for a reservation that is not the account's,
        `illegal` for one that is used up, `partner-away` where its seed is to be shared and the other installation does
        not answer.
        """
        begins = beginning or Beginning(actions.Start())
        log, kept, listed = self._with_seed(account_id, new, begins)
        try:
            entries, beside, at = self._decided(log, account_id, new, begins, bringing)
            listed += _opened(entries, begins.origin)
            extra = [*kept, *begins.beside, *self._along(log, account_id, new, entries)]
            self._store.append([(log.id, 0, entries), *beside], extra, listed, at)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        except Conflict:
            if bringing and not self._store.version(log.id):
                raise ServiceError("busy", "a character has moved meanwhile; try again") from None
            raise ServiceError("illegal", "this reservation is used up, or the game is open already") from None
        if new.shared_seed:
            self._commands.follow_up(log.id)
        return log.id

    def _with_seed(
        self, account_id: str, new: NewGame, begins: Beginning
    ) -> tuple[GameLog, list[Change], list[Listed]]:
        """The empty log with the seed that was reserved for it; or with a new one, which is to be kept and listed."""
        if new.reservation is not None:
            return self._reservations.log(new.reservation, account_id), [], []
        made = self._reservations.make(account_id, begins.game_id)
        return made.log, [made.kept], [made.listed]

    def _decided(
        self, log: GameLog, account_id: str, new: NewGame, begins: Beginning, bringing: Mapping[str, Bringing]
    ) -> tuple[list[Entry], list[Batch], int]:
        """The first entries, those of the logs of what is brought along, and the time of all of them."""
        at = self._clock()
        along = {seat: bring(new.game, log.id, seat) for seat, bring in bringing.items()}
        brought = {seat: action for seat, (action, _) in along.items()}
        partner = self._partner(log, new)
        commands = opening_commands(log, self._catalog, self._accounts, account_id, new, begins, at, brought, partner)
        return log.decide(*commands), [batch for _, batch in along.values()], at

    def _along(self, log: GameLog, account_id: str, new: NewGame, entries: Sequence[Entry]) -> list[Change]:
        """What is stored with the first entries: data files, budgets, when the game is due, whether a share is."""
        return [
            *keeping(self._catalog[new.game], entries[0].read().data["data"]),
            *self._budgets.opening(account_id, log.id, entries),
            *written_due(log.id, None, log.ahead(entries)),
            *self._commands.opened(log.id, entries),
        ]

    def _partner(self, log: GameLog, new: NewGame) -> Partner | None:
        """Who shares the seed of the game, if somebody is to."""
        return self._partners.commit(log.id, seed_commitment(log.id, log.seed)) if new.shared_seed else None


def _opened(entries: Sequence[Entry], origin: Origin | None) -> list[Listed]:
    """What the journal lists of a game's first entries."""
    opened = msgspec.convert(entries[0].read().data, GameOpened)
    branch = [] if origin is None else [BranchListed(opened.id, origin.id, origin.version, origin.head)]
    return [*branch, *listings(opened, opened.rules, entries)]
