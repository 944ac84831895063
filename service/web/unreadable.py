"""The page on which operators find the games that cannot be read, with what can be done."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.corrections import LONGEST_REASON
from service.games.shapes import OperatorAct
from service.web.form_results import in_ones_language, tell_refusal
from service.web.games.operating import check_operator
from service.web.spoken import gettext

unreadable = Blueprint("unreadable", __name__)


@dataclass(frozen=True)
class Unread:
    """A game that cannot be read: what is played, if that much can be told, why, and since when its clock stands."""

    id: str
    game: str | None
    reason: str
    since: int | None


@unreadable.route("/operate/games")
def index() -> str:
    """Those that the clock has found, and those that any process has met; `forbidden` but for operators."""
    check_operator(session.signed_in())
    since, met = services().clockwork.standing_still(), services().unreadable.met()
    looked_at = {game_id: _unread(game_id, since.get(game_id)) for game_id in sorted({*since, *met})}
    for game_id in met:
        if looked_at[game_id] is None:
            services().unreadable.is_read_again(game_id)
    games = [one for one in looked_at.values() if one is not None]
    return render_template("pages/unreadable.html", games=games, longest=LONGEST_REASON)


@unreadable.route("/operate/games", methods=["POST"])
def void() -> Response:
    """Give a game up: it is closed as void, and everybody is done with it."""
    account, game_id = session.signed_in(), request.form.get("game", "")
    try:
        services().corrections.operate(account, game_id, OperatorAct("void", request.form.get("reason", "")))
        flash(gettext("The game is void; its log stays as it is."), "done")
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
    return redirect(url_for("pages.unreadable.index"), 303)


def _unread(game_id: str, since: int | None) -> Unread | None:
    """A game as far as it can be told; None for one that can be read, or was given up."""
    try:
        services().ledger.table(game_id)
    except ServiceError as error:
        if error.code != "unreadable":
            return None
        reason = in_ones_language(error.why) or error.reason
    else:
        return None
    try:
        table = services().unreadable.outline(game_id)
    except ServiceError:
        return Unread(game_id, None, reason, since)
    return None if table.closed is not None else Unread(game_id, table.header.game, reason, since)
