"""The pages of challenges: the list, the form of a new one, and one with its ranking, tried alone or in a group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.bots.levels import USUAL, offered
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.challenges.answer_shapes import Challenge, Try
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.language.names import Names, described, sitter, title
from service.web.form_results import tell_refusal
from service.web.games.clock_form import CLOCKS, POLICIES, UNITS
from service.web.games.options import option_fields
from service.web.leagues.challenge_forms import games_of, read_challenge_form, read_group_form
from service.web.spoken import gettext

challenges = Blueprint("challenges", __name__)

SHOWN = 30
"""Challenges on a page."""


@challenges.route("/challenges")
def index() -> str:
    """All challenges, and the form of a new one."""
    return _index()


@challenges.route("/challenges", methods=["POST"])
def open_challenge() -> Response | tuple[str, int]:
    """Open a challenge as the form says."""
    account = session.signed_in()
    try:
        asked = read_challenge_form(services().catalog, request.form)
        challenge_id = services().challenges.open(account, asked.new, asked.name, asked.days, ai_seats=asked.ai_seats)
    except ServiceError as error:
        tell_refusal(gettext("No challenge was opened"), error)
        return _index(), error.status
    return redirect(url_for("pages.challenges.show", challenge_id=challenge_id), 303)


@challenges.route("/challenges/<challenge_id>")
def show(challenge_id: str) -> str:
    """One challenge: who tries, and what came of it. With `?invitation=` of a group's link one may join it."""
    account, ledger = session.account_id(), services().challenges
    view = ledger.view(challenge_id)
    tries = {own.number: own for own in view.tries}
    own = None if account is None else tries.get(ledger.number_of(account, challenge_id) or 0)
    catalog = services().catalog
    return render_template(
        "pages/challenge.html",
        challenge=view,
        forming=[one for one in view.tries if one.status == "forming"],
        ranking=sorted(_begun(view), key=lambda one: (one.rank or len(tries) + 1, one.number)),
        tie_breaks={name: title(name) for name in view.tie_breaks},
        own=own,
        link=_link(account, challenge_id, own),
        offered=[] if account is None or own else _offered(account, challenge_id, tries),
        invitation=request.args.get("invitation"),
        organises=account is not None and ledger.organises(account, challenge_id),
        levels=offered(catalog.get(view.game)),
        usual_level=USUAL,
        seats=[f"s{number}" for number in range(1, view.seats + 1)],
        names=Names.of_game(catalog[view.game], session.language()) if view.game in catalog else Names({}, {}),
        who=_who,
        given=request.form,
    )


@challenges.route("/challenges/<challenge_id>/try", methods=["POST"])
def begin(challenge_id: str) -> Response:
    """Begin one's own try, at all seats."""
    account = session.signed_in()
    refused = _refused(challenge_id, lambda: services().challenges.begin(account, challenge_id))
    return refused or _own_try(account, challenge_id)


@challenges.route("/challenges/<challenge_id>/groups", methods=["POST"])
def form_group(challenge_id: str) -> Response:
    """Form a group, which one leads."""
    account, seats = session.signed_in(), read_group_form(request.form)
    refused = _refused(challenge_id, lambda: services().challenges.form(account, challenge_id, seats))
    return refused or _own_try(account, challenge_id)


@challenges.route("/challenges/<challenge_id>/groups/<int:number>/join", methods=["POST"])
def join(challenge_id: str, number: int) -> Response:
    """Take a seat of a group."""
    account, token = session.signed_in(), request.form.get("invitation") or None
    refused = _refused(
        challenge_id, lambda: services().challenges.join(account, challenge_id, number, invitation=token)
    )
    return refused or _own_try(account, challenge_id)


@challenges.route("/challenges/<challenge_id>/groups/<int:number>/leave", methods=["POST"])
def leave(challenge_id: str, number: int) -> Response:
    """Leave a group before its start."""
    account = session.signed_in()
    refused = _refused(challenge_id, lambda: services().challenges.leave(account, challenge_id, number))
    return refused or _page(challenge_id)


