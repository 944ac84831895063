"""An entry of the journal by itself, with the proof that a signed checkpoint's tree holds it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from domain.log.canon import Json, NotCanonical, canonical, check
from domain.log.checkpoint import Signed, signed_checkpoint
from domain.log.journal import Listed, Listing
from domain.log.merkle import check_inclusion, leaf_hash

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in lower-case hex, the one way to write them."""


class Inclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public part of an entry, the hashes from its leaf to the tree's head (hex), and a checkpoint, a signed note.

    Nothing else of the journal is needed to check it.
    """

    entry: dict[str, Json]
    proof: list[Hash]
    checkpoint: str

    @property
    def listed(self) -> Listed:
        """What the entry lists; `msgspec.ValidationError` if it is no entry."""
        return msgspec.convert(self.entry, Listing, strict=True).listed()

    def check(self, keys: Iterable[str]) -> Signed:
        """The checkpoint, which one of these public keys (hex) has signed and whose tree holds the entry.

        ValueError (`BadNote`, `BadProof`, `NotCanonical`) says what is wrong.
        """
        signed = signed_checkpoint(self.checkpoint.encode(), keys)
        try:
            number = int(check(self.entry)["version"]) - 1
        except (KeyError, TypeError) as error:
            raise NotCanonical(f"it is no entry: {error}") from None
        proof, checkpoint = [bytes.fromhex(node) for node in self.proof], signed.checkpoint
        check_inclusion(leaf_hash(canonical(self.entry)), number, checkpoint.size, proof, checkpoint.head)
        return signed
