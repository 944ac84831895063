"""Two checkpoints of one log: whether one goes on from the other, or both prove that the log was rewritten."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.log.checkpoint import Checkpoint
from domain.log.merkle import Leaves

TOGETHER, FORK, UNKNOWN = 0, 1, 2


class Compared(msgspec.Struct, frozen=True):
    """What two checkpoints say together, in a sentence; `code` is the exit code: 0 they go together, 1 they prove a
    fork, 2 it cannot be told."""

    code: int
    words: str


def compared(one: Checkpoint, other: Checkpoint, leaves: Sequence[bytes] | None = None) -> Compared:
    """Compare two checkpoints that the log has signed.

    Of two sizes only the journal tells, whose `leaves` (hashes) these are: what the larger checkpoint stands for.
    """
    first, second = sorted((one, other), key=lambda checkpoint: checkpoint.size)
    if first.origin != second.origin:
        return Compared(UNKNOWN, f"they are of two logs, {first.origin} and {second.origin}")
    if first.size < second.size:
        return _of_two_sizes(first, second, leaves)
    if first.head == second.head:
        return Compared(TOGETHER, f"they are one: {first.size} entries, head {first.head.hex()}")
    heads = f"{first.head.hex()} and {second.head.hex()}"
    return Compared(FORK, f"a fork: the log has signed two trees of {first.size} entries, with the heads {heads}")


def _of_two_sizes(first: Checkpoint, second: Checkpoint, leaves: Sequence[bytes] | None) -> Compared:
    sizes = f"{first.size} and {second.size} entries"
    if leaves is None:
        return Compared(UNKNOWN, f"they are of {sizes}: only with the journal can they be compared (--journal)")
    if len(leaves) < second.size:
        return Compared(UNKNOWN, f"the journal has {len(leaves)} entries, the checkpoints are of {sizes}")
    tree = Leaves(leaves)
    if tree.head(second.size) != second.head:
        return Compared(UNKNOWN, f"the journal is not the one of which the log has signed {second.size} entries")
    if tree.head(first.size) == first.head:
        return Compared(TOGETHER, f"the second goes on from the first: {sizes}")
    return Compared(FORK, f"a fork: the log that has signed {second.size} entries does not begin with the {first.size}")
