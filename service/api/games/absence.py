"""Resignations and claims: a seat that gives up, and seats that do not answer any more."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.answers import COMMAND_HEADERS, Headed, answered
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import SeatId, Wanted
from service.api.operations import Resource
from service.api.schemas import Body, SeatQuery
from service.games.shapes.answers import Answer

absence = Resource("absence", __name__, scope="play", description="Resignations and claims.")


class ClaimSchema(Wanted):
    """What is claimed: the `end` of the game, or a `replacement` for a seat that keeps the others waiting."""

    claim = fields.String(required=True, validate=validate.OneOf(("end", "replacement")))
    absent = SeatId(description="For a replacement: the seat; the first absent one if you leave it out.")
    level = fields.String(
        validate=validate.Length(1, 40), metadata={"description": "For a replacement: the level of the AI."}
    )

    @validates_schema
    def for_a_replacement(self, data: Body, **kwargs: Any) -> None:
        if data.get("claim") == "end" and len(data) > 1:
            raise ValidationError("the end is claimed without a seat and a level")


@absence.route("/games/<uuid:game_id>/resignations", methods=["POST"])
@signed_in
@absence.arguments(SeatQuery, location="query")
@absence.response(200, Answer, **COMMAND_HEADERS)
def resign(query: Body, game_id: UUID, account: str) -> Headed:
    """Give your seat up.

    Of two ranked seats the other wins. Of more, yours gives default answers from now on and is placed below all that
    stayed. Where seats play together, yours is free for somebody else; the game is abandoned when you are the last.
    """
    return answered(services().absence.resign(account, str(game_id), query.get("seat")))


@absence.route("/games/<uuid:game_id>/claims", methods=["POST"])
@signed_in
@absence.arguments(ClaimSchema)
@absence.response(200, Answer, **COMMAND_HEADERS)
def claim(body: Body, game_id: UUID, account: str) -> Headed:
    """Claim the end or an AI in the place of a seat whose deadline has passed.

    Where no deadline runs, the end can be claimed when nobody has acted for 60 days.
    """
    if body["claim"] == "end":
        return answered(services().absence.claim_end(account, str(game_id)))
    found = services().absence.claim_replacement(account, str(game_id), body.get("absent"), body.get("level"))
    return answered(found)
