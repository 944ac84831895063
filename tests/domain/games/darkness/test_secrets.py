"""Nobody is told ahead: a state and one that a seat cannot tell from it look and behave the same (WD-INFO)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.contract.audience import SPECTATOR, visible
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Action, Json, Refused, Run, to_json
from domain.games.darkness.state import DarknessState
from tests.domain.games.darkness.tables import (
    GAME,
    Kind,
    board_kinds,
    busy_answer,
    campaign_kinds,
    greedy_answer,
    play,
    play_campaign,
)


def seen(run: Run[DarknessState], audience: str) -> Iterator[tuple[str, Json]]:
    """What an audience reads of a command, up to the first draw or disclosure."""
    first_draw = run.draws[0][0] if run.draws else len(run.events)
    for event in run.events[:first_draw]:
        if event.discloses:
            return
        yield type(event).__name__, visible(event, audience, run.state.seats)


def check_pair(state: DarknessState, seat: str, action: Action, rng: Stream) -> None:
    key = joined(b"step", rng.below(1 << 30))
    run = GAME.decide(state, seat, action, Seeded(key))
    for audience in (*state.seats, SPECTATOR):
        other = GAME.resample(state, audience, rng)
        assert GAME.view(other, audience) == GAME.view(state, audience)
        if audience in state.seats:
            assert to_json(GAME.legal(other, audience)) == to_json(GAME.legal(state, audience))
            assert to_json(GAME.standing_slots(other, audience)) == to_json(GAME.standing_slots(state, audience))
        try:
            run_there = GAME.decide(other, seat, action, Seeded(key))
        except Refused:
            assert audience != seat
            continue
        assert list(seen(run_there, audience)) == list(seen(run, audience))


def now_and_then(often: int):
    def watch(state: DarknessState, seat: str, action: Action, rng: Stream) -> None:
        if rng.below(often) == 0:
            check_pair(state, seat, action, rng)

    return watch


@pytest.mark.parametrize("kind", board_kinds(4, first=200), ids=str)
def test_nobody_is_told_ahead_on_the_board(kind):
    played = play(kind, greedy_answer if kind.number % 2 else busy_answer, now_and_then(25))
    assert GAME.is_over(played.state)


@pytest.mark.parametrize("kind", campaign_kinds(2, first=200), ids=str)
def test_nobody_is_told_ahead_by_the_master(kind):
    assert play_campaign(kind, 150, now_and_then(8)).decisions > 100


@pytest.mark.slow
@pytest.mark.parametrize("kind", board_kinds(36, first=2_000), ids=str)
def test_nobody_is_told_ahead_in_many_games(kind):
    played = play(kind, (busy_answer, greedy_answer)[kind.number % 2], now_and_then(3))
    assert GAME.is_over(played.state)


@pytest.mark.slow
@pytest.mark.parametrize("kind", campaign_kinds(10, first=2_100), ids=str)
def test_nobody_is_told_ahead_in_many_campaigns(kind):
    played = play_campaign(kind, 1_000, now_and_then(3))
    assert GAME.is_over(played.state) or played.decisions > 100


def test_a_resample_deals_what_is_hidden_anew():
    state = GAME.setup({"scenario": "the-missing-page"}, ("s1", "s2"), Seeded(b"page")).state
    others = [GAME.resample(state, "s1", Stream(bytes([number]))) for number in range(8)]
    assert len({other.pool for other in others}) == 8
    assert len({other.tokens["token-1"].at for other in others}) > 1
    assert {len(other.disks) for other in others} == {len(state.disks)}
    assert len({tuple(sorted(other.disks)) for other in others}) > 1


def test_a_resample_keeps_what_the_seat_has_seen():
    position = {
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "pool": ["item-rope", "ally-nurse", "item-food"],
        "disks": {"item-money-1": {"at": "bar/1/2", "seen_by": ["s1"]}, "ally-priest": {"at": "bar/3/1"}},
        "seats": {"s1": {"at": "bar/5/2"}, "s2": {"at": "bar/5/3"}},
    }
    state = GAME.set_position({}, ("s1", "s2"), position, Seeded(b"")).state
    mine = {GAME.resample(state, "s1", Stream(bytes([number]))).disks["item-money-1"].at for number in range(20)}
    theirs = [GAME.resample(state, "s2", Stream(bytes([number]))).disks for number in range(20)]
    assert mine == {"bar/1/2"}
    assert any("item-money-1" not in disks for disks in theirs)


def test_of_a_position_anything_that_may_be_hidden_is_dealt():
    """A single disk face down, an empty pool, one tile in reserve: the seat cannot know which they are."""
    position = {
        "scenario": "first-night",
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "reserve": ["bank"],
        "disks": {"item-rope": {"at": "bar/3/1"}, "ally-nurse": {"at": "bar/1/2", "seen_by": ["s1"]}},
        "seats": {"s1": {"at": "bar/5/2", "items": ["item-food"]}},
    }
    state = GAME.set_position({}, ("s1",), position, Seeded(b"")).state
    others = [GAME.resample(state, "s1", Stream(bytes([number]))) for number in range(60)]
    lying = {name for other in others for name, disk in other.disks.items() if disk.at == "bar/3/1"}
    assert len(lying) > 20
    assert not lying & {"item-food", "ally-nurse"}
    assert len({other.reserve for other in others}) > 8
    assert all((len(other.disks), len(other.reserve), other.pool) == (2, 1, ()) for other in others)


def test_a_coffin_that_hurt_somebody_is_known_to_be_the_true_one():
    """WD-SCEN-MASTER-1: a failure at the true coffin does damage; the others change places."""
    tokens = {
        "token-6": {"at": "gun-shop/2/2", "face": "down", "tried": True},
        "token-1": {"at": "house/2/2", "face": "down", "tried": True},
        "token-2": {"at": "bar/2/2", "face": "down"},
    }
    position = {
        "scenario": "master-of-the-house",
        "map": {"bar": {"x": 0, "y": 0, "rot": 0}},
        "tokens": tokens,
        "seats": {"s1": {"at": "bar/5/2"}},
    }
    state = GAME.set_position({}, ("s1",), position, Seeded(b"")).state
    others = [GAME.resample(state, "s1", Stream(bytes([number]))).tokens for number in range(60)]
    assert {other["token-6"].at for other in others} == {"gun-shop/2/2"}
    at_house = {name for other in others for name, token in other.items() if token.at == "house/2/2"}
    assert at_house == {"token-1", "token-2", "token-3", "token-4", "token-5"}


def test_the_kinds_cover_every_scenario():
    assert len({kind.scenario for kind in board_kinds(6)}) == 6
    assert campaign_kinds(1)[0] == Kind("the-awakening", ("s1", "s2"), 0)
