"""What holds of this very tree, its tests among it: imports lead nowhere back, and no folder is a heap."""

from pathlib import Path

import pytest

from tests.architecture.circles import circles
from tests.architecture.counts import COUNTS, import_circles, largest_folder, most_modules
from tests.architecture.sources import NOT_WRITTEN, modules

ROOT = Path(__file__).parents[2]

PAGE = ROOT / "docs/decisions/0001-the-house.md"

MOST = 24
"""How many modules may lie in one folder."""


@pytest.fixture(scope="module")
def everything():
    """All modules of the tree, and those of the tests."""
    return modules(ROOT, NOT_WRITTEN)


@pytest.fixture(scope="module")
def program(everything):
    """The modules of the program alone."""
    return [module for module in everything if module.path.parts[0] != "tests"]


def test_no_modules_import_each_other_not_even_for_types(everything):
    assert circles(everything) == []


def test_no_folder_holds_more_modules_than_can_be_looked_over(everything):
    folder, number = most_modules(everything)
    assert number <= MOST, folder


def test_the_page_states_the_true_numbers(program):
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines()]
    now = {row[0]: row[2] for row in rows if len(row) == 3}
    for count in (largest_folder, import_circles):
        [what] = [what for what, counted in COUNTS.items() if counted is count]
        assert now[what] == count(program)
