"""A log under way, of a table, a series, a league, a challenge, a tour or a character. It stores nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from domain.contract.game import Action
from domain.log.aggregate import Aggregate
from domain.log.entries import Entries
from domain.log.record import Command, Entry, Happened, Writer, chained

A = TypeVar("A", bound=Aggregate)

Seeds = Mapping[str, bytes]
"""The id that a commitment is bound to (a game, a series, a league's stage) -> the seed that only the service knows."""

Decide = Callable[[A, Command, Seeds], Sequence[Happened]]
"""Works out what a command brings about, or refuses it; the aggregate is unchanged."""

Check = Callable[[A, Command, Sequence[Happened]], None]
"""Refuses a command that others are to follow, by what it brings about."""

Entropy = Callable[[int], bytes]
"""Gives n random bytes: `os.urandom` in the service, a stream in simulations and tests."""


class Log(Generic[A]):
    """An aggregate with the entries that it is the fold of, and the commands that carry it on.

    `decide` works out entries without changing anything, so that a caller can store them first; `follow` folds those
    that were stored; `post` does both and is for logs kept in memory. `seeds` may grow; `secret` keys the nonces of
    parts that open at the end.
    """

    def __init__(
        self,
        aggregate: A,
        log_id: str,
        decide: Decide[A],
        seeds: Seeds,
        entropy: Entropy,
        secret: bytes = b"",
    ) -> None:
        self.aggregate = aggregate
        self.id = log_id
        self.seeds = seeds
        self.entries = Entries()
        self._decide = decide
        self._entropy = entropy
        self._secret = secret

    @property
    def version(self) -> int:
        """The version of the last entry; 0 while there is none."""
        return self.aggregate.version

    @property
    def head(self) -> str:
        """The hash of the last entry, in hex; zeros while there is none."""
        return self.aggregate.head.hex()

    def leads_to(self, entry: Entry) -> bool:
        """Whether this entry goes on from the last one, as the chain of hashes says."""
        return chained(self.aggregate.head, entry.public).hex() == entry.hash

    def decide(self, *commands: Command) -> list[Entry]:
        """The entries of commands that are stored together; none if there is nothing left to do.

        `Refused` changes nothing. Several commands are decided on a copy of the aggregate that runs ahead. Time never
        runs backwards: a command before the last event's time takes that one.
        """
        return self._decide_all(commands, _let_pass)

    def decide_ahead(self, aggregate: A, command: Command) -> list[Entry]:
        """The entries of one more command on a copy of the aggregate that runs ahead, which then knows them."""
        entries = self._decided(aggregate, command, _let_pass)
        for entry in entries:
            aggregate.fold(entry)
        return entries

    def ahead(self, entries: Iterable[Entry]) -> A:
        """A copy of the aggregate as these entries will leave it."""
        aggregate = self.aggregate.clone()
        for entry in entries:
            aggregate.fold(entry)
        return aggregate

    def follow(self, entries: Iterable[Entry]) -> None:
        """Fold entries that were stored."""
        for entry in entries:
            self.aggregate.fold(entry)
            self.entries.append(entry)

    def resume(self, aggregate: A, entries: Entries) -> None:
        """Go on from entries that were stored, and the aggregate that they make."""
        self.aggregate, self.entries = aggregate, entries

    def post(self, by: str, seat: str | None, action: Action, at: int, **closed: Any) -> list[Entry]:
        """Decide a command and keep its entries in memory."""
        entries = self.decide(Command(by, seat, action, at, closed))
        self.follow(entries)
        return entries

    def _decide_all(self, commands: Sequence[Command], check: Check[A]) -> list[Entry]:
        """The entries of the commands; `check` looks at each that is not the last."""
        *before, last = commands
        ahead = self.aggregate.clone() if before else self.aggregate
        entries: list[Entry] = []
        for command in before:
            made = self._decided(ahead, command, check)
            for entry in made:
                ahead.fold(entry)
            entries += made
        return entries + self._decided(ahead, last, _let_pass)

    def _decided(self, aggregate: A, command: Command, check: Check[A]) -> list[Entry]:
        timely = command if command.at >= aggregate.at else msgspec.structs.replace(command, at=aggregate.at)
        happened = self._decide(aggregate, timely, self.seeds)
        check(aggregate, timely, happened)
        if not happened:
            return []
        writer = Writer(
            self.id,
            aggregate.readers,
            self._secret,
            self._entropy,
            version=aggregate.version,
            command=aggregate.command,
            head=aggregate.head,
        )
        return writer.write(timely, happened, aggregate.sealed)


def _let_pass(aggregate: Aggregate, command: Command, happened: Sequence[Happened]) -> None:
    """Nothing stands in the way of a command that follows."""
