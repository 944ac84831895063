"""Logs of things that are no game: a series, a league. Their entries have the form of a game's (`domain.log.record`).

Everything in them is public but the closed part of each command. An aggregate is the fold of its entries; commands
are decided on it and bring about events; nothing else changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from domain.contract.game import Action, Event
from domain.log.canon import Json
from domain.log.record import Command, Entry, Happened, Writer, whole
from domain.log.upcast import UPCASTERS, Upcasters, upcast


class Aggregate:
    """Something that is the fold of a log. `id` is set by its first event.

    `kinds` maps the types of its events to classes, whose `apply` says what they change; `owner` is the name that
    upcasters know it by.
    """

    owner: ClassVar[str]

    def __init__(self, kinds: Mapping[str, type[Event]], upcasters: Upcasters = UPCASTERS) -> None:
        self._kinds = kinds
        self._upcasters = upcasters
        self.id = ""
        self.version = 0
        self.command = 0
        self.head = bytes(32)
        self.at = 0

    def fold(self, entry: Entry) -> None:
        """Bring it forward by one stored event. KeyError for an event of no known type."""
        item = upcast(self._upcasters, self.owner, whole(entry))
        self.version, self.command, self.at = item.public.version, item.public.command, item.public.at
        self.head = bytes.fromhex(entry.hash)
        event = msgspec.convert(item.data, self._kinds[item.type], strict=False)
        event.apply(self)
        self.drew(event, item.draws)

    def drew(self, event: Event, draws: list[Json]) -> None:
        """Note the draws that were made for an event."""


A = TypeVar("A", bound=Aggregate)

Decide = Callable[[A, Command, Mapping[str, bytes]], list[Happened]]
"""Works out what a command brings about, or refuses it; the aggregate is unchanged. The map is id -> seed."""


class Chronicle(Generic[A]):
    """A log under way: its aggregate, the seeds that only the ledger knows, and the commands that carry it on.

    `seeds` maps the ids that commitments are bound to (a series, a league's stages) to seeds; it may grow. Nothing is
    stored here: `decide` works out entries, `follow` folds those that were stored, `post` does both.
    """

    def __init__(
        self,
        aggregate: A,
        log_id: str,
        decide: Decide[A],
        seeds: Mapping[str, bytes],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.aggregate = aggregate
        self.log_id = log_id
        self.seeds = seeds
        self.entries: list[Entry] = []
        self._rule = decide
        self._entropy = entropy

    def decide(self, *commands: Command) -> list[Entry]:
        """The entries of commands that are stored together; none if there is nothing left to do.

        `Refused` changes nothing. Time never runs backwards: a command before the last event's time takes that one.
        """
        aggregate = self.aggregate if len(commands) == 1 else deepcopy(self.aggregate)
        entries: list[Entry] = []
        for following, command in zip(reversed(range(len(commands))), commands):
            timely = msgspec.structs.replace(command, at=max(command.at, aggregate.at))
            made = self._written(aggregate, timely, self._rule(aggregate, timely, self.seeds))
            entries += made
            for entry in made if following else ():
                aggregate.fold(entry)
        return entries

    def follow(self, entries: Iterable[Entry]) -> None:
        """Fold entries that were stored."""
        for entry in entries:
            self.aggregate.fold(entry)
            self.entries.append(entry)

    def post(self, by: str, action: Action, at: int, seat: str | None = None, **closed: Any) -> list[Entry]:
        """Decide a command and keep its entries in memory."""
        entries = self.decide(Command(by, seat, action, at, closed))
        self.follow(entries)
        return entries

    def _written(self, aggregate: A, command: Command, happened: list[Happened]) -> list[Entry]:
        if not happened:
            return []
        writer = Writer(
            self.log_id,
            (),
            b"",
            self._entropy,
            version=aggregate.version,
            command=aggregate.command,
            head=aggregate.head,
        )
        return writer.write(command, happened)
