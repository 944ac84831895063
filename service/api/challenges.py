"""Challenges: the same deal of a co-operative game for everybody, one try each."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from domain.canon import canonical
from service.api.answers import COMMAND_HEADERS, Headed, opened_once, replayed
from service.api.callers import signed_in
from service.api.conditions import OnceHeaders
from service.api.context import services
from service.api.fields import Count, Map, Shown, Text, Wanted, Whole
from service.api.games import MOST_SEATS, ClockTermsSchema
from service.api.listing import PATIENCE
from service.api.log import RecordSchema
from service.api.reading import Resource
from service.api.schemas import LOG_POSITION, OPTIONS
from service.api.series import DocumentSchema, LogPartSchema, document_answer
from service.leagues.ledger import LONGEST_NAME
from service.shapes import NewGame

challenges = Resource("challenges", __name__, description="Challenges: one deal for all, one try each.")

Body = dict[str, Any]

STATUSES = ("open", "ending", "closed")


class NewChallengeSchema(Wanted):
    """A challenge to be opened."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(required=True, validate=validate.Length(1, LONGEST_NAME))
    options = Map(OPTIONS, load_default=dict)
    seats = Whole(1, MOST_SEATS, load_default=1, metadata={"description": "All of them are held by who tries."})
    days = Whole(1, 366, allow_none=True, load_default=None, metadata={"description": "Null: until you end it."})
    clock = fields.Nested(ClockTermsSchema, allow_none=True, load_default=None)


class TryWantedSchema(Wanted):
    """Who tries: you, or, by the organiser, an AI of a level."""

    level = fields.String(validate=validate.Length(1, 40), metadata={"description": "Of an AI (organiser)."})


class TrySchema(Shown):
    """A try; `cause` is null while it is played, `rank` until the challenge has ended."""

    number = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    game_id = fields.UUID(required=True)
    cause = fields.String(required=True, allow_none=True)
    won = fields.Boolean(required=True, allow_none=True)
    rank = fields.Integer(required=True, allow_none=True)


class ChallengeSchema(Shown):
    """A challenge."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    organiser = fields.String(required=True, allow_none=True)
    game = fields.String(required=True)
    rules = fields.Integer(required=True)
    options = Map(OPTIONS, required=True)
    seats = fields.Integer(required=True)
    due = fields.Integer(required=True, allow_none=True, metadata={"description": "Seconds UTC."})
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    commitment = fields.String(required=True, metadata={"description": "To the seed of all tries, SHA-256, hex."})
    seed = fields.String(required=True, allow_none=True, metadata={"description": "Revealed at the end, hex."})
    tries = fields.List(fields.Nested(TrySchema), required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True)


class TryBegunSchema(Shown):
    """The challenge, and the game of the try that was begun."""

    game_id = fields.UUID(required=True)
    challenge = fields.Nested(ChallengeSchema, required=True)


class ListedChallengeSchema(Shown):
    """A challenge in a list."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    due = fields.Integer(required=True, allow_none=True)
    tries = fields.Integer(required=True)
    opened = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    changed = fields.Integer(required=True, metadata={"description": "Seconds UTC."})


class ChallengesPageSchema(Shown):
    """A page of the list, the newest challenge first."""

    challenges = fields.List(fields.Nested(ListedChallengeSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ChallengesQuery(Wanted):
    """Which part of the list."""

    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, 200, load_default=50)


class ChallengeLogQuery(Wanted):
    """Which part of the log."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, 500, load_default=200)


@challenges.route("/challenges", methods=["POST"])
@signed_in
@challenges.arguments(OnceHeaders, location="headers")
@challenges.arguments(NewChallengeSchema)
@challenges.response(201, ChallengeSchema, Location="The challenge.", **COMMAND_HEADERS)
def open_challenge(headers: Body, body: Body, account: str) -> Headed:
    """Open a challenge: everybody has one try at the same deal, and nobody is told it before the last has ended."""
    new = NewGame(body["game"], [{}] * body["seats"], body["options"], clock=body["clock"])
    name, days, ledger = body["name"], body["days"], services().challenges
    key = headers.get("idempotency_key")
    challenge_id, repeated = opened_once(account, key, lambda keep: ledger.open(account, new, name, days, keep))
    place = url_for("challenges.look_at_challenge", challenge_id=challenge_id)
    return ledger.view(challenge_id), {"Location": place, **_position(), **replayed(repeated)}


@challenges.route("/challenges")
@challenges.arguments(ChallengesQuery, location="query")
@challenges.response(200, ChallengesPageSchema)
def list_challenges(query: Body) -> Body:
    """Challenges, the newest first."""
    services().read_models.follower.catch_up(PATIENCE)
    page = services().read_models.challenges.page(**query)
    return {"challenges": page.challenges, "next": page.next}


@challenges.route("/challenges/<uuid:challenge_id>")
@challenges.response(200, ChallengeSchema)
def look_at_challenge(challenge_id: UUID) -> Body:
    """The challenge: who tries, and what came of it."""
    return services().challenges.view(str(challenge_id))


@challenges.route("/challenges/<uuid:challenge_id>/tries", methods=["POST"])
@signed_in
@challenges.arguments(TryWantedSchema)
@challenges.response(201, TryBegunSchema, Log_Position=COMMAND_HEADERS["Log_Position"])
def begin_try(body: Body, challenge_id: UUID, account: str) -> Headed:
    """Begin your one try: a private game, all of whose seats are yours."""
    ledger, wanted = services().challenges, str(challenge_id)
    game_id = ledger.begin_ai(account, wanted, body["level"]) if "level" in body else ledger.begin(account, wanted)
    return {"game_id": game_id, "challenge": ledger.view(wanted)}, _position()


@challenges.route("/challenges/<uuid:challenge_id>/end", methods=["POST"])
@signed_in
@challenges.response(200, ChallengeSchema, Log_Position=COMMAND_HEADERS["Log_Position"])
def end_challenge(challenge_id: UUID, account: str) -> Headed:
    """Let nobody begin any more (organiser). When the last try has ended, the seed is revealed."""
    services().challenges.close_entries(account, str(challenge_id))
    return services().challenges.view(str(challenge_id)), _position()


@challenges.route("/challenges/<uuid:challenge_id>/events")
@challenges.arguments(ChallengeLogQuery, location="query")
@challenges.response(200, LogPartSchema)
def challenge_events(query: Body, challenge_id: UUID) -> Body:
    """The log of the challenge after a version."""
    found = services().challenges.events(str(challenge_id), query["after"], query["limit"])
    return {"events": found, "next": found[-1]["version"] if found else query["after"]}


@challenges.route("/challenges/<uuid:challenge_id>/record")
@challenges.response(200, DocumentSchema)
def challenge_record(challenge_id: UUID) -> Response:
    """The whole log, to be audited by anybody."""
    document = services().challenges.document(str(challenge_id))
    return document_answer(document.encode(), f"challenge-{challenge_id}.json")


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/record")
@challenges.response(200, RecordSchema)
def try_record(challenge_id: UUID, number: int) -> Response:
    """The whole record of a try, once the challenge has ended: `nightledger audit --deal ID:SEED` examines it."""
    record = services().challenges.record(str(challenge_id), number)
    return document_answer(canonical(record), f"challenge-{challenge_id}-{number}.json")


def _position() -> dict[str, str]:
    return {LOG_POSITION: str(services().store.position())}
