"""Standing orders. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class KeptOrders(msgspec.Struct, kw_only=True, frozen=True):
    """A seat's standing orders."""

    seat: str
    orders: list[dict[str, Any]]
    suggested: list[dict[str, Any]]


class OrdersResource:
    """Standing orders."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def look_at_orders(self, game_id: str, *, seat: str | Unset = UNSET) -> KeptOrders:
        """Your seat's standing orders, which nobody else sees."""
        return self._connection.ask(
            KeptOrders,
            "GET",
            self._connection.path("/api/v1/games/{game_id}/standing-orders", game_id),
            query={"seat": seat},
        )

    def give_orders(self, game_id: str, *, orders: list[dict[str, Any]], seat: str | Unset = UNSET) -> KeptOrders:
        """Give standing orders in the place of earlier ones.

        They are carried out as your seat's own actions: the others see them as answers that you gave by hand,
        and at what time. They answer 20 decisions in a row at most without an action of your own, and end when
        the seat changes hands.
        """
        return self._connection.ask(
            KeptOrders,
            "PUT",
            self._connection.path("/api/v1/games/{game_id}/standing-orders", game_id),
            query={"seat": seat},
            body={"orders": orders},
        )

    def take_orders_back(self, game_id: str, *, seat: str | Unset = UNSET) -> None:
        """Take your standing orders back."""
        self._connection.do(
            "DELETE", self._connection.path("/api/v1/games/{game_id}/standing-orders", game_id), query={"seat": seat}
        )
