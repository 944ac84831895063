"""Chains of games: the game that goes on from a finished one."""

from __future__ import annotations

from uuid import UUID

from flask import Response, url_for

from domain.table.table import Table
from service.api.answers import OPENED_HEADERS, Headed, opened
from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.operations import Resource
from service.games.shapes import records as shapes
from service.games.shapes.answers import Opened

chains = Resource(
    "chains", __name__, scope="play", description="Chains of games, each of which goes on from the one before it."
)


@chains.route("/games/<uuid:game_id>/next", methods=["POST"])
@signed_in
@chains.response(201, Opened, **OPENED_HEADERS)
def go_on(game_id: UUID, account: str) -> Headed:
    """Open the game that goes on from a finished one, with its seats and terms; once only.

    What it takes over is in its options. Who held a seat is invited. When it is open already it is what is answered;
    after one that was not won a further one can be opened.
    """
    made = services().chains.go_on(account, str(game_id))
    return opened(made, account, url_for("games.look", game_id=made))


@chains.route("/games/<uuid:game_id>/chain")
@anybody
@chains.response(200, shapes.Chain)
def look_at_chain(game_id: UUID, account: str | None) -> shapes.Chain:
    """The games of a chain up to this one, and whether it goes on."""
    place = services().chains.place(account, str(game_id))
    games = services().chains.games(account, str(game_id))
    shown = [_game(number, table) for number, table in enumerate(games, 1)]
    return shapes.Chain(games=shown, next=place.after, may_go_on=place.may_go_on)


@chains.route("/games/<uuid:game_id>/chain/record")
@anybody
@chains.response(200, shapes.ChainRecord)
def chain_record(game_id: UUID, account: str | None) -> Response:
    """The chain up to this game as one record, which `nightledger audit` examines."""
    return Response(services().chains.record(account, str(game_id)).encode(), mimetype="application/json")


def _game(number: int, table: Table) -> shapes.ChainedGame:
    won = None if table.result is None else table.result.won
    return shapes.ChainedGame(id=table.header.id, number=number, status=table.status, won=won, head=table.head.hex())
