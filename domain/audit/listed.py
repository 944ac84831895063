"""A record against the journal of the installation where it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.audit.stored import Stored
from domain.audit.verdict import Bad
from domain.log.canon import LIMIT
from domain.log.journal import EndListed, ImportListed, Line, Listed, ReservationListed, StartListed, of_game
from domain.log.record import Entry
from domain.records.export import Record

IN_ORDER = (ReservationListed, StartListed, EndListed)
"""What a journal lists once of each game that was played where it was kept."""

IDS_SHOWN = 20
"""How many games of the same creator are named at most."""

A_DAY = 86_400
"""Seconds by which a journal may seem later than it was taken: the clock was ahead when its last entry came. In them,
too, what happened may be on its way to it while something later is there already."""


def compare(found: Stored, game_id: str, journal: Sequence[Line]) -> tuple[str, ...]:
    """Remarks on what the journal lists; `Bad` if it lists something else, or not what it must list."""
    listed = list(of_game(journal, game_id))
    reserved = next((one for one in listed if isinstance(one, ReservationListed)), None)
    if reserved is None:
        return _imported(found, game_id, journal)
    kinds = [type(one) for one in listed if isinstance(one, IN_ORDER)]
    for kind in IN_ORDER:
        if kinds.count(kind) > 1:
            raise Bad(None, f"the journal has two entries {kind.__name__} of this game")
    if kinds != sorted(kinds, key=IN_ORDER.index):
        raise Bad(None, f"the journal lists this game in another order: {', '.join(kind.__name__ for kind in kinds)}")
    for one in listed:
        if getattr(one, "commitment", reserved.commitment) != found.publics[0].data.get("commitment"):
            raise Bad(1, "the journal lists another commitment")
    return (
        "the journal lists its reservation under the same commitment",
        *_event(found.entries, "GameStarted", "start", listed, journal),
        *_event(found.entries, "GameClosed", "end", listed, journal),
        *_others(reserved, journal),
    )


def shown_under_a_checkpoint(record: Record, version: int, listed: Listed) -> str:
    """A remark on what a receipt of this version proves that the journal listed by then; `Bad` if it is not so.

    `listed` was found in the tree of a signed checkpoint.
    """
    opened = record.events[0]["data"]
    if getattr(listed, "commitment", None) != opened.get("commitment"):
        raise Bad(1, "a receipt proves that the journal lists another commitment")
    if isinstance(listed, StartListed):
        started = record.events[listed.version - 1 : listed.version]
        if [(event["type"], event["hash"]) for event in started] != [("GameStarted", listed.head)]:
            raise Bad(listed.version, f"a receipt proves that the journal lists the start with head {listed.head}")
    commands = [event["command"] for event in record.events if event["type"] == "GameStarted"]
    early = all(event["command"] <= min(commands, default=LIMIT) for event in record.events[:version])
    when = "before the first move" if early else f"by version {version}"
    return f"a receipt proves offline that {type(listed).__name__} stood in the journal {when}"


def _imported(found: Stored, game_id: str, journal: Sequence[Line]) -> tuple[str, ...]:
    """Of a game that was played elsewhere the journal lists the commitment and the final head.

    A forgery under the same id may have been taken in too: it says nothing of this record.
    """
    listed = [line.listed for line in journal]
    taken_in = [one for one in listed if isinstance(one, ImportListed) and one.source == game_id]
    if not taken_in:
        raise Bad(None, "the journal does not list this game")
    committed = [one for one in taken_in if one.commitment == found.publics[0].data.get("commitment")]
    if not committed:
        raise Bad(1, "the journal lists another commitment")
    head = found.entries[-1].hash
    if all(one.head != head for one in committed):
        raise Bad(None, f"the journal lists it as taken in from elsewhere with the final head {committed[0].head}")
    return (f"the journal lists it as taken in from elsewhere, final head {head}",)


def _event(
    entries: Sequence[Entry], kind: str, what: str, listed: Sequence[Listed], journal: Sequence[Line]
) -> Iterator[str]:
    """The start or the end: listed if it happened before the journal was taken, at the same version and under the same
    hash."""
    happened = next((entry for entry in entries if entry.label.type == kind), None)
    wanted = StartListed if what == "start" else EndListed
    told = next((one for one in listed if isinstance(one, wanted)), None)
    if happened is None:
        if told is not None:
            raise Bad(None, f"the journal lists its {what} at version {told.version}, which it does not reach")
        return
    if told is None:
        event = happened.read()
        if journal[-1].at > event.at + A_DAY:
            raise Bad(event.version, f"the journal does not list the {what} of the game")
        yield f"the journal was taken before the {what} of the game"
        return
    yield from _same(happened, told, what)


def _same(happened: Entry, told: StartListed | EndListed, what: str) -> Iterator[str]:
    event = happened.read()
    if (told.version, told.head) != (event.version, happened.hash):
        raise Bad(event.version, f"the journal lists the {what} at version {told.version} with head {told.head}")
    if isinstance(told, EndListed) and told.cause != event.data.get("cause"):
        raise Bad(event.version, f"the journal lists the cause {told.cause!r}")
    yield f"the journal lists its {what} at version {told.version}, head {told.head}"


def _others(reserved: ReservationListed, journal: Sequence[Line]) -> Iterator[str]:
    """The creator's other games that came to nothing, so that a game begun anew until the deal suits stands out."""
    others = [
        line.listed.id
        for line in journal
        if isinstance(line.listed, ReservationListed)
        and line.listed.creator == reserved.creator
        and line.listed.id != reserved.id
    ]
    ends = {line.listed.id: line.listed.cause for line in journal if isinstance(line.listed, EndListed)}
    begun = {line.listed.id for line in journal if isinstance(line.listed, StartListed)}
    for what, ids in (
        ("are void", [one for one in others if ends.get(one) == "void"]),
        ("were cancelled", [one for one in others if ends.get(one) == "cancelled"]),
        ("were abandoned", [one for one in others if ends.get(one) == "abandoned"]),
        ("were begun and have no end", [one for one in others if one in begun and one not in ends]),
        ("were never begun", [one for one in others if one not in begun and one not in ends]),
    ):
        if ids:
            more = f" and {len(ids) - IDS_SHOWN} more" if len(ids) > IDS_SHOWN else ""
            yield f"of the same creator's other games {len(ids)} {what}: {', '.join(ids[:IDS_SHOWN])}{more}"
