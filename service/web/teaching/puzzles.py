"""Puzzles: a position, and the one answer that is far better than all others.

As of a lesson nothing is stored: the answer stands in the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.game import Json, Refused
from domain.lessons.playing import Playing
from domain.lessons.puzzle import Puzzle, Verdict, posed, puzzles_of, verdict
from domain.log.canon import NotCanonical, NotJson, canonical, parse_typed
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.language.names import Names
from service.web.form_results import tell_not_allowed
from service.web.games.fields import read_action
from service.web.games.mirror import share
from service.web.games.panel import answer_label
from service.web.games.shown import Shown
from service.web.tables import drawing
from service.web.teaching.lessons import seen

puzzles = Blueprint("puzzles", __name__)


@puzzles.route("/puzzles")
def index() -> str:
    """The puzzles of each game that has any."""
    found = ((game.id, puzzles_of(game)) for game in services().catalog.values())
    return render_template("pages/puzzles.html", games=[(game, listed) for game, listed in found if listed])


@puzzles.route("/puzzles/<game>/<puzzle>")
def show(game: str, puzzle: str) -> str:
    """A puzzle, with what the answer is that the address holds."""
    posed_one = _puzzle(game, puzzle)
    playing = posed(services().catalog, posed_one)
    given = _given(request.args.get("answer"))
    found = seen(playing)
    return render_template(
        "pages/puzzle.html",
        puzzle=posed_one,
        number=[one.id for one in puzzles_of(services().catalog[game])].index(puzzle) + 1,
        shown=found,
        verdict=None if given is None else _verdict(playing, posed_one, given),
        said="" if given is None else _in_words(given, found),
        share=share,
        here=url_for("pages.puzzles.show", game=game, puzzle=puzzle),
        following=_following(posed_one),
    )


@puzzles.route("/puzzles/<game>/<puzzle>", methods=["POST"])
def answer(game: str, puzzle: str) -> Response:
    """Go to the page that says what the answer is that a form holds."""
    posed_one, written = _puzzle(game, puzzle), None
    try:
        given = read_action(request.form)
        playing = posed(services().catalog, posed_one)
        verdict(playing, posed_one, playing.table.game.parse(given))
        written = canonical(given).decode()
    except (Refused, ServiceError) as refused:
        tell_not_allowed(refused, Names.of_game(services().catalog[game], session.language()))
    return redirect(url_for("pages.puzzles.show", game=game, puzzle=puzzle, answer=written), 303)


def _puzzle(game: str, puzzle: str) -> Puzzle:
    catalog = services().catalog
    found = puzzles_of(catalog[game]) if game in catalog else ()
    for one in found:
        if one.id == puzzle:
            return one
    raise ServiceError("not-found", "There is no such puzzle.")


def _following(puzzle: Puzzle) -> str | None:
    """The puzzle of the game that comes after it, by its id."""
    ids = [one.id for one in puzzles_of(services().catalog[puzzle.game])]
    return next(iter(ids[ids.index(puzzle.id) + 1 :]), None)


def _given(written: str | None) -> Mapping[str, Json] | None:
    if written is None:
        return None
    try:
        given: Any = parse_typed(written.encode())
    except (NotJson, NotCanonical):
        given = None
    if not isinstance(given, dict):
        raise ServiceError("not-found", "That is no answer to this puzzle.")
    return given


def _verdict(playing: Playing, puzzle: Puzzle, given: Mapping[str, Json]) -> Verdict:
    try:
        return verdict(playing, puzzle, playing.table.game.parse(given))
    except Refused:
        raise ServiceError("not-found", "That is no answer to this puzzle.") from None


def _in_words(given: Mapping[str, Json], found: Shown) -> str:
    """An answer as its button says it."""
    game = services().catalog[found.view.game]
    return answer_label(given, found.names, drawing(game).wording.translated(found.names.catalogue))
