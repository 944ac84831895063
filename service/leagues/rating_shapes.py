"""What is answered about ratings, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.league.ratings import REASONS
from service.shape import Id, Instant, Shape


class Rated(Shape, kw_only=True, frozen=True):
    """Somebody who is rated. The rating is what one is at least, with some certainty: 1000 before the first game."""

    name: Annotated[str | None, Meta(description="A person, null if forgotten; or the level of an AI.")]
    rating: int
    mean: float
    deviation: float
    games: Annotated[int, Meta(description="How many games counted.")]


class RatedBot(Rated, kw_only=True, frozen=True):
    """A program that is rated: an AI of this service, or an account that is marked as a bot's."""

    ai: Annotated[bool, Meta(description="Whether it is an AI, which has its level for a name.")]


class Verdict(Shape, kw_only=True, frozen=True):
    """Whether a game counted."""

    verdict: Annotated[str, Meta(extra_json_schema={"enum": sorted(REASONS)})]
    reason: Annotated[str, Meta(description="The same in words.")]


class RatedGame(Shape, kw_only=True, frozen=True):
    """A closed game with the verdicts for the people and for the programs at its table."""

    id: Id
    closed: Instant
    people: Verdict
    ais: Verdict


class RatingChange(Shape, kw_only=True, frozen=True):
    """What a closed game did to the rating of who held a seat: the ratings as they are shown, the same where it did
    nothing; and why it counted for this holder or not."""

    name: Annotated[str | None, Meta(description="A person, null if forgotten; or the level of an AI.")]
    ai: bool
    bot: Annotated[bool, Meta(description="Whether it is rated among programs: an AI, or a bot's account.")]
    place: Annotated[int | None, Meta(description="From 1; null for who is not ranked.")]
    counted: Verdict
    before: int
    after: int


class GameRating(Shape, kw_only=True, frozen=True):
    """Whether a closed game counted, for people and for programs, and what it did to whom, in seat order."""

    people: Verdict
    ais: Verdict
    changes: list[RatingChange]


class RatingStep(Shape, kw_only=True, frozen=True):
    """A game that counted for a rating."""

    id: Id
    closed: Instant
    place: Annotated[int | None, Meta(description="From 1.")]
    before: int
    after: int


class RatingHistory(Shape, kw_only=True, frozen=True):
    """A rating over time: the games that counted for it, the last closed first."""

    game: str
    name: Annotated[str, Meta(description="A person, or the level of an AI.")]
    rating: Annotated[int, Meta(description="What it is now.")]
    games: list[RatingStep]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]


class Ratings(Shape, kw_only=True, frozen=True):
    """The ratings of a game, the best first, and its closed games, the last closed first."""

    game: str
    people: list[Rated]
    bots: Annotated[list[RatedBot], Meta(description="Programs, AIs and bots, as they are rated among each other.")]
    ais: Annotated[list[Rated], Meta(description="Those of `bots` that are AIs.")]
    games: list[RatedGame]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]
