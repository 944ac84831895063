"""Checkpoints of the journal: how many entries it has and the head of the Merkle tree over them, as a signed note.

The form is C2SP's tlog-checkpoint. A leaf of the tree is the canonical public part of an entry of the journal; entry
1 is leaf 0. The log's name is made from the first key that its journal lists, so it stays when its address moves.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable

import msgspec

from domain.log.note import BadNote, Key, Note, from_base64, read_note

ORIGIN = "nightledger/"


class Checkpoint(msgspec.Struct, frozen=True):
    """The journal named `origin` has these many entries, and its tree this head."""

    origin: str
    size: int
    head: bytes

    def encode(self) -> str:
        """The text of its note."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.head).decode()}\n"


class Signed(msgspec.Struct, frozen=True):
    """A checkpoint in a note whose signature by the log was checked."""

    checkpoint: Checkpoint
    note: Note


def origin_of(first_key: str) -> str:
    """The name of the log whose journal lists this key (hex) first."""
    return ORIGIN + first_key


def read_checkpoint(text: str) -> Checkpoint:
    """A checkpoint from the text of its note; `BadNote` if it is none. Further lines are left alone."""
    lines = text.split("\n")
    if len(lines) < 4 or not lines[0] or not re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]):
        raise BadNote("it is no checkpoint: a name, a number of entries, a head")
    head = from_base64(lines[2])
    if len(head) != 32:
        raise BadNote("the head of a checkpoint is 32 bytes in base64")
    return Checkpoint(lines[0], int(lines[1]), head)


def signed_checkpoint(raw: bytes, keys: Iterable[str]) -> Signed:
    """The checkpoint in a note's bytes that one of these public keys (hex) has signed for the log that it names.

    `BadNote` if it is none, or none of the keys has signed it.
    """
    note = read_note(raw)
    checkpoint = read_checkpoint(note.text)
    for key in keys:
        if note.signed_by(Key(checkpoint.origin, bytes.fromhex(key))) is not None:
            return Signed(checkpoint, note)
    raise BadNote(f"none of the keys that are known has signed it for {checkpoint.origin}")
