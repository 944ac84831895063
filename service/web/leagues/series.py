"""The page of a series: its tally as a chart and a table, its games, and a seat to take."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import holder
from service.series.answer_shapes import Series
from service.web.form_results import tell_refusal
from service.web.games.entropy import sealed, typed
from service.web.leagues.tally_chart import chart_of
from service.web.spoken import gettext

series = Blueprint("series", __name__)


@series.route("/series/<series_id>")
def show(series_id: str) -> str:
    """The series as it is."""
    account = session.account_id()
    shown = services().series.view(series_id, account)
    words = catalogue(session.language())
    holders = {seat: holder(seat, held, words) for seat, held in shown.seats.items()}
    return render_template(
        "pages/series.html",
        series=shown,
        holders=holders,
        chart=chart_of(shown, holders),
        may_sit=bool(services().series.offered(series_id, account)),
        to_open=account is not None and _to_open(shown, account) is not None,
    )


@series.route("/series/<series_id>/sit", methods=["POST"])
def sit(series_id: str) -> Response:
    """Take a seat in all games; what is typed for chance is sealed, and not kept."""
    seal = sealed(request.form.get("entropy", ""))
    return _do(series_id, lambda account: services().series.sit(account, series_id, entropy_hash=seal))


@series.route("/series/<series_id>/entropy", methods=["POST"])
def open_entropy(series_id: str) -> Response:
    """Open what was sealed when sitting down, by typing it again."""
    entropy = typed(request.form.get("entropy", "")) or ""

    def take(account: str) -> object:
        seat = _to_open(services().series.view(series_id, account), account)
        if seat is None:
            raise ServiceError("illegal", "nothing of yours is to be opened now")
        return services().series.open_entropy(account, series_id, seat, entropy)

    return _do(series_id, take)


def _do(series_id: str, take: Callable[[str], object]) -> Response:
    account = session.signed_in()
    try:
        take(account)
    except ServiceError as error:
        if error.code == "not-found":
            raise
        tell_refusal(gettext("This was not done"), error)
    return redirect(url_for("pages.series.show", series_id=series_id), 303)


def _to_open(shown: Series, account_id: str) -> str | None:
    """The account's seat whose sealed entropy the series waits for, once all have sat."""
    seats = shown.seats
    if shown.status != "running" or any(held.kind == "open" for held in seats.values()):
        return None
    name = services().accounts.get(account_id).name
    sealed_seats = (seat for seat, state in shown.entropy.items() if state == "sealed")
    return next((seat for seat in sealed_seats if seats[seat].name == name), None)
