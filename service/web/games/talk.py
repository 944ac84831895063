"""Table talk and private notes on the page of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.table.table import Table
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes.beside import Message, Note
from service.web.form_results import carried_out, tell_refusal
from service.web.numbers import asked
from service.web.spoken import gettext

talk = Blueprint("talk", __name__)

SHOWN = 60
"""Messages on a page."""


@dataclass(frozen=True)
class Said:
    """The talk as a reader sees it: `messages`, oldest first (None: it is not for this reader), `last` its number.

    `may_talk`: the reader takes part; `note`: what the reader keeps on the game, None of whoever is not signed in, and
    `may_note` whether more may be noted.
    """

    messages: Sequence[Message] | None
    last: int
    may_talk: bool
    may_note: bool
    note: Note | None


def said_at(table: Table, account: str | None) -> Said:
    """The talk at a table that the account (None: anybody) may see."""
    parts, game_id = services(), table.header.id
    may_read = parts.talk.may_read(table, account)
    return Said(
        messages=parts.talk.latest(game_id, account, SHOWN) if may_read else None,
        last=parts.talk.last(game_id, account),
        may_talk=table.members.belongs(account),
        may_note=table.members.may_see(account),
        note=None if account is None else parts.notes.read(account, game_id),
    )


@talk.route("/games/<game_id>/talk", methods=["POST"])
def say(game_id: str) -> Response:
    """Say something."""
    return carried_out(game_id, lambda account: services().talk.say(account, game_id, request.form.get("text", "")))


@talk.route("/games/<game_id>/notes", methods=["POST"])
def note(game_id: str) -> Response:
    """Keep a note; of one that was changed in another window meanwhile both texts are shown."""
    return note_kept(game_id, None, url_for("pages.game.show", game_id=game_id))


def note_kept(game_id: str, at: int | None, there: str) -> Response:
    """Keep the note of a form, on the game or on a version, and go back; nothing that was not seen is overwritten."""
    account, notes = session.signed_in(), services().notes
    text = request.form.get("text", "").replace("\r\n", "\n")
    try:
        notes.write(account, game_id, text, at, request.form.get("over") or None)
        flash(gettext("Your note is kept."), "done")
    except ServiceError as error:
        if error.code == "stale":
            return make_response(two_notes(notes.read(account, game_id, at), text, there), error.status)
        tell_refusal(gettext("This was not done"), error)
    return redirect(there, 303)


def two_notes(kept: Note, text: str, there: str, **changed: object) -> str:
    """The page with what is kept now and what was written, which its form sends again as it came but for what has
    changed; `there` is where one goes to leave it."""
    fields = {**request.form.to_dict(), **changed}
    return render_template("pages/two_notes.html", kept=kept, text=text, there=there, fields=fields)


@talk.route("/games/<game_id>/talk/mute", methods=["POST"])
def mute(game_id: str) -> Response:
    """Hide what somebody says."""
    name = request.form.get("name", "")
    done = gettext("You read no more of what they say. Your account's page lists whom you muted.")
    return carried_out(game_id, lambda account: services().blocks.add(account, name, "muted"), done)


@talk.route("/games/<game_id>/talk/report", methods=["POST"])
def report(game_id: str) -> Response:
    """Tell the operators of a message."""
    number, reason = asked(request.form, "number"), request.form.get("reason", "")
    done = gettext("The operators are told.")
    return carried_out(game_id, lambda account: services().talk.report(account, game_id, number, reason), done)
