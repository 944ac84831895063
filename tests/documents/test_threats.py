"""The page of threats names tests, and each of them is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
HEAD = ["tries to", "what stops it", "what is left", "tried by"]


def rows():
    """The cells of each line of the tables, their heads left out."""
    for line in (HOME / "docs/threats.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells != HEAD and not cells[0].startswith("---"):
            yield cells


NAMED = sorted({name for *_, tried in rows() for name in re.findall(r"`(tests/[^`]+)`", tried)})


@cache
def functions(path):
    """The functions of a module of tests."""
    nodes = ast.walk(ast.parse((HOME / path).read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", NAMED)
def test_a_test_that_is_named_is_there(name):
    path, _, function = name.partition("::")
    assert (HOME / path).is_file()
    assert not function or function in functions(path)


def test_each_threat_says_what_stops_it_and_what_is_left():
    assert [row for row in rows() if len(row) != len(HEAD) or not all(row[:3])] == []


def test_what_no_test_tries_is_what_nothing_stops():
    assert [stopped.partition(":")[0] for _, stopped, _, tried in rows() if not tried] == ["nothing"]
