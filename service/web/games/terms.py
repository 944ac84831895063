"""What a game that has not begun will be played with, for those who think about sitting down: its options and clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from domain.contract.quantities import DAY, HOUR, MINUTE
from service.games.shapes.answers import Game
from service.language.catalogues import ENGLISH, Catalogue
from service.language.filling import filled
from service.language.names import Names
from service.web.games.clock_form import POLICIES
from service.web.games.options import PREFIX, option_fields

Term = tuple[str, str]
"""What it is called, and what it is."""


DURATIONS: Mapping[int, str] = {
    DAY: "{number:day|days}",
    HOUR: "{number:hour|hours}",
    MINUTE: "{number:minute|minutes}",
}
"""Seconds of a unit -> so many of it."""


def terms_of(view: Game, schema: Mapping[str, Json], names: Names) -> list[Term]:
    """The terms of a game as somebody sees it; `schema` is that of its options."""
    words = names.catalogue
    return [*_options(view.options, schema, names), *_time(view, words), *_company(view, words)]


def _options(options: Mapping[str, Json], schema: Mapping[str, Json], names: Names) -> Iterator[Term]:
    """Those that were chosen; a data file that a game is pinned to has no name."""
    for field in option_fields(schema):
        value = options.get(field.name.removeprefix(PREFIX))
        if value and (field.kind != "choice" or value in field.values):
            yield names.catalogue.told(field.label), names.say(value)


def _time(view: Game, words: Catalogue) -> Iterator[Term]:
    yield words.told("Clock"), clock_words(view.clock, words)
    if view.clock is not None and view.release:
        yield words.told("Answers appear"), words.filled("every {number} minutes", number=view.release)


def clock_words(clock: Mapping[str, Json] | None, words: Catalogue) -> str:
    """The terms of a clock in words: the time that it allows, and what comes then."""
    if clock is None:
        return words.told("no clock")
    level = clock.get("level")
    policy = POLICIES[f"ai:{level}" if level else clock.get("policy", "remind")]
    return words.filled("{allowed}; then {policy}", allowed=_allowed(clock, words), policy=words.told(policy))


def _allowed(clock: Mapping[str, Json], words: Catalogue) -> str:
    if not clock.get("bank"):
        return words.filled("{time} for each decision", time=duration(clock["per_decision"], words))
    bank, more = duration(clock["bank"], words), clock.get("increment", 0)
    if not more:
        return words.filled("{time} for the whole game", time=bank)
    return words.filled("{time} for the whole game and {more} more a decision", time=bank, more=duration(more, words))


def _company(view: Game, words: Catalogue) -> Iterator[Term]:
    if view.visibility == "private":
        yield words.told("Seen by"), words.told("its players only")
    yield words.told("Rated"), words.told("yes") if view.rated else words.told("no")
    if view.open_talk:
        yield words.told("Talk read by"), words.told("whoever may see the game")
    if view.shared is not None:
        yield words.told("The draws"), words.told("shared with another installation")


def duration(seconds: int, words: Catalogue = ENGLISH) -> str:
    """Seconds in the largest unit in which they are a whole number, in hours if in none: `2 days`."""
    for size, sentence in DURATIONS.items():
        if seconds % size == 0:
            return str(filled((sentence,), {"number": seconds // size}, words, str))
    hours = f"{seconds / HOUR:.1f}"
    return words.filled("{number} hours", number=hours)
