"""The page at the end of a game: places and what decided them, what each seat did most, ratings, and once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.audience import REFEREE
from domain.contract.facets.told import sentences
from domain.contract.game import Json
from domain.league.ratings import REASONS, Change
from domain.table.table import Table
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.games import views
from service.games.opening.rematches import Seating
from service.games.shapes.answers import Game
from service.language.lines import Line
from service.language.names import Names
from service.web.form_results import tell_refusal
from service.web.games.film.charts import charts_of
from service.web.games.game import in_words, shown
from service.web.games.mirror import may_be_analysed
from service.web.games.shown import reasons_of
from service.web.spoken import gettext

ending = Blueprint("ending", __name__)

MOST_DEEDS = 4
"""How many of the things are told that a seat did most."""

SEATS_CHANGED = ("SeatResigned", "SeatReplaced", "DeadlinePassed")
"""The events that are told of the seats."""


@dataclass(frozen=True)
class Rated:
    """What a game did to somebody's rating: whose, before and after."""

    name: str
    before: int
    after: int


@ending.route("/games/<game_id>/result")
def show(game_id: str) -> str | Response:
    """How a game that is over has ended; one that goes on is shown itself."""
    account = session.account_id()
    view, table = services().ledger.view(game_id, account), services().ledger.table(game_id)
    if view.status in ("open", "running"):
        return redirect(url_for("pages.game.show", game_id=game_id), 303)
    eyes = REFEREE if table.is_laid_open else view.seat
    found = shown(view)
    names = found.names
    return render_template(
        "pages/ending.html",
        view=view,
        shown=found,
        reasons=reasons_of(table, names),
        deeds=dict(_deeds(view, account, names)),
        changed=_changed(view, account),
        rated=list(_rated(table, view, names)),
        verdict=_verdict(game_id),
        charts=charts_of(view, services().films.course(game_id, account, eyes), gettext("end")),
        may_be_analysed=may_be_analysed(view, account),
        may_ask_again=account is not None and bool(views.own_seats(table, account)),
    )


@ending.route("/games/<game_id>/rematch", methods=["POST"])
def ask_again(game_id: str) -> Response:
    """Open the rematch, or sit down at the one that another has opened."""
    account = session.signed_in()
    seating: Seating = "same" if request.form.get("seats") == "same" else "rotated"
    try:
        made = services().rematches.ask(account, game_id, seating)
    except ServiceError as error:
        tell_refusal(gettext("No game was opened"), error)
        return redirect(url_for("pages.ending.show", game_id=game_id), 303)
    return redirect(url_for("pages.game.show", game_id=made), 303)


def _deeds(view: Game, account: str | None, names: Names) -> Iterator[tuple[str, list[str]]]:
    """Seat -> what it did most, in words."""
    counted = sentences(services().catalog[view.game]).counted
    for seat, found in services().films.deeds(view.id, account).items():
        yield seat, [names.filled(counted[kind], {"count": count}) for kind, count in found[:MOST_DEEDS]]


def _changed(view: Game, account: str | None) -> Sequence[Line]:
    """What happened to the seats themselves: who resigned, who took over, whose deadline passed."""
    entries: list[dict[str, Json]] = services().ledger.events(view.id, account, view.seat, 0, view.version)
    return in_words(view, account, [entry for entry in entries if entry["type"] in SEATS_CHANGED])


def _rated(table: Table, view: Game, names: Names) -> Iterator[Rated]:
    """The ratings that the game has changed, in the order of the seats."""
    services().read_models.follower.catch_up(PATIENCE)
    told = services().read_models.ratings.changes(view.id)
    changes: dict[str | None, Change] = {one.holder: one for one in told if one.why == "rated"}
    for seat, held in table.seats.items():
        if (change := changes.get(held.account or held.level)) is not None:
            yield Rated(names.seat(seat), change.before, change.after)


def _verdict(game_id: str) -> str | None:
    """Why the game has changed nobody's rating; None where it has, or it is not known yet."""
    found = services().read_models.ratings.verdict(game_id)
    return None if found is None or "rated" in (found.people, found.bots) else REASONS[found.people]
