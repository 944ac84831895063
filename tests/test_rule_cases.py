"""Every rule case below tests/cases, one test each; and what all of them name."""

from pathlib import Path

import pytest

from domain.cases import collect
from domain.cases.runner import run
from domain.games.catalog import Catalog
from tests import told

GAMES = Catalog({"pig": "tests.pigs.pig:PIG"})
CASES = list(collect([Path(__file__).parent / "cases"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rule_case(case):
    assert list(told.faults(run(case, GAMES))) == []


def test_each_refusal_names_its_code():
    steps = [(case.id, step) for case in CASES for step in case.document.get("steps", []) if "refused" in step]
    assert [(case, step) for case, step in steps if "because" not in step["refused"]] == []
    assert len(steps) > 1000
