"""The page of threats names tests, and each of them is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
ROWS = [line for line in (HOME / "docs/threats.md").read_text("utf-8").splitlines() if line.startswith("|")]
NAMED = sorted({name for row in ROWS for name in re.findall(r"`(tests/[^`]+)`", row)})
HEAD = ["tries to", "what stops it", "what is left", "tried by"]


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


def cells(row):
    return [cell.strip() for cell in row.split("|")[1:-1]]


def test_each_threat_says_what_stops_it_and_what_is_left():
    rows = [found for row in ROWS if (found := cells(row)) != HEAD and set(row) > set("| -")]
    assert len(rows) > 30
    assert [row for row in rows if len(row) != len(HEAD) or not all(row[:3])] == []


def test_what_nothing_stops_is_said_to_be_so():
    untried = [row for row in ROWS if cells(row)[0] != HEAD[0] and set(row) > set("| -") and not cells(row)[3]]
    assert [cells(row)[1].partition(":")[0] for row in untried] == ["nothing"]
