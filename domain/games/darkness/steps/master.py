"""What only a game with a game master has (chapter 13)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Step, Text


class AskSecurity(Step, tag="ask-security", frozen=True):
    """The game master may send security to a seat that entered a building."""

    seat: str


class AttemptTried(Step, tag="attempt-tried", frozen=True):
    """The check of an attempt, which was put in words, or of a task is settled."""

    task: str | None = None
    what: Text | str | UnsetType = UNSET


class Foraged(Step, tag="foraged", frozen=True):
    """A search of a building is settled."""

    task: str | None = None


class ThrowValues(Step, tag="throw-values", frozen=True):
    """The values of a piece are thrown for the round."""


class Drive(Step, tag="drive", frozen=True):
    """A check to drive is settled: the car moves along the path."""

    path: tuple[str, ...]


class Watch(Step, tag="watch", frozen=True):
    """Pieces and tiles that have come into sight are shown."""


class LookFrom(Step, tag="look-from", frozen=True):
    """Pieces that a seat saw from a space that it passed are shown."""

    seat: str
    at: str


class BeginChapter(Step, tag="begin-chapter", frozen=True):
    """A chapter is laid out; at the `first` the characters are not on the map yet."""

    chapter: str
    first: bool = False
