"""Every rule case below tests/cases, one test each."""

from pathlib import Path

import pytest

from domain.cases import collect, verdict
from domain.games.catalog import Catalog

GAMES = Catalog({"pig": "tests.pigs.pig:PIG"})
CASES = list(collect([Path(__file__).parent / "cases"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rule_case(case):
    assert str(verdict(case, GAMES)) == f"ok {case.id}"
