"""What is listed as legal is accepted, what is not is refused, and a refusal changes nothing."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from domain.contract.chance import Seeded, Stream
from domain.contract.decoding import verb_names
from domain.contract.game import Action, Legal, Refused, to_json
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall import positions
from tests.domain.games.nightfall.other_actions import other_actions
from tests.domain.games.nightfall.tables import GAME, Moment, kinds, moments, told

LIMIT = 300


def is_accepted(state: NightfallState, seat: str, action: Action | dict[str, Any]) -> bool:
    try:
        GAME.decide(state, seat, action, Seeded(b"answer"))
    except Refused:
        return False
    return True


def check_listed(state: NightfallState, seat: str, legal: Legal) -> None:
    assert len(set(legal.actions)) == len(legal.actions) <= LIMIT
    for action in legal.actions:
        assert is_accepted(state, seat, action), action
        assert GAME.parse(to_json(action)) == action
    assert GAME.default(state, seat) in legal.actions
    assert legal.complete == (not legal.slots)


def check_others(state: NightfallState, seat: str, legal: Legal, rng: Stream) -> None:
    before = told(state)
    for raw in islice(other_actions(state, rng), 6):
        accepted = is_accepted(state, seat, raw)
        if legal.complete:
            assert accepted == (raw["type"] in verb_names(GAME.action_types) and _parsed(raw) in legal.actions), raw
    assert told(state) == before


def _parsed(raw: dict[str, Any]) -> Action | None:
    try:
        return GAME.parse(raw)
    except Refused:
        return None


def check(moment: Moment, rng: Stream) -> None:
    for seat in moment.state.open:
        legal = GAME.legal(moment.state, seat, LIMIT)
        check_listed(moment.state, seat, legal)
        check_others(moment.state, seat, legal, rng)
        if legal.complete:
            assert GAME.sample(moment.state, seat, rng) in legal.actions


def check_games(count: int, first: int = 0) -> None:
    for kind in kinds(count, first):
        rng = Stream(f"others {kind.number}".encode())
        for moment in islice(moments(kind), kind.number % 12, None, 12):
            check(moment, rng)


def test_listed_actions_are_accepted_and_no_others():
    check_games(24)


def test_listed_actions_are_accepted_and_no_others_whatever_the_cards_do():
    for number in positions.scenes(60, first=500):
        rng = Stream(f"scene others {number}".encode())
        for moment in islice(positions.moments(number), number % 5, None, 5):
            check(moment, rng)


@pytest.mark.slow
def test_listed_actions_are_accepted_and_no_others_in_many_games():
    check_games(200, first=24)


def test_a_limit_cuts_the_list_and_says_so():
    for kind in kinds(4):
        for moment in islice(moments(kind), 0, None, 9):
            whole = GAME.legal(moment.state, moment.seat, 100_000)
            cut = GAME.legal(moment.state, moment.seat, 2)
            assert cut.actions == whole.actions[:2]
            assert cut.complete == (len(whole.actions) <= 2)


def test_every_listed_answer_can_be_sampled():
    for kind in kinds(3):
        rng = Stream(b"every")
        for moment in islice(moments(kind), 5, 120, 20):
            legal = GAME.legal(moment.state, moment.seat, 40)
            if legal.complete:
                sampled = {GAME.sample(moment.state, moment.seat, rng) for _ in range(60 * len(legal.actions))}
                assert sampled == set(legal.actions)


def test_a_seat_without_a_decision_has_no_legal_action():
    moment = next(moments(next(kinds(1, first=1))))
    moment.state.open = {}

    assert GAME.legal(moment.state, moment.seat) == Legal(())
