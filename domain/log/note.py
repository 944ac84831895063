"""Signed notes: a text with signatures below it, as C2SP's signed-note and tlog-cosignature write them.

    text of one or more lines
    <empty line>
    — key name base64( key id | signature )

A log signs its notes with plain Ed25519; a witness signs, with the time, that it has seen no other (a cosignature).
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable, Iterable

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

PLAIN, COSIGNATURE = 1, 4
"""The kinds of keys, as their ids and their texts name them."""

MOST_BYTES = 64 * 1024
"""The longest note that is read."""

Sign = Callable[[bytes], bytes]
"""Signs with a private key: Ed25519, 64 bytes."""


class BadNote(ValueError):
    """What was given is no signed note, or not signed as it should be; the message says which."""


class Key(msgspec.Struct, frozen=True):
    """A public key with the name of whoever signs with it; `kind` is `PLAIN` or `COSIGNATURE`."""

    name: str
    public: bytes
    kind: int = PLAIN

    @property
    def id(self) -> bytes:
        """The four bytes by which a signature names it: the first of `SHA-256(name LF kind key)`."""
        return hashlib.sha256(self.name.encode() + bytes([10, self.kind]) + self.public).digest()[:4]

    def encode(self) -> str:
        """Its text, as notes' programs are told it: `name+id+base64(kind key)`."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"

    def message(self, text: str, time: int = 0) -> bytes:
        """What a signature of this key on a note is over; of a cosignature at this time (seconds UTC)."""
        head = f"cosignature/v1\ntime {time}\n" if self.kind == COSIGNATURE else ""
        return (head + text).encode()


class Signature(msgspec.Struct, frozen=True):
    """A line below a note: the name and id of a key, and what it has signed with."""

    name: str
    key_id: bytes
    signature: bytes

    def encode(self) -> str:
        """The line."""
        return f"\u2014 {self.name} {b64encode(self.key_id + self.signature).decode()}\n"


class Note(msgspec.Struct, frozen=True):
    """A text, which ends with a line feed, and its signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def encode(self) -> str:
        """The note as it is stored and sent."""
        return f"{self.text}\n{''.join(one.encode() for one in self.signatures)}"

    def signed_by(self, key: Key) -> int | None:
        """When this key has signed it (seconds UTC; 0 for a plain signature); None if it has not.

        `BadNote` for a signature that names the key and is not one of it.
        """
        for one in self.signatures:
            if (one.name, one.key_id) == (key.name, key.id):
                return _checked(self.text, key, one.signature)
        return None

    def with_more(self, signatures: Iterable[Signature]) -> Note:
        """The note with further signatures, each once."""
        return Note(self.text, tuple(dict.fromkeys((*self.signatures, *signatures))))


def signature(text: str, key: Key, sign: Sign, time: int = 0) -> Signature:
    """The signature of a note's text; `time` (seconds UTC) goes into a cosignature only."""
    made = sign(key.message(text, time))
    return Signature(key.name, key.id, time.to_bytes(8, "big") + made if key.kind == COSIGNATURE else made)


def is_name(name: str) -> bool:
    """Whether a key may have this name: no spaces and no plus."""
    return bool(name) and not any(char.isspace() or char == "+" or not char.isprintable() for char in name)


def read_note(raw: bytes) -> Note:
    """A note from its bytes; `BadNote` if it is none. No signature is checked."""
    if len(raw) > MOST_BYTES:
        raise BadNote(f"{len(raw)} bytes are more than a note may have")
    try:
        whole = raw.decode()
    except UnicodeDecodeError as error:
        raise BadNote(f"it is not UTF-8: {error}") from None
    text, gap, below = whole.rpartition("\n\n")
    if not gap or not below.endswith("\n") or any(ord(char) < 32 and char != "\n" for char in whole):
        raise BadNote("it is no text with an empty line and signatures below it")
    return Note(text + "\n", tuple(read_signature(line) for line in below[:-1].split("\n")))


def read_key(text: str) -> Key:
    """A public key from its text; `BadNote` if it is none, or if its id is not its own."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    raw = from_base64(encoded)
    if not is_name(name) or len(raw) != 33 or raw[0] not in (PLAIN, COSIGNATURE):
        raise BadNote(f"{text!r} is no public key: name+id+base64")
    key = Key(name, raw[1:], raw[0])
    if key.id.hex() != key_id:
        raise BadNote(f"the id of the key {text!r} is not its own")
    return key


def read_signature(line: str) -> Signature:
    """A signature from its line, without the line feed; `BadNote` if it is none."""
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    raw = from_base64(encoded)
    if dash != "\u2014" or not is_name(name) or len(raw) < 5:
        raise BadNote(f"{line!r} is no line of a signature")
    return Signature(name, raw[:4], raw[4:])


def from_base64(encoded: str) -> bytes:
    """What a text in base64 stands for; of the ways to write it one alone is read."""
    try:
        raw = b64decode(encoded, validate=True)
    except (Error, ValueError):
        raise BadNote(f"{encoded!r} is not base64") from None
    if b64encode(raw).decode() != encoded:
        raise BadNote(f"{encoded!r} is not base64 as it is written")
    return raw


def _checked(text: str, key: Key, signature: bytes) -> int:
    time, made = (signature[:8], signature[8:]) if key.kind == COSIGNATURE else (b"", signature)
    at = int.from_bytes(time, "big")
    try:
        VerifyKey(key.public).verify(key.message(text, at), made)
    except (ValueError, BadSignatureError):
        raise BadNote(f"the signature under the name of {key.name} is not one of its key") from None
    return at
