"""The page of a series: its tally as a chart and a table, its games, and a seat to take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from projections.series import ListedSeries, SeriesQuery
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE, seats_shown
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import holders
from service.series.answer_shapes import Series
from service.web.form_results import tell_refusal
from service.web.games.entropy import seal_in, typed
from service.web.leagues.tally_chart import chart_of
from service.web.spoken import gettext

series = Blueprint("series", __name__)


SHOWN = 30
"""Series on a page."""


@dataclass(frozen=True)
class SeriesRow:
    """A series in a list."""

    id: str
    game: str
    status: str
    limit: int
    changed: int
    seats: Sequence[str]


@series.route("/series")
def index() -> str:
    """All series that one may know of, the newest first."""
    services().read_models.follower.catch_up(PATIENCE)
    rows, older = listed(SeriesQuery(session.account_id(), limit=SHOWN, cursor=request.args.get("older")))
    return render_template("pages/series_list.html", rows=rows, older=older)


def listed(query: SeriesQuery) -> tuple[list[SeriesRow], str | None]:
    """The series that a query wants, without those of whom its account is apart from, and where the list goes on."""
    apart = services().blocks.apart(query.account)
    page = services().read_models.series.page(msgspec.structs.replace(query, apart=apart))
    seats, words = seats_shown([one.seats for one in page.series]), catalogue(session.language())
    return [_row(one, holders(held, words)) for one, held in zip(page.series, seats)], page.next


def _row(one: ListedSeries, sitters: Mapping[str, str]) -> SeriesRow:
    return SeriesRow(one.id, one.game, one.status, one.limit, one.changed, list(sitters.values()))


@series.route("/series/<series_id>")
def show(series_id: str) -> str:
    """The series as it is."""
    account = session.account_id()
    shown = services().series.view(series_id, account)
    sitters = holders(shown.seats, catalogue(session.language()))
    return render_template(
        "pages/series.html",
        series=shown,
        holders=sitters,
        chart=chart_of(shown, sitters),
        may_sit=bool(services().series.offered(series_id, account)),
        may_close=account is not None and services().series.may_close(account, series_id),
        to_open=account is not None and _to_open(shown, account) is not None,
    )


@series.route("/series/<series_id>/sit", methods=["POST"])
def sit(series_id: str) -> Response:
    """Take a seat in all games; what is typed for chance is sealed, and not kept."""
    seal = seal_in(request.form)
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


@series.route("/series/<series_id>/close", methods=["POST"])
def close(series_id: str) -> Response:
    """End one's own series before its first game."""
    return _do(series_id, lambda account: services().series.close(account, series_id))


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
