"""The tables that rule cases start from: what they may name, and what they leave out."""

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
SEATS = ("s1", "s2")


def at(table, options=None):
    return GAME.set_position(options or {}, SEATS, table, Seeded(b"position")).state


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"phase": "dawn"}, "'dawn'"),
        ({"hands": {}}, "`hands`"),
        ({"chain": [{"card": "vulko", "by": "s1"}]}, "$.chain"),
        ({"turn": "2"}, "$.turn"),
        ({"turn": -1}, "$.turn"),
        ({"edition": "fr"}, "the edition is de"),
        ({"active": "s3"}, "'s3'"),
        ({"start_player": "ana"}, "'ana'"),
        ({"seats": {"s3": {}}}, "'s3'"),
        ({"seats": {"s1": {"hnad": []}}}, "`hnad`"),
        ({"seats": {"s1": {"hand": ["dracula"]}}}, "'dracula'"),
        ({"seats": {"s1": {"deck": ["wound:scratch"]}}}, "'wound:scratch'"),
        ({"seats": {"s1": {"in_play": ["vulko"]}}}, "$.seats"),
        ({"seats": {"s1": {"in_play": [{"card": "blood-rage"}]}}}, "no minion"),
        ({"seats": {"s1": {"in_play": [{"card": "vulko", "damage": 4}]}}}, "is destroyed"),
        ({"seats": {"s1": {"in_play": [{"card": "vulko", "hurt": 1}]}}}, "`hurt`"),
        ({"seats": {"s1": {"private": ["vulko"]}}}, "$.seats"),
        ({"seats": {"s1": {"private": {"wound:bite": 7}}}}, "'wound:bite'"),
        ({"seats": {"s1": {"wounds": {"bite": 1}}}}, "wounds"),
        ({"seats": {"s1": {"influence": True}}}, "$.seats"),
        ({"commons": {"vlko": 7}}, "'vlko'"),
        ({"commons": {"vulko": -1}}, "$.commons"),
        ({"wound_pile": {"faceup": 3}}, "`faceup`"),
        ({"wound_pile": {"face_up": ["scratch"]}}, "'scratch'"),
        ({"exiled": {"wounds": ["wound:bite"]}}, "'wound:bite'"),
        ({"exiled": {"cards": ["wound:bite"]}}, "'wound:bite'"),
        ({"effects": {"luck": 1}}, "`luck`"),
        ({"effects": {"no_forced_block": ["s3"]}}, "'s3'"),
        ({"phase": "draft", "draft": {"round": 4}}, "round"),
        ({"phase": "draft", "draft": {"centre": ["vlko"]}}, "'vlko'"),
    ],
)
def test_what_a_position_cannot_hold_is_refused_and_named(table, said):
    with pytest.raises(Refused) as refused:
        at(table)

    assert refused.value.code == "malformed"
    assert said in refused.value.reason


def test_quick_start_has_no_draft_to_begin_from():
    with pytest.raises(Refused, match="round of the draft"):
        at({"phase": "draft"}, {"draft": "quick"})


def test_wounds_may_be_written_down_beside_the_cards_that_they_are():
    seat = {"hand": ["wound:bite"], "deck": ["wound:burn", "vulko"], "wounds": {"bite": 1, "burn": 1, "bleed": 0}}

    assert at({"seats": {"s1": seat}}).players["s1"].wounds == {"bite": 1, "burn": 1, "bleed": 0}


def test_a_pile_that_is_half_written_has_nothing_in_the_other_half():
    state = at({"phase": "claim", "wound_pile": {"face_up": ["bleed"]}})

    assert (state.face_up, state.face_down) == (["bleed"], [])


def test_more_wounds_than_lie_face_up_are_missing_from_the_face_down_ones():
    state = at({"phase": "claim", "exiled": {"wounds": 25}})

    assert (len(state.face_up), len(state.face_down)) == (0, 35)


def test_draft_cards_of_a_position_are_known_to_the_seat_that_picked_them():
    seats = {"s1": {"packet": ["vulko"], "picks": ["leave-me"]}, "s2": {"packet": ["big-ghost"]}}
    state = at({"phase": "draft", "draft": {"round": 3, "rest": ["blood-rage", "indigo-six"]}, "seats": seats})

    for number in range(20):
        other = GAME.resample(state, "s1", Stream(f"resample {number}".encode()))
        assert "leave-me" not in other.players["s2"].packet
