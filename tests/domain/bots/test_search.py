"""The search: it goes by what its seat knows alone, is the same for the same key, and finds what looks ahead."""

import pytest

from domain.bots import player
from domain.bots.answers import Thought
from domain.bots.player import SEEING
from domain.bots.search import Search, answers
from domain.contract.chance import Seeded, Stream, joined
from domain.games.nightfall.actions import Attack, Block, LinkCard
from domain.games.nightfall.game import Nightfall
from tests.domain.bots.tables import GAME, positions
from tests.pigs.jumping_pig import Jumping
from tests.pigs.pig import Guess

PLAYOUTS = 8


def found(game, state, seat, key, playouts=PLAYOUTS):
    return Search(game, seat, Thought(lambda rng: game.resample(state, seat, rng), playouts), Stream(key)).answer()


def looked_up(game, state, seat, key, playouts):
    """What looks best to a greedy seat."""
    return player("greedy")(game, state, seat, Stream(key))


def same_moves(games, first=0, every=7, answer=found):
    """So many positions, in each of which the hidden cards were exchanged and the same key gave the same answer."""
    compared = 0
    for number in range(first, first + games):
        for state, seat in positions(b"exchanged %d" % number, ("s1", "s2", "s3")[: 2 + number % 2], every):
            key = joined(number, compared)
            other = GAME.resample(state, seat, Stream(joined(key, "other")))
            assert answer(GAME, state, seat, key, 4) == answer(GAME, other, seat, key, 4), (number, compared)
            compared += 1
    return compared


def test_the_answer_is_the_same_whatever_the_seat_cannot_see():
    assert same_moves(2, every=17) > 10


class Open(Nightfall):
    """A game of which nobody may draw a world."""

    def resample(self, state, seat, rng):
        raise LookupError("a world was drawn")


def test_the_twin_that_sees_all_hands_looks_at_the_table_itself_and_leaves_it_alone():
    state, seat = next(positions(b"twin", every=31))
    before = GAME.view(state, "referee")
    action = player(SEEING, 2)(Open(), state, seat, Stream(b"one"))
    assert GAME.view(state, "referee") == before
    GAME.decide(state, seat, action, Seeded(b""))
    with pytest.raises(LookupError, match="a world was drawn"):
        player("search", 2)(Open(), state, seat, Stream(b"one"))


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "games", "every"), [(looked_up, 80, 1), (found, 1_250, 7)])
def test_the_answer_is_the_same_in_ten_thousand_positions(answer, games, every):
    assert same_moves(games, 10, every, answer) >= 10_000


def test_the_same_key_gives_the_same_answer_and_the_true_table_is_left_alone():
    for state, seat in positions(b"same", every=31):
        before = GAME.view(state, "referee")
        assert found(GAME, state, seat, b"one") == found(GAME, state, seat, b"one")
        assert GAME.view(state, "referee") == before


def test_whatever_it_answers_is_legal():
    kinds = set()
    for state, seat in positions(b"legal", ("s1", "s2", "s3"), every=3):
        action = found(GAME, state, seat, b"legal", 1)
        GAME.decide(state, seat, action, Seeded(b"legal"))
        kinds.add(state.open[seat].kind)
    assert {"attack", "block", "link", "claim"} <= kinds


def test_an_attack_and_a_block_are_found_minion_by_minion():
    minions = [{"card": "vulko"}, {"card": "lilith-lawrence"}]
    seats = {"s1": {"in_play": minions}, "s2": {"in_play": minions}, "s3": {}}
    state = GAME.set_position({}, ("s1", "s2", "s3"), {"phase": "combat", "seats": seats}, Seeded(b"minions")).state
    attack = found(GAME, state, "s1", b"minions")
    assert isinstance(attack, Attack)
    assert len(attack.attacks) == 2
    both = Attack(tuple(type(one)(one.minion, "s2") for one in attack.attacks))
    state = GAME.advance(state, "s1", both, Seeded(b"minions")).state
    block = found(GAME, state, "s2", b"minions")
    assert isinstance(block, Block)
    GAME.decide(state, "s2", block, Seeded(b"minions"))


def test_it_finds_what_the_ratings_do_not_say():
    game = Jumping()
    state = game.setup({"guess": True}, ("s1", "s2"), Seeded(b"jump")).state
    assert found(game, state, "s1", b"jump", 60) == Guess(6)


def test_when_time_is_up_it_answers_with_what_it_has():
    game = Jumping()
    state = game.setup({"guess": True}, ("s1", "s2"), Seeded(b"jump")).state
    thought = Thought(lambda rng: game.resample(state, "s1", rng), 1_000_000, in_time=lambda: False)
    search = Search(game, "s1", thought, Stream(b"time"))
    assert isinstance(search.answer(), Guess)
    assert search.playouts == 6


def test_without_worlds_and_in_a_game_that_is_not_searched_it_answers_as_a_greedy_seat_does():
    table = {"phase": "chain", "seats": {"s1": {"hand": ["vulko", "ivan-radinsky"]}}}
    state = GAME.set_position({}, ("s1", "s2"), table, Seeded(b"")).state
    [seat] = state.open
    legal, view = GAME.legal(state, seat), GAME.view(state, seat)
    first = next(answers(GAME, view, seat, legal, state.open[seat], Stream(b"greedy")))
    assert first == player("greedy")(GAME, state, seat, Stream(b"greedy"))
    assert isinstance(first, LinkCard)
