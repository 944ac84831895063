"""The pages that are made from code: where each rule is, and every verb with its arguments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.games.catalog import Catalog
from domain.league.tiebreaks.registry import TIEBREAKS
from service.dev.changes_page import changes_page
from service.dev.rulebook import Rule, coverage_table, rules_of
from service.dev.tiebreak_tables import with_tables
from service.dev.verb_page import verb_table

ROOT = Path(__file__).parents[3]

COMPLETE = ("nightfall", "darkness", "last-spell")
"""The games whose rulebook is implemented as a whole. A game joins when its last rule has its code and its case."""


@pytest.fixture(scope="module", params=COMPLETE)
def game(request: pytest.FixtureRequest) -> str:
    """A game whose rulebook is complete."""
    return str(request.param)


@pytest.fixture(scope="module")
def rules(game: str) -> list[Rule]:
    """Its rules, each with its places."""
    return rules_of(game, ROOT)


def test_every_rule_has_its_code_and_a_case_or_test(rules: list[Rule]) -> None:
    assert rules
    assert {rule.id: rule.gaps for rule in rules if rule.gaps} == {}


def test_the_page_of_where_the_rules_are_is_fresh(game: str, rules: list[Rule]) -> None:
    page = ROOT / "docs/rules" / f"{game}-coverage.md"
    command = f"nightledger rules coverage {game} --write"

    assert page.read_text() == coverage_table(game, rules), f"make it anew: {command}"


def test_the_page_of_verbs_is_fresh(game: str) -> None:
    page = (ROOT / "docs/verbs.md").read_text()

    assert verb_table(Catalog()[game].describe()) in page, "make it anew: nightledger rules verbs --write"


def test_the_page_of_what_each_number_of_the_rules_changed_is_fresh() -> None:
    page = (ROOT / "docs/rules/changes.md").read_text()

    assert page == changes_page(Catalog()), "make it anew: nightledger rules changes --write"


def test_the_tables_of_tie_breaks_are_fresh() -> None:
    page = (ROOT / "docs/leagues.md").read_text()

    assert page == with_tables(page), "make them anew: nightledger rules tiebreaks --write"
    assert all(f"`{name}`" in page for name in TIEBREAKS)


def test_the_table_of_what_tries_are_compared_by_is_the_game_s() -> None:
    page = (ROOT / "docs/challenges.md").read_text()
    rows = page.split("The tie-breaks of The Last Spell:")[1].split("##")[0]

    assert tuple(re.findall(r"^\| `(\w+)`", rows, re.MULTILINE)) == Catalog()["last-spell"].compared_by


def test_a_definition_of_no_rule_is_found(tmp_path: Path) -> None:
    rulebook(tmp_path, definitions='[pig]\nPG-TURN-9 = "a word"\n')

    with pytest.raises(KeyError, match="PG-TURN-9"):
        rules_of("pig", tmp_path)


def test_a_rule_without_code_or_case_is_a_gap_and_a_definition_is_none(tmp_path: Path) -> None:
    rulebook(tmp_path, definitions='[pig]\nPG-TURN-2 = "a word"\n')
    (tmp_path / "domain/games/pig").mkdir(parents=True)
    (tmp_path / "domain/games/pig/turn.py").write_text('def roll():\n    """(PG-TURN-1)"""\n')

    [roll, word] = rules_of("pig", tmp_path)

    assert (roll.code, roll.gaps) == (("pig/turn.py:roll",), ("case or test",))
    assert word.gaps == ()
    assert "| PG-TURN-2 | definition: a word |" in coverage_table("pig", [roll, word])


def rulebook(root: Path, definitions: str) -> None:
    (root / "docs/rules").mkdir(parents=True)
    (root / "docs/rules/pig.md").write_text("- **PG-TURN-1** Roll.\n- **PG-TURN-2** A word.\n")
    (root / "docs/rules/definitions.toml").write_text(definitions)
