"""A seed that two installations share: what the partner signed, and that its shares follow from what it revealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec import UNSET

from domain.audit.verdict import Bad, Malformed
from domain.log.canon import Json
from domain.log.hexes import is_hex
from domain.log.record import Public
from domain.log.shares import Partner, Revealed, Share, partner_commitment, share_of
from domain.log.whole import Whole
from domain.records.export import Record
from domain.table.terms import SHARED

ASKED, GIVEN = "ShareAsked", "ShareGiven"


def share_in(first: Whole) -> Share | None:
    """The share for a command that begins with this event; None if it needed none."""
    return msgspec.convert(first.data, Share) if first.type == GIVEN else None


def check_shares(record: Record, publics: Sequence[Public]) -> None:
    """`Bad` for what the partner has not signed, a share for another question, or one that its seed does not give."""
    partner = _partner(publics[0])
    given, asking = list(_given(record, publics)), {public.command for public in publics if public.type == ASKED}
    if partner is None:
        if given or record.revealed is not UNSET:
            raise Bad(None, "a share is given or a seed revealed where none is shared")
        return
    host = str(publics[0].data.get("commitment"))
    _check_hex(1, host, partner.key, partner.commitment, signature=partner.signature)
    if not partner.is_signed(record.id, host):
        raise Bad(1, "the partner that is named has not signed that it shares the seed")
    for number, (version, share, head) in enumerate(given):
        public = publics[version - 1]
        _check_hex(version, share.share, signature=share.signature)
        if share.number != number or public.by is None or public.command - 1 not in asking:
            raise Bad(version, f"its share is not number {number} of the log, or was not asked for before it")
        if not share.is_signed(partner.key, record.id, head):
            raise Bad(version, "the partner has not signed its share for the head before it")
    if record.revealed is not UNSET:
        _check_revealed(record, publics, partner, record.revealed, given)


def remarks_on_shares(record: Record, publics: Sequence[Public]) -> Iterator[str]:
    """With whom the seed was shared, and what cannot be checked of it."""
    partner = _partner(publics[0])
    if partner is None:
        return
    yield f"the seed is shared with the installation whose key is {partner.key}: see that it is another operator's"
    if publics[-1].type != "GameClosed":
        return
    if record.revealed is UNSET:
        yield "it has not revealed its seed: its shares are signed, and not checked against the commitment"
    if _unanswered(publics):
        yield "the game was closed while a share was asked for: who ran it may have seen what would be drawn"


def _check_revealed(
    record: Record,
    publics: Sequence[Public],
    partner: Partner,
    told: Revealed,
    given: Sequence[tuple[int, Share, str]],
) -> None:
    if publics[-1].type != "GameClosed" or told.head != record.head:
        raise Bad(None, "the partner has revealed its seed for another end of the game")
    _check_hex(None, told.seed, signature=told.signature)
    if not told.is_signed(partner.key, record.id):
        raise Bad(None, "the partner has not signed the seed that is revealed")
    seed = bytes.fromhex(told.seed)
    if partner_commitment(record.id, seed) != partner.commitment:
        raise Bad(None, "the seed that the partner revealed is not the one that it committed to")
    if not len(given) <= told.shares <= len(given) + _unanswered(publics):
        raise Bad(None, f"the partner has given {told.shares} shares, and the log has {len(given)}")
    for version, share, head in given:
        if share_of(seed, record.id, share.number, head) != share.share:
            raise Bad(version, "its share does not come from the seed that the partner revealed")


def _check_hex(version: int | None, *texts: Json, signature: str) -> None:
    """`Bad` unless these are 32 bytes each and a signature 64, in the one way to write them."""
    if not all(map(is_hex, texts)) or not is_hex(signature, 64):
        raise Bad(version, "what is said of the shared seed is not lower-case hex of its size")


def _partner(first: Public) -> Partner | None:
    if SHARED not in first.data["terms"]:
        return None
    try:
        return msgspec.convert(first.data["terms"][SHARED], Partner, strict=True)
    except msgspec.ValidationError as error:
        raise Malformed(1, f"it does not say with whom the seed is shared: {error}") from None


def _given(record: Record, publics: Sequence[Public]) -> Iterator[tuple[int, Share, str]]:
    """The shares in the log, each with its version and the head that it is bound to."""
    for before, public in pairwise(publics):
        if public.type != GIVEN:
            continue
        try:
            share = msgspec.convert(public.data, Share, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed(public.version, str(error)) from None
        yield public.version, share, str(record.events[before.version - 1]["hash"])


def _unanswered(publics: Sequence[Public]) -> bool:
    """Whether a share was asked for last and is not in the log."""
    asked = [public.type for public in publics if public.type in (ASKED, GIVEN)]
    return bool(asked) and asked[-1] == ASKED
