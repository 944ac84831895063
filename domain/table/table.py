"""A game's table: the fold of its log. Seats, status, decision ids, draw numbers, idempotency, the game's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec

from domain.contract.audience import SPECTATOR, visible
from domain.contract.chance import Chance, Dealt, Seeded, draw_label
from domain.contract.facets.characters import with_keepsakes
from domain.contract.facets.data_files import begun_with
from domain.contract.facets.explained import explain
from domain.contract.facets.seating import ranked
from domain.contract.game import Asked, Decision, Event, Game, Json, Outcome, State
from domain.games.catalog import Catalog
from domain.log.aggregate import Aggregate
from domain.log.record import Entry, Sealed, chance_key, sealed_part
from domain.table import events as e
from domain.table.clock import Clocks
from domain.table.earlier import Earlier
from domain.table.parts import Done, Receipt, Seat, TakebackRequest
from domain.table.ranking import ranked_by_places, with_resigned
from domain.table.reading import Closed, Head, Numbered, read
from domain.table.terms import read_clock

REMEMBERED_COMMANDS = 64
"""How many of a seat's commands are kept to recognise a repeated idempotency key."""

STATUS = {"over": "over", "void": "void", "cancelled": "cancelled", "abandoned": "abandoned"}


class Table(Aggregate):
    """One game's table at one version. `fold` brings it forward; nothing else changes it.

    `rules` is the rules number in force; `status` is `open`, `running`, `over`, `void`, `cancelled` or `abandoned`;
    `draws` the number of the next draw; `deal` the id of the deal that it shares with other tables, if it does, of
    which `dealt` counts the draws by kind and name; `decisions` seat -> version at which its decision was opened or
    last changed by its own command; `state` the game's state, None before the start; `gave_up` the seats that
    resigned, in that order, with the numbers of their commands; `kept_for` maps a seat that an AI has taken to the
    account that may return, `brought` a seat to what it brings along; `history` the game's events that count, with
    their versions, and `commands` what they came from; `ended` the public data of the event by which the game ended.
    """

    owner = "table"

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(e.TABLE_EVENTS, catalog.upcasters)
        self._catalog = catalog
        self.opened: e.GameOpened | None = None
        self.seats: dict[str, Seat] = {}
        self.rules = 0
        self.status = "open"
        self.closed: e.GameClosed | None = None
        self.ended: Mapping[str, Json] | None = None
        self.entropy: tuple[tuple[str, str], ...] = ()
        self.draws = 0
        self.deal: str | None = None
        self.dealt: dict[str, int] = {}
        self.state: State | None = None
        self.decisions: dict[str, int] = {}
        self.receipts: dict[str, dict[str, Receipt]] = {}
        self.sealed: dict[str, Sealed] = {}
        self.gave_up: Mapping[str, int] = {}
        self.adjudicated: Mapping[str, int] | None = None
        self.commands: list[Done] = []
        self.asked_back: TakebackRequest | None = None
        self.clocks = Clocks()
        self.kept_for: dict[str, str] = {}
        self.brought: dict[str, e.Brought] = {}
        self._posting: tuple[str, str, Receipt] | None = None
        self._game: Game[Any] | None = None
        self._history: list[tuple[int, Event]] = []
        self._earlier: Earlier | None = None

    # ---- reading

    @property
    def header(self) -> e.GameOpened:
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
    def readers(self) -> Sequence[str]:
        """The seats that have private parts of their own."""
        return tuple(self.seats)

    @property
    def pending(self) -> Mapping[str, Decision]:
        """Who must decide, and what; empty unless the game runs."""
        return self.state.open if self.state is not None and self.status == "running" else {}

    def decision_id(self, seat: str) -> str | None:
        """The id of the seat's open decision, `<version>.<seat>`."""
        return f"{self.decisions[seat]}.{seat}" if seat in self.pending else None

    @property
    def result(self) -> Outcome | None:
        """How the game ended, None while it goes on or when it was not played to an end."""
        if self.state is None or self.status != "over":
            return None
        if self.adjudicated is not None:
            ranking = ranked_by_places(self.adjudicated)
            return Outcome(self.adjudicated, {"adjudicated": True, "ranking": ranking})
        return with_resigned(self.game.outcome(self.state), ranked(self.game, self.state), self.gave_up)

    @property
    def why(self) -> tuple[str, ...]:
        """Why the game ended as it did, in sentences that name seats by their ids; none unless it ended by itself."""
        return () if self.ended is None else explain(self.game, self.ended)

    @property
    def resigned(self) -> tuple[str, ...]:
        """The seats that gave up, in that order."""
        return tuple(self.gave_up)

    @property
    def all_sit(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.taken for seat in self.seats.values())

    @property
    def owes_entropy(self) -> bool:
        """Whether all sit and only sealed entropy must still be opened."""
        return self.status == "open" and self.all_sit and not self.all_taken

    @property
    def all_taken(self) -> bool:
        """Whether set-up may run: every seat is taken and owes no entropy."""
        return all(seat.taken and not seat.owes_entropy for seat in self.seats.values())

    @property
    def branched_from(self) -> Mapping[str, Any] | None:
        """Where the game's first position comes from, `{id, version, head}`; None for a game that is no branch."""
        origin: Mapping[str, Any] | None = self.header.terms.get("branch")
        return origin

    def has_person(self, seat: str) -> bool:
        """Whether a person who has not resigned holds the seat."""
        return self.seats[seat].account is not None and seat not in self.resigned

    def is_last_call(self, seat: str) -> bool:
        """Whether the seat, if it is late, has one more full time before the game is abandoned."""
        others = any(self.has_person(other) for other in self.seats if other != seat)
        return self.clocks.is_last_call(len(self.seats), others=others)

    @property
    def options(self) -> dict[str, Json]:
        """The options that the game is played with: those that it was opened with, and what its seats bring along."""
        return self.options_with(self.brought)

    def options_with(self, brought: Mapping[str, e.Brought]) -> dict[str, Json]:
        """The options if the seats bring this along."""
        options = self.header.options
        contents = {seat: one.content for seat, one in brought.items()}
        return with_keepsakes(self.game, options, contents) if contents else options

    def given_entropy(self) -> tuple[tuple[str, str], ...]:
        """What enters the key: `(seat, entropy)` of the seats that gave any, in seat order."""
        return tuple((name, seat.entropy) for name, seat in self.seats.items() if seat.entropy is not None)

    def chance(self, seed: bytes) -> Chance:
        """The chance of the next command."""
        return self.chance_with(seed, self.entropy)

    def chance_with(self, seed: bytes, entropy: Sequence[tuple[str, str]]) -> Chance:
        """The chance of the next command when this is what the seats gave; tables of one deal share it."""
        if self.deal is not None:
            return Dealt(chance_key(seed, self.deal, ()), self.draws, self.dealt)
        return Seeded(partial(chance_key, seed, self.header.id, entropy), self.draws)

    def published(self, seed: bytes) -> str | None:
        """The seed (hex) as the closing event tells it: not while other tables of the deal may be played on."""
        return None if self.deal is not None else seed.hex()

    @property
    def is_laid_open(self) -> bool:
        """Whether everybody may see everything: the game is closed, and its seed was published with that."""
        return self.closed is not None and self.closed.seed is not None

    def clone(self) -> Table:
        """An independent table at the same version, to run ahead on."""
        other = Table(self._catalog)
        vars(other).update(vars(self))
        other.state = None if self.state is None else self.state.clone()
        other.seats, other.decisions, other.sealed = dict(self.seats), dict(self.decisions), dict(self.sealed)
        other._history, other.commands = list(self._history), list(self.commands)
        other.dealt = dict(self.dealt)
        other.clocks, other.kept_for, other.brought = self.clocks.clone(), dict(self.kept_for), dict(self.brought)
        other.receipts = {seat: dict(kept) for seat, kept in self.receipts.items()}
        return other

    # ---- folding

    def fold(self, entry: Entry) -> None:
        """Bring the table forward by one stored event, with all its parts."""
        told = read(entry, self._game, self._catalog.upcasters)
        head, event = told.head, told.event
        self.version, self.head, self.at = head.version, bytes.fromhex(entry.hash), head.at
        if head.by is not None:
            self._command_began(head, told.closed)
        if self._posting is not None:
            self._remember(*self._posting)
        self._count_drawn(told.draws)
        fold_table = self._TABLE_FOLDS.get(type(event))
        if fold_table is not None:
            fold_table(self, event)
        else:
            self._fold_game(event, entry, drew=bool(told.draws))
            self._tell_clocks(event)

    def _count_drawn(self, draws: Sequence[Numbered]) -> None:
        if draws:
            self.draws = max(self.draws, draws[-1].n + 1)
        for draw in draws if self.deal is not None else ():
            label = draw_label(draw.kind, draw.name)
            self.dealt[label] = self.dealt.get(label, 0) + 1

    def _command_began(self, head: Head, closed: Closed) -> None:
        self.command = head.command
        self.commands.append(Done(head.version, head.version, str(head.by), head.seat))
        if head.seat is None or closed.key is None:
            self._posting = None
        else:
            self._posting = (head.seat, closed.key, Receipt(str(closed.body), head.version, head.version))

    def _command_went_on(self, event: Event, *, drew: bool) -> None:
        done = self.commands[-1]
        tells = done.tells or drew or event.discloses or bool(event.opens())
        standing = done.standing and not (type(event) is Asked and event.answered)
        self.commands[-1] = Done(done.first, self.version, done.by, done.seat, tells, standing)

    def _fold_game(self, event: Event, entry: Entry, *, drew: bool) -> None:
        if type(event) is Asked:
            self._renew_decisions(event)
        if self.state is None:
            self.state = self.game.evolve(None, event)
            self.state.rules = self.rules
        else:
            self.game.evolve(self.state, event)
        self._history.append((self.version, event))
        self._command_went_on(event, drew=drew)
        if (key := event.seal()) is not None:
            self.sealed[key] = sealed_part(event, self.version, entry.private)
        for key in event.opens():
            self.sealed.pop(key, None)

    def _tell_clocks(self, event: Event) -> None:
        if type(event) is Asked:
            self._set_clocks(event)
        elif self.game.marks.get(type(event).__name__) == "turn":
            self.clocks.turn_began()

    def _set_clocks(self, asked: Asked) -> None:
        """Where a game marks no turns, every answer that no person gave stands for one."""
        done = self.commands[-1]
        if asked.answered and done.by == "seat" and self.has_person(str(done.seat)):
            self.clocks.person_acted(self.at)
        elif asked.answered and "turn" not in self.game.marks.values():
            self.clocks.turn_began()
        timed = {
            seat: f"{version}.{seat}"
            for seat, version in self.decisions.items()
            if self.seats[seat].level is None and seat not in self.resigned
        }
        self.clocks.asked(timed, asked.answered, self.at)

    def _renew_decisions(self, asked: Asked) -> None:
        self.decisions = {
            seat: self.version if seat in asked.answered else self.decisions.get(seat, self.version)
            for seat in asked.open
        }
        if asked.answered:
            self.asked_back = None

    def _remember(self, seat: str, key: str, posted: Receipt) -> None:
        kept = self.receipts.setdefault(seat, {})
        known = kept.get(key, posted)
        kept[key] = Receipt(known.body, known.first, self.version)
        while len(kept) > REMEMBERED_COMMANDS:
            del kept[next(iter(kept))]

    def _opened(self, event: e.GameOpened) -> None:
        self.opened = event
        self._game = begun_with(self._catalog[event.game], event.data)
        self.rules = event.rules
        self.deal = event.terms.get("deal")
        self.seats = {seat: Seat() for seat in event.seats}
        self.clocks = Clocks(read_clock(event.terms.get("clock")))

    def _seat_taken(self, event: e.SeatTaken) -> None:
        self.seats[event.seat] = Seat(event.account, event.level, event.entropy, event.entropy_hash)

    def _seat_left(self, event: e.SeatLeft) -> None:
        self.seats[event.seat] = Seat()
        self.brought.pop(event.seat, None)

    def _keepsake_taken(self, event: e.KeepsakeTaken) -> None:
        if event.brought is None:
            self.brought.pop(event.seat, None)
        else:
            self.brought[event.seat] = event.brought

    def _entropy_opened(self, event: e.EntropyOpened) -> None:
        self.seats[event.seat] = msgspec.structs.replace(self.seats[event.seat], entropy=event.entropy)

    def _started(self, event: e.GameStarted) -> None:
        self.entropy = event.entropy
        self.status = "running"
        self.clocks.began(self.seats, self.at)

    def _seat_replaced(self, event: e.SeatReplaced) -> None:
        """Only a seat that an AI has taken without its person's wish is kept for that person, who may return to it."""
        before = self.seats[event.seat].account or self.kept_for.get(event.seat)
        self.kept_for.pop(event.seat, None)
        if event.level is not None and before is not None and self.commands[-1].by != "operator":
            self.kept_for[event.seat] = before
        self.gave_up = {seat: command for seat, command in self.gave_up.items() if seat != event.seat}
        kept = before is not None and before in (event.account, self.kept_for.get(event.seat))
        decision = None if event.account is None else self.decision_id(event.seat)
        self.clocks.seat_replaced(event.seat, decision, self.at, kept=kept)
        seat = self.seats[event.seat]
        self.seats[event.seat] = msgspec.structs.replace(seat, account=event.account, level=event.level)
        if self.clocks.terms is not None and not any(self.has_person(seat) for seat in self.seats):
            self.clocks.nobody_left(self.at)

    def _seat_resigned(self, event: e.SeatResigned) -> None:
        self.gave_up = {**self.gave_up, event.seat: self.command}

    def _deadline_set(self, event: e.DeadlineSet) -> None:
        self.clocks.deadline_set(event.seat, event.decision, event.until, self.at)

    def _deadline_passed(self, event: e.DeadlinePassed) -> None:
        self.clocks.deadline_passed(event.seat, event.decision, self.at, last_call=self.is_last_call(event.seat))

    def _clock_paused(self, event: e.ClockPaused) -> None:
        self.clocks.clock_paused(event.seats, event.cause, event.until, self.at)

    def _taken_back(self, event: e.TakenBack) -> None:
        self._history = [(version, past) for version, past in self.history if version <= event.to]
        self.state = self.game.fold(past for _, past in self._history)
        self.state.rules = self.rules
        *earlier, by = self.commands
        undone = [done for done in earlier if done.last > event.to]
        self.commands = [*(done for done in earlier if done.last <= event.to), by]
        self.decisions = {}
        self.asked_back = None
        if by.first == self.version and by.seat is not None:
            own = [done for done in undone if done.by == "seat" and done.seat == by.seat and not done.standing]
            self.clocks.taken_back(by.seat, len(own))

    def _takeback_asked(self, event: e.TakebackAsked) -> None:
        self.asked_back = TakebackRequest(event.seat, event.to)

    def _takeback_answered(self, event: e.TakebackAnswered) -> None:
        if self.asked_back is not None and event.agreed:
            self.asked_back = msgspec.structs.replace(self.asked_back, agreed=(*self.asked_back.agreed, event.seat))
        else:
            self.asked_back = None

    def _rules_moved(self, event: e.RulesMoved) -> None:
        self.rules = event.to
        if self.state is not None:
            self.state.rules = event.to
        self.decisions = {}

    def _operator_acted(self, event: e.OperatorActed) -> None:
        if event.what == "adjudicate":
            self.adjudicated = event.places

    def _game_closed(self, event: e.GameClosed) -> None:
        self.closed = event
        last = (past for version, past in reversed(self._history) if version >= self.commands[-1].first)
        ending = next((past for past in last if type(past).__name__ == self.game.ending), None)
        self.ended = None if ending is None else visible(ending, SPECTATOR, self.header.seats)
        self.status = STATUS[event.cause]
        self.decisions = {}

    _TABLE_FOLDS: ClassVar[Mapping[type[Event], Callable[[Table, Any], None]]] = {
        e.GameOpened: _opened,
        e.SeatTaken: _seat_taken,
        e.SeatLeft: _seat_left,
        e.KeepsakeTaken: _keepsake_taken,
        e.EntropyOpened: _entropy_opened,
        e.GameStarted: _started,
        e.SeatReplaced: _seat_replaced,
        e.SeatResigned: _seat_resigned,
        e.DeadlineSet: _deadline_set,
        e.DeadlinePassed: _deadline_passed,
        e.ClockPaused: _clock_paused,
        e.TakebackAsked: _takeback_asked,
        e.TakebackAnswered: _takeback_answered,
        e.TakenBack: _taken_back,
        e.RulesMoved: _rules_moved,
        e.OperatorActed: _operator_acted,
        e.GameClosed: _game_closed,
    }
