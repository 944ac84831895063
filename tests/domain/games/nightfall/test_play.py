"""Small scenes that rule cases cannot tell: defaults, forms of refusal, chance."""

from collections import Counter

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused
from domain.games.nightfall.actions import Assault, Attack, Block, Choose, Draft, Pass
from domain.games.nightfall.events import CardResolved, LinkCancelled, PhaseBegan
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
SEATS = ("s1", "s2", "s3")


def at(table, options=None, seats=SEATS, key=b"scene"):
    return GAME.set_position(options or {}, seats, table, Seeded(key)).state


def code_of(state, seat, raw):
    with pytest.raises(Refused) as refused:
        GAME.decide(state, seat, raw, Seeded(b"refused"))
    return refused.value.code


def minions(*cards):
    return [{"card": card} for card in cards]


def id_of(state, position):
    """The id of a minion that is named by its position."""
    return next(minion.name for minion in state.minions.values() if state.minion_position(minion) == position)


def test_an_absent_seat_attacks_the_next_one_to_the_left():
    """(NF-AUTO-7)"""
    state = at({"active": "s3", "seats": {"s3": {"in_play": minions("vulko", "vulko")}}})

    first, second = id_of(state, "s3/vulko"), id_of(state, "s3/vulko/2")
    assert GAME.default(state, "s3") == Attack((Assault(first, "s1"), Assault(second, "s1")))


def test_an_absent_seat_blocks_nothing_and_passes_everything():
    state = at({"seats": {"s1": {"in_play": minions("vulko")}, "s2": {"in_play": minions("big-ghost")}}})
    attack = {"type": "attack", "attacks": [{"minion": id_of(state, "s1/vulko"), "seat": "s2"}]}
    blocking = GAME.decide(state, "s1", attack, Seeded(b"block")).state

    assert GAME.default(blocking, "s2") == Block(())
    for phase in ("chain", "claim", "cleanup"):
        passing = at({"phase": phase, "seats": {"s1": {"hand": ["vulko", "wound:bite"]}}})
        assert GAME.default(passing, "s1") == Pass()


def test_an_absent_seat_drafts_the_first_card_and_chooses_the_first_value():
    drafting = GAME.setup({}, SEATS, Seeded(b"draft")).state
    packet = drafting.players["s2"].packet
    assert GAME.default(drafting, "s2") == Draft(packet[0])

    choosing = at({"phase": "chain", "seats": {"s1": {"hand": ["blood-rage"]}}})
    asked = GAME.decide(choosing, "s1", {"type": "link", "card": "blood-rage"}, Seeded(b"link")).state
    assert GAME.default(asked, "s1") == Choose("s2") == GAME.legal(asked, "s1").actions[0]


def test_an_absent_seat_puts_a_list_in_the_order_given():
    """(NF-AUTO-7)"""
    seats = {"s1": {"hand": ["deadly-grip"]}, "s2": {"in_play": minions("vulko", "vulko")}}
    state = at({"phase": "chain", "seats": seats})
    for action in ({"type": "link", "card": "deadly-grip"}, {"type": "choose", "value": "s2"}):
        GAME.advance(state, "s1", action, Seeded(b"list"))

    assert GAME.default(state, "s2") == Choose((id_of(state, "s2/vulko"), id_of(state, "s2/vulko/2")))


@pytest.mark.parametrize(("in_play", "phases"), [([], ["chain"]), (minions("vulko"), ["combat"])])
def test_the_combat_phase_begins_only_with_a_minion_in_play(in_play, phases):
    run = GAME.set_position({}, SEATS, {"seats": {"s1": {"hand": ["vulko"], "in_play": in_play}}}, Seeded(b"phase"))

    assert [event.phase for event in run.events if isinstance(event, PhaseBegan)] == phases


