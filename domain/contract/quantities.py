"""Numbers that people type: each kind is defined once, for the API's schemas, the pages' forms and the rules alike.

A text is known by its form before anything is worked out with it: the value of `1e30000000` alone fills a machine.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, TypeGuard

import msgspec

from domain.contract.parts import Json, Refused
from domain.contract.reason import Reason

MINUTE, HOUR, DAY = 60, 3_600, 86_400

_WHOLE = re.compile("-?[0-9]{1,16}")


def whole(text: str) -> int | None:
    """The whole number that a text says in at most sixteen digits; None for any other text."""
    return int(text) if _WHOLE.fullmatch(text) else None


class Bounds(msgspec.Struct, frozen=True):
    """The whole numbers of one kind: the least, the most, and what they are a number of, if that has a name."""

    least: int
    most: int
    of: str = ""

    def has(self, value: Json) -> TypeGuard[int]:
        """Whether the value is a number of this kind."""
        return type(value) is int and self.least <= value <= self.most

    def check(self, value: Json, name: str) -> int:
        """The value; `Refused("malformed")` if it is no number of this kind. `name` is what it was asked for as."""
        if not self.has(value):
            raise Refused("malformed", "{name} is {bounds}", name=name, bounds=self.said)
        return value

    def read(self, text: str, name: str) -> int:
        """The number that a typed text says; `Refused("malformed")` if it says none of this kind."""
        return self.check(whole(text.strip()), name)

    @property
    def schema(self) -> dict[str, Json]:
        """What a JSON Schema of a whole number says of it besides."""
        return {"minimum": self.least, "maximum": self.most}

    @property
    def said(self) -> Reason:
        """What such a number is, in words."""
        if self.of:
            return Reason("a number of {of} from {least} to {most}", of=self.of, least=self.least, most=self.most)
        return Reason("a number from {least} to {most}", least=self.least, most=self.most)

    def __str__(self) -> str:
        return str(self.said)


INSTANTS = Bounds(0, 253_402_214_399, "seconds UTC")
"""Instants up to the last day of the year 9999, from which on calendars have no name for them in every time zone."""

DURATIONS = Bounds(1, 366 * DAY, "seconds")
"""How much more time may be given at once."""

AMOUNTS = Bounds(0, 9_999_999)
"""How many of something, where nothing more exact is said."""

PLACES = Bounds(1, 99)
"""Places at a table, and how many there are."""

TALLIES = Bounds(0, 1_000_000)
"""What a game may count for a seat, such as wounds."""

SUMS = Bounds(1, 10_000)
"""What the tallies of several games together may be asked to reach."""


class Horizon(msgspec.Struct, frozen=True):
    """How many seconds from now an instant may lie that somebody types, and how long a time may be."""

    seconds: int = 60 * DAY

    def instant(self, value: Json, now: int, name: str) -> int:
        """An instant that is near enough; `Refused("malformed")` for any other value."""
        near = Bounds(max(INSTANTS.least, now - self.seconds), min(INSTANTS.most, now + self.seconds), INSTANTS.of)
        return near.check(value, name)

    def duration(self, value: Json, name: str) -> int:
        """A time in seconds that is short enough; `Refused("malformed")` for any other value."""
        return Bounds(DURATIONS.least, min(DURATIONS.most, self.seconds), DURATIONS.of).check(value, name)


WHOLE_POINTS = Bounds(-999_999_999, 999_999_999)

EARNED_FORM = "[0-9]{1,9}(?:[./][0-9]{1,9})?"

POINTS_FORM = f"-?{EARNED_FORM}"
"""Points in words: up to nine digits, and up to nine more after a point or below a fraction's line."""

Points = (
    Annotated[int, msgspec.Meta(extra_json_schema=WHOLE_POINTS.schema)]
    | Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^(?:{POINTS_FORM})$"})]
)
"""Points as they are typed. Their form is told here and checked by `points`: what was stored is read whatever it is."""

PointsEarned = (
    Annotated[int, msgspec.Meta(extra_json_schema=Bounds(0, WHOLE_POINTS.most).schema)]
    | Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^(?:{EARNED_FORM})$"})]
)
"""Points that a place earns, which are never below 0."""

_POINTS = re.compile(POINTS_FORM)


def points_schema() -> dict[str, Json]:
    """The JSON Schema of points as they are typed."""
    return msgspec.json.schema(Points)


def points(typed: Json) -> Fraction:
    """The points that somebody typed, a whole number or a text such as "19/3"; `Refused("malformed")` if it is none."""
    if isinstance(typed, str) and _POINTS.fullmatch(typed) and not re.search("/0+$", typed):
        return Fraction(typed)
    if type(typed) is int and WHOLE_POINTS.least <= typed <= WHOLE_POINTS.most:
        return Fraction(typed)
    said = repr(typed[:30]) if isinstance(typed, str) else Reason("this")
    raise Refused(
        "malformed", '{said} is no number of points: up to nine digits, or a fraction as "19/3" or "-0.5"', said=said
    )


def typed_points(text: str) -> int | str:
    """The points that a page's field says, in the form in which they are posted; `Refused("malformed")` if none."""
    text = text.strip()
    points(text)
    number = whole(text)
    return text if number is None else number
