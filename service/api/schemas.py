"""What several operations ask for, and how parts of it are described."""

from __future__ import annotations

from typing import Any, TypeAlias

from service.api.fields import Count, SeatId, Text, Wanted
from service.games.shapes import answers as answer_shapes

Body: TypeAlias = dict[str, Any]
"""What a route gets of a body, as its schema has loaded it."""

Query: TypeAlias = dict[str, Any]
"""What a route gets of the parameters in the address, likewise."""

VISIBILITIES = answer_shapes.VISIBILITIES

ACTION = {"$ref": "#/components/schemas/Action"}
"""An action of one of the games; `service.api.described.openapi` makes the schema from the games' descriptions."""

OPTIONS = {"$ref": "#/components/schemas/Options"}
"""The options of one of the games, made likewise."""

ORDER = {"$ref": "#/components/schemas/Order"}
"""A standing order of one of the games, made likewise."""

LOG_POSITION = "Log-Position"
"""The header in which a command answers the log position from which on every read shows it."""


LONGEST_DECISION = 40
"""How long the id of a decision may be."""


MOST_ON_A_PAGE = 200
"""How many series, leagues, challenges or tours a page of a list holds at most."""

MOST_EVENTS = 500
"""How many events of a log one answer holds at most."""


class PageQuery(Wanted):
    """Which part of a list."""

    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST_ON_A_PAGE, load_default=50)


class LogQuery(Wanted):
    """Which part of a log."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, MOST_EVENTS, load_default=200)


class SeatQuery(Wanted):
    """Which seat acts: needed by whoever holds several seats of a game."""

    seat = SeatId(description="The seat that acts; yours if you leave it out.")


class EyesQuery(Wanted):
    """Through whose eyes: needed by whoever holds several seats of a game."""

    seat = Text(
        "s[1-9][0-9]?|spectator|referee",
        "s1, s2, ..., spectator or referee",
        "A seat of yours, or one that you have lost, as you saw it until then; or `spectator`; of a closed game any "
        "seat, or the `referee`.",
    )
