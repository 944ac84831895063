"""Where a notice of a game leads: the position that it tells of, and from there to the present one."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games import views
from service.games.shapes.answers import Game

noticed = Blueprint("noticed", __name__)


@noticed.route("/games/<game_id>/at/<int:version>")
def show(game_id: str, version: int) -> Response:
    """The table as it is, when nothing has happened there since this version; else the replay at it, which leads on.

    `seat` is whose notice it is: who does not hold it sees what anybody may. Who must sign in to see the game does that
    first.
    """
    view, seat = _seen(game_id)
    if version >= view.version or view.status == "open":
        return redirect(url_for("pages.game.show", game_id=game_id, seat=seat), 303)
    return redirect(url_for("pages.replay.show", game_id=game_id, at=version, seat=seat, told="yes"), 303)


def _seen(game_id: str) -> tuple[Game, str | None]:
    """The game, and through which seat's eyes it is to be looked at: None where these are the viewer's only ones."""
    account, ledger = session.account_id(), services().ledger
    try:
        own = views.own_seats(ledger.table(game_id), account)
        seat = request.args.get("seat")
        seat = seat if seat in own and len(own) > 1 else None
        return ledger.view(game_id, account, seat), seat
    except ServiceError as error:
        if error.code == "not-found" and account is None:
            session.signed_in()
        raise
