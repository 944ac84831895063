"""What a seat does without being asked, posted from the page of its game: a game master's doings, words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response

from domain.log.canon import canonical
from domain.table.table import Table
from service.api.context import services
from service.games.shapes import Posted
from service.web.form_results import carried_out
from service.web.games.fields import read_action
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
        action = read_action(request.form)
        body = canonical(action)
        # The same form sent twice counts once; another one, or the same after something else was done, counts anew.
        key = f"page/{request.form.get('after', '')[:20]}/{hashlib.sha256(body).hexdigest()}"
        services().ledger.act(
            account, game_id, request.form.get("seat") or None, Posted([action], idempotency_key=key, body=body)
        )

    return carried_out(game_id, act, gettext("It is done."))
