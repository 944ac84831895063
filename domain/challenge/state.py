"""What a challenge is: the fold of its log, and the events, each of which says what it changes.

Events are stored for ever, so none is ever altered.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Event, Text
from domain.contract.seats import Seat, in_seat_order
from domain.log.aggregate import Aggregate
from domain.log.canon import Json
from domain.log.upcast import UPCASTERS, Upcasters


class Try(msgspec.Struct):
    """A try: who holds its seats, and the account that began it or leads its group (None: an AI's).

    `game_id` is None while its group has not begun, `cause` while its game goes on; `values` are those of the
    challenge's tie-breaks.
    """

    number: int
    seats: dict[str, Seat]
    account: str | None
    game_id: str | None = None
    cause: str | None = None
    won: bool | None = None
    values: Mapping[str, int] = {}

    @property
    def members(self) -> set[str]:
        """The accounts whose try it is."""
        held = {seat.account for seat in self.seats.values()}
        return {account for account in (*held, self.account) if account is not None}

    @property
    def level(self) -> str | None:
        """The AI level whose try it is; None of a person's or a group's."""
        return None if self.account is not None else next(iter(self.seats.values())).level

    @property
    def open_seats(self) -> list[str]:
        """The seats that nobody holds."""
        return [name for name, seat in self.seats.items() if not seat.taken]

    @property
    def status(self) -> str:
        """`forming` while its group has not begun, `playing`, `ended`."""
        if self.game_id is None:
            return "forming"
        return "playing" if self.cause is None else "ended"


class Place(msgspec.Struct, frozen=True):
    """A try's place among those that were played to their end; all that came out alike share it."""

    rank: int
    number: int


class ChallengeOpened(Event, frozen=True):
    """The first event: the game, its options and number of seats, the commitment to the seed that all tries share,
    the time from which no try begins or goes on (seconds UTC; None: until the organiser ends it), and the account
    that organises it.

    `terms` are `clock` and `release` of the games; `ai_seats`, whether a group may begin with AIs; `tie_breaks`, the
    names of what tries that came out alike are compared by, in their order; and `data`, the files that all tries are
    played with, name -> SHA-256 (hex). The last three are not in the oldest logs.
    """

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
    """Somebody began a try at all seats: its number, from 1, and the id of its game, which follows from it."""

    number: int
    account: str | None
    level: str | None
    game_id: str

    def apply(self, challenge: Challenge) -> None:
        seat = Seat(self.account, self.level)
        challenge.add(self.number, dict.fromkeys(challenge.seat_ids, seat), self.account).game_id = self.game_id


class GroupFormed(Event, frozen=True):
    """Somebody leads a group that is to try: the number of the try, and its seats."""

    number: int
    leader: str
    seats: dict[str, Seat]

    def apply(self, challenge: Challenge) -> None:
        challenge.add(self.number, in_seat_order(self.seats), self.leader)


class GroupJoined(Event, frozen=True):
    """Somebody took a seat of a group."""

    number: int
    seat: str
    account: str

    def apply(self, challenge: Challenge) -> None:
        challenge.tries[self.number].seats[self.seat] = Seat(self.account)


class GroupLeft(Event, frozen=True):
    """Somebody left a group before its start: those seats are open again."""

    number: int
    account: str

    def apply(self, challenge: Challenge) -> None:
        seats = challenge.tries[self.number].seats
        challenge.tries[self.number].seats = {
            name: Seat() if seat.account == self.account else seat for name, seat in seats.items()
        }


class GroupDissolved(Event, frozen=True):
    """A group is no more: its leader left before the start. Its number is not given again."""

    number: int

    def apply(self, challenge: Challenge) -> None:
        del challenge.tries[self.number]


class GroupBegun(Event, frozen=True):
    """A group began its try: the AIs that took open seats, and the id of its game, which follows from the number."""

    number: int
    levels: dict[str, str]
    game_id: str

    def apply(self, challenge: Challenge) -> None:
        begun = challenge.tries[self.number]
        begun.seats |= {seat: Seat(level=level) for seat, level in self.levels.items()}
        begun.game_id = self.game_id


class TryEnded(Event, frozen=True):
    """The game of a try ended: for which cause, and whether it was won (None if it was not played to its end)."""

    number: int
    cause: str
    won: bool | None

    def apply(self, challenge: Challenge) -> None:
        ended = challenge.tries[self.number]
        ended.cause, ended.won = self.cause, self.won


class TryMeasured(Event, frozen=True):
    """What the try that has ended is compared by: the values of the challenge's tie-breaks, the highest the best."""

    number: int
    values: dict[str, int]

    def apply(self, challenge: Challenge) -> None:
        challenge.tries[self.number].values = self.values


class EntriesClosed(Event, frozen=True):
    """From now on no try begins. Groups that have not begun are no more."""

    def apply(self, challenge: Challenge) -> None:
        challenge.entries_closed = True
        challenge.tries = {number: own for number, own in challenge.tries.items() if own.game_id is not None}


class ChallengeClosed(Event, frozen=True):
    """The last event: the places, and the seed."""

    places: tuple[Place, ...]
    seed: str

    def apply(self, challenge: Challenge) -> None:
        challenge.places, challenge.seed = self.places, self.seed


CHALLENGE_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        ChallengeOpened, TryBegun, GroupFormed, GroupJoined, GroupLeft, GroupDissolved, GroupBegun, TryEnded,
        TryMeasured, EntriesClosed, ChallengeClosed,
    )
}  # fmt: skip


class Challenge(Aggregate):
    """A challenge. `tries` are by number; `seed` and `places` are there once it is closed."""

    owner = "challenge"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(CHALLENGE_EVENTS, upcasters)
        self.opened: ChallengeOpened | None = None
        self.tries: dict[int, Try] = {}
        self.last_number = 0
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
    def seat_ids(self) -> list[str]:
        """The seats of each game."""
        return [f"s{number}" for number in range(1, self.header.seats + 1)]

    @property
    def tie_breaks(self) -> list[str]:
        """The names of what tries that came out alike are compared by, the first first."""
        return list(self.header.terms.get("tie_breaks", ()))

    @property
    def allows_ais(self) -> bool:
        """Whether a group may begin with AIs on some seats."""
        return bool(self.header.terms.get("ai_seats", False))

    @property
    def running(self) -> list[Try]:
        """The tries whose games go on."""
        return [own for own in self.tries.values() if own.status == "playing"]

    def is_due(self, at: int) -> bool:
        """Whether its time is up."""
        return self.header.due is not None and at >= self.header.due

    def try_of(self, account: str) -> Try | None:
        """The one try of an account, or of the group that it belongs to."""
        return next((own for own in self.tries.values() if account in own.members), None)

    def add(self, number: int, seats: dict[str, Seat], account: str | None) -> Try:
        """Note a new try."""
        self.last_number, self.tries[number] = number, Try(number, seats, account)
        return self.tries[number]

    @property
    def status(self) -> str:
        """`open` for tries, `ending` while the last ones are played, `closed`."""
        if self.seed is not None:
            return "closed"
        return "ending" if self.entries_closed else "open"
