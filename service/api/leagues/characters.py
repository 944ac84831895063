"""Characters: made once, brought to a game at a time, taken away as it left them."""

from __future__ import annotations

from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from service.api.answers import COMMAND_HEADERS, Headed
from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import Map, Wanted
from service.api.operations import Resource
from service.api.rendering import file_response
from service.api.schemas import Body
from service.characters import answer_shapes as shapes
from service.people.names import LONGEST_OF_THINGS

characters = Resource("characters", __name__, scope="play", description="Characters that go from game to game.")

MADE_HEADERS = {"Location": "The character.", "Idempotent_Replayed": COMMAND_HEADERS["Idempotent_Replayed"]}
"""What the headers mean when a character was made."""


class NewCharacterSchema(Wanted):
    """A character to be made, as the game's rules allow a new one."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(validate=validate.Length(1, LONGEST_OF_THINGS), load_default=None, allow_none=True)
    character = Map(
        required=True,
        metadata={"description": "In the game's own terms: in darkness `{occupation, attributes, skills: [ids]}`."},
    )


@characters.route("/characters", methods=["POST"])
@signed_in
@characters.arguments(NewCharacterSchema)
@characters.response(201, shapes.Character, **MADE_HEADERS)
def make_character(body: Body, account: str) -> Headed:
    """Make a character. `POST /games` and sitting down bring it to a game.

    An account has 200 at most.
    """
    made = services().characters.make(account, body["game"], body["name"], body["character"])
    place = url_for("characters.look_at_character", character_id=made)
    return services().characters.view(made, account), {"Location": place}


@characters.route("/characters")
@signed_in
@characters.response(200, shapes.Characters)
def list_characters(account: str) -> shapes.Characters:
    """Your characters."""
    return shapes.Characters(characters=services().characters.of_account(account))


@characters.route("/characters/<uuid:character_id>")
@anybody
@characters.response(200, shapes.Character)
def look_at_character(character_id: UUID, account: str | None) -> shapes.Character:
    """A character, as you may see it: it names no private game that you may not know of."""
    return services().characters.view(str(character_id), account)


@characters.route("/characters/<uuid:character_id>/record")
@anybody
@characters.response(200, shapes.CharacterRecord)
def character_record(character_id: UUID, account: str | None) -> Response:
    """The whole log with the games that it grew in, as far as you may see them, to be audited by anybody."""
    content = services().characters.record(str(character_id), account).encode()
    return file_response(content, f"character-{character_id}.json")


@characters.route("/characters/<uuid:character_id>", methods=["DELETE"])
@signed_in
@characters.response(204)
def retire_character(character_id: UUID, account: str) -> Response:
    """Put your character away for good. Its games stay."""
    services().characters.retire(account, str(character_id))
    return Response(status=204)
