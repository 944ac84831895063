"""The pages as part of the application: their session, what every template may use, headers, and errors as pages."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, g, make_response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from domain.contract.quantities import INSTANTS
from domain.contract.reason import Reason
from projections.cursors import BadCursor
from projections.unavailable import Unavailable
from service.api import session
from service.api.context import observer
from service.api.limits.lengths import most_bytes
from service.api.problems import MEDIA_TYPE, of_http_error
from service.api.reading import drain
from service.errors import ServiceError
from service.language.names import capital, game_title, title, within
from service.notify.messages import path_of
from service.people.account import DEFAULT_LANGUAGE, LANGUAGES
from service.web import translation
from service.web.form_results import in_ones_language
from service.web.games.branch import branch
from service.web.games.checking import checking
from service.web.games.ending import ending
from service.web.games.film.film_file import film_file
from service.web.games.film.replay import replay
from service.web.games.game import game
from service.web.games.hosting import hosting
from service.web.games.mirror import mirror
from service.web.games.noticed import noticed
from service.web.games.operating import operating
from service.web.games.options import label_of
from service.web.games.private_branch import private_branch
from service.web.games.records import records
from service.web.games.seat import seat
from service.web.games.standing import unasked
from service.web.games.talk import talk
from service.web.leagues.challenges import challenges
from service.web.leagues.disputes import disputes
from service.web.leagues.league_words import challenge_status, decision, fairness, tie_break, unpairable
from service.web.leagues.leagues import leagues
from service.web.leagues.ratings import ratings
from service.web.leagues.series import series
from service.web.leagues.tours import tours
from service.web.people.account import account
from service.web.people.apps import apps
from service.web.people.characters import characters
from service.web.people.guests import guests
from service.web.people.invitation import invitation
from service.web.people.lobby import lobby
from service.web.people.notices import notices
from service.web.people.profiles import profiles
from service.web.printed_values import printed
from service.web.refill import refilled
from service.web.sent_once import sent_once
from service.web.spoken import gettext
from service.web.stream import origin, stream
from service.web.teaching.lessons import lessons
from service.web.teaching.puzzles import puzzles
from service.web.teaching.rules import rules
from service.web.unreadable import unreadable
from service.web.unsent import kept_when_long, session_ended

if TYPE_CHECKING:
    from service.bootstrap import Services

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'{}; "
    "form-action 'self'{}; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
"""Everything comes from here, streams perhaps from another port; no script and no style stands in a page."""

PARTS = (
    lobby, game, noticed, operating, hosting, seat, replay, records, checking, branch, private_branch, film_file,
    ending, account, guests, apps, characters, invitation, profiles, leagues, disputes, series, challenges, tours,
    ratings, stream, talk, notices, unasked, translation.translation, rules, lessons, puzzles, mirror, printed,
    unreadable,
)  # fmt: skip
"""The groups of pages."""

HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def register(app: Flask, services: Services) -> None:
    """Serve the pages."""
    session.prepare(app, services.session_key)
    translation.prepare(app)
    site = Blueprint("pages", __name__, template_folder="templates", static_folder="static", static_url_path="/static")
    site.before_request(session.check_form)
    site.after_request(refilled)
    site.after_request(guarded)
    site.after_request(kept_when_long)
    site.context_processor(_for_templates)
    _answer_errors(app, site)
    _add_filters(site, services)
    for part in PARTS:
        site.register_blueprint(part)
    app.register_blueprint(site)
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("pages.") and "POST" in (rule.methods or ()):
            app.view_functions[rule.endpoint] = sent_once(app.view_functions[rule.endpoint])


def _answer_errors(app: Flask, site: Blueprint) -> None:
    """Have errors told on pages."""
    site.register_error_handler(ServiceError, _service_error)
    site.register_error_handler(session.SessionEnded, session_ended)
    site.register_error_handler(BadCursor, _bad_cursor)
    site.register_error_handler(Unavailable, _unavailable)
    site.register_error_handler(HTTPException, _http_error)
    site.register_error_handler(NotFound, _http_error)
    site.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(NotFound, _no_route)
    app.register_error_handler(MethodNotAllowed, _no_route)


def _add_filters(site: Blueprint, services: Services) -> None:
    """Have templates write things as people read them."""
    site.add_app_template_filter(lambda name: gettext(title(name)), "title_of")
    site.add_app_template_filter(lambda name: gettext(tie_break(name)), "tie_break")
    site.add_app_template_filter(decision, "decision")
    site.add_app_template_filter(challenge_status, "challenge_status")
    site.add_app_template_filter(fairness, "fairness")
    site.add_app_template_filter(unpairable, "unpairable")
    site.add_app_template_filter(lambda words: within(words, session.language()), "within")
    site.add_app_template_filter(capital, "capital")
    site.add_app_template_filter(label_of, "option_label")
    site.add_app_template_filter(_quoted, "quoted")
    site.add_app_template_filter(_day_and_time, "time")
    site.add_app_template_filter(path_of, "notice_path")
    site.add_app_template_filter(lambda game: game_title(services.catalog[game]), "game_title")


def guarded(response: Response) -> Response:
    """A page with the headers that close it to everything from elsewhere."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = _content_policy()
    if request.endpoint != "pages.static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Accept-Language", "Cookie"))
    return response


