"""Receipts: what a player keeps of a game, signed, so that no log can be altered later without their noticing.

Every move is answered with one: libsodium signs in a little more than half the time that OpenSSL takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType
from nacl.bindings import crypto_sign, crypto_sign_BYTES, crypto_sign_seed_keypair
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from sqlalchemy import insert, select

from domain.contract.chance import joined
from domain.log.canon import NotCanonical, parse
from domain.log.inclusion import Hash, Inclusion
from domain.log.journal import KeyListed, ReservationListed, StartListed
from projections.statements import Statement
from service.errors import ServiceError
from service.store.event_store import Store, executing
from service.store.published.checkpoints import Checkpoints
from service.store.relations import signing_keys

ALGORITHM = "Ed25519"

KEEP = insert(signing_keys)

KEYS = select(signing_keys.c.key, signing_keys.c.created).order_by(signing_keys.c.created.desc(), signing_keys.c.key)

NEWEST = KEYS.add_columns(signing_keys.c.sealed).limit(1)

FIRST = select(signing_keys.c.key).order_by(signing_keys.c.created, signing_keys.c.key.desc()).limit(1)

NO_KEY = "the installation has no key to sign with: run `nightledger db init`"


Signature = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""64 bytes in lower-case hex."""


class BadReceipt(ValueError):
    """What was given is no receipt, or was not signed with the key; the message says which."""


class NoReceipt(BadReceipt):
    """What was given has not the form of a receipt."""


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game stood at this version with this head (hex): `signature` (hex) is the installation's.

    `listed` proves that the game was listed in the journal by then; the oldest receipts have none.
    """

    game: str
    version: int
    head: Hash
    signature: Signature
    listed: Inclusion | UnsetType = UNSET

    def check(self, key: str) -> None:
        """`BadReceipt` unless it was signed with this public key (32 bytes, hex), as was what proves the listing."""
        self._check_signature(key)
        if self.listed is not UNSET:
            try:
                self.listed.check([key])
                listed = self.listed.listed
                of_game = isinstance(listed, ReservationListed | StartListed) and listed.id == self.game
            except ValueError as error:
                raise BadReceipt(f"what it says of the journal does not hold: {error}") from None
            if not of_game:
                raise BadReceipt("the entry of the journal that it holds lists no reservation or start of its game")

    def _check_signature(self, key: str) -> None:
        try:
            public = VerifyKey(bytes.fromhex(key))
        except ValueError:
            raise BadReceipt(f"{key!r} is no public key of {ALGORITHM}, 32 bytes in hex") from None
        try:
            public.verify(signed_bytes(self.game, self.version, self.head), bytes.fromhex(self.signature))
        except (ValueError, BadSignatureError):
            raise BadReceipt("the signature is not one of this key for this game, version and head") from None


@dataclass(frozen=True)
class KnownKey:
    """A public key (hex) of the installation, and since when it signs (seconds UTC)."""

    key: str
    created: int
    algorithm: str = field(default=ALGORITHM)


class Signer:
    """Signs with the installation's newest key, which the event file keeps encrypted with the secret."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._private: bytes | None = None
        self.checkpoints = Checkpoints(store, self.sign, partial(self._named, FIRST), partial(self._named, NEWEST))

    def make_key(self, at: int) -> None:
        """Make the first key, and list it in the journal; nothing happens if there is one."""
        if self.keys():
            return
        private = SigningKey.generate()
        key = bytes(private.verify_key).hex()
        sealed = self._store.vault.seal(_label(key), bytes(private))
        kept = executing(KEEP, key=key, sealed=sealed, created=at)
        self._store.append((), [kept], [KeyListed(key, ALGORITHM)], at)

    def keys(self) -> list[KnownKey]:
        """The public keys, the newest first."""
        found = self._store.rows(KEYS)
        return [KnownKey(row["key"], row["created"]) for row in found]

    def receipt(self, game_id: str, version: int, head: str) -> dict[str, Any]:
        """The receipt `{game, version, head, signature, listed}`; `read-only` for an installation without a key."""
        signature = self.sign(signed_bytes(game_id, version, head)).hex()
        receipt = {"game": game_id, "version": version, "head": head, "signature": signature}
        listed = self.checkpoints.listing(game_id)
        return receipt if listed is None else {**receipt, "listed": listed}

    def sign(self, message: bytes) -> bytes:
        """The signature of the newest key over these bytes."""
        return crypto_sign(message, self._key())[:crypto_sign_BYTES]

    def _named(self, statement: Statement) -> str:
        for row in self._store.rows(statement):
            return str(row["key"])
        raise ServiceError("read-only", NO_KEY)

    def _key(self) -> bytes:
        """The newest key in the form in which libsodium signs with it."""
        if self._private is None:
            rows = self._store.rows(NEWEST)
            if not rows:
                raise ServiceError("read-only", NO_KEY)
            raw = self._store.vault.open(_label(rows[0]["key"]), rows[0]["sealed"])
            _, self._private = crypto_sign_seed_keypair(raw)
        return self._private


def signed_bytes(game_id: str, version: int, head: str) -> bytes:
    """What a receipt's signature is over: `"nightledger/receipt/1" | game id | version | head`; ValueError if the head
    is not hexadecimal."""
    return joined("nightledger/receipt/1", game_id, version, bytes.fromhex(head))


def read_receipt(raw: bytes) -> Receipt:
    """A receipt from a file: the receipt itself, or a whole answer that holds one. `NoReceipt` if it is neither."""
    try:
        found = parse(raw)
        if isinstance(found, Mapping) and "receipt" in found:
            found = found["receipt"]
        return msgspec.convert(found, Receipt, strict=True)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise NoReceipt(str(error)) from None


def _label(key: str) -> str:
    return f"signing key {key}"
