"""The page of one game: its table, the decision panel, its log in words; and what is posted from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from domain.bots.levels import USUAL, offered
from domain.contract.audience import REFEREE, SPECTATOR
from domain.contract.facets.told import sentences
from domain.contract.game import Game
from domain.log.canon import Json, canonical
from domain.table.stories import happening
from domain.table.table import Table
from service.api import session
from service.api.context import services
from service.api.held import has_come
from service.characters.answer_shapes import Character
from service.games import views
from service.games.seats.taking import further_seats
from service.games.shapes.answers import Game as View
from service.games.shapes.answers import Seat
from service.language.lines import Line, lines
from service.language.names import Names, described
from service.web.form_results import carried_out
from service.web.games.entropy import seal_in, takes_entropy, to_open, typed
from service.web.games.fields import read_posted
from service.web.games.hosting import hosts_part
from service.web.games.recap import recap_of
from service.web.games.seat import menu_of
from service.web.games.shown import Shown, reasons_of, shown_in
from service.web.games.standing import doings_of
from service.web.games.talk import said_at
from service.web.games.terms import terms_of
from service.web.numbers import asked
from service.web.spoken import gettext
from service.web.stream import origin
from service.web.tables import drawing
from service.web.teaching.rules import at_hand

game = Blueprint("game", __name__)

SHOWN_EVENTS = 60
"""How much of the log stands on the page of a game; the replay shows all of it."""

NEWS_WAIT = 20
"""Seconds that a page waits for its game to move before it asks again."""


@dataclass(frozen=True)
class Eyes:
    """A way to look at a game: the value of `seat` in addresses, and what it is called."""

    seat: str
    label: str


@game.route("/games/<game_id>")
def show(game_id: str) -> str:
    """The table as it is."""
    account, seat = session.account_id(), request.args.get("seat")
    view = services().ledger.view(game_id, account, seat)
    table = services().ledger.table(game_id)
    own = views.own_seats(table, account)
    after = max(0, view.version - SHOWN_EVENTS)
    found = shown(view)
    read = services().ledger.events(view.id, account, view.seat, after, SHOWN_EVENTS)
    entries = services().talk.heard(view.id, account, read)
    return render_template(
        "pages/game.html",
        shown=found,
        reasons=reasons_of(table, found.names),
        moment=moment_of(view, found.names, entries),
        rules=at_hand(view, found.names),
        said=said_at(table, account),
        stream=f"{origin()}{url_for('pages.stream.follow', game_id=game_id, seat=seat)}",
        doings=doings_of(table, view.seat, found.unasked),
        menu=menu_of(view, found.names, account, own),
        branches=services().private_branches.of_game(account, view.id).branches if account else [],
        recap=recap_of(view, account) if view.seat in own else None,
        vacations=_vacations(table) if table.members.may_see(account) else {},
        log=in_words(view, account, entries),
        eyes=eyes(view, own),
        seat=seat,
        own=own,
        terms=terms_of(view, described(table.game).options, found.names) if view.status == "open" else [],
        chain=services().chains.place(account, game_id),
        is_live=services().ledger.ends_at(game_id, account, seat) is None,
        **_of_seats(table, view, account, own),
    )


def _of_seats(table: Table, view: View, account: str | None, own: Sequence[str]) -> dict[str, Any]:
    """What the page says of seats: who may sit down and with what, and what the host may do with them."""
    is_open = account is not None and view.status == "open"
    return {
        "host": hosts_part(table, account),
        "levels": offered(table.game),
        "usual_level": USUAL,
        "may_cancel": is_open and services().hosting.may_close(account, view.id),
        "takes_entropy": account is not None and takes_entropy(table),
        "to_open": to_open(table, own),
        "may_sit": bool(services().admission.offered(table, account)),
        "further": further_seats(table, str(account)) if is_open and own else [],
        "characters": services().characters.free(account, view.game) if is_open else [],
        "brought": {one: _brought(view.seats[one]) for one in own} if is_open else {},
    }


@game.route("/games/<game_id>/answer", methods=["POST"])
def answer(game_id: str) -> AnyResponse:
    """Post the action that a form holds, as the answer to the decision that its page showed."""
    decision = request.form.get("decision", "")

    def act(account: str) -> None:
        # An answer that waits may be changed, and changed back: each page on which it can be has a nonce of its own.
        shown = f"{decision}/{request.form.get(session.NONCE, '')}"
        posted = read_posted(request.form, shown, decision)
        services().ledger.act(account, game_id, request.form.get("seat") or None, posted)

    return carried_out(game_id, act)


@game.route("/games/<game_id>/sit", methods=["POST"])
def sit(game_id: str) -> AnyResponse:
    """Take a seat, perhaps with a character: the one that the form names, or any."""
    seat, character = request.form.get("seat") or None, request.form.get("character") or None
    sit_down = partial(services().characters.sit, entropy_hash=seal_in(request.form), character=character)
    return carried_out(game_id, lambda account: sit_down(account, game_id, seat))


@game.route("/games/<game_id>/entropy", methods=["POST"])
def open_entropy(game_id: str) -> AnyResponse:
    """Open what was sealed when sitting down."""
    seat, entropy = request.form.get("seat", ""), typed(request.form.get("entropy", "")) or ""
    return carried_out(game_id, lambda account: services().ledger.open_entropy(account, game_id, seat, entropy))


@game.route("/games/<game_id>/bring", methods=["POST"])
def bring(game_id: str) -> AnyResponse:
    """Bring another character to a seat before the start, or none."""
    seat, character = request.form.get("seat", ""), request.form.get("character") or None
    return carried_out(game_id, lambda account: services().characters.change(account, game_id, seat, character))


@game.route("/games/<game_id>/leave", methods=["POST"])
def leave(game_id: str) -> AnyResponse:
    """Leave a seat before the start."""
    seat = request.form.get("seat", "")
    return carried_out(game_id, lambda account: services().ledger.leave(account, game_id, seat))


@game.route("/games/<game_id>/cancel", methods=["POST"])
def cancel(game_id: str) -> AnyResponse:
    """Cancel one's own game before the start."""
    return carried_out(game_id, lambda account: services().ledger.cancel(account, game_id))