def test_a_cancelled_link_is_not_resolved():
    """(NF-RUL-23)"""
    state = at({"phase": "chain", "seats": {"s1": {"hand": ["indigo-six", "flank-attack"]}}})
    GAME.advance(state, "s1", {"type": "link", "card": "indigo-six"}, Seeded(b"cancelled"))
    run = GAME.advance(state, "s1", {"type": "link", "card": "flank-attack"}, Seeded(b"cancelled"))

    assert [event.card for event in run.events if isinstance(event, CardResolved)] == ["flank-attack"]
    assert [event.card for event in run.events if isinstance(event, LinkCancelled)] == ["indigo-six"]


def test_a_second_copy_keeps_its_id_when_the_first_leaves_and_a_new_one_gets_another():
    state = at({"phase": "claim", "seats": {"s2": {"in_play": minions("vulko", "big-ghost", "vulko")}}})
    first, ghost, second = (minion.name for minion in state.players["s2"].in_play)
    state.leave_play(first)
    state.enter_play("s2", "vulko", 0, state.new_id("s2", "vulko"))

    *left, third = (minion.name for minion in state.players["s2"].in_play)
    assert left == [ghost, second]
    assert third not in (first, ghost, second)
    assert state.minion_position(state.minions[second]) == "s2/vulko"
    assert state.minion_position(state.minions[third]) == "s2/vulko/2"


def test_blockers_keep_the_place_they_were_declared_in_when_a_copy_is_destroyed():
    table = {
        "seats": {
            "s1": {"hand": ["vulko"], "in_play": minions("overwatch-two", "indigo-six")},
            "s2": {"in_play": minions("indigo-six", "indigo-six")},
        }
    }
    state = at(table)
    overwatch, six = id_of(state, "s1/overwatch-two"), id_of(state, "s1/indigo-six")
    first, second = id_of(state, "s2/indigo-six"), id_of(state, "s2/indigo-six/2")
    attacks = [{"minion": overwatch, "seat": "s2"}, {"minion": six, "seat": "s2"}]
    blocks = [{"minion": first, "attacker": overwatch}, {"minion": second, "attacker": six}]
    GAME.advance(state, "s1", {"type": "attack", "attacks": attacks}, Seeded(b"a"))
    GAME.advance(state, "s2", {"type": "block", "blocks": blocks}, Seeded(b"b"))

    assert [(minion.name, minion.damage) for minion in state.players["s2"].in_play] == [(second, 1)]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"type": "claim", "archive": "vulko"}, "malformed"),
        ({"type": "claim", "archive": "commons/nosferatu"}, "malformed"),
        ({"type": "claim", "archive": "s9/vulko"}, "malformed"),
        ({"type": "claim", "archive": "s2/vulko"}, "illegal"),
        ({"type": "claim", "archive": "commons/vulko/2"}, "illegal"),
        ({"type": "claim", "archive": ["commons/vulko"]}, "malformed"),
        ({"type": "claim"}, "malformed"),
        ({"type": "claim", "archive": "commons/vulko", "pay": 3}, "malformed"),
        ({"type": "discard", "card": "wound:scratch"}, "malformed"),
        ({"type": "discard", "card": "wound:bite"}, "illegal"),
        ({"type": "treat", "count": "many"}, "illegal"),
        ({"type": "link", "card": "nosferatu"}, "illegal"),
        ({"type": "surrender"}, "malformed"),
        ({}, "malformed"),
    ],
)
def test_codes_are_tried_in_their_order(raw, code):
    state = at({"phase": "claim", "commons": {"vulko": 1}, "seats": {"s1": {"hand": ["big-ghost"]}}})

    assert code_of(state, "s1", raw) == code


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([("s1/vulko", "s9")], "malformed"),
        ([("s1/nosferatu", "s2")], "malformed"),
        ([("vulko", "s2")], "malformed"),
        ([("s1/vulko/2", "s2")], "illegal"),
        ([("s2/vulko", "s3")], "illegal"),
        ([("s1/vulko", "s1")], "illegal"),
        ([], "illegal"),
        ([("s1/vulko", "s2"), ("s1/vulko", "s2")], "illegal"),
        ([("s1/vulko", "s1"), ("s1/vulko", "s9")], "malformed"),
    ],
)
def test_an_attack_is_refused_for_what_is_wrong_with_it(entries, code):
    state = at({"seats": {"s1": {"in_play": minions("vulko")}}})
    ids = {"s1/vulko": id_of(state, "s1/vulko")}
    attacks = [{"minion": ids.get(minion, minion), "seat": seat} for minion, seat in entries]

    assert code_of(state, "s1", {"type": "attack", "attacks": attacks}) == code


