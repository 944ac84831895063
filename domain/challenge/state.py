"""What a challenge is: the fold of its log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.challenge.events import CHALLENGE_EVENTS, ChallengeOpened, Place
from domain.contract.seats import Seat
from domain.log.aggregate import Aggregate
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
