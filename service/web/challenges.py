"""The pages of challenges: the list, and one with its tries; to begin one's own, and to end it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from projections.lists import BadCursor
from service.api.context import services
from service.api.listing import PATIENCE
from service.errors import ServiceError
from service.web import session

challenges = Blueprint("challenges", __name__)

SHOWN = 30
"""Challenges on a page."""


@challenges.route("/challenges")
def index() -> str:
    """All challenges."""
    services().read_models.follower.catch_up(PATIENCE)
    try:
        page = services().read_models.challenges.page(request.args.get("older"), SHOWN)
    except BadCursor as error:
        raise ServiceError("not-found", str(error)) from None
    names = {one.id: services().challenges.name_of(one.id, one.name_id) for one in page.challenges}
    return render_template("pages/challenges.html", rows=page.challenges, names=names, older=page.next)


@challenges.route("/challenges/<challenge_id>")
def show(challenge_id: str) -> str:
    """One challenge: who tries, and what came of it."""
    account = session.account_id()
    return render_template(
        "pages/challenge.html",
        challenge=services().challenges.view(challenge_id),
        own=None if account is None else services().challenges.try_of(account, challenge_id),
        organises=account is not None and services().challenges.organises(account, challenge_id),
    )


@challenges.route("/challenges/<challenge_id>/try", methods=["POST"])
def begin(challenge_id: str) -> Response:
    """Begin one's own try."""
    account = session.signed_in()
    try:
        game_id = services().challenges.begin(account, challenge_id)
    except ServiceError as error:
        return _refused(challenge_id, error)
    return redirect(url_for("pages.game.show", game_id=game_id), 303)


@challenges.route("/challenges/<challenge_id>/end", methods=["POST"])
def end(challenge_id: str) -> Response:
    """Let nobody begin any more."""
    account = session.signed_in()
    try:
        services().challenges.close_entries(account, challenge_id)
    except ServiceError as error:
        return _refused(challenge_id, error)
    return redirect(url_for("pages.challenges.show", challenge_id=challenge_id), 303)


def _refused(challenge_id: str, error: ServiceError) -> Response:
    if error.code == "not-found":
        raise error
    flash(f"This was not done: {error.reason}.", "refused")
    return redirect(url_for("pages.challenges.show", challenge_id=challenge_id), 303)
