"""What a page does with what its form asked for: it shows the game again, and says why if nothing was done."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, url_for
from werkzeug.wrappers import Response

from service.api import session
from service.errors import ServiceError
from service.language.names import capital
from service.web.refill import keep_typed
from service.web.spoken import gettext

CLOSED_ALREADY = ("decision-closed", "key-reused", "not-your-decision", "stale")
"""The codes of an answer that came too late: somebody, perhaps a second window, was faster."""


def carried_out(game_id: str, do: Callable[[str], object], done: str = "") -> Response:
    """Do it for who is signed in, and go back to the game; `done` is said there when it was done."""
    account = session.signed_in()
    try:
        do(account)
    except ServiceError as error:
        _tell(error)
    else:
        if done:
            flash(done, "done")
    return redirect(url_for("pages.game.show", game_id=game_id), 303)


def _tell(error: ServiceError) -> None:
    """Say on the next page why nothing was done; `not-found` is a page of its own."""
    if error.code == "not-found":
        raise error
    if error.code in CLOSED_ALREADY:
        flash(gettext("That decision was made already. This is the table as it is now."), "refused")
    else:
        tell_refusal(gettext("This was not done"), error)


def tell_refusal(sentence: str, error: ServiceError) -> None:
    """Say on the next page that something was not done, and why: a reason that is in no catalogue is in English, and is
    told beside it.

    The form is there as it was filled in.
    """
    keep_typed()
    if is_in_ones_language(error.reason):
        flash(f"{sentence}: {gettext(error.reason)}.", "refused")
    else:
        flash(f"{sentence}.", "refused")
        flash(error.reason, "reason")


def tell_reason(error: ServiceError) -> None:
    """Say on the next page why nothing was done."""
    if is_in_ones_language(error.reason):
        flash(f"{capital(gettext(error.reason))}.", "refused")
    else:
        tell_refusal(gettext("This was not done"), error)


def is_in_ones_language(reason: str) -> bool:
    """Whether a reason can be told in the language of the pages."""
    return session.language() == session.DEFAULT_LANGUAGE or gettext(reason) != reason
