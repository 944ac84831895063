"""Worlds are canonical: tables that a seat cannot tell apart give, for the same stream, the same world."""

from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import msgspec
import pytest

from domain.contract.audience import SPECTATOR
from domain.contract.chance import Seeded, Stream, joined
from domain.games.catalog import Catalog
from domain.records.replay import table_at
from service.dev.golden import golden_files, read_golden
from tests.sameness import differences

ROOT = Path(__file__).parents[3]
GOLDEN = sorted(folder.name for folder in (ROOT / "tests/games").iterdir())

GAMES = [
    ("pig", {"goal": 30, "guess": True}, 3, 5),
    ("nightfall", {}, 2, 10),
    ("nightfall", {}, 4, 25),
    ("nightfall", {"variants": ["secret-archives"]}, 3, 15),
    ("nightfall", {"variants": ["secret-archives"], "draft": "quick"}, 3, 15),
    ("nightfall", {"variants": ["open-archives"]}, 3, 25),
    ("darkness", {}, 3, 40),
    ("darkness", {"scenario": "master-of-the-house"}, 3, 40),
    ("darkness", {"scenario": "the-missing-page"}, 3, 40),
    ("last-spell", {}, 2, 40),
    ("oh-hell", {"cards": 6}, 3, 2),
]


def positions(game, options, seats, key, every):
    """States along a random game: all of its first decisions, and some of the later ones."""
    chance, rng = Seeded(joined(key, "chance")), Stream(joined(key, "players"))
    state = game.setup(options, seats, chance).state
    for number in range(600):
        if game.is_over(state):
            return
        if number < 12 or number % every == 0:
            yield state
        seat = rng.choice(sorted(state.open))
        state = game.advance(state, seat, game.sample(state, seat, rng), chance).state


def worlds_differ(game, state, audience, key):
    """Where the worlds of a table and of another that the audience cannot tell from it differ."""
    other = game.resample(state, audience, Stream(joined(key, "other")))
    one, two = (game.resample(table, audience, Stream(joined(key, "world"))) for table in (state, other))
    return differences(one, two)


@pytest.mark.parametrize(("name", "options", "count", "every"), GAMES)
def test_tables_that_a_seat_cannot_tell_apart_give_it_the_same_worlds(catalog, name, options, count, every):
    game, seats = catalog[name], tuple(f"s{n}" for n in range(1, count + 1))
    for number, state in enumerate(positions(game, options, seats, f"worlds {name}".encode(), every)):
        for audience in (*seats, SPECTATOR):
            assert worlds_differ(game, state, audience, joined(number, audience)) == []


@pytest.mark.parametrize("game", GOLDEN)
def test_in_golden_games_too(game):
    for number, path in enumerate(golden_files(ROOT, game)[::20]):
        record = read_golden(path)
        table = table_at(record, Catalog(), len(record.entries()) * (number + 1) // 4)
        for audience in (*table.state.seats, SPECTATOR):
            assert worlds_differ(table.game, table.state, audience, joined(number, audience)) == []


def counted(game, state, audience, what, times):
    """How often what is hidden comes up as what."""
    rng = Stream(b"counted")
    return Counter(what(game.resample(state, audience, rng)) for _ in range(times))


def assert_each_as_likely(found, values, times):
    """All the values come up, nothing else, and none of them far too often or too rarely."""
    expected = times / len(values)
    assert set(found) == set(values)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in found.values())


def test_every_hand_and_deck_of_a_small_deck_is_as_likely(catalog):
    """Ivan was seen going to the hand; the two others in it are any two of the four."""
    game, cards = catalog["nightfall"], ("vulko", "leave-me", "blood-rage", "grim-siege")
    lies = {"hand": list(cards[:2]), "deck": list(cards[2:])}
    state = game.set_position({}, ("s1", "s2"), {"phase": "claim", "seats": {"s2": lies}}, Seeded(b"")).state
    state.players["s2"].return_to_hand("ivan-radinsky")

    found = counted(game, state, "s1", lambda other: (*other.players["s2"].hand, *other.players["s2"].deck), 2400)

    assert_each_as_likely(found, [("ivan-radinsky", *order) for order in permutations(cards)], 2400)


def test_what_was_in_a_hand_when_the_deck_was_empty_is_known(catalog):
    """The deck ran out and the discards were shuffled: what the seat held then it did not draw from the new deck."""
    game = catalog["nightfall"]
    lies = {
        "hand": ["vulko", "leave-me"],
        "deck": ["grim-siege"],
        "discard": ["blood-rage", "big-ghost", "shock-and-awe"],
    }
    table = {"phase": "claim", "active": "s2", "seats": {"s2": lies}}
    state = game.set_position({}, ("s1", "s2"), table, Seeded(b"")).state
    game.advance(state, "s2", {"type": "pass"}, Seeded(b"draw"))
    assert len(state.players["s2"].hand) == 5

    found = counted(game, state, "s1", lambda other: frozenset(other.players["s2"].hand), 300)

    held = {"vulko", "leave-me", "grim-siege"}
    pairs = combinations(("blood-rage", "big-ghost", "shock-and-awe"), 2)
    assert_each_as_likely(found, [frozenset({*held, *pair}) for pair in pairs], 300)


def test_every_deal_that_is_left_of_an_oh_hell_is_as_likely(catalog):
    """The second seat has shown to have no hearts: every hand without them is as likely."""
    game, cards = catalog["oh-hell"], ("2C", "3C", "4H")
    deck = msgspec.structs.replace(game.data, ranks={"2": "two", "3": "three", "4": "four"})
    state = game.setup({"cards": 1}, ("s1", "s2", "s3"), Seeded(b"small")).state
    state.deck, state.trump = deck, "4C"
    state.played = tuple(card for card in deck.cards if card not in ("2S", *cards, "4C"))
    state.hands = {"s1": ("2S",), "s2": ("2C",), "s3": ("3C",)}
    state.voids = {"s1": (), "s2": ("H",), "s3": ()}

    found = counted(game, state, "s1", lambda other: (*other.hands["s2"], *other.hands["s3"]), 1200)

    assert_each_as_likely(found, [hands for hands in permutations(cards, 2) if hands[0] != "4H"], 1200)


def test_every_spawn_card_is_as_likely_to_lie_on_top(catalog):
    game = catalog["last-spell"]
    tables = positions(game, {"scenario": "glenwald"}, ("s1", "s2"), b"spawn", 1)
    state = next(table for table in tables if any(pile.left for pile in table.spawn.values()))
    [slot, *_] = [slot for slot, pile in state.spawn.items() if pile.left]
    unseen = set(state.deck).difference(*((pile.revealed, *pile.discarded) for pile in state.spawn.values()))

    found = counted(game, state, SPECTATOR, lambda other: other.spawn[slot].left[0], 1200)

    assert len(unseen) > 3
    assert_each_as_likely(found, unseen, 1200)
