"""Table talk, beside the log of the game."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields, validate

from service.api.answers import COMMAND_HEADERS
from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import Count, Wanted
from service.api.operations import Resource
from service.api.schemas import Body
from service.games.shapes import beside as shapes
from service.games.talk import LONGEST, MOST

messages = Resource("messages", __name__, scope="talk", description="What people say at the table.")


class SaySchema(Wanted):
    """What is said."""

    text = fields.String(required=True, validate=validate.Length(1, LONGEST))


class MessagesQuery(Wanted):
    """Which part of the talk."""

    after = Count(load_default=0, metadata={"description": "The number of the message after which to begin."})
    limit = Count(1, MOST, load_default=MOST)


class ReportSchema(Wanted):
    """Why the operators should look at it."""

    reason = fields.String(required=True, validate=validate.Length(1, LONGEST))


@messages.route("/games/<uuid:game_id>/messages", methods=["POST"])
@signed_in
@messages.arguments(SaySchema)
@messages.response(201, shapes.Message, Idempotent_Replayed=COMMAND_HEADERS["Idempotent_Replayed"])
def say(body: Body, game_id: UUID, account: str) -> shapes.Message:
    """Say something at the table of a game that you take part in. With an `Idempotency-Key` it is said once."""
    return services().talk.say(account, str(game_id), body["text"])


@messages.route("/games/<uuid:game_id>/messages")
@anybody
@messages.arguments(MessagesQuery, location="query")
@messages.response(200, shapes.Messages)
def list_messages(query: Body, game_id: UUID, account: str | None) -> shapes.Messages:
    """What was said; for those who take part, and for all if the game was opened with `open_talk`."""
    found = services().talk.messages(str(game_id), account, query["after"], query["limit"])
    return shapes.Messages(messages=found, next=found[-1].number if found else query["after"])


@messages.route("/games/<uuid:game_id>/messages/<int:number>/reports", methods=["POST"])
@signed_in
@messages.arguments(ReportSchema)
@messages.response(201, shapes.Reported)
def report_message(body: Body, game_id: UUID, number: int, account: str) -> shapes.Reported:
    """Tell the operators of a message."""
    return shapes.Reported(id=services().talk.report(account, str(game_id), number, body["reason"]))
