"""Standing orders: what a seat has said beforehand that it answers, carried out by the service as its own actions.

An order is `{"order": kind, ...}`. The kind `default` is known to every game: the game's default answer to the kinds
of decisions that it lists. Other kinds are the game's own (`Orders.order_kinds`, `apply_order`). Orders are tried in
the sequence in which they were given; they know what their seat knows, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.contract.facets.orders import apply_order, order_kinds, read_order
from domain.contract.game import Action, Game, Json, Refused, State
from domain.log.canon import NotCanonical, check

DEFAULT = "default"
MOST_ORDERS = 20

MOST_IN_A_ROW = 20
"""How many decisions a seat's standing orders answer without an action of its own."""


def kinds(game: Game[Any]) -> dict[str, Json]:
    """Kind -> JSON Schema of such an order."""
    decisions = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_ORDERS}
    general = {
        "type": "object",
        "description": "The game's default answer to these kinds of decisions.",
        "properties": {"order": {"const": DEFAULT}, "decisions": decisions},
        "required": ["order", "decisions"],
        "additionalProperties": False,
    }
    return {DEFAULT: general, **order_kinds(game)}


def read_orders(game: Game[Any], state: State, seat: str, raw: Sequence[Json]) -> list[dict[str, Json]]:
    """The orders as they are kept; `Refused("malformed")` says which one does not fit."""
    if len(raw) > MOST_ORDERS:
        raise Refused("malformed", f"at most {MOST_ORDERS} orders")
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
        action = apply_order(game, view, seat, decision, game.legal(state, seat), order)
        if action is not None:
            return action
    return None


def _read(game: Game[Any], state: State, seat: str, raw: Json) -> dict[str, Json]:
    try:
        check(raw)
    except NotCanonical as error:
        raise Refused("malformed", str(error)) from None
    known = kinds(game)
    if not isinstance(raw, dict) or raw.get("order") not in known:
        raise Refused("malformed", f"an order is an object whose `order` is one of {', '.join(known)}")
    if raw["order"] == DEFAULT:
        _check_default(raw)
        return dict(raw)
    return read_order(game, game.view(state, seat), seat, raw)


def _check_default(raw: Mapping[str, Json]) -> None:
    decisions = raw.get("decisions")
    if set(raw) != {"order", "decisions"} or not isinstance(decisions, list) or not 1 <= len(decisions) <= MOST_ORDERS:
        raise Refused("malformed", "a default order lists the `decisions` that it answers")
    if not all(isinstance(kind, str) for kind in decisions):
        raise Refused("malformed", "a kind of decision is a text")
