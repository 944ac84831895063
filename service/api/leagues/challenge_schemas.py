"""What challenges are asked for and answered with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.challenge.decide import DAYS
from service.api.fields import Bounded, Count, Map, SeatId, Shown, Text, TrueOrFalse, Wanted, Whole
from service.api.games.games import MOST_SEATS, ClockTermsSchema, SeatWantedSchema
from service.api.schemas import OPTIONS, DecidedSchema, SeatSchema
from service.leagues.ledger import LONGEST_NAME

STATUSES = ("open", "ending", "closed")

TRY_STATUSES = ("forming", "playing", "ended")


class NewChallengeSchema(Wanted):
    """A challenge to be opened."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(required=True, validate=validate.Length(1, LONGEST_NAME))
    options = Map(OPTIONS, load_default=dict)
    seats = Whole(1, MOST_SEATS, load_default=1, metadata={"description": "At each table."})
    days = Bounded(DAYS, allow_none=True, load_default=None, metadata={"description": "Null: until you end it."})
    clock = fields.Nested(ClockTermsSchema, allow_none=True, load_default=None)
    ai_seats = TrueOrFalse(load_default=False, metadata={"description": "A group may begin with AIs on some seats."})


class TryWantedSchema(Wanted):
    """Who tries: you at all seats; a group that you lead, seat by seat; or, by the organiser, an AI of a level."""

    seats = fields.List(fields.Nested(SeatWantedSchema), validate=validate.Length(1, MOST_SEATS))
    level = fields.String(validate=validate.Length(1, 40), metadata={"description": "Of an AI (organiser)."})

    @validates_schema
    def one_of_them(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        if {"seats", "level"} <= data.keys():
            raise ValidationError("either seats or level")


class GroupSeatSchema(Wanted):
    """Which seat of a group, and the invitation to it."""

    seat = SeatId(description="The first that is open to you if you leave it out.")
    invitation = fields.String(
        validate=validate.Length(1, 200),
        metadata={"description": "The token of the group's link; not needed for a seat that is kept for you."},
    )


class GroupStartSchema(Wanted):
    """Which AIs take the seats that are open."""

    level = fields.String(required=True, validate=validate.Length(1, 40))


class GroupInvitationSchema(Shown):
    """The link by which others join a group; it is worth nothing once the group has begun or is no more."""

    token = fields.String(required=True, metadata={"description": "To be sent as `invitation`."})
    link = fields.String(required=True, metadata={"description": "A page for people."})


class TrySchema(Shown):
    """A try; `game_id` is null while its group is forming, `cause` while it is played, `rank` until the challenge has
    ended."""

    number = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True, metadata={"description": "Of who began it, or leads it."})
    level = fields.String(required=True, allow_none=True, metadata={"description": "Of an AI that tries alone."})
    status = fields.String(required=True, validate=validate.OneOf(TRY_STATUSES))
    seats = fields.Dict(fields.String(), fields.Nested(SeatSchema), required=True)
    game_id = fields.UUID(required=True, allow_none=True)
    cause = fields.String(required=True, allow_none=True)
    won = fields.Boolean(required=True, allow_none=True)
    values = fields.Dict(
        fields.String(), fields.Integer(), required=True, metadata={"description": "Of the tie-breaks, highest best."}
    )
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
    clock = Map(required=True, allow_none=True, metadata={"description": "The terms of the games' clocks; null: none."})
    ai_seats = fields.Boolean(required=True)
    tie_breaks = fields.List(
        fields.String(), required=True, metadata={"description": "What tries that came out alike are compared by."}
    )
    due = fields.Integer(required=True, allow_none=True, metadata={"description": "Seconds UTC."})
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    commitment = fields.String(required=True, metadata={"description": "To the seed of all tries, SHA-256, hex."})
    seed = fields.String(required=True, allow_none=True, metadata={"description": "Revealed at the end, hex."})
    tries = fields.List(fields.Nested(TrySchema), required=True)
    operated = fields.List(
        fields.Nested(DecidedSchema),
        required=True,
        metadata={"description": "What the organiser or an operator decided."},
    )
    version = fields.Integer(required=True)
    head = fields.String(required=True)


class TryBegunSchema(Shown):
    """The challenge, and the caller's try in it; its game is null while its group is forming."""

    number = fields.Integer(required=True)
    game_id = fields.UUID(required=True, allow_none=True)
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
