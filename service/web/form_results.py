"""What a page does with what its form asked for: it shows the game again, and says why if nothing was done."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from domain.contract.game import Refused
from domain.contract.reason import Reason
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import Names, capital
from service.language.refusals import told
from service.web.refill import keep_typed
from service.web.spoken import gettext

CLOSED_ALREADY = ("decision-closed", "key-reused", "not-your-decision", "stale")
"""The codes of an answer that came too late: somebody, perhaps a second window, was faster."""


def carried_out(game_id: str, do: Callable[[str], object], done: str = "") -> Response:
    """Do it for whoever is signed in, and go back to the game; `done` is said there when it was done."""
    account = session.signed_in()
    try:
        do(account)
    except ServiceError as error:
        _tell(error, game_id)
    else:
        if done:
            flash(done, "done")
    return redirect(url_for("pages.game.show", game_id=game_id), 303)


def _tell(error: ServiceError, game_id: str) -> None:
    """Say on the next page why nothing was done; `not-found` is a page of its own."""
    if error.code == "not-found":
        raise error
    if error.code in CLOSED_ALREADY:
        flash(gettext("That decision was made already. This is the table as it is now."), "refused")
    else:
        tell_refusal(gettext("This was not done"), error, _names_at(game_id))


def _names_at(game_id: str) -> Names | None:
    """What the ids at a table are called; None where it cannot be seen."""
    try:
        view = services().ledger.view(game_id, session.account_id())
    except ServiceError:
        return None
    return Names.of(services().catalog[view.game], view, session.language())


def tell_refusal(sentence: str, error: ServiceError, names: Names | None = None) -> None:
    """Say on the next page that something was not done, and why: a reason that is in no catalogue is in English, and is
    told beside it.

    The form is there as it was filled in. `names` are those of the game that it was about.
    """
    keep_typed()
    reason = in_ones_language(error.why, names)
    if reason is not None:
        flash(f"{sentence}: {reason}.", "refused")
    else:
        flash(f"{sentence}.", "refused")
        flash(error.reason, "reason")


def tell_not_allowed(refused: Refused | ServiceError, names: Names) -> None:
    """Say on the next page that a move was not made, as the rules do not allow it, or what was typed cannot be read."""
    error = ServiceError.of(refused) if isinstance(refused, Refused) else refused
    tell_refusal(gettext("The rules do not allow that here"), error, names)


def tell_reason(error: ServiceError) -> None:
    """Say on the next page why nothing was done."""
    reason = in_ones_language(error.why)
    if reason is not None:
        flash(f"{capital(reason)}.", "refused")
    else:
        tell_refusal(gettext("This was not done"), error)


def in_ones_language(why: Reason, names: Names | None = None) -> str | None:
    """A reason in the language of the pages; None where it is in no catalogue."""
    if names is not None:
        return told(why, names.catalogue, names)
    language = session.language()
    catalogues = (catalogue(language, game) for game in (None, *services().catalog.values()))
    return next((said for one in catalogues if (said := told(why, one)) is not None), None)
