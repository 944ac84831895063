"""The forms in which the game is played for long runs and golden games: every scenario and option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from domain.contract.game import Json
from domain.games.darkness.data import Data
from domain.games.darkness.state import GM

NOVICE: Mapping[str, Json] = MappingProxyType(
    {
        "occupation": "thief",
        "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
        "skills": {"lockpick": 3},
    }
)
"""A made character that has not played yet."""

VETERAN: Mapping[str, Json] = MappingProxyType(
    {
        **NOVICE,
        "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 6, "Pers": 2, "Med": 2, "D": 3},
        "skills": {"lockpick": 4, "search": 3},
        "skill_points": 1,
        "items": ["item-rope"],
        "games": [{"scenario": "first-night", "outcome": "time", "vp": 9, "won": True}],
    }
)
"""One that has been played and has grown."""

ARMED: Mapping[str, Json] = MappingProxyType(
    {**VETERAN, "items": ["rubbing-alcohol", "matches", "spear", "specific-book", "bandages"]}
)
"""One that comes from a campaign with what makes a bomb."""


def forms(data: Data) -> Iterator[tuple[int, dict[str, Json]]]:
    """Seat counts with options: every scenario with every number of seats, and made characters."""
    for row in data.scenarios.values():
        for seats in range(row.players["min"], row.players["max"] + 1):
            options: dict[str, Json] = {"scenario": row.id}
            if row.mode == GM:
                options["gm"] = f"s{seats}" if seats % 2 else "s1"
            yield seats, options
            yield seats, {**options, "characters": _characters(options, seats)}
    yield 2, {"scenario": "first-night", "experienced": False, "characters": {"s1": dict(NOVICE)}}


def _characters(options: Mapping[str, Json], seats: int) -> dict[str, Json]:
    """A pre-made, a new and an experienced character, as far as there are players; the others choose."""
    given = ("helen", dict(NOVICE), dict(ARMED if "gm" in options else VETERAN))
    players = [seat for seat in (f"s{number}" for number in range(1, seats + 1)) if seat != options.get("gm")]
    return dict(zip(reversed(players), reversed(given[: len(players)])))
