"""Guided games: a page without an account or a trace.

All that a lesson is follows from its file and from its address, which has how many of the suggested moves were made
and, behind them, the learner's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_fields
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from domain.contract.facets.taught import manual_of
from domain.contract.facets.told import sentences
from domain.contract.game import Json, Refused
from domain.lessons.lesson import Lesson, lessons_of
from domain.lessons.playing import LEARNER, Playing, played
from domain.log.canon import NotCanonical, NotJson, canonical, parse_typed
from domain.table.sentences import SENTENCES
from domain.table.stories import since_last_move
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes.answers import Game as View
from service.games.shapes.answers import Seat
from service.games.views import game_view, readable_parts
from service.language.lines import lines
from service.language.names import Names
from service.language.stories import happened
from service.people.bots import AccountNames
from service.web.form_results import tell_not_allowed
from service.web.games.choices import NOTHING
from service.web.games.fields import read_action
from service.web.games.game import moment_of, shown
from service.web.games.recap import Recap, recap_told
from service.web.games.shown import Shown, reasons_of
from service.web.numbers import asked
from service.web.spoken import gettext
from service.web.teaching.coach import coach_of
from service.web.teaching.rules import at_hand

lessons = Blueprint("lessons", __name__)

MOST_OWN = 40
"""So many moves off its line a lesson goes on: each page plays them all again."""

SAMPLED = 3
"""After so many moves of a lesson its table is the sample on the first page."""

LOGGED = 40
"""So many of the last events are told."""

OWN_NAME = "Ada"
"""What the learner is called at the table, in a name that any sentence can take."""

UNTOLD = (*SENTENCES.events, "PositionSet")
"""Events about the table itself, such as who sits down: in a guided game they tell nothing."""


@lessons.route("/learn")
def index() -> str:
    """What can be learned: of each game what it is, its guided games, and its rules."""
    language = session.language()
    return render_template(
        "pages/learn.html",
        games=[
            (game.id, manual_of(game, language), lessons_of(game, language)) for game in services().catalog.values()
        ],
    )


@lessons.route("/learn/<game>/<lesson>")
def show(game: str, lesson: str) -> str:
    """A lesson after the moves that the address names."""
    return _page(_playing(_lesson(game, lesson)))


@lessons.route("/learn/<game>/<lesson>", methods=["POST"])
def move(game: str, lesson: str) -> Response:
    """Make the move that a form holds, and go to the page that it leads to."""
    playing = _playing(_lesson(game, lesson))
    try:
        if len(playing.own) < MOST_OWN:
            playing.act(read_action(request.form))
    except (Refused, ServiceError) as refused:
        tell_not_allowed(refused, seen(playing).names)
    if len(playing.own) == 1 and request.args.get("own") is None:
        flash(gettext("That is a move of your own: from here the game goes on freely."), "done")
    return redirect(place_of(playing), 303)


def place_of(playing: Playing) -> str:
    """The address of a lesson as far as it was played."""
    lesson, own = playing.lesson, playing.own
    written = canonical(own).decode() if own else None
    return url_for("pages.lessons.show", game=lesson.game, lesson=lesson.id, at=playing.followed or None, own=written)


def seen(playing: Playing) -> Shown:
    """The table of a lesson as the learner sees it."""
    return shown(_view(playing))


def all_lessons() -> list[Lesson]:
    """The lessons of all games, in the reader's language where they are translated."""
    catalog = services().catalog
    return [lesson for game in catalog.values() for lesson in lessons_of(game, session.language())]


def sample() -> Shown | None:
    """A table to look at: that of the first lesson, some moves on; None where there is no lesson."""
    first = next(iter(all_lessons()), None)
    if first is None:
        return None
    found = seen(played(services().catalog, first, min(SAMPLED, len(first.own) - 1)))
    return replace_fields(found, panel=None, choices=NOTHING)


def _page(playing: Playing) -> str:
    found = seen(playing)
    lesson = playing.lesson
    coach = coach_of(playing, found.choices, len(playing.own) >= MOST_OWN)
    return render_template(
        "pages/lesson.html",
        lesson=lesson,
        moment=moment_of(found.view, found.names, _entries(playing)),
        shown=replace_fields(found, choices=replace_fields(found.choices, offered=coach.suggested)),
        coach=coach,
        reasons=reasons_of(playing.table, found.names),
        rules=at_hand(found.view, found.names),
        recap=_recap(playing, found),
        log=_log(playing, found.names),
        here=place_of(playing),
        back=url_for("pages.lessons.show", game=lesson.game, lesson=lesson.id, at=playing.followed or None),
        others=[one for one in all_lessons() if (one.game, one.id) != (lesson.game, lesson.id)],
    )


def _lesson(game: str, lesson: str) -> Lesson:
    catalog = services().catalog
    found = lessons_of(catalog[game], session.language()) if game in catalog else ()
    for one in found:
        if one.id == lesson:
            return one
    raise ServiceError("not-found", "There is no such guided game.")


def _playing(lesson: Lesson) -> Playing:
    """The lesson as the address says that it was played; `not-found` for an address that no lesson leads to."""
    own = _own(request.args.get("own"))
    try:
        return played(services().catalog, lesson, max(0, asked(request.args, "at")), own)
    except (Refused, ValueError):
        raise ServiceError("not-found", "No moves of this guided game lead there.") from None


def _own(written: str | None) -> Sequence[Mapping[str, Json]]:
    if written is None:
        return ()
    try:
        own: Any = parse_typed(written.encode())
    except (NotJson, NotCanonical):
        own = None
    if not isinstance(own, list) or len(own) > MOST_OWN or not all(isinstance(action, dict) for action in own):
        raise ServiceError("not-found", "No moves of this guided game lead there.")
    return own


def _view(playing: Playing) -> View:
    """The game as the learner sees it; the others have the names that the lesson has for them."""
    lesson = playing.lesson
    view = game_view(playing.table, lesson.learner, AccountNames([(LEARNER, OWN_NAME, False)]))
    others = {seat: name for seat, name in zip(lesson.seats, lesson.names) if seat != lesson.learner}
    seats = {seat: Seat(name=name, kind="person") for seat, name in others.items()}
    return replace(view, seats={**view.seats, **seats})


def _entries(playing: Playing) -> list[dict[str, Json]]:
    parts = readable_parts(playing.table, playing.lesson.learner)
    return [entry.as_json(parts) for entry in playing.log.entries]


def _recap(playing: Playing, shown: Shown) -> Recap | None:
    """What has happened since the learner's last move; None before the first."""
    if not playing.followed and not playing.own:
        return None
    told = since_last_move(happened(_entries(playing), shown.names), playing.lesson.learner)
    return recap_told(shown.view, shown.names, told)


def _log(playing: Playing, names: Names) -> list[str]:
    entries = [entry for entry in _entries(playing) if entry["type"] not in UNTOLD]
    told = lines(entries, names, sentences(playing.table.game).events)
    return [line.text for line in told][-LOGGED:]
