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


def measure(game: Game[Any], seats: int, games: range, level: str, *, planning: bool = False) -> None:
    """Print round trips and answers by hand a game: without orders, with those that the game suggests, and, where
    people are `planning`, with these and the conditional answers that seats leave behind that look ahead.

    Bots of this level answer what else people would. `games` are the numbers of the games that are played.
    """
    suggested = suggested_orders(game)
    without = _total(game, seats, games, level, ())
    _tell("without_orders", without, len(games))
    ordered = _total(game, seats, games, level, suggested)
    _tell("with_orders", ordered, len(games))
    tell("orders", "round_trips_left", 100 * ordered.round_trips / without.round_trips, "%")
    if planning:
        planned = _total(game, seats, games, level, suggested, planning=True)
        _tell("with_orders_and_conditions", planned, len(games))
        tell("orders", "round_trips_left_with_conditions", 100 * planned.round_trips / without.round_trips, "%")


def _tell(name: str, trips: Trips, games: int) -> None:
    tell("orders", f"round_trips_a_game_{name}", trips.round_trips / games, "round trips")
    tell("orders", f"answers_by_hand_a_game_{name}", trips.by_hand / games, "answers")


def _total(
    game: Game[Any],
    seats: int,
    games: range,
    level: str,
    orders: Sequence[Mapping[str, Json]],
    *,
    planning: bool = False,
) -> Trips:
    ids = [f"s{number}" for number in range(1, seats + 1)]
    players = dict.fromkeys(ids, player(level))
    played = [
        round_trips(game, {}, ids, f"orders/{number}".encode(), players, orders, planning=planning) for number in games
    ]
    return Trips(
        sum(trips.by_hand for trips in played),
        sum(trips.round_trips for trips in played),
        sum(trips.by_order for trips in played),
    )
