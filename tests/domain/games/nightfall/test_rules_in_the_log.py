"""Random games under the eyes of a referee who has read the rulebook only."""

import pytest

from domain.contract.game import Event
from tests.domain.games.nightfall import positions
from tests.domain.games.nightfall.referee import RULES, Referee
from tests.domain.games.nightfall.tables import kinds, play


def check_games(count: int, first: int) -> set[type[Event]]:
    seen: set[type[Event]] = set()
    for kind in kinds(count, first):
        events = play(kind).events
        assert Referee().read(events) > 100
        seen |= {type(event) for event in events}
    return seen


def test_what_happens_in_random_games_is_what_the_rules_say():
    assert check_games(40, first=5000) >= set(RULES)


@pytest.mark.slow
def test_what_happens_in_many_random_games_is_what_the_rules_say():
    assert check_games(600, first=6000) >= set(RULES)


def test_what_happens_at_tables_full_of_cards_is_what_the_rules_say():
    for number in positions.scenes(100, first=7000):
        events: list[Event] = []
        for _ in positions.moments(number, events):
            pass
        assert Referee().read(events) > 0
