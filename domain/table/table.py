"""A game's table: the fold of its log. Seats, status, decision ids, draw numbers, idempotency, the game's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Self

from domain.contract.chance import Chance, Dealt, Seeded, WithoutShare, draw_label
from domain.contract.facets.characters import with_characters
from domain.contract.facets.explained import explain
from domain.contract.facets.seating import ranked
from domain.contract.game import Action, Asked, Event, Game, Json, Outcome, Refused
from domain.games.catalog import Catalog
from domain.log.reading import Closed, Contents
from domain.log.record import Entry, Label, Numbered, chance_key, sealed_part
from domain.log.shares import Share, shared_key
from domain.table import actions
from domain.table.events import TABLE_EVENTS
from domain.table.open_decisions import CHANGED_BY
from domain.table.parts import Brought, Done, Receipt, TableEvent
from domain.table.reading import of_game
from domain.table.rules.clock import Clocks
from domain.table.rules.ranking import ranked_by_places, with_resigned
from domain.table.state import TableState

REMEMBERED_COMMANDS = 64
"""How many of a seat's commands are kept to recognise a repeated idempotency key."""


class Table(TableState):
    """One game's table at one version. `fold` brings it forward; nothing else changes it."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog, TABLE_EVENTS)

    def play_as(self, game: Game[Any]) -> None:
        super().play_as(game)
        self._forms = of_game(game)

    def parse(self, raw: Mapping[str, Json]) -> Action:
        """An action that was posted to it, its own or the game's; `Refused` if it does not fit."""
        if actions.is_table_action(raw):
            return actions.parse(raw)
        if self.opened is None:
            raise Refused("not-your-decision", "the game is not open")
        return self.game.parse(raw)

    @property
    def readers(self) -> Sequence[str]:
        """The seats that have private parts of their own."""
        return tuple(self.seats)

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

    @property
    def options(self) -> dict[str, Json]:
        """The options that the game is played with: those that it was opened with, and what its seats bring along."""
        return self.options_with(self.brought)

    def options_with(self, brought: Mapping[str, Brought]) -> dict[str, Json]:
        """The options if the seats bring this along."""
        options = self.header.options
        contents = {seat: one.content for seat, one in brought.items()}
        return with_characters(self.game, options, contents) if contents else options

    def given_entropy(self) -> tuple[tuple[str, str], ...]:
        """What enters the key: `(seat, entropy)` of the seats that gave any, in seat order."""
        return tuple((name, seat.entropy) for name, seat in self.seats.items() if seat.entropy is not None)

    def chance(self, seed: bytes, share: Share | None = None) -> Chance:
        """The chance of the next command, of a shared seed with the share for it."""
        return self.chance_with(seed, self.entropy, share)

    def chance_with(self, seed: bytes, entropy: Sequence[tuple[str, str]], share: Share | None = None) -> Chance:
        """The chance of the next command when this is what the seats gave; tables of one deal have the same."""
        if self.deal is not None:
            return Dealt(chance_key(seed, self.deal, ()), self.draws, self.dealt)
        if self.partner is not None and share is None:
            return WithoutShare()
        if share is not None:
            return Seeded(partial(shared_key, seed, self.header.id, entropy, share.share), self.draws)
        return Seeded(partial(chance_key, seed, self.header.id, entropy), self.draws)

    def published(self, seed: bytes) -> str | None:
        """The seed (hex) as the closing event tells it: not while other tables of the deal may be played on."""
        return None if self.deal is not None else seed.hex()

    @property
    def is_laid_open(self) -> bool:
        """Whether everybody may see everything: the game is closed, and its seed was published with that."""
        return self.closed is not None and self.closed.seed is not None

    def clone(self) -> Self:
        """An independent table at the same version, to run ahead on."""
        other = type(self)(self._catalog)
        vars(other).update(vars(self))
        other.state = None if self.state is None else self.state.clone()
        other.seats, other.sealed = dict(self.seats), dict(self.sealed)
        other._history, other.commands = list(self._history), list(self.commands)
        other.dealt = dict(self.dealt)
        other.clocks, other.brought = self.clocks.clone(), dict(self.brought)
        other.receipts = {seat: dict(kept) for seat, kept in self.receipts.items()}
        return other

    def with_clocks(self, clocks: Clocks) -> Self:
        """It with other clocks, which it shares all else with: to be looked at, not to be folded on."""
        other = type(self)(self._catalog)
        vars(other).update(vars(self))
        other.clocks = clocks
        return other

    def happened(self, told: Contents, entry: Entry) -> None:
        """Change it as the event says that an entry tells; a game's own event changes the game's state."""
        if entry.label.by is not None:
            self._command_began(entry.label, told.closed)
        if self._posting is not None:
            self._remember(*self._posting)
        if told.draws:
            self._count_drawn(told.draws)
        if entry.label.type in CHANGED_BY:
            self.waiting = self.waiting.after(entry.label.type, told.event, self.version)
        if isinstance(told.event, TableEvent):
            told.event.apply(self)
        else:
            self._fold_game(told.event, entry, drew=bool(told.draws))
            self._tell_clocks(told.event)

    def _count_drawn(self, draws: Sequence[Numbered]) -> None:
        self.draws = max(self.draws, draws[-1].n + 1)
        for draw in draws if self.deal is not None else ():
            label = draw_label(draw.kind, draw.name)
            self.dealt[label] = self.dealt.get(label, 0) + 1

    def _command_began(self, label: Label, closed: Closed) -> None:
        self.commands.append(Done(label.version, label.version, str(label.by), label.seat))
        if label.seat is None or closed.key is None:
            self._posting = None
        else:
            self._posting = (label.seat, closed.key, Receipt(str(closed.body), label.version, label.version))

    def _command_went_on(self, event: Event, *, tells: bool) -> None:
        done = self.commands[-1]
        standing = done.standing and not (type(event) is Asked and event.answered)
        self.commands[-1] = Done(done.first, self.version, done.by, done.seat, done.tells or tells, standing)

    def _fold_game(self, event: Event, entry: Entry, *, drew: bool) -> None:
        if self.state is None:
            self.state = self.game.evolve(None, event)
            self.state.rules = self.rules
        else:
            event.apply(self.state)
        self._history.append((self.version, event))
        opened = event.opens()
        self._command_went_on(event, tells=drew or event.discloses or bool(opened))
        if (key := event.seal()) is not None:
            self.sealed[key] = sealed_part(event, entry)
        for key in opened:
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
            seat: self.waiting.decision_id(seat)
            for seat in self.waiting.versions
            if self.seats[seat].level is None and seat not in self.resigned
        }
        self.clocks.asked(timed, asked.answered, self.at)

    def _remember(self, seat: str, key: str, posted: Receipt) -> None:
        kept = self.receipts.setdefault(seat, {})
        known = kept.get(key, posted)
        kept[key] = Receipt(known.body, known.first, self.version)
        while len(kept) > REMEMBERED_COMMANDS:
            del kept[next(iter(kept))]
