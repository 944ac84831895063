"""Questions explain themselves: two that are about different things never look the same to the seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.contract.game import Asked, to_json
from domain.games.catalog import Catalog
from domain.games.last_spell.changes import CORRECTED
from domain.games.last_spell.rules.questions import details
from domain.games.last_spell.steps import RecoverMovement, Spread, StrikeEnemy
from domain.log.canon import canonical
from domain.records.replay import tables
from service.dev.golden import golden_files, read_golden
from tests.domain.games.last_spell.tables import BOARD, act, positioned

ROOT = Path(__file__).parents[4]
GOLDEN = golden_files(ROOT, "last-spell")
ASKED_BY_A_STEP = ("damage", "reroll", "propagation", "choice")

IDLE = ("cause", "guarded")
"""What tells questions apart in the log but changes none: the number of the cause, and Protect, which comes first."""


def questions(record):
    """What each question of a game shows under the newest rules, and the step behind it."""
    for table in tables(record, Catalog().with_files(record.files)):
        state = table.state
        if state is None or not state.agenda or not isinstance(table.history[-1][1], Asked):
            continue
        for decision in state.open.values():
            if decision.kind in ASKED_BY_A_STEP:
                step = state.agenda[-1]
                rules, state.rules = state.rules, CORRECTED
                shown = canonical([decision.kind, details(state, step)]).decode()
                state.rules = rules
                yield shown, underlying(state, step)


def underlying(state, step):
    """All that the step is about, and the attack to which it belongs."""
    told = {key: value for key, value in to_json(step).items() if key not in IDLE}
    if isinstance(step, StrikeEnemy | Spread):
        told["weapon"] = state.assault.source
    return canonical(told).decode()


def alike(found):
    """Pairs of different questions that look the same."""
    behind = {}
    for shown, step in found:
        behind.setdefault(shown, set()).add(step)
    return [(shown, sorted(steps)) for shown, steps in behind.items() if len(steps) > 1]


@pytest.fixture(scope="module")
def asked_in():
    """What the golden games ask: the name of each -> its questions."""
    return {path.name: list(questions(read_golden(path))) for path in GOLDEN}


def test_no_two_different_questions_of_the_golden_games_look_the_same(asked_in):
    found = [(name, *pair) for name, asked in asked_in.items() for pair in alike(asked)]
    assert found == []


def test_the_golden_games_ask_in_the_name_of_most_texts(asked_in):
    asked = {json.loads(step)["type"] for found in asked_in.values() for _, step in found}
    assert asked >= {"hurt-hero", "strike-enemy", "spread", "blast", "monster-attack", "dark-bargain", "lose-movement"}


def test_a_tie_says_who_attacks_how_hard_and_whom():
    clawers = {"clawer/1": {"at": [3, 4], "facing": "east"}, "clawer/2": {"at": [3, 6], "facing": "east"}}
    walls = {f"wooden-wall/{number}": {"at": [4, 3 + number]} for number in (1, 3)}
    walls |= {f"wooden-wall/{number}": {"at": [2, 2 + number]} for number in (2, 4)}
    table = {
        "board": {"terrain": BOARD},
        "phase": "monsters",
        "step": "monster-attack",
        "heroes": {"s1": {"at": [8, 8]}},
        "monsters": clawers,
        "constructions": walls,
    }
    state = positioned(table)
    first = dict(state.open["s1"].details)
    act(state, "s1", {"type": "choose", "value": first["among"][0]})
    second = dict(state.open["s1"].details)
    assert first == {"of": "target", "by": "clawer/1", "amount": 1, "among": ["wooden-wall/1", "wooden-wall/2"]}
    assert second == {"of": "target", "by": "clawer/2", "amount": 1, "among": ["wooden-wall/3", "wooden-wall/4"]}


def test_under_rules_number_1_questions_told_less():
    state = positioned({"heroes": {"s1": {"at": [15, 12]}}})
    step = RecoverMovement("s1", 2, by="runner-greaves")
    assert details(state, step) == {"of": "movement-token", "hero": "s1", "by": "runner-greaves", "left": 2}
    state.rules = 1
    assert details(state, step) == {"of": "movement-token", "hero": "s1"}


def test_the_list_would_name_questions_that_look_the_same():
    assert alike([("a", "x"), ("a", "y"), ("b", "x"), ("b", "x")]) == [("a", ["x", "y"])]
