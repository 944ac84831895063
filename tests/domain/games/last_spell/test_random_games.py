"""Whole games by bots that play well, badly and in between: what must hold of every game, after every event."""

import json
from itertools import islice

import pytest

from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Refused, to_json
from tests.domain.games.last_spell.games import check_no_interference, digest, fold_checked
from tests.domain.games.last_spell.tables import GAME, played, started

NIGHTS = [
    ("introduction", 1),
    *((scenario, night) for scenario in ("gildenberg", "lakeburg", "glenwald") for night in (1, 2, 3)),
]
HEROES = [(1, True), (1, False), (2, False), (3, False), (4, False)]


def options(scenario, night, solo):
    return {"scenario": scenario, "night": night, "solo": solo}


def check_game(name, solo, seats, scenario, night, greedy, most):
    run = started(options(scenario, night, solo), seats, name)
    mirror = fold_checked(None, run.events, f"{name}: set-up")
    commands = 0
    for commands, command in enumerate(played(run, name, greedy, most), 1):
        where = f"{name}: command {commands}, {GAME.show(command.action)}"
        mirror = fold_checked(mirror, command.run.events, where)
        assert digest(mirror) == digest(command.run.state), where
    return commands, run.state if not commands else command.run.state


@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_a_game_replays_from_its_stored_events_and_loses_no_piece(scenario, night):
    for number, (seats, solo) in enumerate(HEROES):
        commands, _ = check_game(f"{scenario}-{night}-{number}", solo, seats, scenario, night, 0, 25)
        assert commands


@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_a_game_played_with_care_replays_too(scenario, night):
    commands, _ = check_game(f"care-{scenario}-{night}", night == 1, 1 if night == 1 else night, scenario, night, 8, 40)
    assert commands


@pytest.mark.slow
@pytest.mark.parametrize("greedy", [3, 8, 10])
@pytest.mark.parametrize(("seats", "solo"), HEROES)
@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_whole_games_end_as_the_rules_say(scenario, night, seats, solo, greedy):
    name = f"whole-{scenario}-{night}-{seats}-{solo}-{greedy}"
    _, state = check_game(name, solo, seats, scenario, night, greedy, 10_000)
    outcome = GAME.outcome(state)
    if outcome is None:
        assert GAME.stalled(state)
        return
    causes = {"hero-eliminated", "circle-fallen", "quests-failed", "no-heroes"}
    assert outcome.places is None
    assert outcome.won == (outcome.detail["outcome"] == "won")
    assert outcome.won or outcome.detail["cause"] in causes
    assert not state.open


@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_nothing_tells_ahead(scenario, night):
    name = f"secrets-{scenario}-{night}"
    commands = enumerate(played(started(options(scenario, night, False), 2, name), name, 5, 50))
    for number, command in islice(commands, 0, None, 4):
        check_no_interference(command, f"{name}: command {number}, {GAME.show(command.action)}")


@pytest.mark.parametrize(("scenario", "night"), NIGHTS)
def test_every_listed_and_every_sampled_answer_is_legal(scenario, night):
    name, rng = f"legal-{scenario}-{night}", Stream(joined("legal", scenario, night))
    for command in played(started(options(scenario, night, night == 2), 1, name), name, 6, 20):
        state, seat = command.before, command.seat
        legal = GAME.legal(state, seat, 400)
        listed = rng.shuffled(legal.actions)[:12]
        for action in (*listed, GAME.sample(state, seat, rng), GAME.default(state, seat)):
            run = GAME.decide(state, seat, GAME.parse(posted(action)), Seeded(b"legal"))
            assert run.answered == (seat,)
        assert len(set(map(str, legal.actions))) == len(legal.actions)


def posted(action):
    """The action as a client would post it."""
    return json.loads(json.dumps(to_json(action)))


def test_sampled_answers_are_among_the_listed_ones_where_all_are_listed():
    name, found = "sampled", 0
    rng = Stream(b"sampled")
    for command in played(started(options("glenwald", 3, False), 2, name), name, 4, 90):
        legal = GAME.legal(command.before, command.seat, 400)
        if legal.complete:
            found += 1
            assert GAME.sample(command.before, command.seat, rng) in legal.actions
    assert found


def test_an_illegal_answer_is_refused_alike_whatever_lies_face_down():
    name, refused = "refusals", 0
    rng = Stream(b"refusals")
    for command in played(started(options("gildenberg", 1, False), 2, name), name, 5, 80):
        state, seat = command.before, command.seat
        other = GAME.resample(state, seat, rng)
        for action in ({"type": "spend", "value": 9}, {"type": "fire", "defence": "ballista/1", "at": [10, 10]}):
            codes = [code_of(table, seat, action) for table in (state, other)]
            assert codes[0] == codes[1]
            refused += codes[0] is not None
    assert refused


def code_of(state, seat, action):
    try:
        GAME.decide(state, seat, action, Seeded(b"refusals"))
    except Refused as refusal:
        return refusal.code, refusal.reason
    return None
