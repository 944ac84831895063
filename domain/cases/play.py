"""A rule case being played: its table, its chance, and everything stored so far."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.cases.names import Names, replaced
from domain.contract.chance import Chance, Forced, Seeded
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.game import Action, Asked, Event, Json, Refused, Run, State, retold, to_json
from domain.log.record import Command, Entry, Happened, Sealed, Writer, sealed_part


class CaseFailed(AssertionError):
    """What a rule case expects does not hold; the message says what differs."""


class SetUp(Action, tag="set-up", frozen=True):
    """The command that begins a case."""


class AllTold(msgspec.Struct, frozen=True):
    """All that can be told of a state: the referee's view, what is open, and the agenda."""

    view: Json
    open: Json
    agenda: Json


class Play:
    """One case under way. `events` are those that happened, `entries` the same as the log stores them.

    `document` is the case in seat ids; `told_after` has one for the end of each command, by version (the
    number of events so far).
    """

    def __init__(self, names: Names, document: Mapping[str, Json], game: RuleCases[Any]) -> None:
        self.document: Mapping[str, Json] = names.to_ids(document)
        self.game = game
        self.seats = names.ids
        self.key = hashlib.sha256(document["case"].encode()).digest()
        self._seeded = Seeded(self.key)
        self.chance = Forced(self.document.get("chance", []), self._seeded)
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.told_after: dict[int, AllTold] = {}
        self.forced_draws = 0
        self._writer = Writer(document["case"], self.seats, self.key, bytes)
        self._sealed: dict[str, Sealed] = {}
        self.state: State = self._begin()

    @property
    def drawn(self) -> int:
        """How many outcomes have been drawn so far."""
        return self._seeded.next

    def act(self, seat: str, posted: Json) -> Action:
        """Carry out an action as a case writes it; `Refused` if the rules do not accept it."""
        raw = self.read(self.state, seat, posted)
        run = self.game.advance(self.state, seat, raw, self.chance)
        action = self.game.parse(raw)
        self._store(Command("seat", seat, action, 0), run)
        return action

    def refusal(self, state: State, seat: str, posted: Json, chance: Chance) -> Refused | None:
        """How the action, as a case writes it, is refused; None if it is carried out, which changes `state`."""
        try:
            self.game.advance(state, seat, self.read(state, seat, posted), chance)
        except Refused as refusal:
            return refusal
        return None

    def read(self, state: State, seat: str, written: Json) -> dict[str, Json]:
        """An action as the seat would post it now, from a case's `verb` or `{verb: arguments}`."""
        [(verb, arguments)] = written.items() if isinstance(written, dict) else [(written, None)]
        ids = {name: id for id, name in self.game.case_names(state, seat, verb).items()}
        read: dict[str, Json] = self.game.read(verb, replaced(arguments, ids))
        return read

    def show(self, action: Action) -> Json:
        """An action as a case writes it."""
        return replaced(self.game.show(action), self.game.case_names(self.state))

    def told(self) -> Iterator[tuple[str, Json]]:
        """The events that a case can expect, all but the closings of commands: name and fields as a case writes them.

        Pieces are named as they were named then, those that came with the event as they are named after it.
        """
        for state, event in retold(self.game, self.events):
            if isinstance(event, Asked):
                continue
            before = {} if state is None else self.game.case_names(state)
            after = self.game.case_names(self.game.evolve(None if state is None else state.clone(), event))
            yield type(event).__name__, replaced(to_json(self.game.show_event(event)), {**after, **before})

    def _begin(self) -> State:
        options = self.document.get("options", {})
        try:
            if "position" in self.document:
                run = self.game.set_position(options, self.seats, self.document["position"], self.chance)
            else:
                run = self.game.setup(options, self.seats, self.chance)
        except Refused as refusal:
            raise CaseFailed(f"the table is refused: {refusal}") from refusal
        self._store(Command("service", None, SetUp(), 0), run)
        state: State = run.state
        return state

    def _store(self, command: Command, run: Run[Any]) -> None:
        draws: list[list[Any]] = [[] for _ in run.events]
        for at, draw in run.draws:
            draws[at].append(draw)
            self.forced_draws += draw.forced
        happened = [Happened(event, tuple(made)) for event, made in zip(run.events, draws, strict=True)]
        entries = self._writer.write(command, happened, self._sealed)
        for event, entry in zip(run.events, entries, strict=True):
            if (key := event.seal()) is not None:
                self._sealed[key] = sealed_part(event, entry)
        self.events += run.events
        self.entries += entries
        self.told_after[len(self.events)] = all_told(self.game, run.state)


def all_told(game: RuleCases[Any], state: State) -> AllTold:
    """What can be told of the state."""
    return AllTold(to_json(game.view(state, "referee")), to_json(state.open), to_json(state.agenda))
