"""What a table knows, and what its events do to it that is more than to set a field of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from domain.contract.audience import SPECTATOR, visible
from domain.contract.facets.data_files import begun_with
from domain.contract.game import Decision, Event, Game, Json, State
from domain.games.catalog import Catalog
from domain.log.aggregate import Aggregate
from domain.log.record import Sealed
from domain.log.shares import Partner
from domain.log.upcast import Upcasters
from domain.table.members import Members, Moment
from domain.table.open_decisions import OpenDecisions
from domain.table.parts import Awaited, Brought, Closing, Done, Header, Operated, Receipt, TableSeat
from domain.table.rules.clock import Clocks


class Past(Protocol):
    """The past of a table that was restored, which is read when somebody asks for it."""

    def events(self, game: Game[Any], upcasters: Upcasters) -> list[tuple[int, Event]]:
        """The events that count, each with its version."""


class TableState(Aggregate):
    """What is known of one game's table at one version.

    `rules` is the rules number in force; `status` is `open`, `running`, `over`, `void`, `cancelled` or `abandoned`;
    `draws` the number of the next draw; `deal` the id of the deal that it shares with other tables, if it does, of
    which `dealt` counts the draws by kind and name; `partner` who shares the seed, if somebody does, `shares` the
    number of the next share and `awaited` the one that was asked for; `waiting` what the table waits for; `state` the
    game's state, None before the start; `gave_up` the seats that resigned, in that order, with the numbers of their
    commands; `members` says who belongs to it, `operated` what operators did, `brought` maps a seat to what it brings
    along; `history` the game's events that count, with their versions, and `commands` what they came from; `ended` the
    public data of the event by which the game ended.
    """

    owner = "table"

    def __init__(self, catalog: Catalog, kinds: Mapping[str, type[Event]]) -> None:
        super().__init__(kinds, catalog.upcasters)
        self._catalog = catalog
        self.opened: Header | None = None
        self.seats: dict[str, TableSeat] = {}
        self.rules = 0
        self.status = "open"
        self.closed: Closing | None = None
        self.ended: Mapping[str, Json] | None = None
        self.entropy: tuple[tuple[str, str], ...] = ()
        self.draws = 0
        self.deal: str | None = None
        self.dealt: dict[str, int] = {}
        self.partner: Partner | None = None
        self.shares = 0
        self.awaited: Awaited | None = None
        self.state: State | None = None
        self.receipts: dict[str, dict[str, Receipt]] = {}
        self.sealed: dict[str, Sealed] = {}
        self.gave_up: Mapping[str, int] = {}
        self.adjudicated: Mapping[str, int] | None = None
        self.commands: list[Done] = []
        self.waiting = OpenDecisions()
        self.clocks = Clocks()
        self.members = Members()
        self.operated: tuple[Operated, ...] = ()
        self.brought: dict[str, Brought] = {}
        self._posting: tuple[str, str, Receipt] | None = None
        self._game: Game[Any] | None = None
        self._history: list[tuple[int, Event]] = []
        self._earlier: Past | None = None

    @property
    def header(self) -> Header:
        """The first event; ValueError for an empty log."""
        if self.opened is None:
            raise ValueError("the log is empty")
        return self.opened

    @property
    def game(self) -> Game[Any]:
        """The game that is played; ValueError for an empty log."""
        if self._game is None:
            raise ValueError("the log is empty")
        return self._game

    @property
    def history(self) -> list[tuple[int, Event]]:
        """The game's events that count, with their versions; of a restored table they are read now."""
        if self._earlier is not None:
            self._history = [*self._earlier.events(self.game, self._catalog.upcasters), *self._history]
            self._earlier = None
        return self._history

    @property
    def pending(self) -> Mapping[str, Decision]:
        """Who must decide, and what; empty unless the game runs."""
        return self.state.open if self.state is not None and self.status == "running" else {}

    def decision_id(self, seat: str) -> str | None:
        """The id of the seat's open decision, `<version>.<seat>`."""
        return self.waiting.decision_id(seat) if seat in self.pending else None

    @property
    def kept_for(self) -> Mapping[str, str]:
        """A seat that an AI has taken -> the account that may return to it."""
        return self.members.kept

    @property
    def moment(self) -> Moment:
        """When what happens now happens, and by whom the command is."""
        return Moment(self.version, self.at, self.commands[-1].by)

    @property
    def resigned(self) -> tuple[str, ...]:
        """The seats that gave up, in that order."""
        return tuple(self.gave_up)

    def has_person(self, seat: str) -> bool:
        """Whether a person who has not resigned holds the seat."""
        return self.seats[seat].account is not None and seat not in self.resigned

    def is_last_call(self, seat: str) -> bool:
        """Whether the seat, if it is late, has one more full time before the game is abandoned."""
        others = any(self.has_person(other) for other in self.seats if other != seat)
        return self.clocks.is_last_call(len(self.seats), others=others)

    def play(self, game: str, data: Mapping[str, str]) -> None:
        """This game is played, with these data files, name -> SHA-256 (hex)."""
        self.play_as(begun_with(self._catalog[game], data))

    def play_as(self, game: Game[Any]) -> None:
        """This game is played."""
        self._game = game

    def go_back(self, to: int) -> None:
        """The state is the fold of the log without the events after version `to` up to here."""
        self._history = [(version, past) for version, past in self.history if version <= to]
        self.state = self.game.fold(past for _, past in self._history)
        self.state.rules = self.rules
        *earlier, by = self.commands
        undone = [done for done in earlier if done.last > to]
        self.commands = [*(done for done in earlier if done.last <= to), by]
        if by.first == self.version and by.seat is not None:
            own = [done for done in undone if done.by == "seat" and done.seat == by.seat and not done.standing]
            self.clocks.taken_back(by.seat, len(own))

    def told_at_the_end(self) -> Mapping[str, Json] | None:
        """The public data of the event by which the game has just ended; None if it did not end by itself."""
        last = (past for version, past in reversed(self._history) if version >= self.commands[-1].first)
        ending = next((past for past in last if type(past).__name__ == self.game.ending), None)
        return None if ending is None else visible(ending, SPECTATOR, self.header.seats)
