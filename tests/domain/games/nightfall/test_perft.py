"""How many ways a game can go on from fixed positions, to a fixed depth: one slip in any rule changes a number.

Where cards are shuffled or drawn by lot, a fixed key says what comes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from domain.contract.chance import Seeded
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall.tables import GAME

MOST_ANSWERS = 100_000

HANDS: dict[str, Any] = {
    "s1": {
        "hand": ["blood-rage", "vulko", "wound:bite", "flank-attack"],
        "deck": ["jj-mcteague", "bad-smoke", "wound:burn", "grim-siege"],
        "discard": ["marcus-toth", "wound:bleed"],
        "in_play": [{"card": "lilith-lawrence"}, {"card": "bad-smoke", "damage": 1}],
        "private": {"big-ghost": 3, "team-takedown": 1},
    },
    "s2": {
        "hand": ["shock-and-awe", "leave-me", "yuri-koroviev"],
        "deck": ["genesis-one", "zacharias-sands"],
        "discard": ["dark-awakening"],
        "in_play": [{"card": "vulko"}, {"card": "zacharias-sands"}],
        "private": {"franz-orlok": 2},
    },
    "s3": {
        "hand": ["rend-and-tear", "sir-john-travail"],
        "deck": ["enraged-wight", "charlotte-reyes"],
        "in_play": [{"card": "alton-hickman"}],
        "private": {"indigo-six": 1},
    },
}


class Position(NamedTuple):
    """A fixed position, and how many continuations it has to each depth."""

    name: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    table: dict[str, Any] | None
    counts: tuple[int, ...]


def table(phase: str, seats: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """The table of `HANDS` at the start of a phase of the first seat."""
    lies = {seat: HANDS[seat] for seat in seats}
    commons = {"deadly-grip": 2, "ivan-radinsky": 1, "ghoulish-summons": 4}
    return {"phase": phase, "turn": 7, "active": "s1", "start_player": "s2", "commons": commons, "seats": lies, **more}


ALMOST_OVER = {"face_up": 2, "face_down": 1}
TWO, THREE = ("s1", "s2"), ("s1", "s2", "s3")

POSITIONS = (
    Position("two-seat draft", {"edition": "pl"}, TWO, None, (4, 16, 48, 144, 288)),
    Position("combat of two", {"edition": "fr"}, TWO, table("combat", TWO), (2, 26, 104, 208, 702)),
    Position("combat of three", {"edition": "de"}, THREE, table("combat", THREE), (8, 46, 168, 416, 1184)),
    Position("chain of three", {"edition": "de"}, THREE, table("chain", THREE), (4, 8, 27, 101, 389)),
    Position("claim", {"edition": "pl"}, THREE, table("claim", THREE), (5, 22, 99, 437, 1578)),
    Position("last wounds", {"edition": "fr"}, TWO, table("chain", TWO, wound_pile=ALMOST_OVER), (4, 8, 27, 99, 397)),
)


def begin(position: Position) -> NightfallState:
    chance = Seeded(b"perft")
    if position.table is None:
        return GAME.setup(position.options, position.seats, chance).state
    return GAME.set_position(position.options, position.seats, position.table, chance).state


def continuations(state: NightfallState, depth: int) -> int:
    """The ways in which `depth` decisions can be answered one after the other; a game that is over has none."""
    if not state.open:
        return 0
    seat = next(iter(state.open))
    legal = GAME.legal(state, seat, MOST_ANSWERS)
    assert legal.complete
    if depth == 1:
        return len(legal.actions)
    key = f"perft {depth}".encode()
    return sum(
        continuations(GAME.decide(state, seat, action, Seeded(key)).state, depth - 1) for action in legal.actions
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_continuations_of_a_position_are_counted(position: Position):
    state = begin(position)

    assert tuple(continuations(state, depth) for depth in range(1, len(position.counts) + 1)) == position.counts
