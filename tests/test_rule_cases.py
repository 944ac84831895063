"""Every rule case below tests/cases, one test each; and what all of them name."""

import re
from functools import cache
from pathlib import Path

import pytest

from domain.cases import collect
from domain.cases.runner import run
from domain.games.catalog import Catalog
from tests import told_by_cases

GAMES = Catalog({"pig": "tests.pigs.pig:PIG"})
FOLDER = Path(__file__).parent / "cases"
BEGINNING = re.compile(r"^case: (\S+)$", re.MULTILINE)
CASES = [(file, case) for file in sorted(FOLDER.rglob("*.yaml")) for case in BEGINNING.findall(file.read_text("utf-8"))]


@cache
def cases_of(file):
    """The cases of a file by their ids: it is read when the first of them is run."""
    return {case.id: case for case in collect([file])}


@pytest.mark.parametrize(("file", "case"), CASES, ids=[case for _, case in CASES])
def test_rule_case(file, case):
    assert list(told_by_cases.faults(run(cases_of(file)[case], GAMES))) == []


def test_each_case_is_run():
    assert [(case.file, case.id) for case in collect([FOLDER])] == [(str(file), case) for file, case in CASES]
    assert len({case for _, case in CASES}) == len(CASES)


def test_each_refusal_names_its_code():
    documents = [(case, cases_of(file)[case].document) for file, case in CASES]
    steps = [(case, step) for case, document in documents for step in document.get("steps", []) if "refused" in step]
    assert [(case, step) for case, step in steps if "because" not in step["refused"]] == []
    assert len(steps) > 1000
