"""Tables of Nightfall at which a seat has something to choose."""

from domain.bots import player
from domain.contract.chance import Seeded, Stream, joined
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()


def positions(key, seats=("s1", "s2"), every=7):
    """Positions along a game of greedy seats in which a seat has something to choose."""
    chance, rng, choose = Seeded(joined(key, "chance")), Stream(joined(key, "seats")), player("greedy")
    state = GAME.setup({}, seats, chance).state
    number = 0
    while not GAME.is_over(state):
        seat = next(iter(state.open))
        if number % every == 0 and len(GAME.next_choices(state, seat, ())) > 1:
            yield state.clone(), seat
        number += 1
        state = GAME.advance(state, seat, choose(GAME, state, seat, rng), chance).state
