"""Acting: the one route by which a seat changes its game."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields, validate

from service.api.answers import COMMAND_HEADERS, Headed, answered
from service.api.callers import signed_in
from service.api.conditions import CommandHeaders, condition
from service.api.context import at_hand, services
from service.api.fields import Count, ExactlyOne, Map
from service.api.operations import Resource
from service.api.schemas import ACTION, LONGEST_DECISION, Body, SeatQuery
from service.games.legal import MOST
from service.games.posting import MOST_ACTIONS
from service.games.shapes import Posted
from service.games.shapes.answers import Answer, LegalPart

actions = Resource("actions", __name__, scope="play", description="Acting.")

MOST_LISTED = 1000
"""How many legal actions one answer lists at most."""


class ActSchema(ExactlyOne):
    """One action, or several that are stored all or none; and the decision that is answered."""

    choices = ("action", "actions")
    action = Map(ACTION)
    actions = fields.List(Map(ACTION), validate=validate.Length(1, MOST_ACTIONS))
    decision = fields.String(
        validate=validate.Length(1, LONGEST_DECISION),
        metadata={"description": "The id of your decision; needed where If-Match is not sent."},
    )


class LegalQuery(SeatQuery):
    """Which part of the legal actions."""

    decision = fields.String(
        validate=validate.Length(1, LONGEST_DECISION),
        metadata={"description": "The id of your decision: another one that is open is `decision-closed`."},
    )
    after = Count(0, MOST, load_default=0, metadata={"description": "How many of them are known already."})
    limit = Count(1, MOST_LISTED, load_default=MOST_LISTED)


@actions.route("/games/<uuid:game_id>/legal")
@signed_in
@actions.arguments(LegalQuery, location="query")
@actions.response(200, LegalPart)
def legal(query: Body, game_id: UUID, account: str) -> LegalPart:
    """Your legal actions part by part, where a game is shown without all of them (`legal_complete`).

    They keep their order as long as the decision is open. The first 10,000 are listed; what lies beyond is made of
    `slots`.
    """
    wanted = query.get("seat"), query.get("decision"), query["after"], query["limit"]
    return services().legal.part(account, str(game_id), *wanted)


@actions.route("/games/<uuid:game_id>/actions", methods=["POST"])
@signed_in
@actions.arguments(SeatQuery, location="query")
@actions.arguments(CommandHeaders, location="headers")
@actions.arguments(ActSchema)
@actions.response(200, Answer, **COMMAND_HEADERS)
def act(query: Body, headers: Body, body: Body, game_id: UUID, account: str) -> Headed:
    """Post one action, or a list that is applied all or none.

    A list ends with the first action that would draw, disclose something or open another seat's decision; one
    that goes on after it is refused as a whole. With an `Idempotency-Key` the same request may be sent again: it
    is answered with what was stored at first.
    """
    posted = Posted(
        actions=body.get("actions") or [body["action"]],
        condition=condition(headers, body.get("decision")),
        idempotency_key=headers.get("idempotency_key"),
        body=at_hand().get_data(),
    )
    return answered(services().ledger.act(account, str(game_id), query.get("seat"), posted))
