"""Characters that people make: what the rules ask of a new one, and of one that has grown (WD-CHAR, WD-XP)."""

import re

import pytest

from domain.contract.game import Refused
from domain.games.darkness.data import load
from domain.games.darkness.rules.characters import claims, new_character, read_record, usual_worth

DATA = load()
NEW = {
    "occupation": "doctor",
    "attributes": {"S": 3, "A": 3, "Dex": 3, "Int": 3, "Pers": 2, "Med": 4, "D": 2},
    "skills": ["first-aid"],
}
RECORD = new_character(DATA, NEW)
"""The record of a doctor, as options hold it."""


def attributes(**changed):
    return {**NEW["attributes"], **changed}


def refused(call, raw):
    with pytest.raises(Refused) as caught:
        call(DATA, raw)
    return caught.value.code, caught.value.reason


@pytest.mark.parametrize(
    ("changed", "code", "says"),
    [
        ({"name": "Vito"}, "malformed", "'name' is nothing that a new character has"),
        ({"attributes": 3}, "malformed", "no character: "),
        ({"attributes": {"S": 3}}, "malformed", "the attributes are S, A, "),
        ({"occupation": "juggler"}, "malformed", "juggler is no activity"),
        ({"attributes": attributes(S=6)}, "illegal", "attributes are "),
        ({"attributes": attributes(S=0)}, "illegal", "attributes are "),
        ({"attributes": attributes(S=4)}, "illegal", "20 attribute points at most (WD-CHAR-2)"),
        ({"skills": ["first-aid", "surgery", "pharmacology", "search"]}, "illegal", "10 points of skills at most"),
        ({"attributes": attributes(Med=2)}, "illegal", "doctor asks for Med "),
        ({"skills": []}, "illegal", "doctor asks for Med "),
    ],
)
def test_a_new_character_that_the_rules_do_not_allow(changed, code, says):
    found, reason = refused(new_character, {**NEW, **changed})
    assert (found, reason[: len(says)]) == (code, says)


@pytest.mark.parametrize(
    ("changed", "code", "says"),
    [
        ({"occupation": "juggler"}, "malformed", "juggler is no activity"),
        ({"skills": {"juggling": 3}}, "malformed", "juggling is no skill"),
        ({"skills": {"first-aid": 0}}, "illegal", "ratings are 1 to "),
        ({"skills": {"first-aid": 99}}, "illegal", "ratings are 1 to "),
        ({"skills": {"first-aid": RECORD["skills"]["first-aid"] + 1}}, "illegal", "a skill is rated its cost"),
        ({"skill_points": 1}, "illegal", "a new character has no points saved and no items"),
        ({"items": ["item-rope"]}, "illegal", "a new character has no points saved and no items"),
        ({"items": ["item-moon"]}, "malformed", "'item-moon' is no item"),
        ({"items": ["item-rope", "item-rope"]}, "malformed", "items are named once each"),
        ({"items": ["item-shotgun"], "shots": {"item-shotgun": -1}}, "malformed", "shots are counted of the items"),
        ({"shots": {"item-shotgun": 1}}, "malformed", "shots are counted of the items"),
    ],
)
def test_a_record_that_the_rules_do_not_allow(changed, code, says):
    found, reason = refused(read_record, {**RECORD, **changed})
    assert (found, reason[: len(says)]) == (code, says)


def test_one_that_has_grown_may_have_more_than_a_new_one():
    """WD-XP-1, WD-XP-5"""
    earned = {"skill_points": 2, "items": ["item-rope"], "attributes": attributes(S=6)}
    grown = {**RECORD, "games": [{"id": "g1"}], **earned}
    assert read_record(DATA, grown).attributes["S"] == 6
    assert [claims(DATA, raw) for raw in (grown, RECORD, "steve")] == [True, False, False]
    code, reason = refused(read_record, {**grown, "attributes": attributes(S=9)})
    assert (code, bool(re.search(r"\(WD-XP-1\)$", reason))) == ("illegal", True)


def test_an_item_is_worth_what_its_disk_says_or_the_easiest_number_that_finds_it():
    assert usual_worth(DATA, "item-shotgun") == 5
    assert usual_worth(DATA, "item-rope") == DATA.encounters["item-rope"].vp
    assert usual_worth(DATA, "nothing-at-all") == 0