@challenges.route("/challenges/<challenge_id>/groups/<int:number>/start", methods=["POST"])
def start(challenge_id: str, number: int) -> Response:
    """Begin with AIs on the open seats."""
    account, level = session.signed_in(), request.form.get("level", "")
    refused = _refused(challenge_id, lambda: services().challenges.start(account, challenge_id, number, level))
    return refused or _own_try(account, challenge_id)


@challenges.route("/challenges/<challenge_id>/end", methods=["POST"])
def end(challenge_id: str) -> Response:
    """Let nobody begin any more."""
    account = session.signed_in()
    refused = _refused(challenge_id, lambda: services().challenges.close_entries(account, challenge_id))
    return refused or _page(challenge_id)


def _index() -> str:
    services().read_models.follower.catch_up(PATIENCE)
    page = services().read_models.challenges.page(request.args.get("older"), SHOWN)
    names = {one.id: services().challenges.name_of(one.id, one.name_id) for one in page.challenges}
    return render_template(
        "pages/challenges.html", rows=page.challenges, called=names, older=page.next, **_new_challenge_form()
    )


def _new_challenge_form() -> dict[str, Any]:
    """What the form of a new challenge needs, for the game that the address names."""
    catalog = services().catalog
    playable = games_of(catalog)
    if not playable:
        return {"playable": []}
    wanted = request.values.get("game", "")
    game = wanted if wanted in playable else playable[0]
    fewest, most = catalog[game].seat_range
    return {
        "playable": playable,
        "game": game,
        "fewest": fewest,
        "most": most,
        "options": [field for field in option_fields(described(catalog[game]).options) if field.kind != "json"],
        "clocks": CLOCKS,
        "units": {unit: unit for unit in UNITS},
        "policies": POLICIES,
        "names": Names.of_game(catalog[game], session.language()),
        "given": request.form,
    }


def _begun(view: Challenge) -> list[Try]:
    """The tries that are played, or were."""
    return [one for one in view.tries if one.status != "forming"]


def _who(own: Try) -> str:
    """Who tries, each once however many seats that is."""
    words = catalogue(session.language())
    return ", ".join(dict.fromkeys(sitter(held, words) for held in own.seats.values()))


def _link(account: str | None, challenge_id: str, own: Try | None) -> str | None:
    """The link to one's group for others, for whoever leads one that has not begun."""
    if account is None or own is None or own.status != "forming":
        return None
    try:
        token = services().challenges.invitation(account, challenge_id, own.number)
    except ServiceError:
        return None
    return url_for("pages.challenges.show", challenge_id=challenge_id, invitation=token, _external=True)


def _offered(account: str, challenge_id: str, tries: Mapping[int, Try]) -> list[Try]:
    """The groups that one may join: by the link that was followed, or because they keep a seat."""
    ledger, token = services().challenges, request.args.get("invitation")
    numbers = ledger.invited(account, challenge_id)
    if token is not None:
        wanted, number = ledger.invited_to(token)
        numbers += [number] if wanted == challenge_id else []
    return [tries[number] for number in dict.fromkeys(numbers) if number in tries and tries[number].status == "forming"]


def _refused(challenge_id: str, do: Callable[[], object]) -> Response | None:
    """Do it; None if it was done, else the page of the challenge, which says why not."""
    try:
        do()
    except ServiceError as error:
        if error.code == "not-found":
            raise
        tell_refusal(gettext("This was not done"), error)
        return _page(challenge_id)
    return None


def _own_try(account: str, challenge_id: str) -> Response:
    """The game of one's try if it has begun, else the page of the challenge."""
    number = services().challenges.number_of(account, challenge_id)
    tries = services().challenges.view(challenge_id).tries
    game_id = next((own.game_id for own in tries if own.number == number), None)
    return _page(challenge_id) if game_id is None else redirect(url_for("pages.game.show", game_id=game_id), 303)


def _page(challenge_id: str) -> Response:
    return redirect(url_for("pages.challenges.show", challenge_id=challenge_id), 303)
