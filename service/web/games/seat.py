"""What a seat may do besides answering: take back, resign, claim, and say beforehand what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from flask import Blueprint, request
from werkzeug.wrappers import Response

from domain.contract.facets.orders import plans_ahead
from domain.contract.game import Json
from domain.contract.quantities import whole
from domain.log.canon import canonical
from domain.table.rules.conditions import CONDITION
from domain.table.rules.standing_orders import kinds
from service.api.context import services
from service.games.corrections import TURN
from service.games.shapes import Posted
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.form_results import carried_out
from service.web.games.fields import read_value
from service.web.games.panel import answer_label
from service.web.spoken import gettext
from service.web.wording import PLAIN

seat = Blueprint("seat", __name__)


@dataclass(frozen=True)
class Order:
    """A standing order: what it says, and how a form holds it."""

    label: str
    posted: str


@dataclass(frozen=True)
class Menu:
    """What is offered to the holder of a seat of a running game.

    `back` are the versions to go back to without asking, `asked` the takeback that waits for this seat's answer (who
    asks, and for which version), `orders` those in force, `known` those that can be added, `plans` whether the game
    foresees answers, `late` the seats whose deadline has passed.
    """

    seat: str
    back: Sequence[int]
    asked: tuple[str, int] | None
    orders: Sequence[Order]
    known: Sequence[Order]
    suggested: Sequence[Order]
    plans: bool
    late: Sequence[tuple[str, str]]


def menu_of(view: Game, names: Names, account: str | None, own: Sequence[str]) -> Menu | None:
    """The menu of the seat through whose eyes its holder looks; None for anybody else, and unless the game runs."""
    held = view.seat
    if account is None or held not in own or view.status != "running":
        return None
    given = services().standing_orders.get(account, view.id, held)
    kept = [_order(order, names) for order in given.orders]
    known = [_order(order, names) for order in _enumerated(kinds(services().catalog[view.game]))]
    asked = view.takeback
    return Menu(
        seat=held,
        back=view.may_take_back,
        asked=(names.seat(asked.by), asked.to) if asked is not None and held in asked.waiting else None,
        orders=kept,
        known=[order for order in known if order not in kept],
        suggested=[order for one in given.suggested if (order := _order(one, names)) not in kept],
        plans=plans_ahead(services().catalog[view.game]),
        late=[(name, names.seat(name)) for name, clock in view.clocks.items() if clock.passed and name != held],
    )


@seat.route("/games/<game_id>/take-back", methods=["POST"])
def take_back(game_id: str) -> Response:
    """Go back to a version, or to the start of the seat's turn; ask the others where they have acted."""
    version = whole(request.form.get("to", ""))
    to = TURN if version is None else version
    return carried_out(
        game_id, lambda account: services().corrections.take_back(account, game_id, _seat(), to, Posted(()))
    )


@seat.route("/games/<game_id>/take-back/answer", methods=["POST"])
def answer_takeback(game_id: str) -> Response:
    """Agree to the takeback that is asked, or not."""
    agreed = request.form.get("agreed") == "yes"
    return carried_out(
        game_id, lambda account: services().corrections.answer_takeback(account, game_id, _seat(), agreed, Posted(()))
    )


@seat.route("/games/<game_id>/resign", methods=["POST"])
def resign(game_id: str) -> Response:
    """Give the seat up."""
    return carried_out(game_id, lambda account: services().absence.resign(account, game_id, _seat()))


@seat.route("/games/<game_id>/claim", methods=["POST"])
def claim(game_id: str) -> Response:
    """Claim an AI for the seat that a form names, or the end."""
    absent = request.form.get("absent")
    absence = services().absence
    if absent:
        return carried_out(game_id, lambda account: absence.claim_replacement(account, game_id, absent))
    return carried_out(game_id, lambda account: absence.claim_end(account, game_id))


@seat.route("/games/<game_id>/standing-orders", methods=["POST"])
def give_orders(game_id: str) -> Response:
    """Put the orders that a form holds in the place of earlier ones."""

    def give(account: str) -> None:
        orders = services().standing_orders
        given = [read_value(order) for order in request.form.getlist("order") if order]
        if given:
            orders.put(account, game_id, _seat(), given)
        else:
            orders.delete(account, game_id, _seat())

    return carried_out(game_id, give, gettext("Your standing orders are kept."))


@seat.route("/games/<game_id>/look-ahead", methods=["POST"])
def look_ahead(game_id: str) -> Response:
    """Have conditional answers made of private branches, in the place of earlier ones."""
    done = gettext("What comes of looking ahead is among your standing orders.")
    return carried_out(game_id, lambda account: services().standing_orders.look_ahead(account, game_id, _seat()), done)


def _seat() -> str | None:
    return request.form.get("seat") or None


def _order(order: Mapping[str, Json], names: Names) -> Order:
    """An order in words, and as a form holds it."""
    return Order(_in_words(order, names), canonical(order).decode())


def _in_words(order: Mapping[str, Json], names: Names) -> str:
    """An order's kind and what its fields say; a conditional answer by what is asked and answered."""
    if order["order"] == CONDITION:
        answer = order["answer"]
        said = _in_words(answer, names) if "order" in answer else _answered(answer, names)
        asked = names.titled(order["asked"])
        return names.catalogue.filled("If asked “{asked}”: {answer}", asked=asked, answer=said)
    values = [value if isinstance(value, list) else [value] for value in _said(order)]
    fields = [", ".join(_value(one, names) for one in several) for several in values]
    return ": ".join([names.titled(order["order"]), *fields])


def _answered(action: Mapping[str, Json], names: Names) -> str:
    return answer_label(action, names, PLAIN.translated(names.catalogue))


def _value(value: Json, names: Names) -> str:
    """What a field of an order says: a seat by who sits there, else a word of the game."""
    return names.seat(value) if value in names.seats else names.titled(str(value))


def _said(order: Mapping[str, Json]) -> Iterator[Json]:
    """The values of the order's own fields; the turn that an order for one turn remembers says nothing."""
    return (value for name, value in order.items() if name not in ("order", "turn"))


def _enumerated(schemas: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """All orders of the kinds whose every field is a choice of a few."""
    for kind, schema in schemas.items():
        choices = {name: field.get("enum") for name, field in schema["properties"].items() if name != "order"}
        if None not in choices.values():
            for values in product(*choices.values()):
                yield {"order": kind, **dict(zip(choices, values, strict=True))}
