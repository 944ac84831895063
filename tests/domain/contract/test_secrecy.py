"""What is published tells nothing ahead: pairs of states that a seat cannot tell apart, played on and written down.

`resample` gives a second state that looks the same to one audience. The same action, with the same chance, must
then leave the same entries for that audience: public parts, its own private parts, names and number of commitments,
up to the first draw or disclosure. Refusals must be the same, code and reason. And whole responses (view, feed,
record) hold nothing that only the other state's hidden parts could have told.
"""

import json

import pytest

from domain.contract.audience import SPECTATOR
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.facets.standing_verbs import standing_slots
from domain.contract.game import Refused, to_json
from domain.log.record import Command, Writer
from domain.table.happened import happened
from tests.streams import random_bytes

EVERY = 10
GAMES = [
    ("pig", {"goal": 30, "guess": True}, 3),
    ("nightfall", {}, 2),
    ("nightfall", {"variants": ["secret-archives"]}, 4),
    ("oh-hell", {"cards": 6}, 3),
]


def positions(game, options, seats, key):
    """States along a random game: at each simultaneous decision, and every tenth."""
    chance, rng = Seeded(joined(key, "chance")), Stream(joined(key, "players"))
    state = game.setup(options, seats, chance).state
    for number in range(100_000):
        if game.is_over(state):
            return
        if len(state.open) > 1 or number % EVERY == 0:
            yield state.clone()
        seat = rng.choice(sorted(state.open))
        state = game.advance(state, seat, game.sample(state, seat, rng), chance).state


def written(game, run, seats, action, seat, audience):
    """What the audience reads of a run's entries, commitments by name only, up to the first draw or disclosure."""
    writer = Writer("game", seats, b"seed", random_bytes())
    done = happened(run)
    told = next((i for i, item in enumerate(done) if item.draws or item.event.discloses), len(done))
    entries = writer.write(Command("seat", seat, action, 0), done)[:told]
    shown = []
    for entry in entries:
        public = entry.as_json([audience])
        public["commitments"] = sorted(public["commitments"])
        public["private"] = {name: part["part"] for name, part in public["private"].items()}
        del public["hash"]
        shown.append(public)
    return shown


def answer(game, state, seat, action, chance):
    try:
        return game.decide(state, seat, action, chance)
    except Refused as refused:
        return (refused.code, refused.reason)


@pytest.mark.parametrize(("name", "options", "count"), GAMES)
def test_the_feed_of_the_next_action_is_the_same_in_states_that_look_the_same(catalog, name, options, count):
    game, seats = catalog[name], tuple(f"s{n}" for n in range(1, count + 1))
    rng, compared = Stream(b"pairs"), 0
    for state in positions(game, options, seats, f"{name}/{count}".encode()):
        for audience in (*seats, SPECTATOR):
            other = game.resample(state, audience, rng)
            assert game.view(state, audience) == game.view(other, audience)
            assert to_json(state.open) == to_json(other.open)
            assert to_json(game.legal(state, audience)) == to_json(game.legal(other, audience))
            assert to_json(standing_slots(game, state, audience)) == to_json(standing_slots(game, other, audience))
            for seat in state.open:
                action, chance = game.sample(state, seat, rng), b"chance"
                one = answer(game, state, seat, action, Seeded(chance))
                two = answer(game, other, seat, action, Seeded(chance))
                if isinstance(two, tuple):
                    assert seat != audience, f"{action} is refused in one of two states that look the same to {seat}"
                    continue
                assert written(game, one, seats, action, seat, audience) == written(
                    game, two, seats, action, seat, audience
                )
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(("name", "options", "count"), GAMES)
def test_an_action_of_another_moment_is_refused_alike_in_states_that_look_the_same(catalog, name, options, count):
    game, seats = catalog[name], tuple(f"s{n}" for n in range(1, count + 1))
    rng, earlier, refusals = Stream(b"refusals"), [], 0
    for state in positions(game, options, seats, f"{name}/{count}".encode()):
        for audience in seats:
            other = game.resample(state, audience, rng)
            for action in earlier[-12:]:
                one, two = (answer(game, s, audience, action, Seeded(b"chance")) for s in (state, other))
                assert isinstance(one, tuple) == isinstance(two, tuple), (audience, action)
                if isinstance(one, tuple):
                    assert one == two
                    refusals += 1
        earlier += [game.sample(state, seat, rng) for seat in state.open]
    assert refusals > 20


def test_no_hand_fits_a_published_commitment_without_its_nonce(catalog):
    """A hidden hand has few possibilities; every one of them is tried against what is published."""
    game, seats = catalog["nightfall"], ("s1", "s2")
    run = game.setup({"draft": "quick"}, seats, Seeded(b"key"))
    entries = Writer("game", seats, b"seed", random_bytes()).write(
        Command("service", None, game.sample(run.state, next(iter(run.state.open)), Stream(b"x")), 0), happened(run)
    )
    published = json.dumps([entry.as_json(["s1"]) for entry in entries])
    drawn = [e for e in entries if e.read().type == "CardsDrawn" and e.read().data["seat"] == "s2"]
    assert drawn
    [entry] = drawn[:1]
    part = entry.private["s2"]
    assert part.nonce not in published
    for tried in (b"", bytes(32), b"seed", b"game"):
        guess = type(part)(tried.hex(), part.part)
        assert guess.commitment() not in published
    assert part.commitment() in published
