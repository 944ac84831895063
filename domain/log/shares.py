"""The seed of a game that two installations share: what each commits to, asks and says, and what is made of it.

The host runs the game, its partner gives a share of the chance of each command that draws. Neither knows the other's
seed before the end: the partner sees numbers and heads alone, and no draw follows without a share that is bound to the
command which waits for it. Keys, seeds, shares, heads and signatures are hex in all that is stored or sent.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from domain.contract.chance import joined
from domain.log.canon import canonical

SHARED_PROCEDURE = "nightledger/chance/2"
"""The procedure of chance of a game whose seed is shared."""


class Partner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the partner said when the game was opened: its public key, the commitment to its seed, and its signature."""

    key: str
    commitment: str
    signature: str

    def is_signed(self, game_id: str, host_commitment: str) -> bool:
        """Whether the partner has said it of this game, and of this commitment of the host's."""
        return is_signed(self.key, committed(game_id, host_commitment, self.commitment), self.signature)


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the partner gives for the draws of one command: the `number` of the share, from 0."""

    number: int
    share: str
    signature: str

    def is_signed(self, key: str, game_id: str, head: str) -> bool:
        """Whether the partner with this key has given it for this game and head."""
        return is_signed(key, given(game_id, self.number, head, self.share), self.signature)


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the partner says at the end: its seed, how many shares it gave, and the head of the game's last event."""

    seed: str
    shares: int
    head: str
    signature: str

    def is_signed(self, key: str, game_id: str) -> bool:
        """Whether the partner with this key has said it of this game."""
        return is_signed(key, revealed(game_id, self.shares, self.head, self.seed), self.signature)


def partner_commitment(game_id: str, seed: bytes) -> str:
    """`SHA-256("nightledger/partner-seed/1" | game id | seed)`, hex: what the partner commits to."""
    return hashlib.sha256(joined("nightledger/partner-seed/1", game_id, seed)).hexdigest()


def share_of(seed: bytes, game_id: str, number: int, head: str) -> str:
    """`HMAC(partner's seed, "share" | game id | number | head)`, hex."""
    return hmac.digest(seed, joined("share", game_id, number, bytes.fromhex(head)), "sha256").hex()


def shared_key(seed: bytes, game_id: str, entropy: Sequence[tuple[str, str]], share: str) -> bytes:
    """The key of the draws of one command: `HMAC(HMAC(host's seed, canonical [...]), "share" | share)`."""
    own = hmac.digest(seed, canonical([SHARED_PROCEDURE, game_id, [list(pair) for pair in entropy]]), "sha256")
    return hmac.digest(own, joined("share", bytes.fromhex(share)), "sha256")


def wanted(game_id: str, host_commitment: str, partner_key: str) -> bytes:
    """What the host signs that asks a partner to share a game's seed."""
    return joined("nightledger/share-wanted/1", game_id, bytes.fromhex(host_commitment), bytes.fromhex(partner_key))


def committed(game_id: str, host_commitment: str, commitment: str) -> bytes:
    """What the partner signs that shares it."""
    return joined("nightledger/share-committed/1", game_id, bytes.fromhex(host_commitment), bytes.fromhex(commitment))


def asked(game_id: str, number: int, head: str) -> bytes:
    """What the host signs that asks for a share."""
    return joined("nightledger/share-asked/1", game_id, number, bytes.fromhex(head))


def given(game_id: str, number: int, head: str, share: str) -> bytes:
    """What the partner signs that gives it."""
    return joined("nightledger/share-given/1", game_id, number, bytes.fromhex(head), bytes.fromhex(share))


def ended(game_id: str, head: str) -> bytes:
    """What the host signs that asks the partner to reveal its seed, as the game has ended with this head."""
    return joined("nightledger/share-ended/1", game_id, bytes.fromhex(head))


def revealed(game_id: str, shares: int, head: str, seed: str) -> bytes:
    """What the partner signs that reveals its seed."""
    return joined("nightledger/share-revealed/1", game_id, shares, bytes.fromhex(head), bytes.fromhex(seed))


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether Ed25519 has made this signature (hex) with the public key (hex)."""
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(signature))
    except (ValueError, BadSignatureError):
        return False
    return True
