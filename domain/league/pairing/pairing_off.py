"""Whether some can be paired off among themselves: a perfect matching of a graph.

Whom each fits is a set of bits, bit n standing for node n. A greedy pairing comes first; whoever it leaves alone is
brought in along an augmenting path (Edmonds: what closes an odd circle is drawn together to one node, its base).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def can_pair_off(fits: Sequence[int], among: int) -> bool:
    """Whether all of `among`, a set of bits, can be paired off; `fits[n]` are those whom n may be paired with."""
    if among.bit_count() % 2:
        return False
    mates = _greedily(fits, among)
    return all(node in mates or _Search(fits, among, mates).brings_in(node) for node in members(among))


def members(nodes: int) -> Iterator[int]:
    """The nodes of a set of bits, the lowest first."""
    while nodes:
        lowest = nodes & -nodes
        yield lowest.bit_length() - 1
        nodes ^= lowest


def _greedily(fits: Sequence[int], among: int) -> dict[int, int]:
    """Pairs of everybody in turn with the first whom it fits, both ways round."""
    mates: dict[int, int] = {}
    free = among
    while free:
        node = (free & -free).bit_length() - 1
        free ^= 1 << node
        candidates = fits[node] & free
        if candidates:
            mate = (candidates & -candidates).bit_length() - 1
            free ^= 1 << mate
            mates[node], mates[mate] = mate, node
    return mates


class _Search:
    """A search for an augmenting path, breadth first; `mates` are changed when it is found.

    `outer` nodes are reached from the root by a path that ends with one of its pairs; `before` tells from which outer
    node the others were reached; `bases` and `circles` (base -> set of bits) tell what was drawn together.
    """

    def __init__(self, fits: Sequence[int], among: int, mates: dict[int, int]) -> None:
        self._fits = fits
        self._among = among
        self._mates = mates
        self._outer = 0
        self._before: dict[int, int] = {}
        self._bases: dict[int, int] = {}
        self._circles: dict[int, int] = {}

    def brings_in(self, root: int) -> bool:
        """Pair the root, others changing their mates; False if it cannot be, in whatever way the others are paired."""
        self._outer = 1 << root
        queue = [root]
        for node in queue:
            for other in members(self._fits[node] & self._among & ~self._circle(self._base(node))):
                if self._outer >> other & 1:
                    if self._base(other) != self._base(node):
                        queue += self._draw_together(node, other)
                elif other not in self._before:
                    self._before[other] = node
                    if other not in self._mates:
                        self._change(other)
                        return True
                    self._outer |= 1 << self._mates[other]
                    queue.append(self._mates[other])
        return False

    def _base(self, node: int) -> int:
        return self._bases.get(node, node)

    def _circle(self, base: int) -> int:
        return self._circles.get(base, 1 << base)

    def _to_root(self, node: int) -> Iterator[int]:
        """The bases on the way from an outer node to the root."""
        node = self._base(node)
        yield node
        while node in self._mates:
            node = self._base(self._before[self._mates[node]])
            yield node

    def _draw_together(self, one: int, other: int) -> list[int]:
        """Make one of the circle that two outer nodes close; those of its nodes that are outer now and were not."""
        passed = set(self._to_root(one))
        base = next(node for node in self._to_root(other) if node in passed)
        drawn = self._turned(one, base, other) | self._turned(other, base, one)
        self._bases |= dict.fromkeys(members(drawn), base)
        self._circles[base] = self._circle(base) | drawn
        new = drawn & ~self._outer
        self._outer |= new
        return list(members(new))

    def _turned(self, node: int, base: int, beyond: int) -> int:
        """One side of a circle without its base, each inner node on it now being reached from the other side."""
        side = 0
        while self._base(node) != base:
            inner = self._mates[node]
            side |= self._circle(self._base(node)) | self._circle(self._base(inner))
            self._before[node] = beyond
            node, beyond = self._before[inner], inner
        return side

    def _change(self, last: int) -> None:
        """Pair along the path that ends at `last`."""
        node: int | None = last
        while node is not None:
            before = self._before[node]
            following = self._mates.get(before)
            self._mates[node], self._mates[before] = before, node
            node = following
