"""The verbs of operators, by page: each is an event with its reason that all at the table read."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.bots.levels import USUAL, offered
from domain.contract.quantities import HOUR, PLACES
from domain.table.table import Table
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.corrections import LONGEST_REASON
from service.games.shapes import OperatorAct
from service.games.shapes.answers import Seat
from service.language.catalogues import catalogue
from service.language.names import holders
from service.web.form_results import tell_refusal
from service.web.numbers import number
from service.web.spoken import gettext

operating = Blueprint("operating", __name__)

PLACE = "place-"
"""The beginning of the names of the fields that hold places."""


@operating.app_template_global()
def operates() -> bool:
    """Whether who is signed in is an operator."""
    account = session.account_id()
    return account is not None and services().accounts.is_operator(account)


@operating.route("/games/<game_id>/operate")
def show(game_id: str) -> str:
    """What an operator can do in a game; `forbidden` for everybody else."""
    check_operator(session.signed_in())
    table = services().ledger.table(game_id)
    return render_template(
        "pages/operate.html",
        game_id=game_id,
        game=table.header.game,
        seats=_sitters(table),
        version=table.version,
        rules=table.header.rules,
        levels=offered(table.game),
        usual_level=USUAL,
        longest=LONGEST_REASON,
    )


@operating.route("/games/<game_id>/operate", methods=["POST"])
def act(game_id: str) -> Response:
    """Do what a form says; who is refused finds it as it was filled in."""
    account = session.signed_in()
    try:
        services().corrections.operate(account, game_id, read_act(request.form, services().clock()))
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
        return redirect(url_for("pages.operating.show", game_id=game_id), 303)
    flash(gettext("It is done, and all who may see the game read why."), "done")
    return redirect(url_for("pages.operating.show", game_id=game_id), 303)


def read_act(form: MultiDict[str, str], now: int) -> OperatorAct:
    """The verb and its arguments in a form; hours become what the verb wants: an instant, or so many seconds more.

    `ServiceError` `malformed` for what is no number.
    """
    verb, seat = form.get("verb", ""), form.get("seat") or None
    to = _to(verb, form, now)
    reason = form.get("reason", "")
    if verb == "replace":
        account, level = form.get("account", "").strip(), form.get("level", "")
        return OperatorAct(verb, reason, seat=seat, account=account or None, level=None if account else level)
    if verb == "adjudicate":
        typed = {name.removeprefix(PLACE): text for name, text in form.items() if name.startswith(PLACE)}
        return OperatorAct(verb, reason, places={one: number(text, one, PLACES) for one, text in typed.items()})
    return OperatorAct(verb, reason, to=to, seat=seat)


def _to(verb: str, form: Mapping[str, str], now: int) -> int | None:
    if verb in ("take-back", "move-rules"):
        return number(form.get("to", ""), "to")
    if not form.get("hours"):
        return None
    seconds = number(form["hours"], "hours") * HOUR
    return seconds if verb == "extend" else now + seconds


def check_operator(account: str) -> None:
    """`forbidden` for everybody else."""
    if not services().accounts.is_operator(account):
        raise ServiceError("forbidden", "only an operator may do this")


def _sitters(table: Table) -> Mapping[str, str]:
    """Seat -> who sits there. All verbs name seats, so an operator learns it of private games too."""
    names = services().accounts.names({held.account for held in table.seats.values() if held.account is not None})
    seats = {seat: Seat.held(held, names) for seat, held in table.seats.items()}
    return holders(seats, catalogue(session.language()))