def test_a_game_without_wounds_for_two_hundred_turns_is_stalled():
    state = at({"phase": "claim", "turn": 7})
    assert not GAME.stalled(state)

    state.turn = 207
    assert GAME.stalled(state)


def test_unknown_phases_and_lying_links_are_no_position():
    for table, reason in (
        ({"phase": "dawn"}, "Invalid enum value 'dawn'"),
        ({"phase": "chain", "chain": [{"card": "vulko", "by": "s1"}]}, "Expected `array` of length <= 0"),
    ):
        with pytest.raises(Refused, match=f"^malformed: position: {reason}"):
            at(table)


def test_a_finished_table_can_be_a_position():
    state = at({"phase": "over", "seats": {"s1": {"deck": ["wound:bite"]}}})

    assert GAME.is_over(state)
    assert state.open == {}
    assert code_of(state, "s1", {"type": "pass"}) == "game-over"


def test_a_draft_can_go_on_from_a_position():
    seats = {"s1": {"packet": ["vulko", "leave-me"]}, "s2": {"packet": ["big-ghost", "marcus-toth"]}}
    table = {
        "phase": "draft",
        "draft": {"round": 3, "rest": ["blood-rage"] * 1, "centre": []},
        "seats": {
            "s1": {**seats["s1"], "picks": ["franz-orlok", "flank-attack"]},
            "s2": {**seats["s2"], "picks": ["indigo-six", "deadly-grip"]},
        },
    }
    state = at(table, {"draft": "standard"}, ("s1", "s2"))
    for seat in ("s1", "s2"):
        GAME.advance(state, seat, GAME.default(state, seat), Seeded(b"last"))

    assert list(state.commons) == ["vulko", "big-ghost", "blood-rage"]
    assert list(state.players["s2"].private) == ["indigo-six", "deadly-grip"]


def test_the_start_player_and_the_first_hand_are_fair():
    """Drawn anew for each game, one of a series too (NF-SETUP-6, NF-VAR-8, NF-RUL-18)."""
    starters, firsts = Counter(), Counter()
    for number in range(600):
        run = GAME.setup({"draft": "quick"}, SEATS, Seeded(f"fair {number}".encode()))
        starters[run.state.start_player] += 1
        firsts.update(run.state.players["s2"].hand[:1])

    assert all(150 < starters[seat] < 250 for seat in SEATS)
    assert len(firsts) == 6
    assert all(60 < count < 140 for count in firsts.values())


def test_every_draft_card_comes_up_as_often_in_a_packet():
    seen = Counter()
    for number in range(600):
        run = GAME.setup({}, SEATS, Seeded(f"packets {number}".encode()))
        seen.update(run.state.players["s3"].packet)

    assert len(seen) == 24
    assert all(65 < count < 135 for count in seen.values())


def test_a_greedy_seat_beats_random_ones():
    wins = 0
    for number in range(20):
        chance, rng = Seeded(f"greedy {number}".encode()), Stream(f"random {number}".encode())
        state = GAME.setup({}, ("s1", "s2"), chance).state
        while not GAME.is_over(state):
            seat = next(iter(state.open))
            action = _greedy(state, seat) if seat == "s1" else GAME.sample(state, seat, rng)
            GAME.advance(state, seat, action, chance)
        wins += state.ranking[0] == "s1"

    assert wins >= 16


def _greedy(state, seat):
    view = GAME.view(state, seat)
    candidates = GAME.candidates(view, seat, GAME.legal(state, seat, 60))
    return max(candidates, key=lambda action: GAME.rate(view, seat, action))
