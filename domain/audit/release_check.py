"""A program examined before it takes over: every stored command decided again, and tables compared by their digests.

A game is decided under its own rules number. So whatever comes out otherwise is a change that no number declares, or
one that forgot to ask for the number. Under a later number (`moved`) differences are what that change is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from domain.audit.shared import share_in
from domain.contract.audience import REFEREE
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical, sha256
from domain.log.record import Command, Entry, Happened
from domain.log.whole import commands, whole
from domain.table.decide import decide
from domain.table.reading import read
from domain.table.table import Table

LEGAL_LIMIT = 200
"""How many legal actions of a seat enter a digest."""


class Difference(msgspec.Struct, frozen=True):
    """A command that this program decides otherwise than it is stored.

    `version` is the first event that differs, `rules` the number under which it was decided again.
    """

    version: int
    command: int
    seat: str | None
    verb: str
    rules: int
    reason: str


class Checked(msgspec.Struct, frozen=True):
    """A log decided again: its game and rules number, how many commands were decided, and what differs.

    `kept` is False when a part of it was played under rules that are no longer kept: that part is only folded. `moved`
    maps later rules numbers to the first command that would be decided otherwise from that number on.
    """

    game: str
    rules: int
    decided: int
    kept: bool
    differs: tuple[Difference, ...]
    moved: Mapping[int, Difference] = {}


class Digest(msgspec.Struct, frozen=True):
    """What a game's table was at a version, as hashes: what the referee sees, who must decide, the legal actions."""

    id: str
    version: int
    head: str
    table: str
    pending: str
    legal: str


def check_log(entries: Sequence[Entry], seed: bytes, catalog: Catalog, *, moved: bool = False) -> Checked:
    """Decide a stored log again, and fold it; with `moved` under each later rules number too."""
    return _Check(catalog, seed, moved=moved).run(entries)


def digest(table: Table) -> Digest:
    """The digest of a table that has begun."""
    assert table.state is not None
    game, state = table.game, table.state
    legal = {seat: to_json(game.legal(state, seat, LEGAL_LIMIT)) for seat in table.pending}
    return Digest(
        id=table.header.id,
        version=table.version,
        head=table.head.hex(),
        table=sha256(canonical(to_json(game.view(state, REFEREE)))),
        pending=sha256(canonical(to_json(dict(table.pending)))),
        legal=sha256(canonical(legal)),
    )


def digests(entries: Sequence[Entry], catalog: Catalog, samples: int) -> Iterator[Digest]:
    """The digest at the end of a log; of a closed game also at so many ends of commands, evenly spread."""
    ends = [entry.label.version - 1 for entry in entries[1:] if entry.label.by is not None]
    closed = entries[-1].label.type == "GameClosed"
    wanted = {*(_spread(ends, samples) if closed else ()), len(entries)}
    yield from digests_at(entries, catalog, wanted)


def digests_at(entries: Sequence[Entry], catalog: Catalog, versions: set[int]) -> Iterator[Digest]:
    """The digests at these versions; none where the game had not begun."""
    table = Table(catalog)
    for entry in entries:
        table.fold(entry)
        if table.version in versions and table.state is not None:
            yield digest(table)


def _spread(ends: Sequence[int], samples: int) -> list[int]:
    return [ends[len(ends) * number // (samples + 1)] for number in range(1, samples + 1)]


class _Check:
    def __init__(self, catalog: Catalog, seed: bytes, *, moved: bool) -> None:
        self._table = Table(catalog)
        self._upcasters = catalog.upcasters
        self._seed = seed
        self._wants_moved = moved
        self._decided = 0
        self._kept = True
        self._differs: list[Difference] = []
        self._moved: dict[int, Difference] = {}

    def run(self, entries: Sequence[Entry]) -> Checked:
        """Decide the commands one after the other, each on the table that is stored before it."""
        for group in commands(entries):
            self._examine(group)
            try:
                for entry in group:
                    self._table.fold(entry)
            except Exception as error:
                self._differs.append(_difference(group[0], self._table.rules, f"it cannot be folded: {_told(error)}"))
                break
        header = self._table.header
        return Checked(header.game, header.rules, self._decided, self._kept, tuple(self._differs), self._moved)

    def _examine(self, group: Sequence[Entry]) -> None:
        table = self._table
        if table.opened is not None and table.rules < table.game.rules_kept_from:
            self._kept = False
            return
        self._decided += 1
        found = self._again(group)
        if found is not None:
            self._differs.append(found)
        elif self._wants_moved and table.state is not None and table.closed is None:
            self._examine_moved(group)

    def _examine_moved(self, group: Sequence[Entry]) -> None:
        """Which later number is the first to decide the command otherwise."""
        table, state = self._table, self._table.state
        assert state is not None
        own = table.rules
        for number in range(own + 1, table.game.rules + 1):
            table.rules = state.rules = number
            found = self._again(group)
            table.rules = state.rules = own
            if found is not None:
                self._moved.setdefault(number, found)
                return

    def _again(self, group: Sequence[Entry]) -> Difference | None:
        rules = self._table.rules
        try:
            first = whole(group[0])
            action, share = self._table.parse(first.action or {}), share_in(first)
            command = Command(str(first.public.by), first.public.seat, action, first.public.at, share=share)
            happened = decide(self._table, command, self._seed)
            return self._compared(group, happened)
        except Refused as refused:
            return _difference(group[0], rules, f"the action is refused: {refused}")
        except Exception as error:
            # Whatever a changed rule stumbles over, the other games are still to be checked.
            return _difference(group[0], rules, f"the action cannot be decided: {_told(error)}")

    def _compared(self, group: Sequence[Entry], happened: Sequence[Happened]) -> Difference | None:
        table = self._table
        game = table.game if table.opened is not None else None
        for entry, item in zip(group, happened):
            stored = read(entry, game, self._upcasters).event
            if type(stored) is not type(item.event) or canonical(stored) != canonical(item.event):
                reason = f"{_shown(stored)} is stored, {_shown(item.event)} comes now"
                return _difference(group[0], table.rules, reason, entry)
            if canonical(item.draws) != canonical(whole(entry).draws):
                return _difference(group[0], table.rules, "other draws are made for it", entry)
        if len(happened) == len(group):
            return None
        more = happened[len(group)].event if len(happened) > len(group) else None
        reason = "the command ends before it" if more is None else f"{_shown(more)} follows it now"
        return _difference(group[0], table.rules, reason, group[min(len(happened), len(group) - 1)])


def _difference(first: Entry, rules: int, reason: str, at: Entry | None = None) -> Difference:
    public = first.read()
    verb = str((whole(first).action or {}).get("type"))
    version = public.version if at is None else at.label.version
    return Difference(version, public.command, public.seat, verb, rules, reason)


def _shown(event: object) -> str:
    return f"{type(event).__name__} {canonical(event).decode()}"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
