"""The glossary has each word once, and each word's module has the name that it says."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

import pytest

HOME = Path(__file__).parents[2]
PAGE = HOME / "docs/glossary.md"


class Line(NamedTuple):
    """A line of a table: where it stands, the word, what it is, and its place in the code."""

    number: int
    word: str
    meaning: str
    place: str


def lines():
    """The lines of the tables, their heads left out."""
    for number, text in enumerate(PAGE.read_text("utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if text.startswith("|") and cells[0] != "word" and not cells[0].startswith("---"):
            yield Line(number, *cells)


def names_in(module):
    """What a module, or a class in it, defines."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("line", list(lines()), ids=lambda line: line.word)
def test_every_word_has_its_module(line):
    where = f"docs/glossary.md:{line.number}: {line.word!r}"
    path, _, name = line.place.strip("`").partition(":")
    module = HOME / path
    assert module.is_file(), f"{where}: there is no {path}"
    assert not name or name in set(names_in(module)), f"{where}: {path} has no {name}"
    assert line.meaning, f"{where}: it says nothing"


def test_every_word_stands_there_once():
    words = [line.word for line in lines()]
    assert sorted(words) == sorted(set(words))
