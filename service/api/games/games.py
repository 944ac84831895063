"""Games: open one, list them, look at one, cancel one before the start."""

from __future__ import annotations

from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from domain.table.terms import CLOCK_BOUNDS, RELEASE_MINUTES
from service.api.answers import COMMAND_HEADERS, ETAG, OPENED_HEADERS, Headed, answered, opened
from service.api.callers import anybody, signed_in
from service.api.conditions import ReadHeaders, not_modified, quoted
from service.api.context import services
from service.api.fields import Bounded, ExactlyOne, Hex32, Map, Name, TrueOrFalse, Wanted
from service.api.operations import Resource
from service.api.schemas import OPTIONS, VISIBILITIES, Body, EyesQuery
from service.games.shapes import NewGame
from service.games.shapes.answers import Answer, Game, Opened
from service.games.shapes.beside import Reservation

games = Resource("games", __name__, scope="play", description="Games.")

MOST_SEATS = 12
"""How many seats a request may name; each game says how many it takes."""


class HolderWantedSchema(ExactlyOne):
    """Who is to hold a seat: an AI of a level, an account (`me` or a name), or whoever takes it."""

    choices = ("ai", "account", "open")
    ai = fields.String(validate=validate.Length(1, 40), metadata={"description": "The level of an AI."})
    account = Name(metadata={"description": "`me`, or a name to invite."})
    open = TrueOrFalse(validate=validate.Equal(True))


class SeatWantedSchema(HolderWantedSchema):
    """Who is to hold a seat, and with which character."""

    character = fields.UUID(metadata={"description": "A character that you bring to a seat of your own (`me`)."})


class ClockTermsSchema(Wanted):
    """The terms of a clock, in seconds: either a time for each decision, or a bank with an increment a decision."""

    per_decision = Bounded(CLOCK_BOUNDS["per_decision"])
    bank = Bounded(CLOCK_BOUNDS["bank"])
    increment = Bounded(CLOCK_BOUNDS["increment"])
    grace = Bounded(CLOCK_BOUNDS["grace"], metadata={"description": "How long after a deadline it is enforced."})
    policy = fields.String(
        validate=validate.OneOf(("remind", "default", "ai", "forfeit")),
        metadata={
            "description": "At the deadline: nothing but a reminder, the default answer, an AI takes the seat until"
            " its person returns, or the seat resigns."
        },
    )
    level = fields.String(
        validate=validate.Length(1, 40), metadata={"description": "Of the AI that takes a seat; for `ai` only."}
    )
    vacation = Bounded(
        CLOCK_BOUNDS["vacation"], metadata={"description": "How much of it a seat may take in this game."}
    )


class NewGameSchema(Wanted):
    """A game to be opened."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    options = Map(OPTIONS, load_default=dict)
    seats = fields.List(fields.Nested(SeatWantedSchema), required=True, validate=validate.Length(1, MOST_SEATS))
    clock = fields.Nested(ClockTermsSchema, allow_none=True, load_default=None)
    visibility = fields.String(load_default="public", validate=validate.OneOf(VISIBILITIES))
    rated = TrueOrFalse(load_default=False)
    release = Bounded(
        RELEASE_MINUTES,
        allow_none=True,
        load_default=None,
        metadata={"description": "Minutes: answers to chains and wounds appear at full intervals only."},
    )
    reservation = fields.String(
        allow_none=True,
        load_default=None,
        validate=validate.Length(1, 40),
        metadata={"description": "The id of a reservation: the game gets this id, and its seed was fixed then."},
    )
    entropy = Hex32(allow_none=True, load_default=None, description="The creator's; needs a reservation.")
    entropy_hash = Hex32(
        allow_none=True, load_default=None, description="Or its SHA-256, to be opened when all have sat."
    )
    open_talk = TrueOrFalse(
        load_default=False,
        metadata={"description": "Whether all who may see the game read what is said at its table."},
    )
    several_seats = TrueOrFalse(
        load_default=False,
        metadata={
            "description": "Whether anybody may take a further seat, by its name. You always may, and whoever a seat is"
            " kept for."
        },
    )
    shared_seed = TrueOrFalse(
        load_default=False,
        metadata={
            "description": "Whether another installation shares the seed, so that no operator alone knows what will be"
            " drawn; GET /api/v1/shared-seeds names it."
        },
    )


class RematchSchema(Wanted):
    """Who sits where in the new game."""

    seats = fields.String(
        load_default="rotated",
        validate=validate.OneOf(("same", "rotated")),
        metadata={"description": "As before, or everybody one seat further on."},
    )


@games.route("/reservations", methods=["POST"])
@signed_in
@games.response(201, Reservation)
def reserve(account: str) -> Reservation:
    """Fix the seed of a game to be opened, so that your own entropy counts too."""
    return services().ledger.reserve(account)


@games.route("/games", methods=["POST"])
@signed_in
@games.arguments(NewGameSchema)
@games.response(201, Opened, **OPENED_HEADERS)
def open_game(body: Body, account: str) -> Headed:
    """Open a game. It starts at once when no seat is left open."""
    return _opened(account, services().characters.open_game(account, NewGame(**body)))


@games.route("/games/<uuid:game_id>/rematch", methods=["POST"])
@signed_in
@games.arguments(RematchSchema)
@games.response(201, Opened, **OPENED_HEADERS)
def rematch(body: Body, game_id: UUID, account: str) -> Headed:
    """Open a game like this one, which is closed and which you played in. The others are invited to it.

    If one of them has done so already and their game waits for you, you sit down there.
    """
    return _opened(account, services().rematches.ask(account, str(game_id), body["seats"]))


@games.route("/games/<uuid:game_id>")
@anybody
@games.arguments(EyesQuery, location="query")
@games.arguments(ReadHeaders, location="headers")
@games.response(200, Game, ETag=ETAG)
@games.alt_response(304)
def look(query: Body, headers: Body, game_id: UUID, account: str | None) -> Response | Headed:
    """The game as you may see it."""
    eyes = str(game_id), account, query.get("seat")
    etag = services().ledger.etag(*eyes)
    return not_modified(etag) or (services().ledger.view(*eyes), {"ETag": quoted(etag)})


@games.route("/games/<uuid:game_id>", methods=["DELETE"])
@signed_in
@games.response(200, Answer, **COMMAND_HEADERS)
def cancel(game_id: UUID, account: str) -> Headed:
    """Cancel your game before the start, or one at which you sit and whose host has left; when sealed entropy is not
    opened, it is void."""
    return answered(services().ledger.cancel(account, str(game_id)))


def _opened(account: str, game_id: str) -> Headed:
    return opened(game_id, account, url_for("games.look", game_id=game_id))
