"""The pages of records that were taken in: the list with the form for another one, and one at any version."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.audience import REFEREE, SPECTATOR
from domain.contract.facets.told import sentences
from service.api import session
from service.api.context import services
from service.api.reading import MOST_RECORD_BYTES
from service.games.imports import NotTakenIn
from service.games.shapes.records import RecordGame
from service.language.lines import lines
from service.language.names import Names
from service.web.form_results import tell_refusal
from service.web.games.game import Eyes, shown
from service.web.numbers import asked
from service.web.spoken import gettext

records = Blueprint("records", __name__)

SHOWN = 30
"""Records on a page."""

AROUND = 24
"""How many events up to the one shown are listed."""

MOST_TOLD = 10
"""How many of the things that are wrong with a record are told."""


@records.route("/records")
def index() -> str:
    """The records, the one that came last first, and the form for another one."""
    found = services().imports.listed(request.args.get("after"), SHOWN + 1)
    after = found[SHOWN - 1].id if len(found) > SHOWN else None
    most = f"{MOST_RECORD_BYTES >> 20} MiB"
    return render_template("pages/records.html", rows=found[:SHOWN], after=after, most=most)


@records.route("/records", methods=["POST"])
def take_in() -> Response:
    """Take in the record of a game that was played elsewhere, from a file or as pasted text."""
    account, file = session.signed_in(), request.files.get("file")
    raw = file.read() if file else request.form.get("text", "").encode()
    try:
        found = services().imports.take_in(account, raw, MOST_TOLD)
    except NotTakenIn as refused:
        tell_refusal(gettext("The record was not taken in"), refused)
        for finding in refused.findings[1:]:
            flash(finding.reason, "reason")
        return redirect(url_for("pages.records.index"), 303)
    flash(gettext("It was here already.") if found.known else gettext("It is examined, consistent and kept."), "done")
    if found.played_here:
        return redirect(url_for("pages.game.show", game_id=found.id), 303)
    return redirect(url_for("pages.records.show", record_id=found.id), 303)


@records.route("/records/<record_id>")
def show(record_id: str) -> str:
    """The game of a record at a version, by default the last one, through anybody's eyes."""
    imports, seat = services().imports, request.args.get("seat") or SPECTATOR
    last = imports.last(record_id)
    at = min(max(1, asked(request.args, "at", last)), last)
    view = imports.view(record_id, seat, at)
    played = services().catalog[view.game]
    names = Names.of(played, view, session.language())
    entries = imports.events(record_id, seat, max(0, at - AROUND), min(AROUND, at))
    return render_template(
        "pages/record.html",
        record=view.record,
        shown=shown(view),
        at=at,
        last=last,
        seat=seat,
        eyes=_eyes(view, names),
        log=lines(entries, names, sentences(played).events),
    )


def _eyes(view: RecordGame, names: Names) -> list[Eyes]:
    seats = [Eyes(seat, names.seat(seat)) for seat in view.seats]
    return [*seats, Eyes(SPECTATOR, gettext("a spectator")), Eyes(REFEREE, gettext("the referee, who sees all"))]
