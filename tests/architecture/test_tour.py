"""The tour names at most ten files a way, and every file, function and table that it names is there."""

import ast
import re
from pathlib import Path

import pytest

PAGE = Path("docs/tour.md").read_text()
MOST = 10
STOP = re.compile(r"^\d+\. `([^`]+)` `([^`]+)`: ", re.MULTILINE)
WAYS = {title: body for title, _, body in (way.partition("\n") for way in PAGE.split("\n## ")[1:])}


def defined(path):
    """The names of a file's functions and tables, and of its classes' methods."""
    text = path.read_text()
    if path.suffix == ".js":
        return set(re.findall(r"function (\w+)", text))
    body = ast.parse(text).body
    methods = {f"{node.name}.{one.name}" for node in body if isinstance(node, ast.ClassDef) for one in functions(node)}
    assigned = (target for node in body if isinstance(node, ast.Assign) for target in node.targets)
    tables = {target.id for target in assigned if isinstance(target, ast.Name)}
    return methods | tables | {node.name for node in functions(ast.parse(text))}


def functions(node):
    return [one for one in node.body if isinstance(one, ast.FunctionDef)]


@pytest.mark.parametrize("stops", [STOP.findall(body) for body in WAYS.values()], ids=WAYS)
def test_a_way_is_ten_files_at_most(stops):
    files = [file for file, _ in stops]
    assert 1 < len(files) <= MOST
    assert len(set(files)) == len(files)


@pytest.mark.parametrize(("file", "name"), STOP.findall(PAGE))
def test_what_the_tour_names_is_there(file, name):
    assert name in defined(Path(file))


def test_every_stop_is_read():
    assert len(STOP.findall(PAGE)) == len(re.findall(r"^\d+\. ", PAGE, re.MULTILINE))
