"""A look at an installation's newest checkpoint: cosigned if it goes on from the last one, else refused and kept."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from domain.log.checkpoint import Signed, signed_checkpoint
from domain.log.merkle import BadProof, check_consistency
from domain.log.note import BadNote
from service.witness.keys import WitnessKey
from service.witness.notes import Notes
from service.witness.remote import Away, Installation


class Looked(msgspec.Struct, frozen=True):
    """What came of a look: the number of entries, in words what it is, and the files that were kept for it.

    Of a refused checkpoint there are two files if they prove a fork: `nightledger journal compare` tells.
    """

    is_refused: bool
    words: str
    files: tuple[Path, ...] = ()


class Witness:
    """Follows installations, and keeps in a folder what it has seen of each."""

    def __init__(self, folder: Path, key: WitnessKey) -> None:
        self._folder = folder
        self._key = key

    def look(self, log: Installation, at: int, keys: Sequence[str] = ()) -> Looked:
        """Look at the newest checkpoint at a time in seconds UTC.

        `keys` are the log's public keys (hex), if they are known from elsewhere; else those that it names at the first
        look count from then on. `Away` if it does not answer.
        """
        notes = Notes(self._folder, log.url)
        with notes.alone():
            return self._looked(log, notes, at, keys)

    def _looked(self, log: Installation, notes: Notes, at: int, keys: Sequence[str]) -> Looked:
        if not notes.keys():
            notes.fix(keys or log.keys())
        if keys and (others := set(notes.keys()) - set(keys)):
            return Looked(True, f"it was followed by the key {min(others)} until now, which is none of those you name")
        raw = log.checkpoint()
        try:
            signed = signed_checkpoint(raw, notes.keys())
        except BadNote as bad:
            return Looked(True, f"what it gives as its checkpoint is none: {bad}", (notes.refuse(raw, None),))
        try:
            last = notes.last()
            _check(log, last, signed)
        except BadProof as bad:
            return self._refused(log, notes, raw, signed, str(bad))
        if last is not None and signed.checkpoint == last.checkpoint:
            self._hand_in_again(log, last, signed)
            return Looked(False, f"{signed.checkpoint.size} entries, as before")
        return self._cosigned(log, notes, signed, at)

    def _hand_in_again(self, log: Installation, last: Signed, signed: Signed) -> None:
        """Hand in a cosignature that the log does not show, as when it was away, or this program ended, just then."""
        own = self._key.public
        for one in last.note.signatures:
            if (one.name, one.key_id) == (own.name, own.id) and one not in signed.note.signatures:
                with suppress(Away):
                    log.add_cosignature(last.checkpoint.size, one.encode())

    def _cosigned(self, log: Installation, notes: Notes, signed: Signed, at: int) -> Looked:
        size = signed.checkpoint.size
        line = self._key.cosign(signed.note.text, at)
        file = notes.keep(signed, signed.note.with_more([line]))
        try:
            log.add_cosignature(size, line.encode())
        except Away as away:
            return Looked(False, f"{size} entries, cosigned; it does not take the cosignature: {away}", (file,))
        return Looked(False, f"{size} entries, cosigned", (file,))

    def _refused(self, log: Installation, notes: Notes, raw: bytes, signed: Signed, why: str) -> Looked:
        """Keep the checkpoint, and what the log says now of a size that was cosigned: two of one size prove a fork."""
        refused = notes.refuse(raw, signed)
        known = notes.last(signed.checkpoint.size)
        if known is None:
            return Looked(True, why, (refused,))
        try:
            again = log.checkpoint(known.checkpoint.size)
            contradiction = signed_checkpoint(again, notes.keys())
        except (Away, BadNote):
            return Looked(True, why, (refused,))
        if contradiction.checkpoint == known.checkpoint:
            return Looked(True, why, (refused,))
        kept = notes.keep(known, known.note)
        return Looked(True, f"{why}: a fork", (kept, notes.refuse(again, contradiction)))


def _check(log: Installation, last: Signed | None, signed: Signed) -> None:
    """`BadProof` unless a checkpoint goes on from the last one."""
    if last is None:
        return
    before, now = last.checkpoint, signed.checkpoint
    if before.origin != now.origin:
        raise BadProof(f"it is of another log, {now.origin}, not of {before.origin}")
    proof = log.consistency(before.size, now.size) if before.size < now.size else []
    check_consistency(before.size, now.size, before.head, now.head, proof)
