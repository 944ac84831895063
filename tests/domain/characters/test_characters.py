"""What is brought to games and taken away from them: a log of its own, in one game at a time."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from domain.audit import CONSISTENT, REFUSED
from domain.audit.characters import audit_character, record_of
from domain.characters import actions
from domain.characters.decide import decide
from domain.characters.state import Character
from domain.contract.facets.characters import new_character
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.log.log import Log

DARKNESS = Catalog()["darkness"]
NOVICE = {
    "occupation": "thief",
    "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
    "skills": ["lockpick"],
}


@pytest.fixture
def log():
    kept = Log(Character(), "k1", partial(decide, DARKNESS), {}, bytes)
    kept.post("service", None, actions.Make("k1", "darkness", "a1", NOVICE), 100)
    return kept


END = (40, "ab" * 32)
"""Version and head of the end of a game."""


def happened(log, *commands):
    return [entry.read().type for action in commands for entry in log.post("service", None, action, 200)]


def test_it_comes_back_as_the_game_left_it(log):
    grown = {**log.aggregate.content, "skill_points": 1}
    back = actions.Return("g1", "over", *END, grown)
    assert happened(log, actions.Bring("g1", "s2"), back, back) == ["KeepsakeBrought", "KeepsakeAdvanced"]
    assert log.aggregate.content == grown
    advanced = log.entries[-1].read().data
    assert (advanced["version"], advanced["head"]) == END
    assert log.aggregate.away is None


@pytest.mark.parametrize("cause", ["void", "cancelled", "abandoned", "left"])
def test_a_game_that_was_not_played_to_its_end_changes_nothing(log, cause):
    before = log.aggregate.content
    happened(log, actions.Bring("g1", "s1"), actions.Return("g1", cause, *END, {"skill_points": 9}))
    assert log.aggregate.content == before
    assert [visit.cause for visit in log.aggregate.games] == [cause]


@pytest.mark.parametrize("action", [actions.Bring("g2", "s1"), actions.Retire()])
def test_while_it_is_in_a_game_it_goes_nowhere_else(log, action):
    happened(log, actions.Bring("g1", "s1"))
    with pytest.raises(Refused, match="illegal: it is in game g1"):
        log.post("service", None, action, 200)


def test_a_stranger_game_does_not_bring_it_back(log):
    back = actions.Return("g2", "over", *END, {})
    assert happened(log, actions.Bring("g1", "s1"), back) == ["KeepsakeBrought"]


def test_once_retired_it_stays_where_it_is(log):
    assert happened(log, actions.Retire()) == ["KeepsakeRetired"]
    with pytest.raises(Refused, match="illegal: it was put away for good"):
        log.post("service", None, actions.Bring("g1", "s1"), 200)


def test_the_game_says_what_a_new_one_may_be(log):
    with pytest.raises(Refused, match="malformed: 'skill_points' is nothing that a new character has"):
        DARKNESS.new_character({**NOVICE, "skill_points": 3})
    with pytest.raises(Refused, match="malformed: nothing is brought to a game of nightfall"):
        new_character(Catalog()["nightfall"], NOVICE)
    assert DARKNESS.new_character(NOVICE) == log.aggregate.content
    schema = DARKNESS.character_schema()
    assert set(schema["properties"]) == set(NOVICE)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"format": "nightledger/series/1"}, "it is no log of a character: 'nightledger/series/1'"),
        ({"files": {"ab": "{}"}}, "it holds a file ab that it was not made with"),
        ({"head": "00" * 32}, "it does not begin with a command, or its head is not the hash of its last event"),
    ],
)
def test_a_document_that_is_none_of_a_character_is_refused(log, changed, says):
    genuine = record_of(log.aggregate, log.entries, (), lambda sha256: None)
    assert audit_character(genuine, Catalog()).code == CONSISTENT
    found = audit_character(msgspec.structs.replace(genuine, **changed), Catalog())
    assert (found.code, found.reason) == (REFUSED, says)
