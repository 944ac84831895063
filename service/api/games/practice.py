"""What is tried out: what an action would do, and closed games played on from one of their positions."""

from __future__ import annotations

from uuid import UUID

from flask import url_for
from marshmallow import fields, validate

from service.api.answers import OPENED_HEADERS, Headed, opened
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Map, Wanted, Whole
from service.api.games.games import MOST_SEATS, HolderWantedSchema
from service.api.operations import Resource
from service.api.schemas import ACTION, VISIBILITIES, Body, SeatQuery
from service.games.shapes import NewGame
from service.games.shapes.answers import Opened
from service.games.shapes.beside import Preview

practice = Resource(
    "practice", __name__, scope="play", description="Trying things out: previews, and branches of closed games."
)


class PreviewActionSchema(Wanted):
    """The action to be tried."""

    action = Map(ACTION, required=True)


class BranchSchema(Wanted):
    """From where, and who is to play."""

    at = Whole(1, required=True, metadata={"description": "A version at which a command ended."})
    seats = fields.List(
        fields.Nested(HolderWantedSchema),
        validate=validate.Length(1, MOST_SEATS),
        metadata={"description": "Who is to hold the seats; you, if you leave it out."},
    )
    visibility = fields.String(load_default="public", validate=validate.OneOf(VISIBILITIES))


@practice.route("/games/<uuid:game_id>/preview", methods=["POST"])
@signed_in
@practice.arguments(SeatQuery, location="query")
@practice.arguments(PreviewActionSchema)
@practice.response(200, Preview)
def preview(query: Body, body: Body, game_id: UUID, account: str) -> Preview:
    """What an action would do, as far as you may know.

    Nothing is stored. It ends before the first draw, before something hidden would be shown, and where another seat
    must decide. What you do not know is made up, so it tells nothing but the rules.
    """
    return services().practice.preview(account, str(game_id), query.get("seat"), body["action"])


@practice.route("/games/<uuid:game_id>/branches", methods=["POST"])
@signed_in
@practice.arguments(BranchSchema)
@practice.response(201, Opened, **OPENED_HEADERS)
def branch(body: Body, game_id: UUID, account: str) -> Headed:
    """Play a closed game on from one of its versions, in a practice game with a seed of its own that is never rated."""
    new = None
    if "seats" in body:
        new = NewGame("", body["seats"], visibility=body["visibility"])
    made = services().practice.branch(account, str(game_id), body["at"], new)
    return opened(made, account, url_for("games.look", game_id=made))
