"""Standing orders: what a seat has said beforehand that it answers, carried out by the service as its own actions.

An order is `{"order": kind, ...}`. The kind `default` is known to every game: the game's default answer to the kinds
of decisions that it lists. So is the kind `if`, a conditional answer (`domain.table.rules.conditions`), which ends when
the situation differs. Other kinds are the game's own (`Orders.order_kinds`, `apply_order`). Orders are tried in the
sequence in which they were given; they know what their seat knows, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.contract.facets.orders import apply_order, order_kinds, read_order
from domain.contract.game import Action, Game, Json, Refused, State
from domain.log.canon import NotCanonical, check
from domain.table.rules import conditions
from domain.table.rules.conditions import CONDITION

DEFAULT = "default"
MOST_ORDERS = 20
"""How many orders a seat may give, conditional answers aside."""

MOST_DECISIONS = 20
"""How many kinds of decisions the order `default` may list."""

MOST_CONDITIONS = 40
"""How many conditional answers there may be besides."""

MOST_IN_A_ROW = 20
"""How many decisions a seat's standing orders answer without an action of its own."""


def kinds(game: Game[Any]) -> dict[str, Json]:
    """Kind -> JSON Schema of such an order."""
    decisions = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_DECISIONS}
    general = {
        "type": "object",
        "description": "The game's default answer to these kinds of decisions.",
        "properties": {"order": {"const": DEFAULT}, "decisions": decisions},
        "required": ["order", "decisions"],
        "additionalProperties": False,
    }
    return {DEFAULT: general, CONDITION: conditions.schema(), **order_kinds(game)}


def read_orders(game: Game[Any], state: State, seat: str, raw: Sequence[Json]) -> list[dict[str, Json]]:
    """The orders as they are kept; `Refused("malformed")` says which one does not fit."""
    conditional = sum(isinstance(order, dict) and order.get("order") == CONDITION for order in raw)
    if len(raw) - conditional > MOST_ORDERS or conditional > MOST_CONDITIONS:
        raise Refused(
            "malformed",
            "at most {most_orders} orders and {most_conditions} conditional answers",
            most_orders=MOST_ORDERS,
            most_conditions=MOST_CONDITIONS,
        )
    return [_read(game, state, seat, order) for order in raw]


def answer(game: Game[Any], state: State, seat: str, orders: Sequence[Mapping[str, Json]]) -> Action | None:
    """What the orders answer to the seat's open decision; None if they say nothing of it."""
    decision = state.open[seat]
    view: Mapping[str, Json] | None = None
    for order in orders:
        if order["order"] == DEFAULT:
            if decision.kind in order["decisions"]:
                return game.default(state, seat)
            continue
        view = game.view(state, seat) if view is None else view
        if order["order"] == CONDITION:
            action = conditions.answers(game, state, seat, view, order)
        else:
            action = apply_order(game, view, seat, decision, game.legal(state, seat), order)
        if action is not None:
            return action
    return None


def going_on(
    game: Game[Any], state: State, seat: str, orders: Sequence[Mapping[str, Json]]
) -> list[Mapping[str, Json]]:
    """The orders without the conditional answers that have ended, as their seat is asked in another situation."""
    if seat not in state.open or not any(order["order"] == CONDITION for order in orders):
        return list(orders)
    view = game.view(state, seat)
    return [order for order in orders if order["order"] != CONDITION or not conditions.has_ended(view, order)]


def _read(game: Game[Any], state: State, seat: str, raw: Json) -> dict[str, Json]:
    try:
        check(raw)
    except NotCanonical as error:
        raise Refused("malformed", str(error)) from None
    known = kinds(game)
    if not isinstance(raw, dict) or raw.get("order") not in known:
        raise Refused("malformed", "an order is an object whose `order` is one of {known}", known=", ".join(known))
    if raw["order"] == DEFAULT:
        _check_default(raw)
        return dict(raw)
    if raw["order"] == CONDITION:
        return conditions.read_condition(game, game.view(state, seat), seat, raw)
    return read_order(game, game.view(state, seat), seat, raw)


def _check_default(raw: Mapping[str, Json]) -> None:
    decisions: Json = raw.get("decisions")
    lists = set(raw) == {"order", "decisions"} and isinstance(decisions, list)
    if not lists or not 1 <= len(decisions) <= MOST_DECISIONS:
        raise Refused("malformed", "a default order lists the `decisions` that it answers")
    if not all(isinstance(kind, str) for kind in decisions):
        raise Refused("malformed", "a kind of decision is a text")
