"""Characters: made once, brought to a game at a time, taken away as it left them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from service.api.answers import COMMAND_HEADERS, Headed, opened_once, replayed
from service.api.callers import anybody, signed_in
from service.api.conditions import OnceHeaders
from service.api.context import services
from service.api.fields import Map, Shown, Wanted
from service.api.leagues.series import DocumentSchema, document_answer
from service.api.operations import Resource
from service.games.idempotency import Keep
from service.people.names import LONGEST_OF_THINGS

characters = Resource("characters", __name__, description="Characters that go from game to game.")

Body = dict[str, Any]

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


class VisitSchema(Shown):
    """A game that it was brought to; `cause` is null while it is there."""

    game_id = fields.UUID(required=True)
    seat = fields.String(required=True)
    cause = fields.String(required=True, allow_none=True)


class CharacterSchema(Shown):
    """A character. `content` is what `options` of a game take for it; `away` the game where it is now."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    owner = fields.String(required=True, allow_none=True, metadata={"description": "Null: that account is deleted."})
    name = fields.String(required=True, allow_none=True)
    content = Map(required=True)
    games = fields.List(fields.Nested(VisitSchema), required=True)
    away = fields.UUID(required=True, allow_none=True)
    retired = fields.Boolean(required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True)


class CharactersSchema(Shown):
    """All characters of an account, in the order in which they were made."""

    characters = fields.List(fields.Nested(CharacterSchema), required=True)


class CharacterRecordSchema(DocumentSchema):
    """The log of a character as one document, for `nightledger audit`. Canonical JSON."""

    games = fields.List(Map(), required=True, metadata={"description": "The records of the games that it grew in."})
    files = fields.Dict(
        fields.String(), fields.String(), metadata={"description": "The data files it was made with: SHA-256 -> text."}
    )


@characters.route("/characters", methods=["POST"])
@signed_in
@characters.arguments(OnceHeaders, location="headers")
@characters.arguments(NewCharacterSchema)
@characters.response(201, CharacterSchema, **MADE_HEADERS)
def make_character(headers: Body, body: Body, account: str) -> Headed:
    """Make a character. `POST /games` and sitting down bring it to a game."""

    def making(keep: Keep) -> str:
        return services().characters.make(account, body["game"], body["name"], body["character"], keep)

    made, repeated = opened_once(account, headers.get("idempotency_key"), making)
    place = url_for("characters.look_at_character", character_id=made)
    return services().characters.view(made), {"Location": place, **replayed(repeated)}


@characters.route("/characters")
@signed_in
@characters.response(200, CharactersSchema)
def list_characters(account: str) -> Any:
    """Your characters."""
    return {"characters": services().characters.of_account(account)}


@characters.route("/characters/<uuid:character_id>")
@anybody
@characters.response(200, CharacterSchema)
def look_at_character(character_id: UUID, account: str | None) -> Any:
    """A character, as anybody may see it."""
    return services().characters.view(str(character_id))


@characters.route("/characters/<uuid:character_id>/record")
@anybody
@characters.response(200, CharacterRecordSchema)
def character_record(character_id: UUID, account: str | None) -> Response:
    """The whole log with the games that it grew in, as far as you may see them, to be audited by anybody."""
    content = services().characters.record(str(character_id), account).encode()
    return document_answer(content, f"character-{character_id}.json")


@characters.route("/characters/<uuid:character_id>", methods=["DELETE"])
@signed_in
@characters.response(204)
def retire_character(character_id: UUID, account: str) -> Response:
    """Put your character away for good. Its games stay."""
    services().characters.retire(account, str(character_id))
    return Response(status=204)
