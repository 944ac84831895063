"""A challenge and what happens in it: each event says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.aggregate import Aggregate
from domain.canon import Json
from domain.game import Event, Text
from domain.upcast import UPCASTERS, Upcasters


class ChallengeOpened(Event, frozen=True):
    """The first event: the game, its options and number of seats, the commitment to the seed that all tries share,
    the time from which no try begins or goes on (seconds UTC; None: until the organiser ends it), the terms of the
    games, and the account that organises it."""

    id: str
    game: str
    rules: int
    options: dict[str, Json]
    seats: int
    commitment: str
    procedure: str
    due: int | None
    terms: dict[str, Json]
    organiser: str
    name: Text

    def apply(self, challenge: Challenge) -> None:
        challenge.id, challenge.opened = self.id, self


class TryBegun(Event, frozen=True):
    """Somebody began a try: its number, from 1, and the id of its game, which follows from it."""

    number: int
    account: str | None
    level: str | None
    game_id: str

    def apply(self, challenge: Challenge) -> None:
        challenge.tries.append(Try(self.number, self.account, self.level, self.game_id))


class TryEnded(Event, frozen=True):
    """The game of a try ended: for which cause, and whether it was won (None if it was not played to its end)."""

    number: int
    cause: str
    won: bool | None

    def apply(self, challenge: Challenge) -> None:
        ended = challenge.tries[self.number - 1]
        ended.cause, ended.won = self.cause, self.won


class EntriesClosed(Event, frozen=True):
    """From now on no try begins."""

    def apply(self, challenge: Challenge) -> None:
        challenge.entries_closed = True


class Place(msgspec.Struct, frozen=True):
    """A try's place among those that were played to their end; all that came out alike share it."""

    rank: int
    number: int


class ChallengeClosed(Event, frozen=True):
    """The last event: the places, and the seed."""

    places: tuple[Place, ...]
    seed: str

    def apply(self, challenge: Challenge) -> None:
        challenge.places, challenge.seed = self.places, self.seed


CHALLENGE_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in (ChallengeOpened, TryBegun, TryEnded, EntriesClosed, ChallengeClosed)
}


class Try(msgspec.Struct):
    """A try; `cause` is None while its game goes on."""

    number: int
    account: str | None
    level: str | None
    game_id: str
    cause: str | None = None
    won: bool | None = None


class Challenge(Aggregate):
    """A challenge: the fold of its log. `seed` and `places` are there once it is closed."""

    owner = "challenge"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(CHALLENGE_EVENTS, upcasters)
        self.opened: ChallengeOpened | None = None
        self.tries: list[Try] = []
        self.entries_closed = False
        self.places: tuple[Place, ...] = ()
        self.seed: str | None = None

    @property
    def header(self) -> ChallengeOpened:
        """The first event; ValueError for an empty log."""
        if self.opened is None:
            raise ValueError("the log is empty")
        return self.opened

    @property
    def running(self) -> list[Try]:
        """The tries whose games go on."""
        return [own for own in self.tries if own.cause is None]

    def is_due(self, at: int) -> bool:
        """Whether its time is up."""
        return self.header.due is not None and at >= self.header.due

    @property
    def status(self) -> str:
        """`open` for tries, `ending` while the last ones are played, `closed`."""
        if self.seed is not None:
            return "closed"
        return "ending" if self.entries_closed else "open"
