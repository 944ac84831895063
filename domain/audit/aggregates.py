"""What the log of a series or a league proves by itself: chain, draws, and every command decided again.

As with a game, nothing in the document is trusted. The seeds that its closing events publish must be those that were
committed to; with them all draws are made again, and with the rules every pairing, tally and table of standings.
The lots of a stage that still runs cannot be checked yet, only what follows from them: the document is a prefix then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from domain.audit.authority import check_poster, operators_acts, outside_games
from domain.audit.kept import check_kept
from domain.audit.older import OLDER, Older
from domain.audit.verdict import CONSISTENT, PREFIX, Bad, Malformed, Verdict
from domain.challenge import decide as challenge_rules
from domain.challenge.actions import parse as parse_challenge
from domain.challenge.state import Challenge
from domain.characters.actions import Make
from domain.characters.actions import parse as parse_character
from domain.characters.decide import decide as decide_character
from domain.characters.state import Character
from domain.contract.datafiles import UnknownData
from domain.contract.game import Action, Refused, to_json
from domain.games.catalog import Catalog
from domain.league import actions, decide
from domain.league.chance import SeedsAndResults
from domain.league.events import new_league
from domain.league.state import League
from domain.log.aggregate import Aggregate
from domain.log.canon import Json, NotCanonical, canonical, parse
from domain.log.derived import UnknownSeed
from domain.log.record import CLOSED, GENESIS, Command, Entry, Happened, Public, chained, seed_commitment
from domain.log.wellformed import check_entries
from domain.log.whole import commands, entry_from_json
from domain.records.export import BadRecord
from domain.series.actions import parse as parse_series
from domain.series.decide import Rules
from domain.series.state import Series

LEAGUE = "nightledger/league/1"
SERIES = "nightledger/series/1"
CHALLENGE = "nightledger/challenge/1"
CHARACTER = "nightledger/keepsake/1"

Seeds = dict[str, bytes]

Decide = Callable[[Any, Command, Mapping[str, bytes]], list[Happened]]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log of a series or league as one JSON document; `format` says which."""

    format: str
    id: str
    events: list[dict[str, Json]]
    head: str

    def encode(self) -> bytes:
        """The document's bytes."""
        return canonical(msgspec.to_builtins(self))


def document(kind: str, aggregate: Aggregate, entries: Sequence[Entry]) -> Document:
    """The document of a log, without the closed parts of its commands."""
    return Document(kind, aggregate.id, [entry.as_json(()) for entry in entries], aggregate.head.hex())


