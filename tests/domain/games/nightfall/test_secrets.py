"""Nobody is told ahead: what a seat is shown, may do and is refused is the same in a table it cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from domain.contract.audience import visible
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Refused, Run, to_json
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall import positions
from tests.domain.games.nightfall.other_actions import other_actions
from tests.domain.games.nightfall.tables import GAME, Moment, kinds, moments


def audiences(state: NightfallState) -> tuple[str, ...]:
    return (*state.seats, "spectator")


def seen(run: Run[NightfallState], audience: str) -> list[Any]:
    """What the audience reads of a command, up to the first draw or disclosure."""
    first_draw = run.draws[0][0] if run.draws else len(run.events)
    read = []
    for event in run.events[:first_draw]:
        if event.discloses:
            break
        read.append((type(event).__name__, to_json(visible(event, audience, run.state.seats))))
    return read


def tried(state: NightfallState, seat: str, action: Action | dict[str, Any]) -> Run[NightfallState] | Refused:
    try:
        return GAME.decide(state, seat, action, Seeded(b"next"))
    except Refused as refusal:
        return refusal


def check(moment: Moment, rng: Stream) -> None:
    state = moment.state
    after = tried(state, moment.seat, moment.action)
    assert isinstance(after, Run)
    for audience in audiences(state):
        other = GAME.resample(state, audience, rng)
        assert GAME.view(other, audience) == GAME.view(state, audience)
        assert other.open == state.open
        assert GAME.legal(other, audience) == GAME.legal(state, audience)
        there = tried(other, moment.seat, moment.action)
        if isinstance(there, Refused):
            assert moment.seat != audience, there
        else:
            assert seen(there, audience) == seen(after, audience)
        if audience in state.open:
            check_refusals(state, other, audience, rng)


def check_refusals(state: NightfallState, other: NightfallState, seat: str, rng: Stream) -> None:
    for raw in islice(other_actions(state, rng), 5):
        here, there = tried(state, seat, raw), tried(other, seat, raw)
        if isinstance(here, Refused):
            assert isinstance(there, Refused), raw
            assert (here.code, here.reason) == (there.code, there.reason)
        else:
            assert isinstance(there, Run), raw


def tenth(all_moments: Iterator[Moment], start: int) -> Iterator[Moment]:
    return islice(all_moments, start % 10, None, 10)


def check_games(count: int, first: int = 0) -> None:
    for kind in kinds(count, first):
        rng = Stream(f"resamples {kind.number}".encode())
        for moment in tenth(moments(kind), kind.number):
            check(moment, rng)


def test_a_seat_is_told_nothing_ahead():
    check_games(8)


@pytest.mark.slow
def test_a_seat_is_told_nothing_ahead_in_many_games():
    check_games(200, first=8)


def test_every_decision_of_a_draft_is_told_apart_by_nobody():
    for kind in kinds(16, first=100):
        rng = Stream(f"drafts {kind.number}".encode())
        for moment in moments(kind):
            if moment.state.draft is None:
                break
            check(moment, rng)


def test_a_seat_is_told_nothing_ahead_whatever_the_cards_do():
    for number in positions.scenes(50):
        rng = Stream(f"scene resamples {number}".encode())
        for moment in islice(positions.moments(number), number % 4, None, 4):
            check(moment, rng)


@pytest.mark.slow
def test_a_seat_is_told_nothing_ahead_whatever_the_cards_do_at_many_tables():
    for number in positions.scenes(600, first=50):
        rng = Stream(f"scene resamples {number}".encode())
        for moment in positions.moments(number):
            check(moment, rng)


@pytest.mark.parametrize(("secret", "over"), [("vulko", False), ("blood-rage", False), ("grim-siege", True)])
def test_only_a_secret_archive_that_can_wound_keeps_the_game_going_and_that_is_told(secret, over):
    options = {"variants": ["secret-archives"], "draft": "standard"}
    table = {"phase": "claim", "commons": {"leave-me": 7}, "seats": {"s1": {}, "s2": {"secret": [secret]}}}
    state = GAME.set_position(options, ("s1", "s2"), table, Seeded(b"secret")).state

    run = GAME.advance(state, "s1", {"type": "pass"}, Seeded(b"pass"))

    assert GAME.is_over(run.state) == over
    assert [type(event).__name__ for event in run.events[2:4]] == ["TurnEnded", "SecretTold"]


def test_a_resample_deals_the_hidden_cards_anew():
    moment = next(islice(moments(next(kinds(1, first=3))), 40, None))
    rng = Stream(b"anew")
    rival = next(seat for seat in moment.state.seats if seat != moment.seat)

    hands = {tuple(GAME.resample(moment.state, moment.seat, rng).players[rival].hand) for _ in range(30)}

    assert len(hands) > 5


def test_a_resample_leaves_the_true_table_alone():
    for kind in kinds(6):
        moment = next(islice(moments(kind), 25, None))
        before = GAME.view(moment.state, "referee")
        for audience in audiences(moment.state):
            GAME.resample(moment.state, audience, Stream(b"alone"))
        assert GAME.view(moment.state, "referee") == before


def asked_by_orlok(hand, deck):
    """Franz Orlok, kicked, has damaged `s2`, who holds these cards."""
    orlok = {"phase": "chain", "seats": {"s1": {"hand": ["team-takedown", "franz-orlok"]}}}
    orlok["seats"]["s2"] = {"hand": hand, "deck": deck}
    state = GAME.set_position({}, ("s1", "s2"), orlok, Seeded(b"orlok")).state
    for seat, answer in (
        ("s1", {"type": "link", "card": "team-takedown"}),
        ("s1", {"type": "link", "card": "franz-orlok"}),
        ("s2", {"type": "pass"}),
        ("s1", {"type": "choose", "value": "s2"}),
    ):
        state = GAME.advance(state, seat, answer, Seeded(b"orlok")).state
    return state


def hands(state, audience, times=60):
    """What `s2` may hold for all that this audience knows."""
    rng = Stream(b"hands")
    return [GAME.resample(state, audience, rng).players["s2"].hand for _ in range(times)]


BITES, ORDERS = ["wound:bite"] * 6, ["vulko", "leave-me", "grim-siege", "blood-rage"]


@pytest.mark.parametrize("audience", ["s1", "spectator"])
def test_who_is_asked_for_an_order_of_its_hand_holds_one(audience):
    """NF-RUL-38"""
    state = asked_by_orlok(["wound:burn", "vulko"], [*BITES, *ORDERS])
    assert state.open["s2"].details["asks"] == "order of the hand"
    found = hands(state, audience)
    assert all(any(not card.startswith("wound:") for card in hand) for hand in found)
    assert len({tuple(sorted(hand)) for hand in found}) > 5
    for seed in range(20):
        world = GAME.resample(state, audience, Stream(f"{seed}".encode()))
        assert GAME.legal(world, "s2").actions
        assert GAME.default(world, "s2") in GAME.legal(world, "s2").actions


def test_a_hand_in_which_no_order_was_found_holds_wounds_alone_and_what_came_there_since():
    """NF-RUL-38"""
    state = asked_by_orlok(["wound:burn", "wound:bite"], [*BITES, *ORDERS])
    assert "s2" not in state.open
    found = hands(state, "s1")
    assert all(card.startswith("wound:") for hand in found for card in hand)
    assert {card for hand in found for card in hand} == {"wound:burn", "wound:bite"}

    player = state.players["s2"]
    player.hand.append(player.deck.pop())
    found = hands(state, "s1")
    assert {sum(card.startswith("wound:") for card in hand) for hand in found} == {2, 3}
    player.lose_from_hand("wound:burn")
    assert {sum(card.startswith("wound:") for card in hand) for hand in hands(state, "s1")} == {1, 2}
