"""Games of the first rules number go on as they were, and an operator may move them to the second and back."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Asked, to_json
from domain.games.nightfall.events import GameEnded
from tests.domain.games.nightfall.tables import GAME

SEATS = ("s1", "s2", "s3")
TOLD_LATER = {"cause", "link", "next", "kinds", "decided", "run"}


def play(number, moves=()):
    """A whole game begun under a number; `moves` maps numbers of decisions to the number that is in force then."""
    chance, rng = Seeded(f"numbers {number}".encode()), Stream(b"numbers")
    run = GAME.setup({"draft": "quick"}, SEATS, chance, number)
    state, events, decisions, moved = run.state, [*run.events], 0, dict(moves)
    while not GAME.is_over(state):
        state.rules = moved.pop(decisions, state.rules)
        seat = rng.choice(sorted(state.open))
        events += GAME.advance(state, seat, GAME.sample(state, seat, rng), chance).events
        decisions += 1
    assert not moved
    return state, events


def test_a_game_of_the_first_number_tells_nothing_of_what_came_later():
    _, events = play(1)

    told = [to_json(event) for event in events if not isinstance(event, Asked)]
    assert not TOLD_LATER & {field for data in told for field in data if data.get("mark") is None}
    assert {type(event).__name__ for event in events}.isdisjoint({"TextBegan"})
    asked = [decision.details for event in events if isinstance(event, Asked) for decision in event.open.values()]
    assert {field for details in asked for field in details} <= {"asks", "card", "by"}
    view = GAME.view(GAME.setup({}, SEATS, Seeded(b"view"), 1).state, "s1")
    assert "next" not in view["wound_pile"]


def test_its_last_event_tells_why_as_far_as_it_can():
    _, events = play(1)

    [ended] = [event for event in events if isinstance(event, GameEnded)]
    first, *others = GAME.explain(to_json(ended))
    assert first.startswith(f"{ended.ranking[0]} has won with ")
    assert len(others) == len(SEATS) - 1


@pytest.mark.parametrize("moves", [{20: 2}, {60: 2}, {110: 2}, {20: 2, 60: 1}, {40: 2, 80: 1, 110: 2}])
def test_a_game_moves_to_another_number_and_back_and_comes_to_its_end(moves):
    state, _ = play(1, moves)

    assert GAME.is_over(state)
    assert len(state.minions) == sum(len(player.in_play) for player in state.players.values())


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (
            {"ranking": ["s2", "s1"], "wounds": {"s1": 5, "s2": 1}, "kinds": {"s1": {"bite": 5}, "s2": {"burn": 1}},
             "decided": ["NF-END-7"]},
            ("s2 has won with 1 wound (burn 1)", "s1 comes after s2 with 5 wounds (bite 5): more wounds (NF-END-7)"),
        ),
        (
            {"ranking": ["s2", "s1"], "wounds": {"s1": 3, "s2": 3}, "kinds": {"s1": {"bite": 3, "burn": 0, "bleed": 0},
             "s2": {"bite": 2, "burn": 1, "bleed": 0}}, "decided": ["NF-TIE-1"]},
            (
                "s2 has won with 3 wounds (bite 2, burn 1)",
                "s1 comes after s2 with 3 wounds (bite 3): as many wounds, but 3 of one type against 2 (NF-TIE-1)",
            ),
        ),
        (
            {"ranking": ["s1", "s2"], "wounds": {"s1": 0, "s2": 0}, "kinds": {"s1": {"bite": 0}, "s2": {"bite": 0}},
             "decided": ["NF-TIE-3"]},
            (
                "s1 has won with 0 wounds",
                "s2 comes after s1 with 0 wounds: as many wounds of equal numbers, but seated farther from the first "
                "player's right (NF-TIE-3)",
            ),
        ),
    ],
)  # fmt: skip
def test_the_end_is_explained_from_its_event_alone(ended, said):
    """NF-END-7, NF-TIE-1, NF-TIE-3"""
    assert GAME.explain(ended) == said
