"""A game again from its beginning: any version of the table, seen through one's own eyes."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from service.api import session
from service.api.context import services
from service.games import views
from service.web.games.game import eyes, log_lines, recap_of, shown
from service.web.numbers import asked

replay = Blueprint("replay", __name__)

AROUND = 12
"""How many events before and after the one shown are listed."""


@replay.route("/games/<game_id>/replay")
def show(game_id: str) -> str:
    """The table at the version `at`, by default the first; beyond the ends of the log its ends."""
    ledger, account, seat = services().ledger, session.account_id(), request.args.get("seat")
    now = ledger.view(game_id, account, seat)
    at = min(max(1, asked(request.args, "at", 1)), now.version)
    # Later on another of the viewer's seats may be the one that acts: the eyes stay those of now.
    past = ledger.view(game_id, account, seat or now.seat, at)
    first = max(0, at - AROUND - 1)
    return render_template(
        "pages/replay.html",
        shown=shown(past),
        at=at,
        last=now.version,
        status=now.status,
        stories=recap_of(past, account),
        log=log_lines(now, account, first, at - first + AROUND),
        eyes=eyes(now, views.own_seats(ledger.table(game_id), account)),
        seat=seat,
    )
