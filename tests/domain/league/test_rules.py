"""Every rule of docs/leagues.md is named where it is implemented and where it is tested, and no other is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.league.tiebreaks.registry import IN_PLANS

HOME = Path(__file__).parents[3]
RULE = re.compile(r"\bLG-[A-Z]+-\d+\b")
RANGE = re.compile(r"\b(LG-[A-Z]+-)(\d+) to \1(\d+)\b")


def rules_in(text: str) -> set[str]:
    """The ids that a text names, ranges included."""
    between = {f"{kind}{n}" for kind, low, high in RANGE.findall(text) for n in range(int(low), int(high) + 1)}
    return {*RULE.findall(text), *between}


def named_in(*folders: str) -> set[str]:
    files = [file for folder in folders for file in (HOME / folder).rglob("*.py") if file != Path(__file__)]
    return {rule for file in files for rule in rules_in(file.read_text("utf-8"))}


STATED = rules_in((HOME / "docs/leagues.md").read_text("utf-8"))


@pytest.mark.parametrize("folders", [("domain",), ("tests/domain", "tests/league")])
def test_every_rule_is_named_in_the_code_and_in_a_test(folders):
    assert named_in(*folders) == STATED


def test_every_tie_break_is_a_rule_that_is_stated():
    assert {one.rule for one in IN_PLANS.values()} == {rule for rule in STATED if rule.startswith("LG-TIE-")}
