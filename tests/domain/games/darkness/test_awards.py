"""What a game master awards, and what becomes of many points (WD-GM-16, WD-GM-25)."""

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused
from domain.games.darkness.rules.master.actions import AWARDS, Award
from tests.domain.games.darkness.tables import GAME, campaign


def award(state, vp):
    return GAME.decide(state, "s1", Award("s2", vp, "a test"), Seeded(b"award")).state


def test_a_game_begun_before_the_bound_goes_on_without_it():
    assert award(campaign(2), 10**7).people["s2"].vp == 10**7
    with pytest.raises(Refused, match="an award is a number of VP from -1000 to 1000"):
        award(campaign(3), 1001)


def test_many_points_are_a_range_and_never_a_list():
    """Also in a game that has them already."""
    state = award(campaign(2), 10**7)
    while "s2" not in state.open:
        [seat] = state.open
        GAME.advance(state, seat, GAME.default(state, seat), Seeded(b"on"))
    legal = GAME.legal(state, "s2", 200)
    assert len(legal.actions) <= 200
    listed = [slot for slots in legal.slots.values() for slot in slots]
    assert all(len(slot.values or ()) < 1000 for slot in listed)
    assert ("vp", 1, 10**7) in {(slot.name, slot.min, slot.max) for slot in legal.slots.get("pay", ())}
    assert GAME.sample(state, "s2", Stream(b"any")) is not None


def test_the_slot_of_an_award_is_its_range():
    slots = {slot.name: slot for slot in GAME.standing_slots(campaign(3), "s1")["award"]}
    assert slots["vp"].numbers == range(AWARDS.least, AWARDS.most + 1)
    assert slots["why"].numbers is None
