"""Private branches: what would come, tried alone in a world of what one's seat knows."""

from __future__ import annotations

from uuid import UUID

from flask import url_for
from marshmallow import fields, validate

from service.api.answers import Headed
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Count, Map, SeatId, Wanted, Whole
from service.api.games.notes import NoteWantedSchema
from service.api.operations import Resource
from service.api.schemas import ACTION, LONGEST_DECISION, Body, SeatQuery
from service.games.shapes.beside import KeptOrders
from service.games.shapes.branched import PrivateBranch, PrivateBranches

private_branches = Resource(
    "private_branches",
    __name__,
    scope="play",
    description="Playing on alone from a position of a running game, in a world of what your seat knows there.",
)


class BeginBranchSchema(Wanted):
    """Where it is to begin."""

    at = Whole(1, metadata={"description": "A version at which a command ended; the present one if you leave it out."})


class StepQuery(Wanted):
    """Where to look, and through whose eyes."""

    step = Count(metadata={"description": "After how many of its answers; after all if you leave it out."})
    seat = SeatId(description="Any seat of the world; if you leave it out your own, or one that must decide.")


class BranchDecisionSchema(Wanted):
    """From which decision on."""

    decision = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_DECISION),
        metadata={"description": "The `decision` of its `view`. What was answered after it is given up."},
    )


class AnswerInBranchSchema(BranchDecisionSchema):
    """An answer, for whichever seat is asked."""

    action = Map(ACTION, required=True)


class ConditionOfBranchSchema(Wanted):
    """Of which answer."""

    step = Whole(required=True, metadata={"description": "How many answers stand before it."})


@private_branches.route("/games/<uuid:game_id>/private-branches")
@signed_in
@private_branches.response(200, PrivateBranches)
def private_branches_of_game(game_id: UUID, account: str) -> PrivateBranches:
    """Your private branches of a game, which nobody else sees."""
    return services().private_branches.of_game(account, str(game_id))


@private_branches.route("/games/<uuid:game_id>/private-branches", methods=["POST"])
@signed_in
@private_branches.arguments(SeatQuery, location="query")
@private_branches.arguments(BeginBranchSchema)
@private_branches.response(201, PrivateBranch, Location="The branch.")
def begin_private_branch(query: Body, body: Body, game_id: UUID, account: str) -> Headed:
    """Begin a private branch at a position of a running game, with what you have noted there.

    What your seat does not know there is dealt anew, once, so the branch tells you nothing but the rules. It is kept
    for you alone, also when the game has gone on or is over. You have 20 of a game at most.
    """
    made = services().private_branches.begin(account, str(game_id), query.get("seat"), body.get("at"))
    return made, {"Location": url_for("private_branches.look_at_private_branch", branch_id=made.id)}


@private_branches.route("/private-branches/<uuid:branch_id>")
@signed_in
@private_branches.arguments(StepQuery, location="query")
@private_branches.response(200, PrivateBranch)
def look_at_private_branch(query: Body, branch_id: UUID, account: str) -> PrivateBranch:
    """A private branch of yours, after all or some of its answers, through the eyes of any seat of its world."""
    return services().private_branches.look(account, str(branch_id), query.get("step"), query.get("seat"))


@private_branches.route("/private-branches/<uuid:branch_id>", methods=["DELETE"])
@signed_in
@private_branches.response(204)
def remove_private_branch(branch_id: UUID, account: str) -> None:
    """Forget a private branch."""
    services().private_branches.remove(account, str(branch_id))


@private_branches.route("/private-branches/<uuid:branch_id>/answers", methods=["POST"])
@signed_in
@private_branches.arguments(AnswerInBranchSchema)
@private_branches.response(200, PrivateBranch)
def answer_in_private_branch(body: Body, branch_id: UUID, account: str) -> PrivateBranch:
    """Answer in a private branch, for any seat, at its end or earlier.

    An earlier answer takes the place of those that followed, with what you have noted after it. A branch has 120
    answers at most, each of 4,000 octets at most.
    """
    return services().private_branches.answer(account, str(branch_id), body["decision"], body["action"])


@private_branches.route("/private-branches/<uuid:branch_id>/others", methods=["POST"])
@signed_in
@private_branches.arguments(BranchDecisionSchema)
@private_branches.response(200, PrivateBranch)
def let_others_answer(body: Body, branch_id: UUID, account: str) -> PrivateBranch:
    """Have AIs answer for the others in a private branch, until your seat must decide."""
    return services().private_branches.let_others_answer(account, str(branch_id), body["decision"])


@private_branches.route("/private-branches/<uuid:branch_id>/notes/<int:step>", methods=["PUT"])
@signed_in
@private_branches.arguments(NoteWantedSchema)
@private_branches.response(200, PrivateBranch)
def note_in_private_branch(body: Body, branch_id: UUID, step: int, account: str) -> PrivateBranch:
    """Put this in the place of your note at a position of a private branch.

    The notes of a branch have 20,000 characters together at most.
    """
    return services().private_branches.note(account, str(branch_id), step, body["text"], body["over"])


@private_branches.route("/private-branches/<uuid:branch_id>/conditions", methods=["POST"])
@signed_in
@private_branches.arguments(ConditionOfBranchSchema)
@private_branches.response(200, KeptOrders)
def make_condition(body: Body, branch_id: UUID, account: str) -> KeptOrders:
    """Make a conditional answer (`if`) of an answer of your own seat, before its other standing orders."""
    return services().private_branches.make_condition(account, str(branch_id), body["step"])