def read(raw: bytes) -> Document:
    """A document from a file's bytes; `BadRecord` says what is wrong with it."""
    try:
        return msgspec.convert(parse(raw), Document, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise BadRecord(str(error)) from None


def audit(log: Document, catalog: Catalog, seen: Mapping[int, str] | None = None) -> Verdict:
    """Examine a document. `seen` maps versions to heads (hex) that somebody kept outside."""
    kept = seen or {}
    try:
        entries, publics = _chain(log)
        check_kept(entries, kept)
        again = _Again(log, catalog, publics)
        again.run(entries)
    except Bad as bad:
        return bad.verdict(len(log.events), log.head)
    unchecked = tuple(again.unchecked())
    code, word = (CONSISTENT, "consistent") if not unchecked else (PREFIX, "a prefix")
    remarks = (*unchecked, *again.remarks, *operators_acts(publics))
    return Verdict(code, word, len(entries), log.head, remarks=remarks, seen=tuple(sorted(kept)))


def challenge_of(log: Document) -> Challenge:
    """The challenge that a sound document tells of."""
    challenge = Challenge()
    for raw in log.events:
        challenge.fold(entry_from_json(raw))
    return challenge


def _chain(log: Document) -> tuple[list[Entry], list[Public]]:
    """Every hash follows from the one before; versions, commands and times run on."""
    if log.format not in (LEAGUE, SERIES, CHALLENGE, CHARACTER) or not log.events:
        raise Malformed(
            None, f"it is no log of a league, series or challenge: {log.format!r}, {len(log.events)} events"
        )
    try:
        entries = [entry_from_json(raw) for raw in log.events]
        publics = [entry.read() for entry in entries]
        check_entries(entries)
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(None, f"an event has not the form of one: {error}") from None
    head = GENESIS
    for number, (entry, public) in enumerate(zip(entries, publics), 1):
        head = chained(head, entry.public)
        if entry.hash != head.hex():
            raise Bad(number, "its hash does not follow from its content and the hash before it")
        if canonical(to_json(public)) != entry.public:
            raise Malformed(number, "it has not the form of an event")
        if public.version != number:
            raise Bad(number, f"it calls itself version {public.version}")
        check_poster(public, outside_games)
    for before, after in pairwise(publics):
        if after.at < before.at or after.command != before.command + (after.by is not None):
            raise Bad(after.version, "its time or command does not follow that of the event before it")
        if after.by is None and (after.at, after.seat) != (before.at, before.seat):
            raise Bad(after.version, "it has not the time and seat of its command")
    if publics[0].by is None or log.head != head.hex():
        raise Bad(None, "it does not begin with a command, or its head is not the hash of its last event")
    for entry, public in zip(entries, publics):
        _check_open(entry, public)
    return entries, publics


def _check_open(entry: Entry, public: Public) -> None:
    """In such logs all is public but the part of a command that never opens; a part that lies beside an event would be
    folded into it, and no hash covers it."""
    version = public.version
    if entry.parts or public.opens is not None:
        raise Bad(version, "it has private parts, or opens some, where everything is public")
    if (public.by is None) != (public.action is None):
        raise Bad(version, "it does not say by whom and what was posted as the first event of a command does")
    if set(public.commitments) != (set() if public.by is None else {CLOSED}):
        raise Bad(version, "it commits to something else than the part of its command that never opens")


class _Again:
    """Decides every command again."""

    def __init__(self, log: Document, catalog: Catalog, publics: Sequence[Public]) -> None:
        self._seeds = _published(publics)
        self._made_otherwise = False
        self.remarks: list[str] = []
        self._aggregate: Any
        self._decide: Decide
        self._parse: Callable[[Mapping[str, Json]], Action]
        if log.format == LEAGUE:
            self._aggregate, self._decide, self._parse = new_league(), decide.decide, actions.parse
        elif log.format == CHALLENGE:
            self._aggregate, self._decide, self._parse = Challenge(), challenge_rules.decide, parse_challenge
        else:
            game = str(publics[0].data.get("game"))
            if game not in catalog:
                raise Bad(1, f"unknown game {game!r}")
            if log.format == CHARACTER:
                self._aggregate, self._parse = Character(), partial(_parse_character, publics[0])
                self._decide = partial(decide_character, catalog[game])
            else:
                self._aggregate, self._parse = Series(), parse_series
                self._decide = Rules(catalog[game]).decide
        if publics[0].data.get("id") != log.id:
            raise Bad(1, f"it is not the log of {log.id}")

    def run(self, entries: Sequence[Entry]) -> None:
        """Decide all commands; `Bad` at the first event that does not come out again."""
        for group in commands(entries):
            first = group[0].read()
            try:
                self._compare(group, self._decided(group, first, self._decide))
            except Bad:
                if not self._is_of_an_older_program(group, first):
                    raise
            for entry in group:
                self._fold(entry)

    def _is_of_an_older_program(self, group: Sequence[Entry], first: Public) -> bool:
        """Whether a command that is not decided so any more once was."""
        if first.type == "KeepsakeMade" and not first.data.get("data"):
            self._made_otherwise = True
            return True
        return any(self._is_decided_as(older, group, first) for older in OLDER)

    def _is_decided_as(self, older: Older, group: Sequence[Entry], first: Public) -> bool:
        """Whether a command was decided as these older programs did it, which is remarked."""
        if first.type not in older.TAKEN:
            return False
        try:
            self._compare(group, self._decided(group, first, older.decide_as_before))
        except Bad:
            return False
        self.remarks.append(f"version {first.version} {older.TAKEN[first.type]}")
        return True

    def unchecked(self) -> Iterator[str]:
        """What cannot be checked: draws from seeds that are not published, or how a character was made whose log is so
        old that it does not name the data files."""
        for source in self._unpublished():
            yield f"the seed of {source} is not published yet; its draws are not checked"
        if self._made_otherwise:
            yield "it does not name the data that it was made with: that it was within the rules is not checked"

    def _unpublished(self) -> list[str]:
        """The series, or the stages that have begun or will, whose seeds are not published; a character has none."""
        if isinstance(self._aggregate, Character):
            return []
        if isinstance(self._aggregate, League):
            return [stage.id for stage in self._aggregate.stages.values() if stage.seed is None]
        return [] if self._aggregate.seed is not None else [self._aggregate.id]

    def _decided(self, group: Sequence[Entry], first: Public, decide: Decide) -> list[Happened]:
        """What follows from a command; where the seed is not published yet, with the lots that it tells."""
        try:
            command = Command(str(first.by), first.seat, self._parse(first.action or {}), first.at)
            results = [draw["result"] for entry in group for draw in entry.read().draws]
            return decide(self._aggregate, command, SeedsAndResults(self._seeds, results))
        except UnknownSeed as unknown:
            raise Bad(first.version, f"the seed of {unknown.source} should be published with it") from None
        except UnknownData as unknown:
            raise Bad(first.version, str(unknown)) from None
        except Refused as refused:
            raise Bad(first.version, f"its action is refused: {refused}") from None
        except Exception as error:
            # Forged data may break in any way where a command is decided on it.
            reason = f"it cannot be decided again: {type(error).__name__}: {error}"
            raise Bad(first.version, reason) from None

    def _compare(self, group: Sequence[Entry], happened: Sequence[Happened]) -> None:
        for entry, item in zip(group, happened):
            public = entry.read()
            if public.type != type(item.event).__name__ or public.schema != item.event.schema:
                raise Bad(public.version, f"{type(item.event).__name__} follows from the action, not {public.type}")
            if canonical(public.draws) != canonical(to_json(item.draws)):
                raise Bad(public.version, "its draws are not those that the seed gives")
            if canonical(public.data) != canonical(to_json(item.event)):
                raise Bad(public.version, "its data do not follow from the action")
        if len(group) != len(happened):
            raise Bad(group[-1].label.version, f"{len(happened)} events follow from the action, not {len(group)}")

    def _fold(self, entry: Entry) -> None:
        try:
            self._aggregate.fold(entry)
        except (KeyError, ValueError, TypeError) as error:
            raise Bad(entry.label.version, f"it cannot be folded: {error}") from None
        self._check_commitments(entry.read())

    def _check_commitments(self, public: Public) -> None:
        """A published seed is the one that was committed to."""
        for source, commitment in _committed(public).items():
            seed = self._seeds.get(source)
            if seed is not None and seed_commitment(source, seed) != commitment:
                raise Bad(public.version, f"the seed that was published for {source} is not the one committed to here")


def _parse_character(made: Public, raw: Mapping[str, Json]) -> Action:
    """A command of a character; in the oldest logs only the event that follows says under which rules it was made."""
    action = parse_character(raw)
    if isinstance(action, Make) and action.rules is None:
        return msgspec.structs.replace(action, rules=msgspec.convert(made.data.get("rules"), int))
    return action


def _published(publics: Sequence[Public]) -> Seeds:
    """The seeds that closing events tell, by series or stage."""
    seeds: Seeds = {}
    for public in publics:
        if public.type in ("StageClosed", "SeriesClosed", "ChallengeClosed"):
            source = str(public.data.get("stage", publics[0].data.get("id")))
            try:
                seeds[source] = bytes.fromhex(str(public.data.get("seed")))
            except ValueError:
                raise Bad(public.version, "the seed is not hexadecimal") from None
    return seeds


def _committed(public: Public) -> Mapping[str, str]:
    """The commitments that an event tells, by series or stage."""
    if public.type == "SeasonOpened":
        return dict(public.data["commitments"])
    if public.type in ("SeriesOpened", "ChallengeOpened"):
        return {str(public.data["id"]): str(public.data["commitment"])}
    return {}
