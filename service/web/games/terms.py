"""What a game that has not begun will be played with, for who thinks about sitting down: its options and its clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.clock_form import HOUR, POLICIES, UNITS
from service.web.games.options import PREFIX, option_fields

Term = tuple[str, str]
"""What it is called, and what it is."""


def terms_of(view: Game, schema: Mapping[str, Json], names: Names) -> list[Term]:
    """The terms of a game as somebody sees it; `schema` is that of its options."""
    return [*_options(view.options, schema, names), *_time(view), *_company(view)]


def _options(options: Mapping[str, Json], schema: Mapping[str, Json], names: Names) -> Iterator[Term]:
    """Those that were chosen; a data file that a game is pinned to has no name."""
    for field in option_fields(schema):
        value = options.get(field.name.removeprefix(PREFIX))
        if value and (field.kind != "choice" or value in field.values):
            yield field.label, names.say(value)


def _time(view: Game) -> Iterator[Term]:
    clock = view.clock
    if clock is None:
        yield "Clock", "none"
        return
    level = clock.get("level")
    policy = POLICIES[f"ai:{level}" if level else clock.get("policy", "remind")]
    yield "Clock", f"{_allowed(clock)}; then {policy}"
    if view.release:
        yield "Answers appear", f"every {view.release} minutes"


def _allowed(clock: Mapping[str, Json]) -> str:
    if clock.get("bank"):
        more = clock.get("increment", 0)
        return f"{duration(clock['bank'])} for the whole game" + (
            f" and {duration(more)} more a decision" if more else ""
        )
    return f"{duration(clock['per_decision'])} for each decision"


def _company(view: Game) -> Iterator[Term]:
    if view.visibility == "private":
        yield "Seen by", "its players only"
    if view.rated:
        yield "Rated", "yes"
    if view.shared is not None:
        yield "Chance", "shared with another installation"


def duration(seconds: int) -> str:
    """Seconds in the largest unit in which they are a whole number, in hours if in none: `2 days`."""
    for unit, size in UNITS.items():
        if seconds % size == 0:
            number = seconds // size
            return f"{number} {unit.removesuffix('s') if number == 1 else unit}"
    return f"{seconds / HOUR:.1f} hours"