@game.route("/games/<game_id>/next", methods=["POST"])
def go_on(game_id: str) -> AnyResponse:
    """Open the game that goes on from a finished one."""
    done = gettext("The next game of the chain is open.")
    return carried_out(game_id, lambda account: services().chains.go_on(account, game_id), done)


@game.route("/games/<game_id>/news")
def news(game_id: str) -> Response:
    """200 as soon as something has happened since what a page shows, or was said; 204 if not so for a while, or at once
    with `?wait=0`."""
    ledger, account, seat = services().ledger, session.account_id(), request.args.get("seat")
    after, talked = (asked(request.args, name) for name in ("after", "talk"))

    def is_new() -> bool:
        return bool(ledger.events(game_id, account, seat, after, 1)) or talk.last(game_id, account) > talked

    talk = services().talk
    if is_new():
        return Response(status=200)
    if request.args.get("wait") != "0" and ledger.ends_at(game_id, account, seat) is None:
        has_come(ledger.news(game_id, after, NEWS_WAIT))
    return Response(status=200 if is_new() else 204)


@game.route("/games/<game_id>/record")
def record(game_id: str) -> Response:
    """The whole record of a closed game; of a running one what the reader may know of it."""
    found = services().ledger.record(game_id, session.account_id(), request.args.get("seat"))
    response = Response(canonical(found), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=f"{found['game']}-{game_id}.json")
    return response


def _vacations(table: Table) -> dict[str, int]:
    """Seat -> until when whoever holds it is on vacation, for those who are."""
    held = {seat: one.account for seat, one in table.seats.items() if one.account is not None}
    on = {seat: services().vacations.current(account) for seat, account in held.items()}
    return {seat: vacation.ends for seat, vacation in on.items() if vacation is not None}


def _brought(held: Seat) -> Character | None:
    """The character that is brought to a seat, as anybody sees it."""
    return services().characters.view(held.character) if held.character else None


def shown(view: View) -> Shown:
    """A game as the ledger gives it, ready for the templates."""
    return shown_in(services().catalog[view.game], view, session.language())


def moment_of(view: View, names: Names, entries: Sequence[dict[str, Json]]) -> Any:
    """What of the last events is shown on the table; None where there is nothing."""
    return drawing(services().catalog[view.game]).moment(map(happening, entries), names)


def in_words(view: View, account: str | None, entries: Sequence[dict[str, Json]]) -> list[Line]:
    """Log entries in words, without those of whom the account has muted."""
    played: Game[Any] = services().catalog[view.game]
    heard = services().talk.heard(view.id, account, entries)
    return lines(heard, Names.of(played, view, session.language()), sentences(played).events)


def eyes(view: View, own: Sequence[str]) -> Sequence[Eyes]:
    """The ways to look at the game for whoever holds the seats `own`; none if there is but one."""
    names = Names.of(services().catalog[view.game], view, session.language())
    closed = view.status not in ("open", "running")
    found = [Eyes(seat, names.seat(seat)) for seat in (view.seats if closed else own)]
    if found:
        found.append(Eyes(SPECTATOR, gettext("a spectator")))
    if closed:
        found.append(Eyes(REFEREE, gettext("the referee, who sees all")))
    return found if closed or len(own) > 1 else []
