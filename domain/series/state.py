"""A series and what happens in it: each event says what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from domain.contract.game import Event
from domain.contract.seats import Holder, in_seat_order
from domain.log.aggregate import Aggregate
from domain.log.canon import Json
from domain.log.derived import game_id
from domain.log.record import Public
from domain.log.upcast import UPCASTERS, Upcasters
from domain.table.members import OPERATOR, SEAT, Members, Moment


class SeriesHolder(Holder, frozen=True, omit_defaults=False):
    """Who holds a seat in all games; a person with the hash of sealed entropy, if there is one."""

    entropy_hash: str | None = None


class SeriesOpened(Event, frozen=True):
    """The first event: the game, its options without the sums, who holds the seats, the limit, and the commitment to
    the seed from which the games derive theirs; `terms` are those of every game of it."""

    id: str
    game: str
    rules: int
    options: dict[str, Json]
    seats: dict[str, SeriesHolder]
    limit: int
    lowest_wins: bool
    commitment: str
    procedure: str
    terms: dict[str, Json] = {}

    def apply(self, series: Series) -> None:
        series.id, series.opened = self.id, self
        series.holders = in_seat_order(self.seats)
        series.members = self.members_after(series.members, series.moment)
        series.sums = dict.fromkeys(series.holders, 0)

    def members_after(self, before: Members, when: Moment) -> Members:
        """Who belongs to the series now."""
        seats = in_seat_order(self.seats)
        members = Members.opened(tuple(seats), self.terms)
        for seat in (seat for seat, holder in seats.items() if holder.taken):
            members = members.taken(seat, seats[seat].account, when)
        return members


class SeriesSeatTaken(Event, frozen=True):
    """Somebody took an open seat."""

    seat: str
    holder: SeriesHolder

    def apply(self, series: Series) -> None:
        series.holders[self.seat] = self.holder
        series.members = self.members_after(series.members, series.moment)

    def members_after(self, before: Members, when: Moment) -> Members:
        """Who belongs to the series now."""
        return before.taken(self.seat, self.holder.account, when)


class SeriesSeatReplaced(Event, frozen=True):
    """A seat changed hands; what the one before gave to chance does not enter the games that follow."""

    seat: str
    holder: SeriesHolder

    def apply(self, series: Series) -> None:
        series.holders[self.seat] = self.holder
        series.members = self.members_after(series.members, series.moment)
        series.entropy.pop(self.seat, None)

    def members_after(self, before: Members, when: Moment) -> Members:
        """Who belongs to the series now: nobody returns to a seat that was given away."""
        return before.replaced(self.seat, self.holder.account, self.holder.level, when._replace(by=OPERATOR))


class SeriesEntropyOpened(Event, frozen=True):
    """A seat opened its entropy; it enters the key of every game of the series."""

    seat: str
    entropy: str

    def apply(self, series: Series) -> None:
        series.entropy[self.seat] = self.entropy


class GameOpenedInSeries(Event, frozen=True):
    """A game was opened: its number, its id, which follows from the number, and its options with the sums so far."""

    number: int
    game_id: str
    options: dict[str, Json]

    def apply(self, series: Series) -> None:
        series.games.append(SeriesGame(self.number, self.game_id))
        series.members = self.members_after(series.members, series.moment)

    def members_after(self, before: Members, when: Moment) -> Members:
        """Who belongs to the series now."""
        return before.started()


class GameTallied(Event, frozen=True):
    """A game ended. Only one that was played to its end (`over`) adds to the sums, which are those after it."""

    number: int
    cause: str
    tally: dict[str, int]
    places: dict[str, int]
    sums: dict[str, int]

    def apply(self, series: Series) -> None:
        series.sums = dict(self.sums)
        series.games[-1].cause, series.games[-1].tally = self.cause, self.tally
        series.games[-1].places = self.places


class SeriesClosed(Event, frozen=True):
    """The last event: `over` with the ranking, best first, or `void` or `abandoned` without; and the seed."""

    cause: str
    ranking: tuple[str, ...] | None
    seed: str

    def apply(self, series: Series) -> None:
        series.status, series.ranking, series.seed = self.cause, self.ranking, self.seed


SERIES_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        SeriesOpened, SeriesSeatTaken, SeriesSeatReplaced, SeriesEntropyOpened, GameOpenedInSeries, GameTallied,
        SeriesClosed,
    )
}  # fmt: skip


class SeriesGame(msgspec.Struct):
    """A game of a series; `cause` is None until it was tallied."""

    number: int
    game_id: str
    cause: str | None = None
    tally: dict[str, int] = {}
    places: dict[str, int] = {}


class OnMembers(Protocol):
    """An event that changes who belongs to a series."""

    def members_after(self, before: Members, when: Moment) -> Members:
        """Who belongs to the series now."""


_ON_MEMBERS: Mapping[str, type[OnMembers]] = {
    "SeriesOpened": SeriesOpened,
    "SeriesSeatTaken": SeriesSeatTaken,
    "SeriesSeatReplaced": SeriesSeatReplaced,
    "GameOpenedInSeries": GameOpenedInSeries,
}
"""The events that change who belongs to a series, by their stored names."""


def members_after(before: Members, public: Public) -> Members:
    """Who belongs to a series after an event of which this is the public part."""
    kind = _ON_MEMBERS.get(public.type)
    if kind is None:
        return before
    event = msgspec.convert(public.data, kind, strict=False)
    return event.members_after(before, Moment(public.version, public.at, SEAT))


class Series(Aggregate):
    """A series: the fold of its log. `status` is `running` or the cause of its end; `sums` seat -> tally so far;
    `members` says who belongs to it."""

    owner = "series"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(SERIES_EVENTS, upcasters)
        self.opened: SeriesOpened | None = None
        self.holders: dict[str, SeriesHolder] = {}
        self.members = Members()
        self.entropy: dict[str, str] = {}
        self.games: list[SeriesGame] = []
        self.sums: dict[str, int] = {}
        self.status = "running"
        self.ranking: tuple[str, ...] | None = None
        self.seed: str | None = None

    @property
    def header(self) -> SeriesOpened:
        """The first event; ValueError for an empty log."""
        if self.opened is None:
            raise ValueError("the log is empty")
        return self.opened

    @property
    def moment(self) -> Moment:
        """When what happens to a seat now happens."""
        return Moment(self.version, self.at, SEAT)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(held.taken for held in self.holders.values())

    @property
    def owing(self) -> list[str]:
        """Seats that gave the hash of sealed entropy and have not opened it."""
        given = (seat for seat, held in self.holders.items() if held.entropy_hash is not None)
        return [seat for seat in given if seat not in self.entropy]

    @property
    def current(self) -> SeriesGame | None:
        """The game that is played and not tallied yet."""
        return self.games[-1] if self.games and self.games[-1].cause is None else None

    @property
    def is_decided(self) -> bool:
        """Whether a seat has reached the limit (NF-VAR-6)."""
        return max(self.sums.values()) >= self.header.limit

    def standing(self) -> tuple[str, ...]:
        """All seats, best first: by sums, equal ones by their places in the last game that counted (NF-VAR-7)."""
        played = [game.places for game in self.games if game.cause == "over"]
        places = played[-1] if played else {}
        sign = 1 if self.header.lowest_wins else -1
        return tuple(sorted(self.sums, key=lambda seat: (sign * self.sums[seat], places.get(seat, 0))))


class Step(msgspec.Struct, frozen=True):
    """What follows by itself: `open-game` number, or wait until it can be tallied (`tally`)."""

    what: Literal["open-game", "tally"]
    number: int
    game_id: str


def next_step(series: Series) -> Step | None:
    """What is to be done now; None when the series has ended, or waits for seats to be taken or for entropy."""
    if series.status != "running" or not series.is_full or series.owing:
        return None
    if series.current is not None:
        return Step("tally", series.current.number, series.current.game_id)
    number = len(series.games) + 1
    return Step("open-game", number, game_id(series.id, number))
