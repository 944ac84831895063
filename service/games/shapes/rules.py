"""What is answered about the games that can be played: their rules, data and names, each shape once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from service.shape import Object, Shape

Names: TypeAlias = Annotated[dict[str, dict[str, str]], Meta(description="Language -> id -> name.")]


class SeatCount(Shape, kw_only=True, frozen=True):
    """How many seats a game takes."""

    min: int
    max: int


class GameKind(Shape, kw_only=True, frozen=True):
    """A game that can be played."""

    game: str
    rules: Annotated[int, Meta(description="The number of the rules that a new game has.")]
    seats: SeatCount


class Games(Shape, kw_only=True, frozen=True):
    """All games that can be played."""

    games: list[GameKind]


class AiStrength(Shape, kw_only=True, frozen=True):
    """How strong a level is in a game: its rating in a list of AIs alone, where the level "greedy" stands at 1500."""

    game: Annotated[str, Meta(description="The game.")]
    games: Annotated[int, Meta(description="How many games against that level it was measured by.")]
    rating: Annotated[int | None, Meta(description="The rating; null where it won all of them, or none.")]
    low: Annotated[int | None, Meta(description="Where the 95 % interval begins; null where it has no bound.")]
    high: Annotated[int | None, Meta(description="Where it ends; null where it has no bound.")]


class AiLevel(Shape, kw_only=True, frozen=True):
    """A level of AIs that can take seats."""

    level: Annotated[str, Meta(description="What it is called where a seat is given to an AI.")]
    name: Annotated[str, Meta(description="What people call it.")]
    plays: Annotated[str, Meta(description="How it plays, in a few words.")]
    thinks_ahead: Annotated[list[str], Meta(description="The games in which it thinks ahead.")]
    seconds: Annotated[float, Meta(description="How long it takes to answer at least, where a person sits.")]
    games: Annotated[list[str], Meta(description="The games that offer it: those in which it is a level of its own.")]
    strength: Annotated[list[AiStrength], Meta(description="How strong it was found to be, where it was measured.")]


class AiLevels(Shape, kw_only=True, frozen=True):
    """All levels of AIs, the weakest first."""

    levels: list[AiLevel]


class RulesChange(Shape, kw_only=True, frozen=True):
    """What a number of the rules decides otherwise than the one before."""

    number: Annotated[int, Meta(description="The number.")]
    rules: Annotated[
        list[str], Meta(description="Ids of the rules that it decides otherwise; none for the first number.")
    ]
    what: Annotated[str, Meta(description="What was wrong before it.")]


class Rules(GameKind, kw_only=True, frozen=True):
    """What a client needs to know of a game."""

    changes: Annotated[
        list[RulesChange], Meta(description="What each number of the rules changed, the first one first.")
    ]
    rules_kept_from: Annotated[int, Meta(description="Games under a lower number can be read, but not decided again.")]
    options: Annotated[Object, Meta(description="JSON Schema of the options.")]
    verbs: Annotated[dict[str, Object], Meta(description="Verb -> JSON Schema of the action.")]
    events: Annotated[dict[str, Object], Meta(description="Event -> JSON Schema of its data.")]
    names: Names
    data: Annotated[dict[str, str], Meta(description="Data file -> SHA-256, hex.")]


class Labels(Shape, kw_only=True, frozen=True):
    """Names in one language."""

    language: Annotated[str, Meta(description="The language, as `Content-Language` says too.")]
    labels: Annotated[dict[str, str], Meta(description="Id -> name in that language.")]


class DataFile(Shape, kw_only=True, frozen=True):
    """A data file: its hash, and what stands in it, the provenance of every value included."""

    sha256: str
    content: Object


class KeptFile(Shape, kw_only=True, frozen=True):
    """A data file that a game was begun with, word for word."""

    game: str
    name: str
    sha256: str
    text: str


class Cards(Shape, kw_only=True, frozen=True):
    """The cards, weapons, tiles and so on of a game, as the rules read them."""

    game: str
    rules: Annotated[int, Meta(description="The number of the rules that a new game has.")]
    data: Annotated[dict[str, DataFile], Meta(description="Name -> file.")]
    names: Names
