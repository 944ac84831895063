"""Every decision is listed and has its four parts; the files, tests and commands that it names are there."""

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path("docs/decisions")
INDEX = (FOLDER / "README.md").read_text()
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
PARTS = ["Context", "Decision", "Measurement", "Consequences"]
ROOTS = ("docs/", "domain/", "projections/", "service/", "tests/", "verifier/", "workers/")


def named(text):
    """What a page names of the repository: paths, and after `::` a test."""
    return re.findall(rf"`((?:{'|'.join(ROOTS)})[\w./-]*)(?:::(\w+))?`", text)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_decision_has_its_parts_and_is_listed_once(record):
    text = record.read_text()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == PARTS
    assert text.startswith(f"# {record.name[:4]} ")
    assert INDEX.count(f"[{record.name[:4]}]({record.name})") == 1


@pytest.mark.parametrize("page", [*RECORDS, FOLDER / "README.md"], ids=lambda page: page.stem)
def test_what_a_decision_names_is_there(page):
    for path, test in named(page.read_text()):
        assert Path(path).exists(), path
        assert not test or test in {node.name for node in ast.parse(Path(path).read_text()).body if is_function(node)}


@pytest.mark.parametrize("page", [*RECORDS, FOLDER / "README.md"], ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (FOLDER / target).exists(), target


def is_function(node):
    return isinstance(node, ast.FunctionDef)
