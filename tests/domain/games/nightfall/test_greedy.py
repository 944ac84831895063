"""How a greedy seat plays, where it matters: it does not go round in circles and hits who is ahead."""

import pytest

from domain.bots import player
from domain.contract.chance import Seeded, Stream
from domain.games.nightfall.actions import Attack, Discard, LinkCard, Pass
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
SEATS = ("s1", "s2", "s3")


def greedy_answer(table, seats=SEATS, number=0):
    state = GAME.set_position({}, seats, table, Seeded(b"greedy")).state
    [seat] = state.open
    return player("greedy")(GAME, state, seat, Stream(f"greedy {number}".encode()))


def greedy_game(number):
    chance, rng = Seeded(f"greedy game {number}".encode()), Stream(f"greedy seats {number}".encode())
    state, choose = GAME.setup({}, ("s1", "s2"), chance).state, player("greedy")
    while not GAME.is_over(state) and not GAME.stalled(state):
        seat = next(iter(state.open))
        GAME.advance(state, seat, choose(GAME, state, seat, rng), chance)
    return state


def test_two_greedy_seats_come_to_an_end():
    assert all(GAME.is_over(greedy_game(number)) for number in range(25))


def test_it_begins_the_chain_with_the_link_that_most_can_follow():
    """Ivan Radinsky is the strongest of the hand, but nothing else of it follows him."""
    hand = ["ivan-radinsky", "lilith-lawrence", "vulko", "blaine-cordell"]
    table = {"phase": "chain", "seats": {"s1": {"hand": hand}, "s2": {"in_play": [{"card": "bad-smoke"}]}}}

    assert greedy_answer(table) == LinkCard("lilith-lawrence")


@pytest.mark.parametrize(("top", "place"), [("bite", 2), ("burn", 0)])
def test_it_takes_the_open_wound_itself_unless_it_has_most_of_its_type(top, place):
    """NF-INFO-6, NF-TIE-1: with Big Ghost's kick every player is dealt one damage, in the order that is chosen."""
    linked = {"hand": ["mesmerizing-presence", "big-ghost"], "discard": ["wound:bite", "wound:bite", "wound:burn"]}
    table = {"phase": "chain", "wound_pile": {"face_up": [top, "bleed", "bleed", "bleed"], "face_down": 9}}
    chance, rng = Seeded(b"open wound"), Stream(b"open wound")
    state = GAME.set_position({}, SEATS, {**table, "seats": {"s1": linked}}, chance).state
    for card in linked["hand"]:
        GAME.advance(state, "s1", LinkCard(card), chance)

    chosen = player("greedy")(GAME, state, "s1", rng)

    assert chosen.value.index("s1") == place


@pytest.mark.parametrize("number", range(3))
def test_it_attacks_the_seat_with_the_fewest_cards(number):
    seats = {
        "s1": {"in_play": [{"card": "vulko"}]},
        "s2": {"deck": ["vulko"] * 9, "discard": ["wound:bite"] * 9},
        "s3": {"deck": ["vulko"] * 9, "discard": ["wound:bite"] * 2},
    }
    [assault] = _attack(greedy_answer({"seats": seats}, number=number)).attacks

    assert assault.seat == "s3"


def test_it_attacks_who_buys_in_peace_rather_than_minions_that_take_it_all():
    seats = {
        "s1": {"in_play": [{"card": "vulko"}]},
        "s2": {"deck": ["vulko"] * 18},
        "s3": {"deck": ["vulko"] * 9, "in_play": [{"card": "vulko"}] * 3},
    }
    [assault] = _attack(greedy_answer({"seats": seats})).attacks

    assert assault.seat == "s2"


def test_wounds_pay_first_then_what_fits_into_no_chain():
    """Nothing in the hand can be linked to Alton Hickman, so Ivan Radinsky may pay for Big Ghost."""
    table = {"phase": "claim", "commons": {"big-ghost": 7}}
    with_wounds = {"hand": ["alton-hickman", "ivan-radinsky", "wound:bite", "wound:bite"]}
    without = {"hand": ["alton-hickman", "ivan-radinsky"], "influence": 4}

    assert greedy_answer({**table, "seats": {"s1": with_wounds}}) == Discard("wound:bite")
    assert greedy_answer({**table, "seats": {"s1": without}}) == Discard("ivan-radinsky")
    assert greedy_answer({"phase": "claim", "seats": {"s1": without}}) == Pass()


def test_a_hand_of_thirty_cards_can_be_weighed():
    hand = [card for card in GAME.library.chosen("built-in").cards if card != "bad-smoke"][:30]
    table = {"phase": "chain", "seats": {"s1": {"hand": hand}}}

    assert isinstance(greedy_answer(table), LinkCard)


def _attack(action):
    assert isinstance(action, Attack)
    return action
