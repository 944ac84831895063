"""The options of a game: how many cards are dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.contract.game import Json, Refused

LEAST_SEATS, MOST_SEATS = SEATS = (3, 5)
MOST_CARDS = 10


class Options(msgspec.Struct, forbid_unknown_fields=True):
    """The options with their defaults."""

    cards: int = 7
    back: bool = False


def options_schema() -> dict[str, Json]:
    """The options as a JSON Schema."""
    return {
        "type": "object",
        "properties": {
            "cards": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_CARDS,
                "default": 7,
                "description": "How many cards each seat gets in the first deal.",
            },
            "back": {
                "type": "boolean",
                "default": False,
                "description": "Whether the deals grow again after the one of a single card.",
            },
        },
        "additionalProperties": False,
    }


def check_options(given: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
    """The options with every default filled in; `Refused("malformed", ...)` if they do not fit."""
    try:
        options = msgspec.convert(dict(given), Options)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    if not 1 <= options.cards <= MOST_CARDS:
        raise Refused("malformed", "cards is a number from 1 to {most}", most=MOST_CARDS)
    if not LEAST_SEATS <= len(seats) <= MOST_SEATS:
        raise Refused("malformed", "{least} to {most} seats", least=LEAST_SEATS, most=MOST_SEATS)
    return {"cards": options.cards, "back": options.back}


def deal_sizes(options: Mapping[str, Json]) -> tuple[int, ...]:
    """How many cards each seat gets, deal by deal (OH-DEAL-1)."""
    down = range(options["cards"], 0, -1)
    up = range(2, options["cards"] + 1) if options["back"] else ()
    return (*down, *up)
