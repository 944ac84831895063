"""A private branch as a page: the table of its world, answered by hand for all seats, with what was noted there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.facets.orders import plans_ahead
from domain.contract.quantities import whole
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.notes import note_of
from service.games.private_branches import NoLongerPossible
from service.games.shapes.branched import PrivateBranch
from service.web.form_results import CLOSED_ALREADY, tell_reason, tell_refusal
from service.web.games.fields import read_action
from service.web.games.game import Eyes, shown
from service.web.games.panel import answer_label
from service.web.games.shown import Shown
from service.web.games.talk import two_notes
from service.web.numbers import asked, asked_if_there
from service.web.spoken import gettext
from service.web.teaching.rules import at_hand

private_branch = Blueprint("private_branch", __name__)


@dataclass(frozen=True)
class Given:
    """An answer of a branch in words: how many stand before it, whose it is, and what is noted there."""

    step: int
    seat: str
    said: str
    own: bool
    note: str


@private_branch.route("/games/<game_id>/private-branches", methods=["POST"])
def begin(game_id: str) -> Response:
    """Begin a branch at a version of a running game, or at the present one."""
    account, version = session.signed_in(), asked_if_there(request.form, "at")
    try:
        made = services().private_branches.begin(account, game_id, request.form.get("seat") or None, version)
    except ServiceError as error:
        tell_refusal(gettext("No branch was begun"), error)
        return redirect(url_for("pages.game.show", game_id=game_id), 303)
    return redirect(url_for("pages.private_branch.show", branch_id=made.id), 303)


@private_branch.route("/private-branches/<branch_id>")
def show(branch_id: str) -> str | Response:
    """A branch after so many answers as `step` says (all), seen by the seat that must decide, or by `seat`.

    Where one of them is no longer possible, that is told, at the position before it.
    """
    step = asked_if_there(request.args, "step")
    try:
        branch = services().private_branches.look(session.signed_in(), branch_id, step, request.args.get("seat"))
    except NoLongerPossible as error:
        tell_reason(error)
        return redirect(_to(branch_id, error.step), 303)
    found = shown(branch.view)
    return render_template(
        "pages/private_branch.html",
        branch=branch,
        shown=found,
        given=_given(branch, found),
        note=branch.notes.get(str(branch.step), ""),
        eyes=[Eyes(seat, found.names.seat(seat)) for seat in branch.view.seats],
        rules=at_hand(branch.view, found.names),
        may_let=bool(branch.asked) and branch.seat not in branch.asked,
        plans=plans_ahead(services().catalog[branch.view.game]),
    )


@private_branch.route("/private-branches/<branch_id>/answer", methods=["POST"])
def answer(branch_id: str) -> Response:
    """Answer the decision that a page of the branch showed."""
    decision = request.form.get("decision", "")

    def act(account: str) -> None:
        services().private_branches.answer(account, branch_id, decision, read_action(request.form))

    return _done(branch_id, act, refused_at=_step_of(decision))


@private_branch.route("/private-branches/<branch_id>/others", methods=["POST"])
def let_others_answer(branch_id: str) -> Response:
    """Have AIs answer for the others."""
    decision = request.form.get("decision", "")
    return _done(
        branch_id,
        lambda account: services().private_branches.let_others_answer(account, branch_id, decision),
        refused_at=_step_of(decision),
    )


@private_branch.route("/private-branches/<branch_id>/note", methods=["POST"])
def note(branch_id: str) -> Response:
    """Keep a note on a position of the branch; of one that was changed in another window both texts are shown."""
    account, step, over = session.signed_in(), asked(request.form, "step"), request.form.get("over") or None
    text = request.form.get("text", "").replace("\r\n", "\n")
    try:
        services().private_branches.note(account, branch_id, step, text, over)
        flash(gettext("Your note is kept."), "done")
    except ServiceError as error:
        if error.code in ("stale", "not-found"):
            return _both_notes(account, branch_id, step, text)
        tell_refusal(gettext("This was not done"), error)
    return redirect(_to(branch_id, step), 303)


@private_branch.route("/private-branches/<branch_id>/condition", methods=["POST"])
def make_condition(branch_id: str) -> Response:
    """Make a conditional answer of an answer of the own seat."""
    step, at = (asked(request.form, name) for name in ("step", "at"))
    done = gettext("It is among your standing orders: you answer so when you are asked this in that situation.")
    return _done(
        branch_id,
        lambda account: services().private_branches.make_condition(account, branch_id, step),
        done,
        done_at=at,
        refused_at=at,
    )


@private_branch.route("/private-branches/<branch_id>/remove", methods=["POST"])
def remove(branch_id: str) -> Response:
    """Forget the branch, and go back to its game."""
    account, branches = session.signed_in(), services().private_branches
    game = branches.look(account, branch_id, 0).game
    branches.remove(account, branch_id)
    flash(gettext("The branch is gone."), "done")
    return redirect(url_for("pages.game.show", game_id=game), 303)


def _done(
    branch_id: str,
    do: Callable[[str], object],
    done: str = "",
    *,
    done_at: int | None = None,
    refused_at: int | None = None,
) -> Response:
    """Do it for whoever is signed in, and show the branch again, after so many answers (None: after all) where it was
    done and where it was refused; a branch that another window has changed is shown as it is now."""
    account = session.signed_in()
    try:
        do(account)
    except ServiceError as error:
        if error.code == "not-found":
            raise
        if error.code in CLOSED_ALREADY:
            flash(gettext("The branch was changed in another window. This is how it is now."), "refused")
            return redirect(_to(branch_id), 303)
        tell_refusal(gettext("This was not done"), error)
        return redirect(_to(branch_id, refused_at), 303)
    if done:
        flash(done, "done")
    return redirect(_to(branch_id, done_at), 303)


def _to(branch_id: str, step: int | None = None) -> str:
    return url_for("pages.private_branch.show", branch_id=branch_id, step=step)


def _step_of(decision: str) -> int | None:
    """After how many answers a decision of a branch is asked, which its id begins with."""
    return whole(decision.partition("-")[0])


def _both_notes(account: str, branch_id: str, step: int, text: str) -> Response:
    """What is kept at the position now, or at the end of a branch that has become shorter, beside what was written."""
    branch = services().private_branches.look(account, branch_id, 0)
    there = min(step, len(branch.answers))
    kept = note_of(branch.notes.get(str(there), ""))
    return make_response(two_notes(kept, text, _to(branch_id, there), step=there), 412)


def _given(branch: PrivateBranch, found: Shown) -> list[Given]:
    return [
        Given(
            step,
            found.names.seat(one.seat),
            answer_label(one.action, found.names, found.wording),
            one.seat == branch.seat,
            branch.notes.get(str(step), ""),
        )
        for step, one in enumerate(branch.answers)
    ]
