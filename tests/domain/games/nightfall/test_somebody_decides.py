"""As long as a game goes on there is somebody who must decide, and who can: whatever form is played, whoever plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action
from domain.games.nightfall.actions import Discard, Pass
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall import positions
from tests.domain.games.nightfall.tables import GAME

Player = Callable[[NightfallState, str, Stream], Action]


def at_random(state: NightfallState, seat: str, rng: Stream) -> Action:
    return GAME.sample(state, seat, rng)


def absent(state: NightfallState, seat: str, rng: Stream) -> Action:
    """What a deadline plays: such a seat links and claims nothing, ever."""
    return GAME.default(state, seat)


def wasteful(state: NightfallState, seat: str, rng: Stream) -> Action:
    """Discards all it can, so that hands are empty and decks run out."""
    discards = [action for action in GAME.legal(state, seat).actions if isinstance(action, Discard)]
    return rng.choice(discards) if discards else GAME.sample(state, seat, rng)


def busy(state: NightfallState, seat: str, rng: Stream) -> Action:
    """Passes only if there is nothing else to do."""
    actions = [action for action in GAME.legal(state, seat).actions if not isinstance(action, Pass)]
    return rng.choice(actions) if actions else Pass()


PLAYERS: dict[str, Player] = {"random": at_random, "absent": absent, "wasteful": wasteful, "busy": busy}
FORMS = tuple(GAME.forms())

walks = st.tuples(
    st.sampled_from(FORMS),
    st.lists(st.sampled_from(sorted(PLAYERS)), min_size=5, max_size=5),
    st.integers(0, 2**32),
)
"""A form of play, how each seat plays, and the number that all is drawn from."""


def table_of(form: tuple[int, Any], number: int) -> tuple[NightfallState, Seeded, Stream]:
    seats, options = form
    chance, rng = Seeded(f"walk {number}".encode()), Stream(f"walkers {number}".encode())
    return GAME.setup(options, [f"s{seat}" for seat in range(1, seats + 1)], chance).state, chance, rng


def walk(
    state: NightfallState, players: dict[str, Player], chance: Seeded, rng: Stream, most: int
) -> Iterator[NightfallState]:
    """The state after the set-up, and after each of at most so many decisions."""
    yield state
    for _ in range(most):
        if GAME.is_over(state):
            return
        seat = rng.choice(sorted(state.open))
        GAME.advance(state, seat, players[seat](state, seat, rng), chance)
        yield state


def check_somebody_decides(state: NightfallState) -> None:
    if GAME.is_over(state):
        assert state.open == {}
        assert state.agenda == ()
        return
    assert state.open
    for seat, decision in state.open.items():
        legal = GAME.legal(state, seat, 500)
        assert legal.actions, (seat, decision)
        default = GAME.default(state, seat)
        assert default in legal.actions or not legal.complete, (seat, decision)


def check_walk(form: tuple[int, Any], styles: list[str], number: int, most: int) -> None:
    state, chance, rng = table_of(form, number)
    players = {seat: PLAYERS[style] for seat, style in zip(state.seats, styles, strict=False)}
    for reached in walk(state, players, chance, rng, most):
        check_somebody_decides(reached)


@settings(max_examples=60, deadline=None)
@given(walks)
def test_somebody_decides(drawn):
    check_walk(*drawn, most=300)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None)
@given(walks)
def test_somebody_decides_in_thousands_of_games(drawn):
    check_walk(*drawn, most=600)


@pytest.mark.parametrize("form", FORMS[::7], ids=str)
def test_a_table_that_everybody_has_left_still_has_somebody_to_decide(form):
    """Nobody links, nobody claims: the game goes on, and the active seat is asked (NF-RUL-47)."""
    state, chance, rng = table_of(form, 1)
    for reached in walk(state, dict.fromkeys(state.seats, absent), chance, rng, 200):
        check_somebody_decides(reached)

    assert state.turn > 15
    assert not GAME.is_over(state)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(sorted(PLAYERS)))
def test_somebody_decides_whatever_lies_on_the_table(number, style):
    state, chance, rng = positions.begin(number, [])
    for reached in walk(state, dict.fromkeys(state.seats, PLAYERS[style]), chance, rng, 80):
        check_somebody_decides(reached)
