"""What an action would do, told with pig: it ends before anything that the seat may not know."""

import pytest

from domain.bots.simulation import random_player
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.games.nightfall.game import Nightfall
from domain.table.preview import preview
from tests.pigs.pig import PIG, Guess, Hold, Roll
from tests.pigs.thinking_pig import Think, ThinkingPig

SEATS = ("s1", "s2")


def begun(game=PIG, **options):
    return game.setup(options, SEATS, Seeded(b"key")).state


def tried(state, seat, action, game=PIG, key=b"any"):
    return preview(game, state, seat, action, Stream(key))


def test_an_action_that_draws_nothing_is_shown_to_its_end():
    found = tried(begun(goal=50), "s1", Hold())
    assert [event["type"] for event in found.events] == ["PointsBanked", "TurnPassed"]
    assert found.stopped == "decision"
    assert found.table["active"] == "s2"


def test_who_goes_on_alone_is_told_so():
    game = ThinkingPig()
    found = tried(begun(game), "s1", Think(), game)
    assert ([event["type"] for event in found.events], found.stopped) == (["Thought"], None)


def test_it_ends_before_the_first_draw():
    state = begun()
    found = tried(state, "s1", Roll())
    assert (found.events, found.stopped) == ((), "draw")
    assert found.table == PIG.view(state, "s1")


def test_it_ends_before_something_hidden_would_be_shown():
    state = begun(guess=True)
    PIG.advance(state, "s2", Guess(4), Seeded(b"key", 0))
    found = tried(state, "s1", Guess(2))
    assert [event["type"] for event in found.events] == ["NumberGuessed"]
    assert found.events[0]["data"] == {"seat": "s1", "number": 2}
    assert found.stopped == "draw"


def test_the_table_is_left_as_it_was():
    state = begun(goal=50)
    before = PIG.view(state, "referee"), state.open, state.agenda
    tried(state, "s1", Hold())
    assert (PIG.view(state, "referee"), state.open, state.agenda) == before


@pytest.mark.parametrize(("seat", "action", "code"), [("s2", Hold(), "not-your-decision"), ("s1", Guess(3), "illegal")])
def test_it_is_refused_as_the_action_itself_would_be(seat, action, code):
    with pytest.raises(Refused) as refused:
        tried(begun(), seat, action)
    assert refused.value.code == code


def test_it_tells_nothing_that_the_seat_does_not_know():
    """Two tables that a seat cannot tell apart give the same preview of every legal action, wherever a game stands."""
    game, rng, seats = Nightfall(), Stream(b"players"), ("s1", "s2", "s3")
    chance = Seeded(b"key")
    state = game.setup({}, seats, chance).state
    compared = 0
    for step in range(150):
        seat = next(iter(state.open))
        if step % 3 == 0:
            other = game.resample(state, seat, rng)
            for action in game.legal(state, seat, 5).actions:
                compared += 1
                one, two = (tried(table, seat, action, game, b"same") for table in (state, other))
                assert (one.stopped, one.events) == (two.stopped, two.events)
        state = game.advance(state, seat, random_player(game, state, seat, rng), chance).state
        if game.is_over(state):
            break
    assert compared > 50


def test_every_game_can_be_previewed():
    catalog = Catalog()
    assert {"nightfall"} <= set(catalog)
    for name in catalog:
        game, rng, chance = catalog[name], Stream(b"players"), Seeded(b"key")
        seats = [f"s{n}" for n in range(1, max(2, game.seat_range[0]) + 1)]
        state = game.setup({}, seats, chance).state
        for _ in range(12):
            seat = next(iter(state.open))
            action = game.sample(state, seat, rng)
            assert preview(game, state, seat, action, rng).stopped in (None, "draw", "disclosure", "decision")
            state = game.advance(state, seat, action, chance).state
