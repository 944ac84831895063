"""What happens in a challenge: each event says what it changes. Stored for ever, so none is ever altered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from domain.contract.game import Event, Text
from domain.contract.seats import Seat
from domain.log.canon import Json

if TYPE_CHECKING:
    from domain.challenge.state import Challenge


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
        challenge.add(self.number, dict(self.seats), self.leader)


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
    kind.__name__: kind
    for kind in (
        ChallengeOpened, TryBegun, GroupFormed, GroupJoined, GroupLeft, GroupDissolved, GroupBegun, TryEnded,
        TryMeasured, EntriesClosed, ChallengeClosed,
    )
}  # fmt: skip