def _quoted(value: str) -> Markup:
    """An attribute's value in single quotes, for JSON, which is full of double ones."""
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
    return Markup(f"'{escaped}'")


def _content_policy() -> str:
    """The policy of this page; a form may lead on to where its view says."""
    onwards = "".join(f" {target}" for target in g.get("form_targets", ()))
    return CONTENT_POLICY.format(f" {origin()}" if origin() else "", onwards)


def _for_templates() -> dict[str, Any]:
    return {
        "account": session.account(),
        "form_token": session.form_token,
        "form_nonce": session.form_nonce,
        "language": session.language(),
        "languages": LANGUAGES,
    }


def _day_and_time(seconds: int) -> str:
    """A time in seconds UTC as it is where the reader lives; one that no calendar names is the last that it does."""
    return datetime.fromtimestamp(min(seconds, INSTANTS.most), session.time_zone()).strftime("%Y-%m-%d %H:%M %Z")


def _service_error(error: ServiceError) -> tuple[str, int]:
    return _page(error.status, error.why), error.status


def _bad_cursor(error: BadCursor) -> tuple[str, int]:
    """Of a list there is no page that its address names."""
    return _service_error(ServiceError("not-found", str(error)))


def _unavailable(away: Unavailable) -> Response:
    _forget_who(away)
    error = ServiceError.of_store(away)
    response = make_response(*_service_error(error))
    response.headers["Retry-After"] = str(error.retry_after)
    return response


def _http_error(error: HTTPException) -> Any:
    if error.code is None or error.code < 400:
        return error
    return _page(error.code, Reason(error.description or error.name)), error.code


def _too_large(error: RequestEntityTooLarge) -> tuple[str, int]:
    # A browser that is still sending would see a broken connection in place of the page.
    drain(request.environ["wsgi.input"])
    why = Reason("what is sent here has {most} MiB at most", most=most_bytes(request) >> 20)
    return _page(RequestEntityTooLarge.code, why), RequestEntityTooLarge.code


NO_ROUTE = {
    NotFound.code: Reason("there is no such page"),
    MethodNotAllowed.code: Reason("this address takes no such request"),
}


def _no_route(error: NotFound | MethodNotAllowed) -> Any:
    """Of an address that leads nowhere, or takes no such request, a browser is told on a page, a program by a problem
    document."""
    is_wanted = request.accept_mimetypes.best_match((MEDIA_TYPE, "text/html")) == "text/html"
    if request.endpoint is not None or not is_wanted:
        return of_http_error(error)
    response = make_response(_page(error.code, NO_ROUTE[error.code]), error.code)
    if isinstance(error, MethodNotAllowed):
        response.allow.update(error.valid_methods or ())
    return guarded(response)


def _page(status: int, why: Reason) -> str:
    """The page that tells of an error, with a name on it unless the store cannot be asked now whose it is."""
    try:
        return _drawn(status, why)
    except Unavailable as away:
        _forget_who(away)
        return _drawn(status, why)


def _drawn(status: int, why: Reason) -> str:
    reason = in_ones_language(why)
    language = DEFAULT_LANGUAGE if reason is None else session.language()
    told = {"reason": reason or why, "reason_language": language}
    return render_template("pages/error.html", status=status, **told, **_for_templates())


def _forget_who(away: Unavailable) -> None:
    """The page of this request is nobody's: whose it is, a store would have to be asked that is away."""
    observer().store.begins(away)
    g.account_id = None
    g.pop("language", None)
