"""What a seat has seen of cards: told of nothing that was hidden from it, and of all that was not."""

from collections import Counter

import pytest

from domain.contract.audience import SPECTATOR, visible
from domain.contract.chance import Seeded, Stream
from domain.contract.game import to_json
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.events import EVENTS
from domain.games.nightfall.game import Nightfall

GAME = Nightfall()
OWN = ("hand", "discard", "play")
"""Places from which a seat's own card is exiled."""
FORMS = ({}, {"draft": "quick"}, {"variants": ["secret-archives"]})


def game(options, seats=3, key=b"seen", most=400):
    """The events of a game, and the state after each of its commands."""
    names = tuple(f"s{number}" for number in range(1, seats + 1))
    rng, chance = Stream(key), Seeded(key)
    run = GAME.setup(options, names, chance)
    events, state = list(run.events), run.state
    for _ in range(most):
        if GAME.is_over(state):
            break
        seat = next(iter(state.open))
        events += GAME.advance(state, seat, GAME.sample(state, seat, rng), chance).events
        yield state, events


def told(events, audience, seats):
    """The types and data of events as an audience reads them."""
    read = ((type(event).__name__, visible(event, audience, seats)) for event in events)
    return [(name, data) for name, data in read if data is not None]


def claimed(events, audience, seats):
    """Seat -> the orders that came to it, by what the audience reads in the log, exiled ones taken off."""
    got = {seat: Counter() for seat in seats}
    for name, data in told(events, audience, seats):
        if name == "CardClaimed" or (name == "CardTaken" and data["from"] != "discard"):
            got[data["seat"]][data["card"]] += 1
        elif name == "CardExiled" and data["from"] in OWN and not data["card"].startswith(WOUND):
            got[data["seat"]][data["card"]] -= 1
    return got


def shown(events, seat):
    """The cards of a hand that all have seen going there and that have not left it."""
    hand = Counter()
    for name, data in told(events, SPECTATOR, (seat,)):
        if name == "CardTaken" and data["seat"] == seat and data["to"] == "hand":
            hand[data["card"]] += 1
        elif data.get("seat") == seat and (name == "CardLinked" or data.get("from") == "hand"):
            hand[data["card"]] -= hand[data["card"]] > 0
    return +hand


@pytest.mark.parametrize("options", FORMS)
@pytest.mark.parametrize("audience", ["s1", "s2", SPECTATOR])
def test_it_is_the_same_in_every_state_that_the_audience_cannot_tell_from_the_true_one(options, audience):
    for number, (state, _) in enumerate(game(options)):
        if number % 10 == 0:
            other = GAME.resample(state, audience, Stream(bytes([number % 251])))
            assert GAME.seen(other, audience) == GAME.seen(state, audience)


@pytest.mark.parametrize("options", FORMS)
def test_claims_are_those_that_the_log_tells_everybody(options):
    for number, (state, events) in enumerate(game(options)):
        if number % 50 == 0:
            starters = Counter(state.catalogue.starting_deck)
            got = claimed(events, SPECTATOR, state.seats)
            for seat, known in GAME.seen(state, SPECTATOR)["seats"].items():
                assert Counter(known["claimed"]) == starters + got[seat] - starters


def test_discards_are_remembered_that_the_view_of_others_only_counts():
    for state, _ in game({"draft": "quick"}):
        view, seen = GAME.view(state, "s1"), GAME.seen(state, "s1")
        if not GAME.is_over(state):
            assert {seat: len(known["discarded"]) for seat, known in seen["seats"].items()} == {
                seat: lies["discard"] if isinstance(lies["discard"], int) else len(lies["discard"])
                for seat, lies in view["seats"].items()
            }


def test_a_card_that_was_seen_going_to_a_hand_is_shown_until_it_leaves_it():
    ever = 0
    for key in range(12):
        for state, events in game({"draft": "quick"}, key=bytes([key])):
            for seat, known in GAME.seen(state, SPECTATOR)["seats"].items():
                ever += len(known["shown"])
                if known["shown"]:
                    assert Counter(known["shown"]) == shown(events, seat)
    assert ever


def test_packets_are_known_to_those_who_held_them_and_only_to_them():
    for state, _ in game({}, most=12):
        for audience in (*state.seats, SPECTATOR):
            seen = GAME.seen(state, audience)
            assert ("draft" in seen) == (audience in state.seats)
        for at, seat in enumerate(state.seats):
            held = GAME.seen(state, seat)["draft"]
            before = GAME.seen(state, state.seats[at - 1])["draft"]
            for number, packet in enumerate(held["packets"][1:]):
                assert packet == before["passed"][number]
            assert held["picked"] == [card for packet, card in zip(held["packets"], held["picked"]) if card in packet]


def test_the_log_hides_what_the_rules_name_and_nothing_else():
    """(NF-INFO-8, NF-INFO-14, NF-INFO-15)"""
    order = {"order": "referee"}
    assert {event.__name__: dict(event.private) for event in EVENTS if event.private} == {
        "GameCreated": {"position": "referee"},
        "WoundsShuffled": order,
        "DraftShuffled": order,
        "DeckShuffled": order,
        "DraftPackDealt": {"cards": "seat"},
        "DraftCardPicked": {"card": "seat"},
        "ArchivesRevealed": {"secret": "each"},
        "CardsDrawn": {"cards": "seat"},
    }


def test_it_is_plain_data():
    for state, _ in game({}, most=40):
        assert to_json(GAME.seen(state, "s1")) == GAME.seen(state, "s1")
