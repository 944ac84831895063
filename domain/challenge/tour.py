"""Tours: several challenges, such as the nights of a city, with one table of points by place (CH-TOUR).

A tour is a log of one event, stored before the first try of any of its challenges. Its table follows from their logs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.challenge.state import Challenge, Try
from domain.contract.game import Action, Event, Refused, Text
from domain.contract.quantities import Bounds
from domain.league.points import by_place
from domain.log.aggregate import Aggregate
from domain.log.record import Command, Happened
from domain.log.upcast import UPCASTERS, Upcasters

POINTS = (10, 6, 3, 1)
"""Points of the first places, unless a tour says otherwise."""

TOUR_POINTS = Bounds(0, 1000)
"""What a place of a challenge may bring."""

MOST_CHALLENGES = 50

MOST_PLACES = 100
"""How many places of a challenge may bring points."""


class Open(Action, tag="tour/open", frozen=True):
    """Open a tour of challenges of one game, in their order."""

    id: str
    game: str
    organiser: str
    challenges: tuple[str, ...]
    points: tuple[int, ...]
    name: Text | str


class TourOpened(Event, frozen=True):
    """The one event: the game, the challenges in their order, the points of the first places, and the account that
    organises."""

    id: str
    game: str
    organiser: str
    challenges: tuple[str, ...]
    points: tuple[int, ...]
    name: Text

    def apply(self, tour: Tour) -> None:
        tour.id, tour.opened = self.id, self


TOUR_EVENTS: Mapping[str, type[Event]] = {"TourOpened": TourOpened}


class Tour(Aggregate):
    """A tour: the fold of its log."""

    owner = "tour"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(TOUR_EVENTS, upcasters)
        self.opened: TourOpened | None = None

    @property
    def header(self) -> TourOpened:
        """The event; ValueError for an empty log."""
        if self.opened is None:
            raise ValueError("the log is empty")
        return self.opened


def opening(tour_id: str, name: str, organiser: str, challenges: Sequence[Challenge], points: Sequence[int]) -> Open:
    """The action that opens a tour of the organiser's own challenges, which nobody has tried (CH-TOUR-1).

    `Refused` for others: what a tour consists of is told before anybody knows how it went.
    """
    if len({challenge.header.game for challenge in challenges}) != 1:
        raise Refused("malformed", "a tour is made of challenges of one game")
    if any(challenge.header.organiser != organiser for challenge in challenges):
        raise Refused("illegal", "a tour is made of challenges of one's own")
    if any(challenge.status != "open" or challenge.last_number for challenge in challenges):
        raise Refused("illegal", "a tour is opened before the first try of its challenges")
    if len(points) > MOST_PLACES:
        raise Refused("malformed", "points are given for {most} places at most", most=MOST_PLACES)
    for number in points:
        TOUR_POINTS.check(number, "points")
    ids = tuple(challenge.id for challenge in challenges)
    return Open(tour_id, challenges[0].header.game, organiser, ids, tuple(points), name)


def decide(tour: Tour, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The event of the one command that a tour knows."""
    action = command.action
    if not isinstance(action, Open) or tour.version:
        raise Refused("illegal", "a tour is opened once, and nothing else happens in it")
    if not isinstance(action.name, Text):
        raise Refused("malformed", "a tour's name is kept outside its log")
    if not 1 <= len(action.challenges) == len(set(action.challenges)) <= MOST_CHALLENGES:
        raise Refused("malformed", "1 to {most} challenges, each of them once", most=MOST_CHALLENGES)
    if not action.points or list(action.points) != sorted(action.points, reverse=True) or action.points[-1] < 0:
        raise Refused("malformed", "points fall from place to place, and none is below nought")
    return [Happened(TourOpened(**msgspec.structs.asdict(action)))]


class Standing(msgspec.Struct, frozen=True):
    """Where a group stands: its rank, its points, and in each challenge its place, None where it has none yet.

    `group` are the accounts of its people, or one AI level (`level`).
    """

    rank: int
    group: tuple[str, ...]
    level: str | None
    points: Fraction
    places: tuple[int | None, ...]


def standings(tour: TourOpened, challenges: Sequence[Challenge]) -> list[Standing]:
    """The table, the best first, from those of the tour's challenges that have ended (CH-TOUR-2 to -4)."""
    scale = [Fraction(points) for points in tour.points]
    groups = {_key(own): own for challenge in challenges for own in challenge.tries.values()}
    places = [
        {_key(challenge.tries[place.number]): place.rank for place in challenge.places} for challenge in challenges
    ]
    brought = [by_place(reached, scale) for reached in places]
    strength: dict[str, _Strength] = {}
    for key in dict.fromkeys(key for reached in places for key in reached):
        own = tuple(reached.get(key) for reached in places)
        strength[key] = _Strength(sum((points.get(key, Fraction(0)) for points in brought), Fraction(0)), own)
    return [
        Standing(
            1 + sum(other.order > found.order for other in strength.values()),
            tuple(sorted(groups[key].members)),
            groups[key].level,
            found.points,
            found.places,
        )
        for key, found in sorted(strength.items(), key=lambda item: item[1].order, reverse=True)
    ]


class _Strength(msgspec.Struct, frozen=True):
    points: Fraction
    places: tuple[int | None, ...]

    @property
    def order(self) -> tuple[Fraction, tuple[int, ...]]:
        """Points, then the number of first places, of second ones and so on (CH-TOUR-4)."""
        last = max((place for place in self.places if place is not None), default=0)
        return self.points, tuple(self.places.count(place) for place in range(1, last + 1))


def _key(own: Try) -> str:
    """Who tries, the same in every challenge: the same people, or the same AI level (CH-TOUR-3)."""
    return f"ai {own.level}" if own.level is not None else " ".join(sorted(own.members))
