"""A position of a game: what one notes there, and playing on from it, in a practice game or in private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from domain.bots.levels import LEVELS
from domain.records.film import Film
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.games.shapes.answers import Game
from service.games.shapes.beside import Note
from service.web.form_results import tell_refusal
from service.web.games.film.reel import Look
from service.web.games.talk import note_kept
from service.web.numbers import asked
from service.web.spoken import gettext

branch = Blueprint("branch", __name__)


@dataclass(frozen=True)
class Position:
    """What an account may do at a version: `note` is what it has noted, `noted` where it has noted anything.

    `start` is the version from which can be played on, which is the end of a command; None at the end of the game.
    `seat` is whose private branch begins there, while the game runs; None once it is over.
    """

    note: Note
    noted: Sequence[int]
    start: int | None
    seat: str | None = None


def position_of(now: Game, account: str | None, own: Sequence[str], film: Film, at: int) -> Position | None:
    """The position at a version, for whoever holds the seats `own`; None if nobody is signed in, before the game
    begins, and while it runs unless one looks through the eyes of an own seat."""
    runs = now.status == "running"
    if account is None or now.status == "open" or (runs and now.seat not in own):
        return None
    notes = services().notes
    begun = [end for end in film.ends if end <= at]
    start = max(begun) if begun and (runs or max(begun) < film.ends[-1]) else None
    return Position(notes.read(account, now.id, at), notes.noted(account, now.id), start, now.seat if runs else None)


@branch.route("/games/<game_id>/branches", methods=["POST"])
def play_on(game_id: str) -> Response:
    """Play on from a version in a practice game: alone, or against AIs of a level."""
    account, at = session.signed_in(), asked(request.form, "at")
    try:
        table = services().ledger.table(game_id)
        seats = _seats(list(table.seats), request.form.get("seat", ""), request.form.get("others", ""))
        made = services().practice.branch(account, game_id, at, NewGame(table.header.game, seats))
    except ServiceError as error:
        tell_refusal(gettext("No practice game was opened"), error)
        return _back(game_id, at)
    return redirect(url_for("pages.game.show", game_id=made), 303)


@branch.route("/games/<game_id>/notes-at", methods=["POST"])
def note(game_id: str) -> Response:
    """Keep a note on a version."""
    at = asked(request.form, "at")
    return note_kept(game_id, at, _there(game_id, at))


def _seats(seats: Sequence[str], own: str, others: str) -> list[dict[str, str]]:
    """Who is to sit where: the account at its own seat, and at the others too unless AIs of a level do."""
    mine = own if own in seats else seats[0]
    return [{"ai": others} if others in LEVELS and seat != mine else {"account": "me"} for seat in seats]


def _there(game_id: str, at: int) -> str:
    return Look(game_id, request.form.get("eyes") or None, request.form.get("spoilers") != "no", None).to(at)


def _back(game_id: str, at: int) -> Response:
    return redirect(_there(game_id, at), 303)
