"""What an entrant's points are made of: each game, each round without one, and what was given or taken besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from domain.contract.game import Text
from domain.league.sheet import Entry, Rest, Sheet
from domain.league.state import Correction, Stage, TableGame
from domain.league.tiebreaks.contest import Share

GAME, ANNULLED, CARRIED, ADJUSTMENT = "game", "annulled", "carried", "adjustment"

PART_KINDS = (CARRIED, GAME, "bye", "walkover", "forfeit", "void", "absent", ANNULLED, ADJUSTMENT)
"""What a part may be: one of these, or a cause of a round without a game."""


class Part(msgspec.Struct, frozen=True):
    """A part of an entrant's points: a `game`, `bye`, `walkover`, `forfeit`, `void` or `annulled` one, an absence
    (`absent`), the points `carried` from the stage before, or an `adjustment`.

    `event` is the version of the log that told it, `table` where one sat and `opponents` against whom, `place` the one
    there; `corrected` what was corrected of it. An adjustment has a `reason` and an `author`.
    """

    kind: str
    points: Fraction
    event: int
    round: int | None = None
    table: TableGame | None = None
    opponents: tuple[str, ...] = ()
    place: int | None = None
    corrected: tuple[Correction, ...] = ()
    reason: Text | None = None
    author: str | None = None


def parts(stage: Stage, sheet: Sheet) -> list[Part]:
    """The parts that a sheet's points are the sum of, in the order of rounds; adjustments are behind the round after
    whose pairing they were made."""
    own = sheet.entrant
    found = [*_played(stage, sheet), *_annulled(stage, own), *_adjusted(stage, own)]
    return [*_carried(stage, own), *sorted(found, key=_by_round)]


def parts_of(stage: Stage, entrant: str, shares: Iterable[Share]) -> list[Part]:
    """The parts that the value of a tie-break is the sum of, in the order of rounds; each against its own opponent."""
    return sorted((_share(stage, entrant, share) for share in shares), key=_by_round)


def _share(stage: Stage, own: str, share: Share) -> Part:
    entry = share.entry
    if entry.table is None:
        return Part(_kind(entry), share.points, stage.rounds[entry.round - 1].event, entry.round)
    part = _at_table(stage.tables[entry.table], own, _kind(entry), share.points)
    return part if share.opponent is None else msgspec.structs.replace(part, opponents=(share.opponent,))


def _by_round(part: Part) -> tuple[int, bool, int]:
    return part.round or 0, part.kind == ADJUSTMENT, 0 if part.table is None else part.table.number


def _carried(stage: Stage, own: str) -> Iterator[Part]:
    if own in stage.carried:
        yield Part(CARRIED, stage.carried[own], stage.started)


def _adjusted(stage: Stage, own: str) -> Iterator[Part]:
    for one in stage.adjustments:
        if one.entrant == own:
            yield Part(ADJUSTMENT, one.points, one.event, one.round, reason=one.reason, author=one.author)


def _played(stage: Stage, sheet: Sheet) -> Iterator[Part]:
    events = {played.number: played.event for played in stage.rounds}
    for entry in sheet.entries:
        if entry.table is None:
            yield Part(_kind(entry), entry.points, events[entry.round], entry.round)
        else:
            table = stage.tables[entry.table]
            yield _at_table(table, sheet.entrant, _kind(entry), entry.points)


def _kind(entry: Entry) -> str:
    return entry.cause if isinstance(entry, Rest) else GAME


def _annulled(stage: Stage, own: str) -> Iterator[Part]:
    """The games that count no more because somebody left; what they had come to is shown."""
    for played in stage.rounds if stage.annulled else ():
        for table in stage.tables_of(played):
            if own in table.seats and table.result is not None and stage.is_annulled(table):
                part = _at_table(table, own, ANNULLED, Fraction(0))
                by = max(stage.annulled[entrant] for entrant in table.seats if entrant in stage.annulled)
                yield msgspec.structs.replace(part, event=max(by, table.event))


def _at_table(table: TableGame, own: str, kind: str, points: Fraction) -> Part:
    places: Mapping[str, int] = {} if table.result is None else table.result.places
    opponents = tuple(entrant for entrant in table.seats if entrant != own)
    return Part(kind, points, table.event, table.round, table, opponents, places.get(own), table.corrected)
