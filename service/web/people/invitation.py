"""The page behind a secret link: what it invites to, and a button to sit down."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import holders
from service.web.form_results import tell_refusal
from service.web.games.entropy import seal_in, takes_entropy
from service.web.spoken import gettext

invitation = Blueprint("invitation", __name__)


@invitation.route("/invitations/<token>")
def show(token: str) -> str:
    """What the link invites to."""
    found, game = services().hosting.invited_to(token)
    table = services().ledger.table(found.game)
    sitters = list(holders(game.seats, catalogue(session.language())).values())
    account = session.account_id()
    return render_template(
        "pages/invitation.html",
        token=token,
        seat=found.seat,
        view=game,
        sitters=sitters,
        characters=services().characters.free(account, game.game),
        may_sit=bool(services().admission.offered(table, account, found)),
        takes_entropy=takes_entropy(table),
    )


@invitation.route("/invitations/<token>", methods=["POST"])
def accept(token: str) -> Response:
    """Sit down."""
    account = session.signed_in()
    found, _ = services().hosting.invited_to(token)
    try:
        services().characters.sit(
            account,
            found.game,
            entropy_hash=seal_in(request.form),
            invitation=token,
            character=request.form.get("character") or None,
        )
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
        return redirect(url_for("pages.invitation.show", token=token), 303)
    return redirect(url_for("pages.game.show", game_id=found.game), 303)
