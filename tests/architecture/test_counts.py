"""The counts, on trees of a few lines."""

import pytest

from tests.architecture.__main__ import rows
from tests.architecture.benches import better
from tests.architecture.circles import circles
from tests.architecture.counts import COUNTS
from tests.architecture.sources import modules

CONTRACT = """
class Game(ABC, Generic[S]):
    \"\"\"Text is no statement.\"\"\"

    def act(self):
        \"\"\"Nor is this.\"\"\"
        return 1

    def perform(self):
        self.act()
        return 2
"""


@pytest.fixture
def tree(tmp_path):
    """Writes a tree of files, and reads its modules."""

    def write(**files):
        for name, text in files.items():
            path = tmp_path.joinpath(*name.split("__")).with_suffix(".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return modules(tmp_path)

    return write


def counted(what, found):
    [count] = [count for name, count in COUNTS.items() if what in name]
    return count(found)


def test_tests_and_what_a_command_has_made_are_left_out(tree):
    made = '"""Games. Made by `nightledger client --write`."""'
    assert [one.name for one in tree(a__one="x = 1", a__made=made, tests__two="", a__tests__three="")] == ["a.one"]


def test_the_largest_folder_is_that_of_most_modules(tree):
    assert counted("largest folder", tree(a__one="", a__two="", b__three="")) == "2 (`a`)"


@pytest.mark.parametrize("line", ["from a.two import x", "from a import two", "import a.two", "from . import two"])
def test_a_circle_is_found_whatever_way_it_is_imported(tree, line):
    found = tree(a__one=line, a__two="from .one import y", a__three="from a import one")
    assert circles(found) == [{"a.one", "a.two"}]
    assert counted("circles", found) == "1 (of 2 files)"


def test_without_a_way_back_there_is_no_circle(tree):
    assert counted("circles", tree(a__one="from a import two", a__two="import json")) == "0"


def test_statements_are_counted_without_docstrings(tree):
    found = tree(domain__game=CONTRACT)
    assert counted("logical statements", found) == "6"
    assert counted("median", found) == "1.5"
    assert counted("methods of `Game`", found) == "2"


def test_types_for_who_sits_are_known_by_their_names_outside_of_games(tree):
    outside = "class Seat: ...\nclass ListedHolder: ...\nclass SeatTaken: ..."
    found = tree(a__one=outside, nightfall__two="class Seat: ...")
    assert counted("who sits", found) == "2 (`ListedHolder`, `Seat`)"


def test_a_table_has_a_column_for_each_tree(tree, tmp_path):
    tree(domain__game=CONTRACT)
    lines = list(rows([tmp_path, tmp_path]))
    assert len(lines) == len(COUNTS) + 2
    assert all(line.count("|") == 4 for line in lines)


def test_the_better_figure_counts():
    one = {"`bench engine`, moves, 1/s": 5.0, "`bench replay`, load, ms": 5.0}
    other = {"`bench engine`, moves, 1/s": 7.0, "`bench replay`, load, ms": 7.0}
    best = {"`bench engine`, moves, 1/s": 7.0, "`bench replay`, load, ms": 5.0}
    assert better(better({}, one), other) == best
    assert better(best, {"`bench replay`, load, ms": 4.0}) == best | {"`bench replay`, load, ms": 4.0}
