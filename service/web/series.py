"""The page of a series: its tally as a chart and a table, its games, and a seat to take."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from service.api.context import services
from service.errors import ServiceError
from service.web import session
from service.web.names import holder
from service.web.tally_chart import chart_of

series = Blueprint("series", __name__)


@series.route("/series/<series_id>")
def show(series_id: str) -> str:
    """The series as it is."""
    account = session.account_id()
    shown = services().series.view(series_id, account)
    holders = {seat: holder(seat, held) for seat, held in shown["seats"].items()}
    waits = shown["status"] == "running" and any(held["kind"] == "open" for held in shown["seats"].values())
    return render_template(
        "pages/series.html",
        series=shown,
        holders=holders,
        chart=chart_of(shown, holders),
        may_sit=account is not None and waits,
    )


@series.route("/series/<series_id>/sit", methods=["POST"])
def sit(series_id: str) -> Response:
    """Take a seat in all games."""
    account = session.signed_in()
    try:
        services().series.sit(account, series_id)
    except ServiceError as error:
        if error.code == "not-found":
            raise
        flash(f"This was not done: {error.reason}.", "refused")
    return redirect(url_for("pages.series.show", series_id=series_id), 303)
