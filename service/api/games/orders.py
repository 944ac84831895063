"""Standing orders: what the service answers for a seat, as the seat has told it beforehand."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields, validate

from domain.table.rules.standing_orders import MOST_CONDITIONS, MOST_ORDERS
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Map, Wanted
from service.api.operations import Resource
from service.api.schemas import ORDER, Body, SeatQuery
from service.games.shapes.beside import KeptOrders

orders = Resource("orders", __name__, scope="play", description="Standing orders.")


class OrdersSchema(Wanted):
    """The orders, tried in this sequence."""

    orders = fields.List(Map(ORDER), required=True, validate=validate.Length(0, MOST_ORDERS + MOST_CONDITIONS))


@orders.route("/games/<uuid:game_id>/standing-orders")
@signed_in
@orders.arguments(SeatQuery, location="query")
@orders.response(200, KeptOrders)
def look_at_orders(query: Body, game_id: UUID, account: str) -> KeptOrders:
    """Your seat's standing orders, which nobody else sees."""
    return services().standing_orders.get(account, str(game_id), query.get("seat"))


@orders.route("/games/<uuid:game_id>/standing-orders", methods=["PUT"])
@signed_in
@orders.arguments(SeatQuery, location="query")
@orders.arguments(OrdersSchema)
@orders.response(200, KeptOrders)
def give_orders(query: Body, body: Body, game_id: UUID, account: str) -> KeptOrders:
    """Give standing orders in the place of earlier ones.

    They are carried out as your seat's own actions: the others see them as answers that you gave by hand, and at what
    time. They answer 20 decisions in a row at most without an action of your own, and end when the seat changes hands.
    There are 20 at most, and besides 40 conditional answers at most, each with 12 parts of the table at most.
    """
    return services().standing_orders.put(account, str(game_id), query.get("seat"), body["orders"])


@orders.route("/games/<uuid:game_id>/standing-orders/conditions", methods=["POST"])
@signed_in
@orders.arguments(SeatQuery, location="query")
@orders.response(200, KeptOrders)
def look_ahead(query: Body, game_id: UUID, account: str) -> KeptOrders:
    """Have conditional answers (`if`) made, in the place of earlier ones and before your seat's other orders.

    They come of private branches, played on by AIs in worlds that your seat cannot tell from the true one; nothing of a
    branch is stored. A game that foresees no answers gives none.
    """
    return services().standing_orders.look_ahead(account, str(game_id), query.get("seat"))


@orders.route("/games/<uuid:game_id>/standing-orders", methods=["DELETE"])
@signed_in
@orders.arguments(SeatQuery, location="query")
@orders.response(204)
def take_orders_back(query: Body, game_id: UUID, account: str) -> None:
    """Take your standing orders back."""
    services().standing_orders.delete(account, str(game_id), query.get("seat"))
