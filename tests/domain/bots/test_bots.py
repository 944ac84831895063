"""The bots: they answer from view and legal actions alone, and with what the rules accept."""

from collections import Counter

import pytest

from domain.bots import LEVELS, player
from domain.bots.simulation import play
from domain.bots.slots import fill
from domain.contract.chance import Seeded, Stream
from domain.contract.facets.bot_hints import BotHints
from domain.contract.game import Action, Decision, Legal, Refused, Slot
from tests.pigs.pig import PIG, Guess, Hold, Pig, Roll

SEATS = ("s1", "s2", "s3")


class Attack(Action, tag="attack", frozen=True):
    """A product: each attacker picks a target."""

    attacks: tuple[dict[str, str], ...]


class Name(Action, tag="name", frozen=True):
    """An open argument."""

    word: str


class War(Pig, BotHints):
    """Pig, with attacks among its verbs; of two answers the first guess is the better one."""

    action_types = (Guess, Roll, Hold, Attack, Name)

    def rate(self, view, seat, action):
        return {Guess(2): 5, Guess(4): 5, Guess(6): 1}.get(action, 0)


ATTACKS = Slot(
    "attacks",
    values=tuple({"minion": minion, "seat": seat} for minion in "abc" for seat in ("s2", "s3")),
    min=1,
    max=3,
    ordered=True,
    once="minion",
)
GUESSES = Legal(tuple(Guess(number) for number in range(1, 7)))


def answers(level, legal, key=b"", game=None, verbs=("guess",)):
    return list(LEVELS[level].answers(game or War(), {}, "s1", legal, Decision("any", verbs), Stream(key)))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_key_gives_the_same_answer(level):
    assert answers(level, GUESSES, b"one") == answers(level, GUESSES, b"one")


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_answers_are_all_that_are_listed(level):
    assert set(answers(level, GUESSES)[-6:]) == set(GUESSES.actions)


def test_random_gives_every_answer_about_as_often():
    counts = Counter(answers("random", GUESSES, bytes([n, m]))[0] for n in range(60) for m in range(20))
    assert set(counts) == set(GUESSES.actions)
    assert all(150 < count < 250 for count in counts.values())


def test_greedy_takes_any_of_the_best():
    first = {answers("greedy", GUESSES, bytes([n]))[0] for n in range(30)}
    assert first == {Guess(2), Guess(4)}


def test_greedy_goes_on_with_the_next_best():
    ranking = answers("greedy", GUESSES)
    assert {ranking[1], ranking[2]} == {Guess(2), Guess(4)}
    assert ranking[3] == Guess(6)


def test_random_puts_actions_together_from_slots():
    legal = Legal((Hold(),), complete=False, slots={"attack": (ATTACKS,)})
    found = [answers("random", legal, bytes([n]))[0] for n in range(100)]
    attacks = [action for action in found if isinstance(action, Attack)]
    assert Hold() in found
    assert {len(action.attacks) for action in attacks} == {1, 2, 3}
    for action in attacks:
        minions = [attack["minion"] for attack in action.attacks]
        assert len(set(minions)) == len(minions)
        assert all(attack in ATTACKS.values for attack in action.attacks)


def test_random_leaves_open_arguments_to_the_listed_actions():
    legal = Legal((Name("x"), Hold()), complete=False, slots={"name": (Slot("word"),)})
    assert {answers("random", legal, bytes([n]))[0] for n in range(20)} == {Name("x"), Hold()}


def test_without_an_answer_to_give_a_bot_gives_none():
    for level in LEVELS:
        assert answers(level, Legal((), complete=False, slots={"name": (Slot("word"),)})) == []


def test_values_that_are_not_ordered_keep_the_order_of_the_slot():
    slot = Slot("attacks", values=tuple({"n": letter} for letter in "abcdef"), min=3, max=3)
    filled = fill(War(), "attack", (slot,), Stream(b"key"))
    letters = [attack["n"] for attack in filled.attacks]
    assert letters == sorted(letters)
    assert len(letters) == 3


def test_a_slot_for_one_value_gets_one_value():
    assert fill(War(), "guess", (Slot("number", values=(3,)),), Stream(b"")) == Guess(3)


def test_a_verb_that_needs_more_than_its_slots_is_not_filled():
    assert fill(War(), "attack", (), Stream(b"")) is None


@pytest.mark.parametrize("level", LEVELS)
def test_players_play_whole_games(level):
    played = play(PIG, {"goal": 20, "guess": True}, SEATS, b"key", dict.fromkeys(SEATS, player(level)))
    assert sorted(played.outcome.places.values()) == [1, 2, 3]


class Picky(Pig):
    """Offers a product of which the rules accept one answer, and lists that one."""

    action_types = (Guess,)

    def legal(self, state, seat, limit=200):
        return Legal((Guess(6),), complete=False, slots={"guess": (Slot("number", values=(7, 8, 9)),)})


def test_a_player_goes_on_until_an_answer_is_accepted():
    game = Picky()
    state = game.setup({"guess": True}, SEATS, Seeded(bytes(32))).state
    assert player("random")(game, state, "s2", Stream(b"")) == Guess(6)


class Ranged(Picky):
    def legal(self, state, seat, limit=200):
        return Legal((), complete=False, slots={"guess": (Slot("number", min=6, max=6),)})


def test_a_player_takes_a_number_of_a_range():
    game = Ranged()
    state = game.setup({"guess": True}, SEATS, Seeded(bytes(32))).state
    assert player("random")(game, state, "s2", Stream(b"")) == Guess(6)


class Hopeless(Picky):
    def legal(self, state, seat, limit=200):
        return Legal((), complete=False, slots={"guess": (Slot("number", values=(7,)),)})


def test_a_player_without_an_accepted_answer_says_so():
    game = Hopeless()
    state = game.setup({"guess": True}, SEATS, Seeded(bytes(32))).state
    with pytest.raises(Refused, match="illegal: s2 has no answer to give"):
        player("random")(game, state, "s2", Stream(b""))
