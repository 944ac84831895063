"""What a game master does at random in long runs: something of every kind, which is accepted (WD-GM-16 to 25)."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Refused, verb_of
from domain.games.darkness.rules.master.actions import AllowNew, BeginChapter, EndGame, PlacePiece
from domain.games.darkness.rules.master.directing import CHAPTER, LAST_ROUND, direct
from tests.domain.games.darkness.tables import GAME
from tests.domain.games.darkness.test_master_slots import MASTER, table

PIECES = {
    "z": {"kind": "zombie", "at": "bar/5/0", "health": 1},
    "y": {"kind": "dog", "at": "bar/5/0", "health": 1, "shown": True},
}

DOINGS = {
    "award to vp why", "environment environment", "security disk", "reveal id",
    "place id kind at", "place id kind at health", "place id kind at values", "place id kind at health values",
    "rule on damage", "rule on heal", "rule on failure", "rule on give why", "rule on move", "rule on take",
    "rule on remove", "rule item tn", "rule building finds",
}  # fmt: skip
"""Verb, and the arguments that are given."""


def doing(action):
    given = [name for name in action.__struct_fields__ if getattr(action, name) not in (None, (), False, "")]
    return " ".join((verb_of(action), *given))


def test_it_does_something_of_every_kind():
    state = table(gm={"pieces": PIECES}, s1={"damage": 1, "failures": 1})
    done, refused = {}, set()
    for number in range(500):
        action = direct(state, Stream(joined("doing", number)))
        if action is not None:
            done.setdefault(doing(action), []).append(action)
            try:
                GAME.decide(state, MASTER, action, Seeded(b"doing"))
            except Refused as refusal:
                refused.add(str(refusal))
    assert set(done) == DOINGS
    assert refused == {"illegal: s2 has no damage", "illegal: s2 has no Failure"}
    assert {action.on for action in done["rule on damage"]} == {"s1", "s2", "y", "z"}
    assert {action.on for action in done["rule on remove"]} == {"y", "z"}
    assert {action.id for action in done["reveal id"]} == {"z"}
    assert {action.heal for action in done["rule on heal"]} == {1, 2}
    assert {action.failure for action in done["rule on failure"]} == {1, -1}
    assert {action.vp for action in done["award to vp why"]} == {1, 2, 3, 4}
    placed = [action for verb, found in done.items() if verb.startswith("place") for action in found]
    assert {action.health for action in placed} == {None, 1, 2}
    assert {action.at.partition("/")[0] for action in placed} == {"bar"}


def test_whose_character_is_dead_gets_another():
    state = table(s1={"alive": False}, active="s2")
    found = [direct(state, Stream(joined("dead", number))) for number in range(100)]
    assert {action.seat for action in found if isinstance(action, AllowNew)} == {"s1"}


@pytest.mark.parametrize("at", range(3))
def test_each_chapter_has_its_rounds_and_the_last_goes_on_to_the_end(at):
    chapters = [chapter.id for chapter in GAME.data.scenarios["the-awakening"].chapter]
    rounds = {number: table(gm={"chapter": chapters[at]}, round=CHAPTER * (at + 1) + number) for number in (0, 1)}
    begun = [direct(state, Stream(b"chapter")) == BeginChapter(chapters[at + 1]) for state in rounds.values()]
    assert begun == [False, True]
    last = table(gm={"chapter": chapters[-1]}, round=LAST_ROUND)
    found = [direct(last, Stream(joined("last", number))) for number in range(80)]
    kinds = [action.kind for action in found if isinstance(action, PlacePiece)]
    assert kinds.count("the-first-awake") > len(kinds) / 3
    assert EndGame() not in found
    assert direct(table(gm={"chapter": chapters[-1]}, round=LAST_ROUND + 1), Stream(b"last")) == EndGame()
