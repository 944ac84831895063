"""The deck: that of the package is sound, and what is wrong with another one is told."""

import hashlib

import pytest

from nightledger_oh_hell.data import built_in

DECK = built_in().decode()


def test_the_deck_has_every_card_once_by_its_name(game):
    assert len(set(game.data.cards)) == 52
    assert game.describe().labels["en"]["10H"] == "ten of hearts"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("suits = 4", "this is no deck"),
        (DECK.replace('color = "red"', 'color = "pink"'), "this is no deck"),
        (DECK.replace('id = "D"', 'id = "C"'), "two suits have the same id"),
        (DECK.replace('id = "D"', 'id = "Di"'), "the id of a suit is one letter"),
        (DECK.replace('A = "ace"\n', ""), "a deal may need 51 cards, and these are 48"),
        (DECK.replace("bonus = 10", "bonus = 0"), "a bid that is made brings something"),
    ],
)
def test_a_deck_that_cannot_be_played_with_is_told(game, text, fault):
    assert game.check_data(text.encode())[0].startswith(fault)


def test_a_game_goes_on_with_the_deck_that_it_was_begun_with(game):
    other = DECK.replace("bonus = 10", "bonus = 5")
    sha256 = hashlib.sha256(other.encode()).hexdigest()
    later = game.with_data({}, {sha256: other}.get)
    assert later.begun_with({"deck.toml": sha256}).data.bonus == 5
    assert later.data.bonus == 10
