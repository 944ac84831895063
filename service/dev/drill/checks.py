"""What must hold at the end of every day, of what is stored and of what the players know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from domain.log.record import CLOSED, GENESIS, Entry
from projections.rebuild import Rebuilder
from service.bootstrap import Services
from service.dev.drill.crowd import Book
from service.operation.doctor.stored import broken_at
from service.store.repeats import KeyedRequest

Faults = Iterator[str]

SHOWN = 3
"""How many faults of a kind are told."""


def acknowledged_once(services: Services, book: Book) -> Faults:
    """Whether each move and each game that was acknowledged is stored once, and no other one."""
    yield from book.odd
    logs = {game_id: services.store.entries(game_id) for game_id in services.store.games()}
    for game_id in sorted(book.games.keys() ^ logs.keys()):
        yield f"game {game_id} is {'lost' if game_id in book.games else 'there, and nobody knows of it'}"
    for game_id in sorted(book.games.keys() & logs.keys()):
        moves, entries = book.moves.get(game_id, {}), logs[game_id]
        yield from (f"{game_id}: {key} is lost" for key in lost(moves, entries))
        marks = Counter(mark for _, mark in _marks(entries))
        yield from (f"{game_id}: a move is there {times} times" for times in marks.values() if times > 1)
        told = {KeyedRequest.of(book.games[game_id], key, body=b"").key for key in moves}
        untold = {mark for seat, mark in _marks(entries) if seat in _people(entries)} - told
        yield from (f"{game_id}: a move is there, and nobody was told" for _ in untold)


def lost(moves: Mapping[str, Sequence[tuple[int, str]]], entries: Sequence[Entry]) -> list[str]:
    """The keys of the moves of which a log lacks an event, or has another in its place."""
    stored = {(entry.label.version, entry.hash) for entry in entries}
    return [key for key, events in moves.items() if not stored.issuperset(events)]


def _marks(entries: Sequence[Entry]) -> Iterator[tuple[str | None, str]]:
    """The seat of each command that was sent under a key, and the mark of that key."""
    for entry in entries:
        part = entry.private[CLOSED].part if CLOSED in entry.private else {}
        if isinstance(mark := part.get("key"), str):
            yield entry.label.seat, mark


def _people(entries: Sequence[Entry]) -> set[str | None]:
    """The seats that people have taken."""
    taken = [entry.read() for entry in entries if entry.label.type == "SeatTaken"]
    return {one.seat for one in taken if one.data["account"] is not None}


def chains_whole(services: Services, book: Book) -> Faults:
    """Whether the hashes of all logs and of the journal follow from what they are of."""
    logs = {game_id: services.store.entries(game_id) for game_id in services.store.games()}
    for name, entries in {**logs, "the journal": services.store.journal()}.items():
        if (version := broken_at(entries, GENESIS.hex())) is not None:
            yield f"event {version} of {name} does not follow from what was before it"


def projections_agree(services: Services, book: Book) -> Faults:
    """Whether the read models are what a rebuild makes of the log."""
    services.read_models.follower.catch_up(60)
    rebuilder: Rebuilder = services.read_models.rebuilder
    for name in rebuilder.names:
        for difference in rebuilder.verify(name, lambda position: None)[:1]:
            yield f"{name}: {difference.table} differs"


def no_time_lost(services: Services, book: Book) -> Faults:
    """Whether no deadline has passed: nobody had as little time as that."""
    for game_id in services.store.games():
        if passed := sum(entry.label.type == "DeadlinePassed" for entry in services.store.entries(game_id)):
            yield f"{game_id}: {passed} deadlines have passed"


Check = Callable[[Services, Book], Faults]

STORED: Mapping[str, Check] = {
    "acknowledged once": acknowledged_once,
    "chains whole": chains_whole,
    "projections agree": projections_agree,
    "no time lost": no_time_lost,
}
"""What is found in the store."""

GO_ON, TRUTH = "games go on", "readiness told the truth"
"""What is found by playing on, and by having asked all day."""

CHECKS = (*STORED, GO_ON, TRUTH)


def found(check: Check, services: Services, book: Book) -> str:
    """The first faults of a kind, as a line; empty if there are none."""
    return "; ".join(islice(check(services, book), SHOWN))
