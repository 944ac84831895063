"""What an installation has stored: schema, time, whether it takes writes, and the chains of a sample of logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import msgspec

from domain.log.journal import LISTED, EndListed, StartListed
from domain.log.record import GENESIS, Entry, chained
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.operation.doctor.findings import Finding, look, well, wrong
from service.operation.monitoring import degraded

if TYPE_CHECKING:
    from service.bootstrap import Services

SAMPLE = 20
"""Entries of the journal that are examined with their logs: so many of the newest, and so many anywhere."""

OF_A_LOG = (StartListed.__name__, EndListed.__name__)

ALTERED = (
    "something else than Nightledger has written to the database: compare it with a backup before anybody plays on"
)

SKEW = 60
"""Seconds that the newest entry may lie ahead of the machine's clock."""


def stored(services: Services, rng: Random) -> Iterator[Finding]:
    """What is found in the store; which logs are looked at is drawn from `rng`."""
    yield well("schema", f"that of this program; {services.store.position()} events")
    yield _writes(services)
    yield _clock(services)
    yield from _chains(services, rng)
    yield from _parts(services)


def _writes(services: Services) -> Finding:
    try:
        services.store.check_writable()
    except (ServiceError, Unavailable) as error:
        why = error.reason if isinstance(error, ServiceError) else error
        return wrong("writes", f"nothing can be stored: {why}", "see docs/operating.md, When something ends")
    return well("writes", "taken")


def _clock(services: Services) -> Finding:
    ahead = max((entry.read().at for entry in _newest(services)), default=0) - services.clock()
    if ahead > SKEW:
        return wrong(
            "time",
            f"the newest entry of the journal is {ahead} seconds ahead of this machine",
            "set the machine's clock, and keep all of them in step (NTP)",
        )
    return well("time", "not behind what is stored")


def _chains(services: Services, rng: Random) -> Iterator[Finding]:
    """Whether hashes follow from what they are of, in the newest part of the journal and in the logs of a sample."""
    newest = _newest(services)
    sample = [entry for entry in (*newest, *_anywhere(services, rng)) if entry.label.type in OF_A_LOG]
    games = sorted({str(entry.read().data["id"]) for entry in sample})
    logs = {game_id: services.store.entries(game_id) for game_id in games}
    broken = [*_broken_journal(newest), *_broken_logs(logs), *_other_heads(sample, logs)]
    yield from (wrong("chains", says, ALTERED) for says in broken)
    if not broken:
        events = sum(map(len, logs.values()))
        yield well("chains", f"whole in {len(logs)} games with {events} events, and {len(newest)} lines of the journal")


def _broken_journal(newest: Sequence[Entry]) -> Iterator[str]:
    """`newest` begins at the first entry, or at one that is not looked at itself."""
    begins = bool(newest) and newest[0].label.version == 1
    before, looked_at = (GENESIS.hex(), newest) if begins or not newest else (newest[0].hash, newest[1:])
    if (version := broken_at(looked_at, before)) is not None:
        yield f"entry {version} of the journal does not follow from its content and what was before it"


def _broken_logs(logs: Mapping[str, Sequence[Entry]]) -> Iterator[str]:
    for game_id, entries in logs.items():
        if (version := _unreadable_at(entries)) is not None:
            yield f"event {version} of {game_id} cannot be read"
        elif (version := broken_at(entries, GENESIS.hex())) is not None:
            yield f"event {version} of {game_id} does not follow from its content and what was before it"


def _other_heads(sample: Sequence[Entry], logs: Mapping[str, Sequence[Entry]]) -> Iterator[str]:
    for entry in sample:
        listed = msgspec.convert(entry.read().data, LISTED[entry.label.type])
        assert isinstance(listed, StartListed | EndListed)
        entries = logs[listed.id]
        if _unreadable_at(entries) is not None:
            continue
        if [one.hash for one in entries if one.label.version == listed.version] != [listed.head]:
            yield f"event {listed.version} of {listed.id} is not the one that the journal lists"


def _unreadable_at(entries: Sequence[Entry]) -> int | None:
    """The version of the first entry that is none any more; None if all are."""
    for place in range(len(entries)):
        try:
            _ = entries[place]
        except Exception:  # Whatever was made of it.
            return place + 1
    return None


def broken_at(entries: Sequence[Entry], before: str) -> int | None:
    """The version of the first entry whose hash is not that of its content after `before` (hex); None if all are."""
    head = bytes.fromhex(before)
    for entry in entries:
        head = chained(head, entry.public)
        if entry.hash != head.hex():
            return entry.label.version
    return None


def _newest(services: Services) -> list[Entry]:
    """The last entries of the journal, and the one before them."""
    return services.store.journal(max(0, services.store.listed() - SAMPLE - 1))


def _anywhere(services: Services, rng: Random) -> list[Entry]:
    listed = services.store.listed()
    return [entry for _ in range(min(SAMPLE, listed)) for entry in services.store.journal(rng.randrange(listed), 1)]


def _parts(services: Services) -> Iterator[Finding]:
    """What is away of the parts without which the rest goes on."""
    away = degraded(services)
    for part, says in away.items():
        yield look(part, says, "see that it runs: nightledger run starts all parts, and again what ends")
    if not away:
        yield well("processes", "all are there, and nothing that is due is late")
