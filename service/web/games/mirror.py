"""The mirror after a game: what was played beside the best that was found, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from domain.bots.levels import LEVELS
from domain.contract.audience import REFEREE
from domain.contract.game import Json
from domain.mirror.analysis import WhyNot
from domain.records.film import Film
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes.answers import Game
from service.games.shapes.mirror import AnalysedDecision
from service.language.names import Names
from service.web.form_results import tell_refusal
from service.web.games.game import shown
from service.web.games.panel import answer_label
from service.web.spoken import gettext
from service.web.tables import drawing
from service.web.wording import Wording

mirror = Blueprint("mirror", __name__)

IMPOSSIBLE: Mapping[WhyNot, str] = {
    "not-searched": "There is no analysis of this game: nobody can look ahead in it, so that no answer can be compared "
    "with another.",
    "old-rules": "There is no analysis of this game: its rules are no longer kept.",
}

MARKS = {"blunder": "blunder", "turning-point": "turning point"}
"""What an analysis marks in a film, and what that is called."""


@dataclass(frozen=True)
class Weighed:
    """An answer in words, and what it was worth: a share in per cent, or points."""

    said: str
    worth: str


@dataclass(frozen=True)
class DecisionInWords:
    """A decision as a page tells it: the version `at` which it was decided, by whom, what was asked, what was played,
    the best (None: just that), the other answers, and what the AI of that level had weighed."""

    at: int
    seat: str
    asked: str
    played: Weighed
    best: Weighed | None
    options: Sequence[Weighed]
    is_blunder: bool
    is_turning_point: bool
    level: str | None
    reasons: Sequence[Weighed]


@mirror.route("/games/<game_id>/analysis")
def show(game_id: str) -> str:
    """The analysis of a game that is over, as far as it has come."""
    account = session.account_id()
    found = services().mirror.look(account, game_id)
    view = services().ledger.view(game_id, account)
    told = list(_told(found.found, view))
    return render_template(
        "pages/analysis.html",
        view=view,
        analysis=found,
        impossible=None if found.why_not is None else gettext(IMPOSSIBLE[found.why_not]),
        decisions=told,
        turns=[one for one in told if one.is_turning_point],
        blunders=[one for one in told if one.is_blunder],
    )


@mirror.route("/games/<game_id>/analysis", methods=["POST"])
def analyse(game_id: str) -> Response:
    """Have a game analysed."""
    account = session.signed_in()
    try:
        services().mirror.ask(account, game_id)
    except ServiceError as error:
        if error.code == "not-found":
            raise
        tell_refusal(gettext("This was not done"), error)
        return redirect(url_for("pages.ending.show", game_id=game_id), 303)
    return redirect(url_for("pages.mirror.show", game_id=game_id), 303)


def may_be_analysed(view: Game, account: str | None) -> bool:
    """Whether somebody may have the game analysed, which nobody has done."""
    found = None if account is None else services().mirror.looked_at(account, view.id)
    return found is not None and found.status == "none"


def marked(film: Film, view: Game, account: str | None) -> Film:
    """The film of a game with what its analysis has found, as far as there is one."""
    return film.with_landmarks(_marks(_analysis(view, account)))


def told_at(view: Game, account: str | None) -> DecisionInWords | None:
    """What was found of the decision at the version of a view; None where there is nothing, or where it was another
    seat's than the one through whose eyes the view is."""
    found = [one for one in _analysis(view, account) if one.at == view.version and view.seat in (one.seat, REFEREE)]
    return next(_told(found, view), None)


def _analysis(view: Game, account: str | None) -> Sequence[AnalysedDecision]:
    """The decisions that were judged; none of a game that goes on."""
    found = services().mirror.looked_at(account, view.id)
    return [] if found is None else found.found


def _marks(found: Sequence[AnalysedDecision]) -> Iterator[tuple[str, int]]:
    yield from ((MARKS["blunder"], one.at) for one in found if one.is_blunder)
    yield from ((MARKS["turning-point"], one.at) for one in found if one.is_turning_point)


def _told(found: Sequence[AnalysedDecision], view: Game) -> Iterator[DecisionInWords]:
    names, played = shown(view).names, services().catalog[view.game]
    wording = drawing(played).wording.translated(names.catalogue)
    return (_in_words(one, names, wording) for one in found)


def _in_words(found: AnalysedDecision, names: Names, wording: Wording) -> DecisionInWords:
    level = None if found.level is None else LEVELS.get(found.level)
    thought = level is not None and level.thinks and all(0 <= one.value <= 1 for one in found.reasons)
    is_best = found.best.action == found.played.action
    return DecisionInWords(
        at=found.at,
        seat=names.seat(found.seat),
        asked=names.question(found.decision),
        played=_weighed(found.played.action, share(found.played.value), names, wording),
        best=None if is_best else _weighed(found.best.action, share(found.best.value), names, wording),
        options=[_weighed(one.action, share(one.value), names, wording) for one in found.options],
        is_blunder=found.is_blunder,
        is_turning_point=found.is_turning_point,
        level=None if level is None else gettext(level.name),
        reasons=[
            _weighed(one.action, share(one.value) if thought else f"{one.value:g}", names, wording)
            for one in found.reasons
        ],
    )


def _weighed(action: Mapping[str, Json], worth: str, names: Names, wording: Wording) -> Weighed:
    return Weighed(answer_label(action, names, wording), worth)


def share(value: float) -> str:
    """How likely somebody is to win, in per cent."""
    return f"{100 * value:.0f} %"
