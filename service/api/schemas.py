"""The shapes that several operations share: a game, what a command answers, entries of the log."""

from __future__ import annotations

from marshmallow import fields

from service.api.derived import schema_of
from service.api.fields import SeatId, Shown, Text, Wanted
from service.games import answer_shapes

VISIBILITIES = answer_shapes.VISIBILITIES

ACTION = {"$ref": "#/components/schemas/Action"}
"""An action of one of the games; `service.api.openapi` makes the schema from the games' descriptions."""

OPTIONS = {"$ref": "#/components/schemas/Options"}
"""The options of one of the games, made likewise."""

PLAYED = {"description": "Those that it was opened with, and what is fixed by them for good, such as a set of cards."}
"""The options of a game as they are shown."""

ORDER = {"$ref": "#/components/schemas/Order"}
"""A standing order of one of the games, made likewise."""

LOG_POSITION = "Log-Position"
"""The header in which a command answers the log position from which on every read shows it."""


LONGEST_DECISION = 40
"""How long the id of a decision may be."""


class SeatQuery(Wanted):
    """Which seat acts: needed by who holds several seats of a game."""

    seat = SeatId(description="The seat that acts; yours if you leave it out.")


class EyesQuery(Wanted):
    """Through whose eyes: needed by who holds several seats of a game."""

    seat = Text(
        "s[1-9][0-9]?|spectator|referee",
        "s1, s2, ..., spectator or referee",
        "A seat of yours, or one that you have lost, as you saw it until then; or `spectator`; of a closed game any "
        "seat, or the `referee`.",
    )


SeatSchema = schema_of(answer_shapes.Seat)
EventSchema = schema_of(answer_shapes.Event)
GameSchema = schema_of(answer_shapes.Game)
AnswerSchema = schema_of(answer_shapes.Answer)
OpenedSchema = schema_of(answer_shapes.Opened)

EVENT = {"$ref": "#/components/schemas/Event"}
"""Entries are passed on as they were stored, never dumped through a schema."""


class DecidedSchema(Shown):
    """What an operator decided, or an organiser."""

    version = fields.Integer(required=True, metadata={"description": "Of the event that says so."})
    at = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    verb = fields.String(required=True)
