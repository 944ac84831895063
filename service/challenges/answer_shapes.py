"""What is answered about challenges and tours, each shape once."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.games.shapes.answers import OptionsGiven, Seat
from service.shape import Decided, Id, Instant, Object, Points, Shape

Status: TypeAlias = Literal["open", "ending", "closed"]


class GroupInvitation(Shape, kw_only=True, frozen=True):
    """The link by which others join a group; it is worth nothing once the group has begun or is no more."""

    token: Annotated[str, Meta(description="To be sent as `invitation`.")]
    link: Annotated[str, Meta(description="A page for people.")]


class Try(Shape, kw_only=True, frozen=True):
    """A try; `game_id` is null while its group is forming, `cause` while it is played, `rank` until the challenge has
    ended."""

    number: int
    name: Annotated[str | None, Meta(description="Of who began it, or leads it.")]
    level: Annotated[str | None, Meta(description="Of an AI that tries alone.")]
    status: Literal["forming", "playing", "ended"]
    seats: dict[str, Seat]
    game_id: Id | None
    cause: str | None
    won: bool | None
    values: Annotated[dict[str, int], Meta(description="Of the tie-breaks, highest best.")]
    rank: int | None


class Challenge(Shape, kw_only=True, frozen=True):
    """A challenge."""

    id: Id
    name: str
    organiser: Annotated[str | None, Meta(description="Null: that account is deleted.")]
    game: str
    rules: Annotated[int, Meta(description="The number of the rules that it is played by.")]
    options: OptionsGiven
    seats: Annotated[int, Meta(description="At each table.")]
    clock: Annotated[Object | None, Meta(description="The terms of the games' clocks; null: none.")]
    ai_seats: Annotated[bool, Meta(description="Whether a group may begin with AIs on some seats.")]
    tie_breaks: Annotated[list[str], Meta(description="What tries that came out alike are compared by.")]
    due: Annotated[int | None, Meta(description="Seconds UTC; null: until it is ended.")]
    status: Status
    commitment: Annotated[str, Meta(description="To the seed of all tries, SHA-256, hex.")]
    seed: Annotated[str | None, Meta(description="Revealed at the end, hex.")]
    tries: list[Try]
    operated: Annotated[list[Decided], Meta(description="What the organiser or an operator decided.")]
    version: Annotated[int, Meta(description="Number of events in the log.")]
    head: Annotated[str, Meta(description="Hash of the log up to here, hex.")]


class TryBegun(Shape, kw_only=True, frozen=True):
    """The challenge, and the caller's try in it; its game is null while its group is forming."""

    number: int
    game_id: Id | None
    challenge: Challenge


class ListedChallenge(Shape, kw_only=True, frozen=True):
    """A challenge in a list."""

    id: Id
    game: str
    status: Status
    due: Annotated[int | None, Meta(description="Seconds UTC; null: until it is ended.")]
    tries: Annotated[int, Meta(description="How many there are.")]
    opened: Instant
    changed: Instant


class ChallengesPage(Shape, kw_only=True, frozen=True):
    """A page of the list, the newest challenge first."""

    challenges: list[ListedChallenge]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]


class TourChallenge(Shape, kw_only=True, frozen=True):
    """A challenge of a tour."""

    id: Id
    name: str
    status: Status


class TourStanding(Shape, kw_only=True, frozen=True):
    """Where a group stands: the same people in every challenge, or an AI level."""

    rank: int
    names: list[str]
    level: Annotated[str | None, Meta(description="Of an AI; null: people.")]
    points: Points
    places: Annotated[list[int | None], Meta(description="In each challenge; null: none yet.")]


class Tour(Shape, kw_only=True, frozen=True):
    """A tour, with the table of those of its challenges that have ended."""

    id: Id
    name: str
    game: str
    organiser: Annotated[str | None, Meta(description="Null: that account is deleted.")]
    points: Annotated[list[int], Meta(description="Of the first places.")]
    challenges: list[TourChallenge]
    standings: list[TourStanding]


class ListedTour(Shape, kw_only=True, frozen=True):
    """A tour in a list."""

    id: Id
    game: str
    challenges: Annotated[int, Meta(description="How many there are.")]
    opened: Instant


class ToursPage(Shape, kw_only=True, frozen=True):
    """A page of the list, the newest tour first."""

    tours: list[ListedTour]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]
