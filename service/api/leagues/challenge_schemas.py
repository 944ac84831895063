"""What challenges are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.challenge.decide import DAYS
from service.api.fields import Bounded, Map, SeatId, TrueOrFalse, Wanted, Whole
from service.api.games.games import MOST_SEATS, ClockTermsSchema, HolderWantedSchema
from service.api.schemas import OPTIONS
from service.people.names import LONGEST_OF_THINGS


class NewChallengeSchema(Wanted):
    """A challenge to be opened."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(required=True, validate=validate.Length(1, LONGEST_OF_THINGS))
    options = Map(OPTIONS, load_default=dict)
    seats = Whole(1, MOST_SEATS, load_default=1, metadata={"description": "At each table."})
    days = Bounded(DAYS, allow_none=True, load_default=None, metadata={"description": "Null: until you end it."})
    clock = fields.Nested(ClockTermsSchema, allow_none=True, load_default=None)
    ai_seats = TrueOrFalse(load_default=False, metadata={"description": "A group may begin with AIs on some seats."})


class TryWantedSchema(Wanted):
    """Who tries: you at all seats; a group that you lead, seat by seat; or, by the organiser, an AI of a level."""

    seats = fields.List(fields.Nested(HolderWantedSchema), validate=validate.Length(1, MOST_SEATS))
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
