"""Tables full of everything, played on by bots: what holds of whole games holds here too."""

import pytest

from domain.contract.chance import Seeded, joined
from tests.domain.games.last_spell.games import check_no_interference, digest, fold_checked
from tests.domain.games.last_spell.rich import rich_table
from tests.domain.games.last_spell.tables import GAME, played

NIGHTS = [(scenario, night) for scenario in ("gildenberg", "lakeburg", "glenwald") for night in (1, 3)]


def begun(scenario, night, seats, key):
    names = [f"s{number}" for number in range(1, seats + 1)]
    table = rich_table(scenario, night, seats, key)
    options = {"scenario": scenario, "night": night}
    return GAME.set_position(options, names, table, Seeded(joined(key, "chance")))


def check_table(scenario, night, seats, key, greedy, most):
    run, verbs = begun(scenario, night, seats, key), set()
    mirror = fold_checked(None, run.events, f"{key}: position")
    for number, command in enumerate(played(run, key, greedy, most)):
        where = f"{key}: command {number}, {GAME.show(command.action)}"
        mirror = fold_checked(mirror, command.run.events, where)
        assert digest(mirror) == digest(command.run.state), where
        if number % 8 == 0:
            check_no_interference(command, where)
        verbs.add(type(command.action).__name__)
    return verbs


@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_a_full_table_replays_and_loses_no_piece(scenario, night):
    verbs = set()
    for number in range(4):
        verbs |= check_table(scenario, night, 1 + number, f"full-{scenario}-{night}-{number}", number, 40)
    assert {"Attack", "Move", "Spend"} <= verbs


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_many_full_tables_replay_and_lose_no_piece(scenario, night, number):
    assert check_table(scenario, night, 1 + number % 4, f"more-{scenario}-{night}-{number}", number % 5, 120)


def test_a_position_read_from_the_view_is_the_same_table():
    for number, (scenario, night) in enumerate(NIGHTS):
        state = begun(scenario, night, 2, f"view-{number}").state
        view = GAME.view(state, "referee")
        options = {"scenario": scenario, "night": night}
        again = GAME.set_position(options, state.seats, view, Seeded(b"again")).state
        assert GAME.view(again, "referee") == view
