"""The Merkle tree over a log's leaves: its head, and proofs that a leaf is in it and that it only grew.

The hashing of RFC 6962 (and RFC 9162, 2.1). A tree reads hashes of whole subtrees wherever they lie; `Leaves` has them
in memory, `service.store.published.merkle` in the store, with one row for each subtree of 256 to a power of leaves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial

HEIGHT = 8
"""Of the levels of the tree every eighth is read: a node there has 256 nodes of the level below."""

WIDTH = 1 << HEIGHT

EMPTY = hashlib.sha256(b"").digest()
"""The head of a tree without leaves."""

Nodes = Callable[[int, int, int], Sequence[bytes]]
"""Reads nodes of a level from the first to before the end; each of level n stands for 256^n leaves."""


class BadProof(ValueError):
    """A proof that does not lead to the head that it should; the message says of what."""


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf: `SHA-256(0x00 leaf)`."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over two others: `SHA-256(0x01 left right)`."""
    return hashlib.sha256(b"\1" + left + right).digest()


def head_of(nodes: Sequence[bytes]) -> bytes:
    """The head over nodes of one level, of which all but the last stand for equally many leaves."""
    if len(nodes) < 2:
        return nodes[0] if nodes else EMPTY
    left = _left_of(len(nodes))
    return node_hash(head_of(nodes[:left]), head_of(nodes[left:]))


class Tree:
    """A Merkle tree whose nodes are read as they are needed. Leaves are numbered from 0."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def head(self, size: int) -> bytes:
        """The head of the tree of the first `size` leaves."""
        return self._over(0, size) if size else EMPTY

    def inclusion(self, leaf: int, size: int) -> list[bytes]:
        """The proof that a leaf is in the tree of the first `size`; ValueError if it is not."""
        if not 0 <= leaf < size:
            raise ValueError(f"leaf {leaf} is not in a tree of {size}")
        return self._path(leaf, 0, size)

    def consistency(self, earlier: int, size: int) -> list[bytes]:
        """The proof that the tree of `size` leaves begins with that of `earlier` ones; ValueError if it cannot."""
        if not 0 <= earlier <= size:
            raise ValueError(f"a tree of {size} leaves does not go on from one of {earlier}")
        return self._rest(earlier, 0, size, known=True) if 0 < earlier < size else []

    def _path(self, leaf: int, start: int, end: int) -> list[bytes]:
        if end - start == 1:
            return []
        middle = start + _left_of(end - start)
        if leaf < middle:
            return [*self._path(leaf, start, middle), self._over(middle, end)]
        return [*self._path(leaf, middle, end), self._over(start, middle)]

    def _rest(self, earlier: int, start: int, end: int, *, known: bool) -> list[bytes]:
        """`known`: whether who checks knows the head of what lies between, as that of the earlier tree."""
        if earlier == end:
            return [] if known else [self._over(start, end)]
        middle = start + _left_of(end - start)
        if earlier <= middle:
            return [*self._rest(earlier, start, middle, known=known), self._over(middle, end)]
        return [*self._rest(earlier, middle, end, known=False), self._over(start, middle)]

    def _over(self, start: int, end: int) -> bytes:
        """The head over the leaves from `start` to before `end`, which make a subtree or the end of a tree."""
        count = end - start
        level = (count.bit_length() - 1) // HEIGHT
        if count.bit_count() == 1:
            size = WIDTH**level
            return head_of(self._nodes(level, start // size, end // size))
        middle = start + _left_of(count)
        if level == 0:
            return head_of(self._nodes(0, start, end))
        return node_hash(self._over(start, middle), self._over(middle, end))


class Leaves(Tree):
    """A tree in memory."""

    def __init__(self, hashes: Sequence[bytes]) -> None:
        super().__init__(partial(_nodes_of, hashes))


def _nodes_of(hashes: Sequence[bytes], level: int, first: int, end: int) -> list[bytes]:
    size = WIDTH**level
    return [head_of(hashes[number * size : (number + 1) * size]) for number in range(first, end)]


def check_inclusion(leaf: bytes, number: int, size: int, proof: Sequence[bytes], head: bytes) -> None:
    """`BadProof` unless the proof shows that the leaf of this number and hash is in the tree with this head."""
    place, last = number, size - 1
    if not 0 <= place <= last:
        raise BadProof(f"leaf {number} is not in a tree of {size}")
    found = leaf
    for node in proof:
        if last == 0:
            raise BadProof("the proof of inclusion is too long")
        if place % 2 or place == last:
            found = node_hash(node, found)
            while place % 2 == 0 and place:
                place, last = place // 2, last // 2
        else:
            found = node_hash(found, node)
        place, last = place // 2, last // 2
    if last or found != head:
        raise BadProof(f"the proof does not lead from entry {number + 1} to the head of the tree")


def check_consistency(earlier: int, size: int, before: bytes, head: bytes, proof: Sequence[bytes]) -> None:
    """`BadProof` unless the proof shows that the tree with this head goes on from the earlier one, head `before`."""
    if earlier == size or not earlier:
        if proof or before != (head if earlier else EMPTY) or not (size or head == EMPTY):
            raise BadProof(f"there are two trees of {earlier} entries, or a proof where none is needed")
        return
    if earlier > size or not proof:
        raise BadProof(f"a tree of {size} entries does not go on from one of {earlier}")
    path = list(proof) if earlier.bit_count() > 1 else [before, *proof]
    old, new = _both_heads(earlier, size, path)
    if (old, new) != (before, head):
        raise BadProof(f"the tree of {size} entries does not go on from that of {earlier}")


def _both_heads(earlier: int, size: int, path: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The heads of both trees to which a proof leads (RFC 9162, 2.1.4.2)."""
    place, last = earlier - 1, size - 1
    while place % 2:
        place, last = place // 2, last // 2
    old = new = path[0]
    for node in path[1:]:
        if last == 0:
            raise BadProof("the proof of consistency is too long")
        if place % 2 or place == last:
            old, new = node_hash(node, old), node_hash(node, new)
            while place % 2 == 0 and place:
                place, last = place // 2, last // 2
        else:
            new = node_hash(new, node)
        place, last = place // 2, last // 2
    if last:
        raise BadProof("the proof of consistency is too short")
    return old, new


def _left_of(count: int) -> int:
    """How many of `count` leaves (2 at least) are in the left subtree: the largest power of 2 below it."""
    return 1 << (count - 1).bit_length() - 1
