"""Whether some can be paired off, against every way there is."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.league.pairing.pairing_off import can_pair_off, members

GRAPHS = st.integers(2, 10).flatmap(
    lambda size: st.sets(
        st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] < pair[1])
    )
)


def fits(pairs: Iterable[tuple[int, int]], size: int) -> list[int]:
    """For each node the set of bits of those whom it fits."""
    found = [0] * size
    for one, other in pairs:
        found[one] |= 1 << other
        found[other] |= 1 << one
    return found


def in_some_way(pairs: set[tuple[int, int]], left: tuple[int, ...]) -> bool:
    """Whether the first of those left has a mate such that the rest can be paired off."""
    if not left:
        return True
    one, *others = left
    return any(
        (one, other) in pairs and in_some_way(pairs, tuple(node for node in others if node != other))
        for other in others
    )


@pytest.mark.parametrize(
    ("pairs", "possible"),
    [
        ({(0, 1), (2, 3)}, True),
        ({(0, 1), (0, 2), (0, 3)}, False),
        ({(0, 1), (1, 2), (2, 3)}, True),
        ({(0, 2), (0, 3), (1, 3), (2, 4), (4, 5), (3, 5)}, True),
        ({(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)}, False),
    ],
)
def test_whether_all_can_be_paired_off(pairs, possible):
    size = 1 + max(max(pair) for pair in pairs)

    assert can_pair_off(fits(pairs, size), (1 << size) - 1) is possible


def test_an_odd_number_cannot_be_paired_off():
    assert not can_pair_off(fits({(0, 1), (0, 2), (1, 2)}, 3), 0b111)


def test_nobody_at_all_is_paired_off():
    assert can_pair_off([], 0)


def test_who_is_not_among_them_is_no_mate():
    assert not can_pair_off(fits({(0, 1), (1, 2), (2, 3)}, 4), 0b0101)


@pytest.mark.parametrize("length", [3, 5, 7, 9])
def test_a_way_leads_through_odd_circles(length):
    """Two circles of odd length that hang together by one pair: each lets one go, so all can be paired off."""
    circle = {(at, at + 1) for at in range(length - 1)} | {(0, length - 1)}
    both = circle | {(one + length, other + length) for one, other in circle} | {(length - 1, length)}

    assert can_pair_off(fits(both, 2 * length), (1 << 2 * length) - 1)
    assert not can_pair_off(fits(both - {(length - 1, length)}, 2 * length), (1 << 2 * length) - 1)


@given(GRAPHS, st.integers(0, 1023))
@settings(max_examples=300, deadline=None)
def test_it_is_so_exactly_if_there_is_a_way(pairs, among):
    nodes = tuple(members(among))

    assert can_pair_off(fits(pairs, 10), among) is in_some_way(pairs, nodes)


def test_members_are_told_the_lowest_first():
    assert list(members(0b101001)) == [0, 3, 5]
