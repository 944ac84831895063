"""What is hidden stays hidden: looked for in whole response bodies, for every audience and every way in."""

import json

import pytest

ME = {"account": "me"}
OPEN = {"open": True}


@pytest.fixture
def guessed(ann, bob):
    """Ann and Bob are asked for a secret number each; Ann has given hers."""
    game = ann.open_game(ME, OPEN, options={"guess": True})
    bob.post(f"/games/{game['id']}/seats")
    decision = ann.look(game)["decision"]
    assert ann.act(game, {"type": "guess", "number": 4}, decision=decision).status_code == 200
    return game


def bodies(who, game, **eyes):
    """All that somebody can read of a game."""
    path = f"/games/{game['id']}"
    version = who.look(game)["version"]
    reads = [who.get(path, **eyes), who.get(f"{path}/events", **eyes), who.get(f"{path}/record", **eyes)]
    reads += [who.get(f"{path}/table", at=at, **eyes) for at in range(1, version + 1)]
    assert all(read.status_code == 200 for read in reads)
    return [read.json for read in reads] + [who.get("/games").json]


def shown_numbers(value):
    """All values of fields named `number`, and of `guesses`, anywhere in a body but among the legal actions."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "legal":
                continue
            if key == "number":
                yield inner
            elif key == "guesses":
                yield from inner.values()
            else:
                yield from shown_numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from shown_numbers(inner)


def test_nobody_else_reads_a_number_before_all_have_answered(ann, bob, nobody, guessed):
    assert list(shown_numbers(bodies(bob, guessed))) == []
    assert list(shown_numbers(bodies(bob, guessed, seat="spectator"))) == []
    assert list(shown_numbers(bodies(nobody, guessed))) == []
    assert set(shown_numbers(bodies(ann, guessed))) == {4}


def test_anothers_eyes_and_the_referees_are_closed_while_the_game_runs(bob, nobody, guessed):
    for who in (bob, nobody):
        for seat in ("s1", "referee"):
            for path in ("", "/events", "/record"):
                assert refused(who.get(f"/games/{guessed['id']}{path}", seat=seat))
            assert refused(who.get(f"/games/{guessed['id']}/table", seat=seat, at=3))


def refused(response):
    return response.status_code == 403 and list(shown_numbers(response.json)) == []


def test_the_answer_to_ones_own_command_tells_nothing_of_the_others(bob, guessed):
    decision = bob.look(guessed)["decision"]
    refused = bob.act(guessed, {"type": "guess", "number": 7}, decision=decision)
    assert list(shown_numbers(refused.json)) == []
    answer = bob.act(guessed, {"type": "guess", "number": 2}, decision=decision).json
    types = [event["type"] for event in answer["events"]]
    assert types == ["NumberGuessed", "NumbersShown", "Asked"]
    assert answer["events"][1]["data"]["numbers"] == {"s1": 4, "s2": 2}


def test_the_seed_is_told_at_the_end_and_not_before(ann, bob, nobody, guessed):
    before = [json.dumps(body) for who in (ann, bob, nobody) for body in bodies(who, guessed)]
    game = ann.open_game(ME, OPEN)
    seed = ann.call("DELETE", f"/games/{game['id']}").json["events"][-1]["data"]["seed"]
    assert len(bytes.fromhex(seed)) == 32
    assert all('"seed"' not in text for text in before)


def test_the_closed_parts_of_commands_are_never_shown(ann, guessed):
    for body in bodies(ann, guessed):
        for event in body.get("events", ()):
            assert "closed" not in event["private"]
