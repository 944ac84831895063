"""Who looks at a page: the signed cookie, the language of the pages, and proof that a form is one of ours.

The cookie holds a token of the accounts, so that signing out, or a new password, ends a session for good. It is
signed, closed to scripts and sent to this site only; no page ever shows what is in it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Container
from contextlib import suppress
from datetime import UTC, tzinfo
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Flask, Request, Response, abort, current_app, g, redirect, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from werkzeug.datastructures import LanguageAccept
from werkzeug.wrappers import Response as AnyResponse

from service.api.context import services
from service.errors import ServiceError
from service.people.account import DEFAULT_LANGUAGE, LANGUAGES, Account
from service.people.accounts import Token
from service.people.zones import zone_here

FORM_TOKEN = "csrf"
"""The field that every form carries."""

NONCE = "nonce"
"""The field of what tells a page's forms from those of the same page when it is loaded again."""

LASTING = (FORM_TOKEN, "token", "token_id", "_permanent", "_flashes")
"""What a form that is sent again leaves in the session as it did at first; what was put there to be shown once is not
shown again."""


class SessionEnded(Exception):
    """A form of ours came from a page whose session has ended, or that is of an earlier one."""


View = TypeVar("View", bound=Callable[..., Any])

_LANGUAGE_COOKIE = "language"
_A_YEAR = 365 * 24 * 3600


class Sessions(SecureCookieSessionInterface):
    """Sends the cookie over TLS only, if the page came over TLS."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of a request; without a cookie there is no signature to check."""
        if app.secret_key and "HTTP_COOKIE" not in request.environ:
            return self.session_class()
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie, if need be; of a session that nobody has looked at there is nothing to tell."""
        if session.accessed or session.modified:
            super().save_session(app, session, response)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def prepare(app: Flask, key: bytes) -> None:
    """Give the application its session cookie, signed with `key`."""
    app.secret_key = key
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="nightledger",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # An answer that was long under way must not bring back the cookie of a session that has ended meanwhile.
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def account_id() -> str | None:
    """The account that is signed in, None if nobody is."""
    if "account_id" not in g:
        secret = session.get("token")
        g.account_id = None if secret is None else services().accounts.authenticate(secret)
    found: str | None = g.account_id
    return found


def account() -> Account | None:
    """What is known of the account that is signed in."""
    found = account_id()
    return None if found is None else services().accounts.get(found)


def signed_in() -> str:
    """The account that is signed in; who is not is sent to the first page, or asked to sign in to send a form."""
    found = account_id()
    if found is None and request.method == "POST":
        raise SessionEnded
    if found is None:
        abort(redirect(f"/?{urlencode({'next': request.full_path.rstrip('?')})}", 303))
    return found


def sign_in(token: Token) -> None:
    """Begin a session. What was in the cookie before is gone, the form token too."""
    session.clear()
    session.permanent = True
    session["token"], session["token_id"] = token.secret, token.id
    _forget_who()


def sign_out() -> None:
    """End the session, here and wherever its cookie may have been copied to."""
    found = account_id()
    if found is not None:
        # It may have been ended elsewhere between the two looks at it.
        with suppress(ServiceError):
            services().accounts.logout(found, session["token_id"])
    session.clear()
    _forget_who()


def _forget_who() -> None:
    g.pop("account_id", None)
    g.pop("language", None)


def session_token() -> str | None:
    """The secret of this session's token, to keep it when the others end. Never to be shown."""
    return session.get("token")


def session_token_id() -> str:
    """The name of this session's token; empty where nobody is signed in."""
    return str(session.get("token_id", ""))


def put(name: str, value: str) -> None:
    """Keep something for the next page of this session."""
    session[name] = value


def taken(name: str) -> str | None:
    """What was kept for this page; it is gone then."""
    kept: str | None = session.pop(name, None)
    return kept


def form_token() -> str:
    """What the forms of this session carry."""
    if FORM_TOKEN not in session:
        session[FORM_TOKEN] = secrets.token_urlsafe(24)
    return str(session[FORM_TOKEN])


def form_nonce() -> str:
    """What the forms of this page carry besides, so that each counts once however often it is sent."""
    if "form_nonce" not in g:
        g.form_nonce = secrets.token_urlsafe(12)
    return str(g.form_nonce)


def lasting() -> dict[str, Any]:
    """What the session holds that is not for the next page alone."""
    return {name: session[name] for name in LASTING if name in session}


def put_back(lasted: dict[str, Any]) -> None:
    """Make the session hold this and nothing else."""
    session.clear()
    session.update(lasted)
    _forget_who()


def without_form_token(view: View) -> View:
    """Mark a view whose address is a secret by itself, so that forms sent to it need no other proof."""
    view.without_form_token = True  # type: ignore[attr-defined]
    return view


def check_form() -> None:
    """Refuse a form that none of this session's pages has sent.

    `SessionEnded` for one that a browser says to be from a page of ours: its sender may look at it and send it again.
    """
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method != "POST" or hasattr(view, "without_form_token"):
        return
    given = request.form.get(FORM_TOKEN, "")
    if FORM_TOKEN not in session or not hmac.compare_digest(given.encode(), form_token().encode()):
        if request.headers.get("Origin") == request.host_url.rstrip("/"):
            raise SessionEnded
        abort(403, "This page was out of date. Go back, load it again and repeat what you did.")


def language() -> str:
    """The language of the pages: the account's if it has chosen one, else the browser's, switched to or its own."""
    if "language" not in g:
        g.language = _language()
    found: str = g.language
    return found


def _language() -> str:
    own = account()
    if own is not None and own.has_chosen_language:
        return own.language
    kept = request.cookies.get(_LANGUAGE_COOKIE, "")
    return kept if kept in LANGUAGES else preferred_of(request.accept_languages, LANGUAGES) or DEFAULT_LANGUAGE


def preferred_of(accepted: LanguageAccept, languages: Container[str]) -> str | None:
    """The first of what an `Accept-Language` prefers that is among these languages, wherever it is spoken."""
    wanted = (tag.partition("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in wanted if tag in languages), None)


def keep_language(response: AnyResponse, wanted: str) -> None:
    """Have the browser keep a language for whoever is not signed in."""
    response.set_cookie(
        _LANGUAGE_COOKIE, wanted, max_age=_A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )


def time_zone() -> tzinfo:
    """The time zone of whoever is signed in; UTC for nobody, and in place of one whose data this machine has lost."""
    if "time_zone" not in g:
        own = account()
        g.time_zone = (None if own is None else zone_here(own.time_zone)) or UTC
    found: tzinfo = g.time_zone
    return found


def local_path(path: str | None) -> str:
    """A path on this site to go on to; the first page for anything else."""
    if not path or not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable():
        return "/"
    return path
