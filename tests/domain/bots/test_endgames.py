"""The last combat of a game of Nightfall: few answers are left to both, so that the best can be enumerated."""

from typing import NamedTuple

from domain.bots.answers import Thought
from domain.bots.search import Search
from domain.contract.chance import Seeded, Stream, joined
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
SEATS = ("s1", "s2")
NO_CHANCE = Seeded(b"nothing is drawn")
MOST_ANSWERS, MOST_TABLES = 16, 250


class TooMany(Exception):
    """There is too much to enumerate, or what follows is no combat."""


class Enumerated(NamedTuple):
    """A decision with what each answer is worth to its seat when both play on as well as they can: 1 a win, 0 none."""

    state: object
    seat: str
    worth: dict


def worth(state, seat, left):
    """What a table is worth to a seat, by all that both can still do."""
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    if GAME.is_over(state):
        return float(GAME.outcome(state).places[seat] == 1)
    [asked] = state.open
    values = [worth(after(state, asked, action), seat, left) for action in answers(state, asked)]
    return max(values) if asked == seat else min(values)


def answers(state, seat):
    legal = GAME.legal(state, seat)
    if state.open[seat].kind not in ("attack", "block") or not legal.complete or len(legal.actions) > MOST_ANSWERS:
        raise TooMany
    return legal.actions


def after(state, seat, action):
    return GAME.advance(state.clone(), seat, action, NO_CHANCE).state


def last_combats(key, most):
    """Tables of two seats with one or two minions each, and one or two wounds left, whose first answer decides."""
    rng = Stream(key)
    data = GAME.data
    minions = [card.id for card in data.cards.values() if card.is_minion]
    found = 0
    while found < most:
        seats = {
            seat: {
                "in_play": [{"card": rng.choice(minions)} for _ in range(1 + rng.below(2))],
                "discard": [WOUND + data.wound_types[0]] * (1 + rng.below(4)),
            }
            for seat in SEATS
        }
        table = {"wound_pile": {"face_up": 1 + rng.below(2), "face_down": 6}, "seats": seats}
        state = GAME.set_position({}, SEATS, table, NO_CHANCE).state
        for decision in enumerated(state, rng):
            found += 1
            yield decision


def enumerated(state, rng):
    """The attack and the block that answers one of the attacks, where both good and bad answers can be told."""
    for _ in range(2):
        try:
            [seat] = state.open
            values = {action: worth(after(state, seat, action), seat, [MOST_TABLES]) for action in answers(state, seat)}
        except (TooMany, ValueError):
            return
        if len(set(values.values())) > 1:
            yield Enumerated(state, seat, values)
        state = after(state, seat, rng.choice(list(values)))


def found(state, seat, key):
    return Search(GAME, seat, Thought(lambda rng: GAME.resample(state, seat, rng), 24), Stream(key)).answer()


def test_the_search_finds_the_best_answer_of_an_endgame():
    """Also where two minions have to block together."""
    for number, (state, seat, values) in enumerate(last_combats(b"endgames", 24)):
        best = [action for action, value in values.items() if value == max(values.values())]
        assert found(state, seat, joined(number)) in best, number
