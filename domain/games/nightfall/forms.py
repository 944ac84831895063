"""Forms of play: seat counts with options in which every value of each option comes up, for long runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.contract.game import Json
from domain.games.nightfall.components import SECRET
from domain.games.nightfall.options import COMMON, OPEN
from domain.games.nightfall.rules.editions import EDITIONS

SEATS = (2, 3, 4, 5)


def forms() -> Iterator[tuple[int, dict[str, Json]]]:
    """Seat counts with options: every form of play with every edition and seat count."""
    for form, edition, seats in product(_FORMS, EDITIONS, SEATS):
        yield seats, {**form, "edition": edition}
    for edition in EDITIONS:
        yield 2, {"edition": edition, "draft": "standard"}
        yield 3, {"edition": edition, "apocalypse": {"before": {"s1": 61, "s2": 40, "s3": 95}}}
        yield 2, {"edition": edition, "draft": "quick", "sets": {"s1": "vulko", "s2": "lilith-lawrence"}}
    yield 3, {"edition": "de", "promos": ["lisaveta-florescu", "shadow-seven", "zombie-horde"]}
    yield 2, {"edition": "pl", "promos": ["lisaveta-florescu", "shadow-seven", "zombie-horde"]}


_FORMS: tuple[dict[str, Json], ...] = (
    {},
    {"draft": "quick"},
    {"variants": [SECRET]},
    {"variants": [OPEN]},
    {"variants": [COMMON]},
    {"variants": [SECRET], "draft": "quick"},
    {"variants": [SECRET, OPEN]},
    {"promos": ["lisaveta-florescu"]},
)
