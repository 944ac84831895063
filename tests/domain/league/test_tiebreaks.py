"""The registry of tie-breaks: one name is one rule with its source, and nothing else has a list of names."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from domain.contract.game import Refused
from domain.league.plan import read_plan
from domain.league.sheet import Game, Sheet
from domain.league.tiebreaks.contest import EDITIONS, Contest
from domain.league.tiebreaks.house import share
from domain.league.tiebreaks.registry import DEFAULT, IN_PLANS, TIEBREAKS, in_chess
from tests.domain.league.plans import PLAN
from tests.pigs.pig import PIG

HOME = Path(__file__).parents[3]

WORDS = {"wins", "share", "tally", "seconds", "lots", "DE", "SB", "BH", "KS", "PS"}
"""Names that are words of other things too."""


@pytest.mark.parametrize("name", TIEBREAKS)
def test_every_tie_break_has_a_rule_and_a_source(name):
    found = TIEBREAKS[name]

    assert found.rule.startswith("LG-TIE-" if found.in_plans else "C.07 ")
    assert (found.edition is None) == (found.article is None)
    assert found.edition in (None, *EDITIONS)
    assert found.value


def test_a_plan_names_those_of_the_house_alone():
    assert read_plan({**PLAN, "tiebreaks": list(IN_PLANS)}, PIG).tiebreaks == tuple(IN_PLANS)
    for code in set(TIEBREAKS) - set(IN_PLANS):
        with pytest.raises(Refused, match="unknown tie-break"):
            read_plan({**PLAN, "tiebreaks": [code]}, PIG)


def test_the_default_ends_with_lots_and_stands_in_the_order_of_the_registry():
    assert DEFAULT == ("wins", "seconds", "share", "tally", "head-to-head", "buchholz", "sonneborn-berger", "lots")


def test_an_edition_has_what_it_and_the_ones_before_brought():
    assert set(in_chess(2026)) - set(in_chess(2024)) == {"TPN", "RTNG"}
    assert {"DE", "BH/C1", "buchholz", "buchholz-2026", "wins"} <= set(in_chess(2024))
    assert not {"seconds", "share", "tally", "lots"} & set(in_chess(2026))


@pytest.mark.parametrize(
    ("own", "best", "expected"),
    [(10, 10, 1), (4, 10, Fraction(2, 5)), (0, 0, 1), (-3, 0, 0), (1, 1, 1), (None, 10, 0), (10, None, 0)],
)
def test_where_the_highest_tally_wins_the_share_is_that_of_the_winners(own, best, expected):
    """LG-TIE-3: who has what the winner has gets a whole share also where that is nothing."""
    game = Game(1, Fraction(1), 1, seat=0, place=1, shared=False, against={}, tally=own, best=best)
    sheet = Sheet("e1", (game,), (), Fraction(0), Fraction(1))
    contest = Contest({"e1": sheet}, Fraction(1), Fraction(1, 2), 1, 1, lowest_tally_wins=False)

    [found] = share(contest, sheet)

    assert found.points == expected


def test_no_other_module_names_a_tie_break():
    names = set(TIEBREAKS) - WORDS
    files = [file for room in ("domain", "service", "projections", "workers") for file in (HOME / room).rglob("*.py")]
    others = [file for file in files if HOME / "domain/league/tiebreaks" not in file.parents]

    naming = {str(file.relative_to(HOME)): names & texts(file) for file in others if names & texts(file)}

    assert naming == {}


def texts(file):
    """The text constants of a module."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
