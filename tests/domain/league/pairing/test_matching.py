"""Matchings, against all there are."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.league.pairing.matching import cheapest_assignment, cheapest_perfect, cheapest_with_leaving, first_matching

SQUARES = st.integers(1, 5).flatmap(
    lambda size: st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, 6)), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


def assignments(costs):
    """Every assignment that is allowed, as columns by row."""
    size = range(len(costs))
    return [columns for columns in permutations(size) if all(costs[row][columns[row]] is not None for row in size)]


@settings(deadline=None)
@given(SQUARES)
def test_the_first_matching_is_the_first_of_all(costs):
    choices = [[column for column, cost in enumerate(row) if cost is not None] for row in costs]

    assert first_matching(choices) == (list(min(assignments(costs))) if assignments(costs) else None)


def test_rows_take_columns_in_their_own_order_of_preference():
    assert first_matching([[2, 0], [2, 1, 0], [1, 0]]) == [2, 1, 0]


def test_more_columns_than_rows_leave_some_free():
    assert first_matching([[3, 1], [3]]) == [1, 3]


@settings(deadline=None)
@given(SQUARES)
def test_the_cheapest_assignment_costs_what_the_cheapest_of_all_costs(costs):
    def total(columns):
        return sum(costs[row][column] for row, column in enumerate(columns))

    found = cheapest_assignment(costs)
    every = assignments(costs)
    if not every:
        assert found is None
        return
    cheapest = min(map(total, every))
    assert found is not None
    assert found[0] == cheapest
    tight = {columns for columns in every if all(column in found[1][row] for row, column in enumerate(columns))}
    assert tight == {columns for columns in every if total(columns) == cheapest}


def test_costs_may_be_as_large_as_they_like():
    huge = 10**40

    total, tight = cheapest_assignment([[huge, huge + 1], [huge, huge + 3]])

    assert total == 2 * huge + 1
    assert first_matching(tight) == [1, 0]


def test_a_cheapest_pairing_of_a_triangle_with_a_tail():
    costs = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (2, 3): 5}

    assert cheapest_perfect(costs, 4) == 6
    assert cheapest_perfect({(0, 1): 1, (0, 2): 1, (0, 3): 1}, 4) is None
    assert cheapest_perfect({}, 0) == 0


def test_who_leaves_costs_more_or_less_than_a_pair():
    costs = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (2, 3): 5}

    assert cheapest_with_leaving(costs, [10, 10, 10, 10]) == 6
    assert cheapest_with_leaving(costs, [10, 10, 1, 1]) == 3
    assert cheapest_with_leaving(costs, [0, 0, 0, 0]) == 0
    assert cheapest_with_leaving({}, [2, 3]) == 5


@settings(deadline=None)
@given(SQUARES, st.lists(st.integers(0, 8), min_size=5, max_size=5))
def test_the_cheapest_of_all_ways_to_pair_or_leave(rows, leaving):
    costs = {(a, b): cost for b, row in enumerate(rows) for a, cost in enumerate(row[:b]) if cost is not None}

    def least(left):
        """By what the last of those left does: leave, or be paired with somebody before it."""
        if not left:
            return 0
        *others, last = left
        paired = [
            costs[other, last] + least([node for node in others if node != other])
            for other in others
            if (other, last) in costs
        ]
        return min([leaving[last] + least(others), *paired])

    assert cheapest_with_leaving(costs, leaving[: len(rows)]) == least(list(range(len(rows))))
