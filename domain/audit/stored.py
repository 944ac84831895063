"""What needs no rules: chain, header, commitments, kept heads, embedded files and words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from domain.audit.authority import CLOCK, SEAT, SERVICE, check_authority
from domain.audit.form import Opening, entries_of
from domain.audit.kept import check_kept
from domain.audit.shared import check_shares
from domain.audit.verdict import Bad
from domain.contract.audience import REFEREE
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.log.hexes import is_hex
from domain.log.record import (
    CLOSED,
    GENESIS,
    OPERATOR,
    PROCEDURE,
    Entry,
    Part,
    Public,
    chained,
    part_nonce,
    seed_commitment,
)
from domain.log.shares import SHARED_PROCEDURE
from domain.records.export import Record
from domain.table.terms import SHARED

ORIGINS = (SEAT, CLOCK, OPERATOR, SERVICE)
"""By whom a command of a game is."""


class Stored(msgspec.Struct, frozen=True):
    """A record whose stored form is sound: its entries, their public parts, and the seed if it was published."""

    entries: Sequence[Entry]
    publics: Sequence[Public]
    seed: bytes | None


def stored(record: Record, catalog: Catalog, seen: Mapping[int, str], deals: Mapping[str, bytes]) -> Stored:
    """The record's entries, every one in the chain and every part the one that was committed to; else `Bad`.

    `deals` maps deals to the seeds that were revealed for them.
    """
    entries, publics = _chain(record)
    _check_header(record, publics[0], catalog)
    check_authority(publics)
    check_kept(entries, seen)
    _check_parts(entries, publics)
    _check_files(record)
    _check_words(record)
    check_shares(record, publics)
    seed = _published_seed(publics)
    if seed is None and publics[-1].type == "GameClosed":
        deal = publics[0].data["terms"].get("deal")
        seed = deals.get(deal) if isinstance(deal, str) else None
    if seed is not None:
        _check_seed(record.id, publics, seed)
        _check_complete(record.id, publics, entries, seed)
    return Stored(entries, publics, seed)


def is_forced(public: Public) -> bool:
    """Whether the event says that an outcome of its draws was given."""
    return any(isinstance(draw, dict) and draw.get("forced") for draw in public.draws)


def _chain(record: Record) -> tuple[list[Entry], list[Public]]:
    """Every hash follows from the one before and the public part; versions, commands and times run on."""
    entries, publics = entries_of(record)
    head = GENESIS
    for number, (entry, public) in enumerate(zip(entries, publics, strict=True), 1):
        head = chained(head, entry.public)
        if entry.hash != head.hex():
            raise Bad(number, "its hash does not follow from its content and the hash before it")
        _check_place(public, number, record.seats)
    for before, after in pairwise(publics):
        if after.at < before.at:
            raise Bad(after.version, "its time is earlier than that of the event before it")
        if after.command != before.command + (after.by is not None):
            raise Bad(after.version, f"it calls itself part of command {after.command}")
        if after.by is None and (after.at, after.seat) != (before.at, before.seat):
            raise Bad(after.version, "it has not the time and seat of its command")
    if record.head != head.hex():
        raise Bad(None, "the head is not the hash of the last event")
    return entries, publics


def _check_place(public: Public, number: int, seats: Sequence[str]) -> None:
    if public.version != number:
        raise Bad(number, f"it calls itself version {public.version}")
    if public.seat not in (None, *seats) or set(public.commitments) - {*seats, REFEREE, CLOSED}:
        raise Bad(number, "it is for a seat that is not there")
    if (public.by is None) != (public.action is None) or public.by not in (None, *ORIGINS):
        raise Bad(number, "it does not say by whom and what was posted as the first event of a command does")
    if (CLOSED in public.commitments) != (public.by is not None):
        raise Bad(number, "the first event of a command, and no other, has a part that never opens")


def _check_header(record: Record, first: Public, catalog: Catalog) -> None:
    """The header repeats event 1, and the installation knows the game."""
    if first.type != "GameOpened" or first.by is None or first.command != 1:
        raise Bad(1, "the first event does not open a game")
    if canonical(first.action) != canonical({"type": "table/open", "data": first.data}):
        raise Bad(1, "its data are not those of its action")
    for name in ("id", "game", "rules", "data", "options", "seats"):
        if canonical(getattr(record, name)) != canonical(first.data.get(name)):
            raise Bad(1, f"the header's {name} is not the one of the first event")
    if not isinstance(first.data.get("terms"), dict):
        raise Bad(1, "it opens a game without terms")
    if first.data.get("procedure") != (SHARED_PROCEDURE if SHARED in first.data["terms"] else PROCEDURE):
        raise Bad(1, f"unknown procedure of chance {first.data.get('procedure')!r}")
    if record.game not in catalog:
        raise Bad(None, f"unknown game {record.game!r}")
    fewest, most = catalog[record.game].seat_range
    if record.seats != [f"s{number}" for number in range(1, len(record.seats) + 1)]:
        raise Bad(1, "the seats are not s1, s2, ...")
    if not fewest <= len(record.seats) <= most:
        raise Bad(1, f"{record.game} has {fewest} to {most} seats")
    if strangers := set(record.names) - set(record.seats):
        raise Bad(None, f"a name is given to {min(strangers)!r}, which is no seat")


def _check_parts(entries: Sequence[Entry], publics: Sequence[Public]) -> None:
    """Every private part, and every part that an event opens, is the one that was committed to."""
    for entry, public in zip(entries, publics, strict=True):
        for name, part in entry.private.items():
            if name == CLOSED:
                raise Bad(public.version, "a part that never opens lies open")
            if public.commitments.get(name) != _commitment(part, public.version):
                raise Bad(public.version, f"the part of {name} is not the one that was committed to")
        for opened in msgspec.convert(public.opens or [], list[Opening]):
            _check_opening(opened, public.version, publics)


def _check_opening(opened: Opening, version: int, publics: Sequence[Public]) -> None:
    of, name = opened.version, opened.audience
    if not 1 <= of < version or name == CLOSED:
        raise Bad(version, f"it opens the part of {name} of version {of}")
    if publics[of - 1].commitments.get(name) != _commitment(Part(opened.nonce, opened.part), version):
        raise Bad(version, f"what it opens of version {of} is not what was committed to")


def _commitment(part: Part, version: int) -> str:
    if not is_hex(part.nonce):
        raise Bad(version, "the nonce of a part is not 32 bytes in lower-case hex")
    return part.commitment()


def _check_files(record: Record) -> None:
    """Embedded files are the ones that the game was played with."""
    for sha256, text in record.files.items():
        if sha256 not in record.data.values():
            raise Bad(None, f"it holds a file {sha256} that the game does not use")
        if hashlib.sha256(text.encode()).hexdigest() != sha256:
            raise Bad(None, f"the file {sha256} has another hash")


def _check_words(record: Record) -> None:
    """Words are the ones that their writers committed to."""
    if not record.texts:
        return
    referred = record.referred()
    for name, words in record.texts.items():
        if not is_hex(words.nonce):
            raise Bad(None, f"the nonce of the words {name} is not 32 bytes in lower-case hex")
        if referred.get(name) != words.commitment():
            raise Bad(None, f"the words {name} are not those that an event refers to")


def _published_seed(publics: Sequence[Public]) -> bytes | None:
    for public in publics[:-1]:
        if public.type == "GameClosed":
            raise Bad(public.version + 1, "it follows the closing event")
    last = publics[-1]
    published = last.data.get("seed") if last.type == "GameClosed" else None
    if published is None:
        return None
    if not is_hex(published):
        raise Bad(last.version, "the seed that it publishes is not 32 bytes in lower-case hex")
    return bytes.fromhex(published)


def _check_seed(game_id: str, publics: Sequence[Public], seed: bytes) -> None:
    if publics[0].data.get("commitment") != seed_commitment(game_id, seed):
        raise Bad(publics[-1].version, "the seed that was published is not the one that was committed to")


def _check_complete(game_id: str, publics: Sequence[Public], entries: Sequence[Entry], seed: bytes) -> None:
    """All parts lie open but those that never do, and their nonces are those that follow from the seed."""
    for public, entry in zip(publics, entries, strict=True):
        missing = set(public.commitments) - set(entry.private) - {CLOSED}
        if missing:
            raise Bad(public.version, f"the part of {min(missing)} is missing although the game is closed")
        for of, name, nonce in _nonces(entry, public):
            if nonce != part_nonce(seed, game_id, of, name):
                raise Bad(public.version, f"the nonce of the part of {name} does not follow from the seed")


def _nonces(entry: Entry, public: Public) -> Iterator[tuple[int, str, str]]:
    """Of each part that the event shows or opens: the version and the audience that it belongs to, its nonce."""
    for name, part in entry.private.items():
        yield public.version, name, part.nonce
    for opened in public.opens or ():
        yield opened["version"], opened["audience"], opened["nonce"]
