"""What dice form, and how likely it is (WD-CHECK-1, WD-CHECK-7, WD-CHECK-11)."""

from __future__ import annotations

from itertools import product

import pytest

from domain.games.darkness.rules.checks import ladder


@pytest.mark.parametrize(
    ("dice", "level"),
    [
        ([], 0), ([5], 0), ([6], 1), ([3, 3], 2), ([6, 6], 2), ([2, 3, 4], 3), ([4, 4, 4], 4), ([2, 3, 4, 5], 5),
        ([2, 2, 2, 2], 6), ([1, 2, 3, 4, 5], 7), ([6, 6, 6, 6, 6], 8), ([2, 3, 4, 5, 5, 1], 7), ([1, 2, 3, 4, 5, 6], 7),
        ([1, 2, 3, 5, 5, 5], 4), ([3, 3, 3, 3, 1, 2], 6), ([1, 2, 4, 5], 0),
    ],
)  # fmt: skip
def test_the_highest_level_counts(dice, level):
    assert ladder.formed(dice).level == level


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ([3, 3], [2, 2]), ([2, 2, 5, 5], [4, 4, 6]), ([3, 4, 5], [1, 2, 3]), ([1, 2, 3, 5, 6, 4][:3], [6]),
        ([2, 3, 4, 5, 6], [1, 2, 3, 4, 5]), ([5, 5, 5], [4, 4, 4, 6]),
    ],
)  # fmt: skip
def test_between_equal_levels_the_better_pattern_wins(better, worse):
    assert ladder.formed(better) > ladder.formed(worse)


@pytest.mark.parametrize(("one", "other"), [([6, 1], [6, 4]), ([1, 2, 5], [3]), ([3, 3, 1], [3, 3, 6])])
def test_a_dead_tie(one, other):
    assert ladder.formed(one) == ladder.formed(other)


@pytest.mark.parametrize("count", range(6))
def test_odds_are_exact(count):
    throws = [ladder.formed(dice).level for dice in product(range(1, 7), repeat=count)]
    assert ladder.throws(count) == tuple(throws.count(level) for level in range(9))
    assert sum(ladder.throws(count)) == 6**count


def test_odds_after_a_reroll_are_exact():
    kept, level = (3, 4), 3
    good = sum(ladder.formed((*kept, *dice)).level >= level for dice in product(range(1, 7), repeat=2))
    assert ladder.odds_after(kept, 2, level) == good * 1_000_000 // 36


@pytest.mark.parametrize(
    ("code", "by", "shown"), [("6H", -1, "6H"), ("5K", 1, "5K"), ("3S", 1, "3K"), ("4S", -2, "3S")]
)
def test_a_shift_stays_on_the_ladder(code, by, shown):
    assert ladder.code_of(ladder.shifted(ladder.level_of(code), by)) == shown


def test_codes_and_levels():
    assert [ladder.level_of(code) for code in ladder.CODES] == list(range(1, 9))
    with pytest.raises(ValueError, match="not in tuple"):
        ladder.level_of("6K")
