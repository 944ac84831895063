"""The mirror of a game that is over: asked for once, made in slices, the same after a worker was killed."""

import pytest

from service.games.mirror import Mirror
from service.games.shapes import NewGame
from service.store.event_store import executing
from tests.service.parts import other_games
from tests.service.playing import AI, ME, act, open_pig, refusal

GREEDY = {"ai": "greedy"}


def over(services, account, *seats, game="searched-pig", goal=20):
    """The id of a game that was played to its end, the account holding all seats of people."""
    game_id = open_pig(services.ledger, account, *seats, game=game, goal=goal)
    for _ in range(500):
        table = services.ledger.table(game_id)
        if table.closed is not None:
            return game_id
        seat = next(iter(table.pending))
        action = {"type": "hold" if table.state.turn_points > 7 else "roll"}
        if table.seats[seat].level is None:
            act(services.ledger, account, game_id, action, seat=seat)
        else:
            services.ledger.act_as_bot(game_id, seat, table.decision_id(seat), action)
    raise AssertionError("the game has no end")


@pytest.fixture
def game(services, ann):
    return over(services, ann, ME, GREEDY)


def in_slices(services, seconds):
    """The mirror of the services, for which time stands still but for a second at each look."""
    looks = iter(range(10**6))
    logs = other_games(services).logs
    return Mirror(services.store, logs, services.catalog, services.clock, lambda: next(looks), seconds)


def whole(services, game):
    mirror = in_slices(services, 10**6)
    mirror.step(game)
    return mirror.look(None, game)


def test_an_analysis_is_asked_for_once_and_made(services, ann, game):
    assert services.mirror.look(ann, game).status == "none"
    asked = services.mirror.ask(ann, game)
    assert (asked.status, asked.found) == ("waiting", [])
    assert services.mirror.due() == [(game, 0)]
    found = whole(services, game)
    assert found.status == "done"
    assert len(found.found) == found.decisions > 3
    assert services.mirror.due() == []
    assert services.mirror.ask(ann, game) == found
    assert {one.level for one in found.found} == {None, "greedy"}


def test_a_worker_goes_on_where_another_was_killed_and_finds_the_same(services, ann, game):
    services.mirror.ask(ann, game)
    mirror, steps = in_slices(services, 2), 0
    while mirror.look(None, game).status != "done":
        mirror.step(game)
        steps += 1
        if steps == 1:
            under_way = mirror.look(None, game)
            assert under_way.status == "under-way"
            assert 0 < len(under_way.found) < under_way.decisions
    slowly = mirror.look(None, game)
    assert steps > 2
    services.store.write(*forgetting(game))
    services.mirror.ask(ann, game)
    assert whole(services, game) == slowly


def forgetting(game):
    """The changes that throw an analysis away."""
    for name in ("analyses", "findings"):
        yield executing(f"DELETE FROM {name} WHERE game = :game", game=game)


def test_a_game_that_runs_is_not_analysed(services, ann):
    game = open_pig(services.ledger, ann, ME, ME, game="searched-pig")
    assert refusal(services.mirror.ask, ann, game) == "illegal"
    assert refusal(services.mirror.look, ann, game) == "not-found"
    assert services.mirror.looked_at(ann, game) is None


def test_a_game_that_nobody_looks_ahead_in_says_that_there_is_no_analysis(services, ann):
    game = over(services, ann, ME, AI, game="pig")
    found = services.mirror.look(ann, game)
    assert (found.status, found.why_not) == ("impossible", "not-searched")
    assert refusal(services.mirror.ask, ann, game) == "illegal"
    assert services.mirror.due() == []


def test_who_may_not_see_the_game_sees_no_analysis(services, ann, bob):
    private = NewGame("searched-pig", [ME, ME], {"goal": 1}, visibility="private")
    game = services.ledger.open_game(ann, private)
    assert refusal(services.mirror.look, bob, game) == "not-found"
    assert refusal(services.mirror.ask, bob, game) == "not-found"
