"""Chains of games: the game that goes on from a finished one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, url_for
from marshmallow import fields

from domain.table.table import Table
from service.api.answers import OPENED_HEADERS, Headed, opened
from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import Map, Shown
from service.api.operations import Resource
from service.api.schemas import OpenedSchema

chains = Resource("chains", __name__, description="Chains of games, each of which goes on from the one before it.")


class ChainedGameSchema(Shown):
    """A game of a chain."""

    id = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata={"description": "From 1."})
    status = fields.String(required=True)
    won = fields.Boolean(required=True, allow_none=True, metadata={"description": "Null while it goes on."})
    head = fields.String(required=True)


class ChainSchema(Shown):
    """A game's place in its chain, and the games up to it."""

    games = fields.List(fields.Nested(ChainedGameSchema), required=True)
    next = fields.UUID(required=True, allow_none=True, metadata={"description": "The game that goes on from it."})
    may_go_on = fields.Boolean(required=True, metadata={"description": "Whether you can open the next game now."})


class ChainRecordSchema(Shown):
    """The records of the games of a chain, as one document."""

    format = fields.String(required=True)
    games = fields.List(Map(), required=True)


@chains.route("/games/<uuid:game_id>/next", methods=["POST"])
@signed_in
@chains.response(201, OpenedSchema, **OPENED_HEADERS)
def go_on(game_id: UUID, account: str) -> Headed:
    """Open the game that goes on from a finished one, with its seats and terms; once only.

    What it takes over is in its options. Who held a seat is invited. When it is open already it is what is answered;
    after one that was not won a further one can be opened.
    """
    made = services().chains.go_on(account, str(game_id))
    return opened(made, account, url_for("games.look", game_id=made))


@chains.route("/games/<uuid:game_id>/chain")
@anybody
@chains.response(200, ChainSchema)
def look_at_chain(game_id: UUID, account: str | None) -> dict[str, Any]:
    """The games of a chain up to this one, and whether it goes on."""
    place = services().chains.place(account, str(game_id))
    games = services().chains.games(account, str(game_id))
    shown = [_game(number, table) for number, table in enumerate(games, 1)]
    return {"games": shown, "next": place.after, "may_go_on": place.may_go_on}


@chains.route("/games/<uuid:game_id>/chain/record")
@anybody
@chains.response(200, ChainRecordSchema)
def chain_record(game_id: UUID, account: str | None) -> Response:
    """The chain up to this game as one record, which `nightledger audit` examines."""
    return Response(services().chains.record(account, str(game_id)).encode(), mimetype="application/json")


def _game(number: int, table: Table) -> dict[str, Any]:
    won = None if table.result is None else table.result.won
    return {
        "id": table.header.id,
        "number": number,
        "status": table.status,
        "won": won,
        "head": table.head.hex(),
    }
