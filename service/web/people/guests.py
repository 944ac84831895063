"""Playing without having signed up: a guest's account, made with its first game, that a name and a password keep.

A guest is whom a browser is signed in as without a password: only this door makes such sessions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.bots.levels import offered
from domain.contract.game import Game, Json
from domain.lessons.lesson import lessons_of
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.web.form_results import tell_refusal
from service.web.spoken import gettext

guests = Blueprint("guests", __name__)

FEWEST = 2
"""So many seats has the first game at least: the guest's and an AI's."""


@guests.route("/guest", methods=["POST"])
def play() -> Response:
    """Make a guest's account, begin a session, and open a first game; who is signed in already is shown what there is
    to open."""
    wanted = request.form.get("game", "")
    game = services().catalog.get(wanted)
    if game is None:
        raise ServiceError("malformed", "there is no game {game!r}", game=wanted)
    if session.account_id() is not None:
        return redirect(url_for("pages.lobby.home", game=game.id, _anchor="new"), 303)
    account, token = services().accounts.create_guest()
    session.sign_in(token)
    game_id = services().ledger.open_game(account.id, _first_game(game))
    return redirect(url_for("pages.game.show", game_id=game_id), 303)


@guests.route("/account/keep", methods=["POST"])
def keep() -> Response:
    """Keep a guest's account under a name and a password of its own."""
    found = session.signed_in()
    try:
        services().accounts.change(
            found,
            name=request.form.get("name", ""),
            password=request.form.get("password", ""),
            keeping=session.session_token(),
        )
        flash(gettext("The account is kept: sign in anywhere with this name and password."), "done")
    except ServiceError as error:
        tell_refusal(gettext("The account is as it was"), error)
    return redirect(url_for("pages.account.show"), 303)


@guests.route("/sign-out")
def leave() -> str | Response:
    """Ask a guest once more, whom signing out costs the account."""
    account = session.account()
    if account is None or account.has_password:
        return redirect(url_for("pages.lobby.home"), 303)
    return render_template("pages/sign_out.html")


def _first_game(game: Game[Any]) -> NewGame:
    """A game as its guided one is played, one's own seat beside AIs that are beginners: not rated, and seen by nobody
    else, since many such games are left as they are."""
    beginner = next(iter(offered(game)))
    others = max(FEWEST, game.seat_range[0]) - 1
    seats = [{"account": "me"}, *[{"ai": beginner}] * others]
    return NewGame(game.id, seats, _options(game), visibility="private")


def _options(game: Game[Any]) -> Mapping[str, Json]:
    lessons = lessons_of(game, session.language())
    return lessons[0].options if lessons else {}
