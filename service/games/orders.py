"""Standing orders as a seat gives them: private, kept beside the log, gone when the seat changes hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.bots import player
from domain.bots.planning import conditions_of
from domain.contract.chance import Stream
from domain.contract.facets.orders import suggested_orders
from domain.contract.game import Game, Refused, State
from domain.log.canon import Json, canonical
from domain.table.gamelog import GameLog
from domain.table.rules.conditions import CONDITION
from domain.table.rules.standing_orders import read_orders
from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.games.commands import GameCommands
from service.games.following import FORGET, KEEP, Following
from service.games.shapes.beside import KeptOrders
from service.games.timing.delayed import dropping_ordered
from service.store.event_store import Change, Store, executing

PLANNER = "greedy"
"""The level by which the seats of a private branch play."""


class StandingOrders:
    """The standing orders of seats. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        store: Store,
        commands: GameCommands,
        following: Following,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._commands = commands
        self._following = following
        self._entropy = entropy

    def get(self, account_id: str, game_id: str, seat: str | None) -> KeptOrders:
        """The seat's orders, and what suits most people."""
        with self._commands.latest(game_id) as log:
            actor = self._seat(log.table, account_id, seat)
            suggested = list(suggested_orders(log.table.game))
        given = self._following.orders(game_id).get(actor)
        kept = list(given.orders) if given is not None and given.account == account_id else []
        return KeptOrders(seat=actor, orders=kept, suggested=suggested)

    def put(self, account_id: str, game_id: str, seat: str | None, orders: Sequence[Json]) -> KeptOrders:
        """Give orders in the place of earlier ones, carried out from now on; `illegal` unless the game runs."""

        def attempt(log: GameLog) -> str:
            table = log.table
            actor = self._seat(table, account_id, seat)
            if table.state is None or table.status != "running" or actor in table.resigned:
                raise ServiceError("illegal", "orders are for a seat of a running game")
            kept = canonical(read_orders(table.game, table.state, actor, orders)).decode()
            self._change(log, actor, executing(KEEP, game=game_id, seat=actor, account=account_id, orders=kept, used=0))
            return actor

        actor = self._commands.carry_out(game_id, attempt)
        self._commands.follow_up(game_id)
        return self.get(account_id, game_id, actor)

    def look_ahead(self, account_id: str, game_id: str, seat: str | None) -> KeptOrders:
        """Play on in private branches, on worlds that the seat cannot tell from the true one, and put the conditional
        answers that come of it in the place of earlier ones, before the seat's other orders."""
        with self._commands.latest(game_id) as log:
            table = log.table
            actor = self._seat(table, account_id, seat)
            if table.state is None or table.status != "running":
                raise ServiceError("illegal", "orders are for a seat of a running game")
            made = _conditions(table.game, table.state, actor, Stream(self._entropy(32)))
        others = [order for order in self.get(account_id, game_id, actor).orders if order["order"] != CONDITION]
        return self.put(account_id, game_id, actor, [*made, *others])

    def delete(self, account_id: str, game_id: str, seat: str | None) -> None:
        """Take the seat's orders back, and what they have answered that has not appeared yet."""

        def attempt(log: GameLog) -> None:
            actor = self._seat(log.table, account_id, seat)
            self._change(log, actor, executing(FORGET, game=game_id, seat=actor))

        self._commands.carry_out(game_id, attempt)

    def _change(self, log: GameLog, seat: str, change: Change) -> None:
        """Change a seat's orders, and forget what those before have answered; `Conflict` if the game has gone on."""
        unmoved = self._store.unmoved(log.id, log.version)
        self._store.append((), [change, dropping_ordered(log.id, seat)], expected=[unmoved])

    def _seat(self, table: Table, account_id: str, seat: str | None) -> str:
        return views.seats_to_act(table, account_id, seat)[0]


def _conditions(game: Game[Any], state: State, seat: str, rng: Stream) -> list[dict[str, Json]]:
    """The conditional answers of a seat that has looked into branches; refused where an AI has no answer to give."""
    try:
        return conditions_of(game, state, seat, player(PLANNER), rng)
    except Refused as refused:
        raise ServiceError.of(refused) from None
