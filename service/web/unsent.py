"""A form that was not taken, as its session had ended, or with more in it than the next page can be told: it is there
again, to be sent once more."""

from __future__ import annotations

import json
from collections.abc import Sequence

from flask import Response, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from service.api import session
from service.web.refill import fields_of, is_too_long

LONG = 80
"""Characters from which words are shown in a field of several lines."""

CONSENT = "pages.apps.decide"
"""The form by which an app is let act for somebody: it is sent from its own page alone, which says what for."""

Fields = Sequence[tuple[str, str]]


def session_ended(error: session.SessionEnded) -> AnyResponse | tuple[str, int]:
    """The page that asks to sign in again, or, if somebody has, to send the form again; it holds what was typed."""
    fields, address = fields_of(request.form), request.full_path.rstrip("?")
    if request.endpoint == CONSENT:
        return redirect(address, 303)
    if session.account_id() is None:
        return signed_out(address, json.dumps(fields)), 403
    return _again(address, fields), 403


def kept_when_long(response: Response) -> Response:
    """The page with a form that was refused and is too long for the next page to have it; any other answer as it is."""
    if not is_too_long() or not 300 <= response.status_code < 400:
        return response
    return make_response(_again(request.path, fields_of(request.form), is_refused=True), 409)


def signed_out(path: str, typed: str) -> str:
    """The page that asks to sign in again, and holds what was typed into the form that is sent to this path."""
    return render_template("pages/signed_out.html", path=path, typed=typed)


def form_again(path: str, typed: str) -> str | None:
    """The page with a form to be sent to this path as it was filled in; None for what is no such form."""
    try:
        fields = [(str(name), str(value)) for name, value in json.loads(typed)]
    except (ValueError, TypeError):
        return None
    return _again(session.local_path(path), fields)


def _again(path: str, fields: Fields, *, is_refused: bool = False) -> str:
    kept = MultiDict(fields)
    shown = [value for value in kept.values() if value.strip()]
    return render_template(
        "pages/form_again.html", path=path, fields=fields, shown=shown, long=LONG, is_refused=is_refused
    )
