"""The first page: sign in or up; then whose turn it is, one's games, games to join, and a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.bots.levels import USUAL, offered
from domain.contract.facets.series import Series
from domain.contract.game import Json
from domain.contract.quantities import SUMS
from domain.series.decide import LIMIT
from projections.games.lists import GamesQuery, ListedGame
from projections.series import SeriesQuery
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE, seats_shown
from service.errors import ServiceError, passing_over
from service.games.shapes import NewGame
from service.games.shapes.answers import Seat
from service.language.catalogues import catalogue
from service.language.names import Names, described, holders
from service.web.form_results import tell_reason, tell_refusal
from service.web.games.clock_form import CLOCKS, POLICIES, UNITS, read_clock_form, read_number, read_release_form
from service.web.games.entropy import seal_in, typed
from service.web.games.options import option_fields, read_options
from service.web.leagues.leagues import listed as listed_leagues
from service.web.leagues.series import listed as listed_series
from service.web.spoken import gettext
from service.web.teaching.lessons import all_lessons, sample
from service.web.unsent import form_again, signed_out

lobby = Blueprint("lobby", __name__)

SHOWN = 20
"""Games in a list."""

LEAGUES = 5
"""Leagues on the first page of whoever is not signed in."""


@dataclass(frozen=True)
class GameRow:
    """A game in a list: who sits there, whose decisions are open, and until when the first of them may be answered."""

    id: str
    game: str
    status: str
    changed: int
    seats: Sequence[str]
    waiting: Sequence[str]
    deadline: int | None


@lobby.route("/")
def home() -> str:
    """Sign in, or everything that concerns the one who has."""
    return _home(session.account_id())


@lobby.route("/sign-in", methods=["POST"])
def sign_in() -> Response | str | tuple[str, int]:
    """Begin a session with name and password; a form that was filled in before is there again."""
    try:
        session.sign_in(services().accounts.login(request.form.get("name", ""), request.form.get("password", "")))
    except ServiceError as error:
        return _refused(error)
    path = session.local_path(request.form.get("next"))
    return form_again(path, request.form.get("typed", "")) or redirect(path, 303)


@lobby.route("/sign-up", methods=["POST"])
def sign_up() -> Response | tuple[str, int]:
    """Make an account and begin a session."""
    try:
        _, token = services().accounts.create(request.form.get("name", ""), request.form.get("password", ""))
    except ServiceError as error:
        return _refused(error)
    session.sign_in(token)
    return redirect(session.local_path(request.form.get("next")), 303)


@lobby.route("/sign-out", methods=["POST"])
def sign_out() -> Response:
    """End the session."""
    session.sign_out()
    return redirect(url_for("pages.lobby.home"), 303)


@lobby.route("/games", methods=["POST"])
def open_game() -> Response | tuple[str, int]:
    """Open a game as the form says."""
    account = session.signed_in()
    try:
        new, limit = _new_game(request.form), read_number(request.form, "series", SUMS)
        if limit:
            series_id = services().series.open(account, new, limit)
            return redirect(url_for("pages.series.show", series_id=series_id), 303)
        game_id = services().characters.open_game(account, new)
    except ServiceError as error:
        tell_refusal(gettext("No game was opened"), error)
        return _home(account), error.status
    return redirect(url_for("pages.game.show", game_id=game_id), 303)


@lobby.route("/games/reserve", methods=["POST"])
def reserve() -> str:
    """Fix the seed of the game that the form is about, which stays filled in, so that its chance can be given to."""
    account = session.signed_in()
    reserved = services().ledger.reserve(account)
    fixed = gettext("The seed is fixed. Its seal:")
    flash(f"{fixed} {reserved.commitment}", "done")
    return _home(account, reserved.id)


def _refused(error: ServiceError) -> tuple[str, int]:
    tell_reason(error)
    if typed := request.form.get("typed"):
        return signed_out(session.local_path(request.form.get("next")), typed), error.status
    return _home(None), error.status


def _home(account: str | None, reservation: str = "") -> str:
    services().read_models.follower.catch_up(PATIENCE)
    if account is None:
        newest, _ = listed(GamesQuery(limit=SHOWN))
        return render_template(
            "pages/welcome.html",
            newest=newest,
            leagues=listed_leagues(LEAGUES)[0],
            lessons=all_lessons(),
            sample=sample(),
            next=session.local_path(request.values.get("next")),
            playable=list(services().catalog),
        )
    mine, older = listed(GamesQuery(account, mine=True, limit=SHOWN, cursor=request.args.get("older")))
    open_games, _ = listed(GamesQuery(account, open=True, limit=SHOWN, apart=services().blocks.apart(account)))
    answered = services().delayed.answered(account)
    return render_template(
        "pages/home.html",
        my_turn=listed(GamesQuery(account, my_turn=True, limit=SHOWN, answered=answered))[0],
        mine=mine,
        older=older,
        series=listed_series(SeriesQuery(account, mine=True, status="running", limit=SHOWN))[0],
        joinable=[game for game in open_games if game not in mine],
        **_new_game_form(),
        reservation=reservation or request.form.get("reservation", ""),
    )


def listed(query: GamesQuery) -> tuple[list[GameRow], str | None]:
    """The games that a query wants, and where the list goes on."""
    page = services().read_models.lists.games(query)
    seats = seats_shown([game.seats for game in page.games])
    return [_row(game, held) for game, held in zip(page.games, seats)], page.next


def _row(game: ListedGame, held: Mapping[str, Seat]) -> GameRow:
    sitters = holders(held, catalogue(session.language()))
    waiting = [sitters[seat] for seat in dict.fromkeys((*game.waiting, *game.takeback))]
    seats = list(sitters.values())
    return GameRow(game.id, game.game, game.status, game.changed, seats, waiting, _deadline(game))


def _deadline(game: ListedGame) -> int | None:
    """The next deadline of a game that has a clock; None where none is to come, or the game cannot be read."""
    if game.status != "running" or game.terms.get("clock") is None:
        return None
    with passing_over("unreadable"):
        clocks = services().ledger.table(game.id).clocks.seats
        return min((clock.deadline for clock in clocks.values() if clock.deadline and not clock.passed), default=None)
    return None


def _new_game_form() -> dict[str, Any]:
    """What the form of a new game needs, for the game that the address names."""
    catalog = services().catalog
    wanted = request.values.get("game", "")
    game = wanted if wanted in catalog else next(iter(catalog))
    fewest, most = catalog[game].seat_range
    return {
        "playable": list(catalog),
        "game": game,
        "fewest": fewest,
        "seats": [f"s{number}" for number in range(1, most + 1)],
        "levels": offered(catalog[game]),
        "usual_level": USUAL,
        "characters": services().characters.free(session.account_id(), game),
        "options": option_fields(described(catalog[game]).options),
        "is_counted": isinstance(catalog[game], Series),
        "limit": LIMIT,
        "most": SUMS.most,
        "clocks": CLOCKS,
        "units": {unit: unit for unit in UNITS},
        "policies": POLICIES,
        "names": Names.of_game(catalog[game], session.language()),
        "given": request.form,
        "partners": services().settings.seed_partners,
    }


def _new_game(form: MultiDict[str, str]) -> NewGame:
    game = form.get("game", "")
    catalog, is_sealed = services().catalog, bool(form.get("sealed"))
    if game not in catalog:
        raise ServiceError("malformed", "there is no game {game!r}", game=game)
    return NewGame(
        game=game,
        options=read_options(described(catalog[game]).options, form),
        seats=[seat for seat in map(seat_wanted, form.getlist("seat"), form.getlist("name")) if seat],
        clock=read_clock_form(form),
        release=read_release_form(form),
        visibility="private" if form.get("private") else "public",
        rated=bool(form.get("rated")),
        open_talk=bool(form.get("open_talk")),
        several_seats=bool(form.get("several_seats")),
        shared_seed=bool(form.get("shared_seed")),
        reservation=form.get("reservation") or None,
        entropy=None if is_sealed else typed(form.get("entropy", "")),
        entropy_hash=seal_in(form) if is_sealed else None,
    )


def seat_wanted(who: str, name: str) -> Json:
    """What the ledger is told of a seat; empty for one that is not used."""
    match who.partition(":"):
        case ("me", _, _):
            return {"account": "me"}
        case ("character", _, character):
            return {"account": "me", "character": character}
        case ("ai", _, level):
            return {"ai": level}
        case ("open", _, _):
            return {"open": True}
        case ("invite", _, _):
            return {"account": name.strip()}
        case _:
            return {}
