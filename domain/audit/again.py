"""The game played again from its log: every command decided anew, and what comes compared with what was recorded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from domain.audit.older_tables import TAKEN, decide_as_before
from domain.audit.shared import share_in
from domain.audit.stored import Stored
from domain.audit.verdict import Bad, Finding
from domain.contract.chance import Chance
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json, canonical
from domain.log.record import CLOSED, Command, Entry, Happened, Public, split_stored
from domain.log.whole import Whole, commands, whole
from domain.records.export import Record
from domain.table.decide import decide
from domain.table.table import Table


def replayed(record: Record, catalog: Catalog, found: Stored) -> Again:
    """How this record can be played again; `Bad` for rules that are not known here."""
    game = catalog[record.game]
    moved = [public.data.get("to") for public in found.publics if public.type == "RulesMoved"]
    numbers = [number for number in (record.rules, *moved) if type(number) is int]
    if len(numbers) <= len(moved) or not 1 <= min(numbers) <= max(numbers) <= game.rules:
        raise Bad(None, f"it was played under rules that are not known here: the newest are {game.rules}")
    kind = Folded if min(numbers) < game.rules_kept_from else Decided
    return kind(record, catalog, found)


class Again(ABC):
    """Plays a record again, command by command, on the table that the record says was there.

    `remarks` are on commands that older programs decided otherwise.
    """

    def __init__(self, record: Record, catalog: Catalog, found: Stored) -> None:
        assert found.seed is not None
        self.table = Table(catalog)
        self._seats: Sequence[str] = record.seats
        self._seed = found.seed
        self._entries = found.entries
        self._publics = found.publics
        self.remarks: list[str] = []

    def findings(self, most: int) -> tuple[Finding, ...]:
        """What is wrong, `most` of it at most; then `table` is the one at the end."""
        return tuple(islice(self._found(), most))

    def _found(self) -> Iterator[Finding]:
        for group in commands(self._entries):
            finding = self._examined(group)
            if finding is not None:
                yield finding
            try:
                for entry in group:
                    self.table.fold(entry)
            except Exception as error:
                # Forged data may break in any way where an event is folded; nothing can follow it.
                reason = f"it cannot be folded: {type(error).__name__}: {error}"
                yield _with_command(Finding(self.table.version + 1, reason), group[0].read())
                return

    def _examined(self, group: Sequence[Entry]) -> Finding | None:
        first = group[0].read()
        try:
            self._examine([_whole(entry) for entry in group], group)
        except Bad as bad:
            return _with_command(bad.finding, first)
        except Exception as error:
            # A rule may meet what no rule provides for: forged data, or a table that forged events have led to.
            reason = f"it cannot be decided again: {type(error).__name__}: {error}"
            return _with_command(Finding(first.version, reason), first)
        return None

    @abstractmethod
    def _examine(self, wholes: Sequence[Whole], group: Sequence[Entry]) -> None:
        """Examine the entries of a command; `Bad` for the first that is wrong."""


class Folded(Again):
    """For rules that are no longer kept, and where outcomes were given: what was drawn is worked out again, decisions
    are not."""

    def _examine(self, wholes: Sequence[Whole], group: Sequence[Entry]) -> None:
        number = self.table.draws
        for item in wholes:
            if item.type == "GameStarted" and canonical(item.data["entropy"]) != canonical(self.table.given_entropy()):
                raise Bad(item.public.version, "its entropy is not what the seats gave")
        if not any(item.draws for item in wholes):
            return
        entropy, share = self.table.entropy or self.table.given_entropy(), share_in(wholes[0])
        chance = self.table.chance_with(self._seed, entropy, share)
        for item in wholes:
            for draw in item.draws:
                if draw["n"] != number or not (draw.get("forced") or draw["result"] == _drawn(chance, draw)):
                    raise Bad(item.public.version, "its draws are not those that the seed gives")
                number += 1


class Decided(Again):
    """Decides every command again and compares what comes with what was recorded."""

    def _examine(self, wholes: Sequence[Whole], group: Sequence[Entry]) -> None:
        command = self._command(wholes[0])
        try:
            self._check(wholes, group, command, self._decided(command, wholes[0].public.version))
        except Bad:
            if (remark := self._as_before(wholes, group, command)) is None:
                raise
            self.remarks.append(remark)

    def _as_before(self, wholes: Sequence[Whole], group: Sequence[Entry], command: Command) -> str | None:
        """The remark on a command that is not decided so any more, and once was; None if it never was."""
        first = wholes[0]
        if first.type not in TAKEN:
            return None
        before = self._publics[: self.table.version]
        try:
            self._check(wholes, group, command, decide_as_before(self.table, command, self._seed, before))
        except (Bad, Refused):
            return None
        return f"version {first.public.version} {TAKEN[first.type]}"

    def _check(
        self, wholes: Sequence[Whole], group: Sequence[Entry], command: Command, happened: Sequence[Happened]
    ) -> None:
        """`Bad` for the first entry that is not what happened."""
        for index, (entry, item) in enumerate(zip(group, wholes, strict=True)):
            if index == len(happened):
                raise Bad(item.public.version, f"{item.type} does not follow from the action")
            self._compare(entry, item, happened[index], command, first=index == 0)
        if len(happened) > len(wholes):
            missing = type(happened[len(wholes)].event).__name__
            raise Bad(wholes[-1].public.version, f"{missing} should follow it")
        self._check_openings(group, happened)

    def _decided(self, command: Command, version: int) -> list[Happened]:
        try:
            return decide(self.table, command, self._seed)
        except Refused as refused:
            rules = self.table.rules
            raise Bad(version, f"its action is {refused.code} under rules {rules}: {refused.reason}") from None

    def _command(self, first: Whole) -> Command:
        public = first.public
        try:
            action = self.table.parse(first.action or {})
            return Command(str(public.by), public.seat, action, public.at, share=share_in(first))
        except Refused as refused:
            raise Bad(public.version, f"its action is {refused}") from None

    def _compare(self, entry: Entry, item: Whole, happened: Happened, command: Command, *, first: bool) -> None:
        recorded, version = item.public, item.public.version
        event = happened.event
        if type(event).__name__ != item.type:
            raise Bad(version, f"{type(event).__name__} follows from the action, not {item.type}")
        if canonical(to_json(happened.draws)) != canonical(item.draws):
            raise Bad(version, "its draws are not those that the seed gives")
        public, private = split_stored(happened, command, self._seats, first=first)
        for name in ("type", "schema", "data", "draws", *(("by", "action") if first else ())):
            if canonical(public[name]) != canonical(getattr(recorded, name)):
                raise Bad(version, f"its {name} does not follow from the action")
        if set(private) != set(recorded.commitments):
            raise Bad(version, "it has not the private parts that such an event has")
        private.pop(CLOSED, None)
        for name, part in entry.private.items():
            if canonical(private[name]) != canonical(part.part):
                raise Bad(version, f"the part of {name} does not follow from the action")

    def _check_openings(self, group: Sequence[Entry], happened: Sequence[Happened]) -> None:
        """What an event opens are the sealed parts whose keys it names, no more and no less."""
        sealed = {key: (part.version, part.audience) for key, part in self.table.sealed.items()}
        for entry, item in zip(group, happened, strict=True):
            public = entry.read()
            opened = [(opening["version"], opening["audience"]) for opening in public.opens or ()]
            if opened != [sealed[key] for key in item.event.opens() if key in sealed]:
                raise Bad(public.version, "it does not open the parts that such an event opens")
            if (key := item.event.seal()) is not None:
                sealed[key] = (public.version, str(item.event.seat))  # type: ignore[attr-defined]  # it has one


def _with_command(finding: Finding, first: Public) -> Finding:
    verb = (first.action or {}).get("type")
    return msgspec.structs.replace(finding, command=first.command, seat=first.seat, verb=verb)


def _whole(entry: Entry) -> Whole:
    try:
        return whole(entry)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Bad(entry.label.version, f"its parts do not fit together: {error}") from None


def _drawn(chance: Chance, draw: dict[str, Json]) -> Json:
    if isinstance(draw["from"], int) and draw["from"] > 2**32:
        raise ValueError("nothing is drawn from so many")
    count = len(draw["result"]) if draw["kind"] == "roll" else 1
    return chance.draw(draw["kind"], draw["name"], draw["from"], count).result
