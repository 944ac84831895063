"""The pages of tours: the list, the form of a new one, and one with its table."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.challenge.tour import MOST_CHALLENGES, POINTS, TOUR_POINTS
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.web.form_results import tell_refusal
from service.web.numbers import number
from service.web.spoken import gettext

tours = Blueprint("tours", __name__)

SHOWN = 30
"""Tours on a page."""


@tours.route("/tours")
def index() -> str:
    """All tours, and the form of a new one."""
    return _index()


@tours.route("/tours", methods=["POST"])
def open_tour() -> Response | tuple[str, int]:
    """Open a tour as the form says."""
    account = session.signed_in()
    try:
        points = [
            number(text, "points", TOUR_POINTS) for text in request.form.get("points", "").replace(",", " ").split()
        ]
        wanted = request.form.getlist("challenge")
        tour_id = services().tours.open(account, request.form.get("name", ""), wanted, points)
    except ServiceError as error:
        tell_refusal(gettext("No tour was opened"), error)
        return _index(), error.status
    return redirect(url_for("pages.tours.show", tour_id=tour_id), 303)


@tours.route("/tours/<tour_id>")
def show(tour_id: str) -> str:
    """One tour: its challenges and its table."""
    return render_template("pages/tour.html", tour=services().tours.view(tour_id))


def _index() -> str:
    account, read_models = session.account_id(), services().read_models
    read_models.follower.catch_up(PATIENCE)
    page = read_models.challenges.tours(request.args.get("older"), SHOWN)
    untried = [] if account is None else read_models.challenges.untried(account)
    return render_template(
        "pages/tours.html",
        rows=page.tours,
        older=page.next,
        called={one.id: services().tours.name_of(one.id, one.name_id) for one in page.tours},
        untried={one.id: services().challenges.name_of(one.id, one.name_id) for one in untried},
        most=MOST_CHALLENGES,
        points=" ".join(map(str, POINTS)),
        given=request.form,
    )
