"""What a seat does without being asked, posted from the page of its game: a game master's doings, words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response

from domain.table.table import Table
from service.api.context import services
from service.web.form_results import carried_out
from service.web.games.fields import read_posted
from service.web.games.panel import Group
from service.web.spoken import gettext

unasked = Blueprint("unasked", __name__)


@dataclass(frozen=True)
class Doings:
    """The forms of a seat's standing verbs. `after` is the version of its last command, 0 before the first."""

    seat: str
    after: int
    groups: Sequence[Group]


def doings_of(table: Table, seat: str, groups: Sequence[Group]) -> Doings | None:
    """What a seat may do at any time; None when that is nothing."""
    own = (done.first for done in reversed(table.commands) if done.seat == seat)
    return Doings(seat, next(own, 0), groups) if groups else None


@unasked.route("/games/<game_id>/unasked", methods=["POST"])
def do(game_id: str) -> Response:
    """Do something that answers no decision."""

    def act(account: str) -> None:
        # The same counts anew after something else was done.
        posted = read_posted(request.form, request.form.get("after", "")[:20])
        services().ledger.act(account, game_id, request.form.get("seat") or None, posted)

    return carried_out(game_id, act, gettext("It is done."))
