"""Games to be: an id, and a seed that is committed to before anybody sits down."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain.games.catalog import Catalog
from domain.log.gameid import new_id
from domain.log.journal import ReservationListed
from domain.log.record import seed_commitment
from domain.table.gamelog import GameLog
from service.errors import ServiceError
from service.store.event_store import Change, Store


class Reserved(NamedTuple):
    """An empty log with a new seed, the change that keeps the seed, and what the journal lists of it."""

    log: GameLog
    kept: Change
    listed: ReservationListed


class Reservations:
    """Makes seeds, and finds those that were made. Thread-safe.

    `clock()` is the time in whole seconds UTC, `entropy(n)` gives n random bytes.
    """

    def __init__(
        self, store: Store, catalog: Catalog, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._clock = clock
        self._entropy = entropy

    def make(self, account_id: str, wanted: str | None = None) -> Reserved:
        """A seed for an account; the game's id is a new one, or the one that is `wanted`. Nothing is stored yet."""
        game_id, seed = wanted or new_id(self._entropy), self._entropy(32)
        kept = self._store.seed_kept(game_id, seed, account_id, self._clock())
        listed = ReservationListed(game_id, account_id, seed_commitment(game_id, seed))
        return Reserved(GameLog(self._catalog, game_id, seed, self._entropy), kept, listed)

    def log(self, game_id: str, account_id: str) -> GameLog:
        """The empty log of a game that was reserved; `not-found` if it was not, or for somebody else."""
        reserved = self._store.reservation(game_id)
        if reserved is None or reserved.account != account_id:
            raise ServiceError("not-found", "you have no such reservation")
        return GameLog(self._catalog, game_id, reserved.seed, self._entropy)
