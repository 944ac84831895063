"""How many round trips of play by post standing orders save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.bots import player
from domain.bots.simulation import Trips, round_trips
from domain.contract.facets.orders import suggested_orders
from domain.contract.game import Game
from domain.log.canon import Json
from service.dev.bench.figures import tell


def measure(game: Game[Any], seats: int, games: int, level: str) -> None:
    """Print round trips and answers by hand a game, with and without the orders that the game suggests.

    Bots of this level answer what else people would.
    """
    without, ordered = (_total(game, seats, games, level, orders) for orders in ((), suggested_orders(game)))
    for name, trips in (("without", without), ("with", ordered)):
        tell("orders", f"round_trips_a_game_{name}_orders", trips.round_trips / games, "round trips")
        tell("orders", f"answers_by_hand_a_game_{name}_orders", trips.by_hand / games, "answers")
    tell("orders", "round_trips_left", 100 * ordered.round_trips / without.round_trips, "%")


def _total(game: Game[Any], seats: int, games: int, level: str, orders: Sequence[Mapping[str, Json]]) -> Trips:
    ids = [f"s{number}" for number in range(1, seats + 1)]
    played = [
        round_trips(game, {}, ids, f"orders/{number}".encode(), dict.fromkeys(ids, player(level)), orders)
        for number in range(games)
    ]
    return Trips(
        sum(trips.by_hand for trips in played),
        sum(trips.round_trips for trips in played),
        sum(trips.by_order for trips in played),
    )
