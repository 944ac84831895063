"""Disputes about tables of leagues: open one, say something, take it back. The verdict is an organiser's verb."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields, validate

from service.api.answers import POSITION_HEADER, Headed
from service.api.callers import needing, signed_in
from service.api.context import services
from service.api.fields import Wanted, Whole
from service.api.leagues.leagues import answered
from service.api.operations import Resource
from service.api.schemas import Body
from service.games.corrections import LONGEST_REASON
from service.leagues import answer_shapes as shapes

disputes = Resource("disputes", __name__, scope="play", description="Disputes about the tables of leagues.")


class DisputeWordsSchema(Wanted):
    """What is said in a dispute, for all to read."""

    words = fields.String(required=True, validate=validate.Length(1, LONGEST_REASON))


class NewDisputeSchema(DisputeWordsSchema):
    """What an entrant contests about its own table."""

    stage = fields.String(
        required=True, validate=validate.Length(1, 200), metadata={"description": "The id of the stage."}
    )
    table = Whole(1, required=True, metadata={"description": "The number of the table in the stage."})


@disputes.route("/leagues/<uuid:league_id>/disputes", methods=["POST"])
@signed_in
@disputes.arguments(NewDisputeSchema)
@disputes.response(201, shapes.LeagueAnswer, **POSITION_HEADER)
def open_dispute(body: Body, league_id: UUID, account: str) -> Headed:
    """Contest what came, or is to come, of a table at which you sit. The organiser and the other parties are told.

    A table is disputed 5 times at most.
    """
    return answered(league_id, services().disputes.open(account, str(league_id), **body))


@disputes.route("/leagues/<uuid:league_id>/disputes")
@disputes.response(200, shapes.Disputes)
def list_disputes(league_id: UUID) -> shapes.Disputes:
    """The disputes of the league, the newest first, with all that was said and the verdicts."""
    return shapes.Disputes(disputes=services().disputes.shown(str(league_id)))


@disputes.route("/leagues/<uuid:league_id>/disputes/<int:dispute>/messages", methods=["POST"])
@signed_in
@needing("talk")
@disputes.arguments(DisputeWordsSchema)
@disputes.response(201, shapes.LeagueAnswer, **POSITION_HEADER)
def say_in_dispute(body: Body, league_id: UUID, dispute: int, account: str) -> Headed:
    """Say something in an open dispute, as a party or as the organiser.

    A dispute has 100 messages at most.
    """
    return answered(league_id, services().disputes.say(account, str(league_id), dispute, body["words"]))


@disputes.route("/leagues/<uuid:league_id>/disputes/<int:dispute>", methods=["DELETE"])
@signed_in
@disputes.response(200, shapes.LeagueAnswer, **POSITION_HEADER)
def withdraw_dispute(league_id: UUID, dispute: int, account: str) -> Headed:
    """Take back a dispute that you have opened."""
    return answered(league_id, services().disputes.withdraw(account, str(league_id), dispute))
