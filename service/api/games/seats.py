"""Seats before the start: sit down, leave, open sealed entropy."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.answers import COMMAND_HEADERS, Headed, answered
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Hex32, SeatId, Wanted
from service.api.operations import Resource
from service.api.schemas import Body
from service.games.shapes.answers import Answer

seats = Resource("seats", __name__, scope="play", description="Seats before the start.")


class SitSchema(Wanted):
    """Which seat, and what the caller adds to the chance of the game, open or sealed by its SHA-256.

    Who opened the game may name the level of an `ai` instead, which then sits there.
    """

    seat = SeatId(description="The one that you hold if you leave it out, else the first that is open to you.")
    entropy = Hex32()
    entropy_hash = Hex32()
    invitation = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "The token of an invitation to a private game."}
    )
    ai = fields.String(validate=validate.Length(1, 40), metadata={"description": "The level of an AI."})
    character = fields.UUID(metadata={"description": "A character of yours, to be brought along."})

    @validates_schema
    def open_or_sealed(self, data: Body, **kwargs: Any) -> None:
        if "entropy" in data and "entropy_hash" in data:
            raise ValidationError("either entropy or entropy_hash", "entropy_hash")

    @validates_schema
    def ai_sits_alone(self, data: Body, **kwargs: Any) -> None:
        if "ai" in data and data.keys() != {"ai", "seat"}:
            raise ValidationError("an AI is given a seat, and nothing else", "ai")


class BroughtSchema(Wanted):
    """Which character comes along."""

    character = fields.UUID(
        required=True, allow_none=True, metadata={"description": "A character of yours; null: none that you keep."}
    )


class EntropySchema(Wanted):
    """The entropy whose SHA-256 was given when sitting down."""

    entropy = Hex32(required=True)


@seats.route("/games/<uuid:game_id>/seats", methods=["POST"])
@signed_in
@seats.arguments(SitSchema)
@seats.response(200, Answer, **COMMAND_HEADERS)
def sit(body: Body, game_id: UUID, account: str) -> Headed:
    """Sit down, or give a free seat of your game to an AI.

    The game starts when the last seat is taken and all sealed entropy is open. Who sits already and names no other seat
    is answered with the seat that it holds; a second one is named, and is refused unless you opened the game, the seat
    is kept for you, or the game was opened with `several_seats`.
    """
    if "ai" in body:
        return answered(services().hosting.seat_ai(account, str(game_id), body["seat"], body["ai"]))
    character = body.pop("character", None)
    brought = None if character is None else str(character)
    return answered(services().characters.sit(account, str(game_id), **body, character=brought))


@seats.route("/games/<uuid:game_id>/seats/<seat>", methods=["DELETE"])
@signed_in
@seats.response(200, Answer, **COMMAND_HEADERS)
def leave(game_id: UUID, seat: str, account: str) -> Headed:
    """Leave your seat before the start, or free one of the game that you opened."""
    return answered(services().hosting.free(account, str(game_id), seat))


@seats.route("/games/<uuid:game_id>/seats/<seat>/character", methods=["PUT"])
@signed_in
@seats.arguments(BroughtSchema)
@seats.response(200, Answer, **COMMAND_HEADERS)
def bring_character(body: Body, game_id: UUID, seat: str, account: str) -> Headed:
    """Bring a character to your seat, or another one in its place, before the start."""
    character = None if body["character"] is None else str(body["character"])
    return answered(services().characters.change(account, str(game_id), seat, character))


@seats.route("/games/<uuid:game_id>/seats/<seat>/entropy", methods=["PUT"])
@signed_in
@seats.arguments(EntropySchema)
@seats.response(200, Answer, **COMMAND_HEADERS)
def open_entropy(body: Body, game_id: UUID, seat: str, account: str) -> Headed:
    """Open your sealed entropy, when all have sat. The game starts when it was the last that was owed."""
    return answered(services().ledger.open_entropy(account, str(game_id), seat, body["entropy"]))
