"""What who has opened a game does for it on its page: secret links, AIs for free seats, sending somebody away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from domain.table.table import Table
from service.api.context import services
from service.games import views
from service.people.invitations import MOST, Invitation
from service.web.form_results import carried_out
from service.web.spoken import gettext

hosting = Blueprint("hosting", __name__)


@dataclass(frozen=True)
class Link:
    """A secret link: its address, and the seat that it leads to (None: any that is free)."""

    id: str
    seat: str | None
    address: str


@dataclass(frozen=True)
class HostsPart:
    """What a host may do: `links` there are, and may be at most, `free` seats, and seats that others have taken."""

    links: Sequence[Link]
    free: Sequence[str]
    others: Sequence[str]
    most_links: int = MOST


def hosts_part(table: Table, account: str | None) -> HostsPart | None:
    """What the account may do for a game that it has opened; None for everybody else, and once it has begun."""
    if account is None or table.status != "open" or views.creator(table) != account:
        return None
    links = [_link(one) for one in services().hosting.invitations(account, table.header.id)]
    free = [seat for seat, held in table.seats.items() if not held.taken]
    own = views.own_seats(table, account)
    return HostsPart(links, free, [seat for seat in table.seats if seat not in (*free, *own)])


@hosting.route("/games/<game_id>/invitations", methods=["POST"])
def invite(game_id: str) -> Response:
    """Make a secret link, to a seat or to any that is free."""
    seat = request.form.get("seat") or None
    done = gettext("The link is there: whoever has it may look at the game and sit down.")
    return carried_out(game_id, lambda account: services().hosting.invite(account, game_id, seat), done)


@hosting.route("/games/<game_id>/invitations/revoke", methods=["POST"])
def revoke(game_id: str) -> Response:
    """Make a secret link worth nothing."""
    link = request.form.get("link", "")
    done = gettext("The link is worth nothing any more.")
    return carried_out(game_id, lambda account: services().hosting.revoke(account, game_id, link), done)


@hosting.route("/games/<game_id>/seats/ai", methods=["POST"])
def seat_ai(game_id: str) -> Response:
    """Give a free seat to an AI."""
    seat, level = request.form.get("seat", ""), request.form.get("level", "")
    return carried_out(game_id, lambda account: services().hosting.seat_ai(account, game_id, seat, level))


@hosting.route("/games/<game_id>/seats/free", methods=["POST"])
def send_away(game_id: str) -> Response:
    """Free a seat that somebody has taken."""
    seat = request.form.get("seat", "")
    return carried_out(game_id, lambda account: services().hosting.free(account, game_id, seat))


def _link(made: Invitation) -> Link:
    return Link(made.id, made.seat, url_for("pages.invitation.show", token=made.token, _external=True))
