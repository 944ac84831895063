"""The card catalogue and what is written on the cards belong together."""

import tomllib
from importlib.resources import files

import pytest

from domain.games.nightfall.components import WOUND
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.editions import EDITIONS

CARDS = sorted(catalogue().cards)
KICKED = [card for card in CARDS if catalogue().cards[card].kick_color is not None]


def test_every_card_has_its_text_and_every_text_its_card():
    assert sorted(TEXTS) == CARDS
    assert len(CARDS) == 33


@pytest.mark.parametrize("card", CARDS)
def test_a_text_has_the_parts_that_the_catalogue_prints(card):
    printed = next(entry for entry in catalogue().source["card"] if entry["id"] == card)
    text = TEXTS[card]

    assert (text.chain is not None) == ("chain" in printed)
    assert (text.your_chain is not None) == ("your_chain" in printed)
    assert (text.kick is not None or text.instead is not None) == ("kick" in printed)
    assert ("kick" in printed) == (catalogue().cards[card].kick_color is not None)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_has_a_name_in_four_languages_and_the_provenance_of_its_values(card):
    labels = Nightfall().describe().labels
    printed = next(entry for entry in catalogue().source["card"] if entry["id"] == card)

    assert all(labels[language][card] for language in ("en", "fr", "de", "pl"))
    assert {"color", "links", "cost"} <= set(printed["provenance"])
    assert {"power", "health"} <= set(printed["provenance"]) or printed["kind"] == "action"


@pytest.mark.parametrize("language", ["en", "fr", "de", "pl"])
def test_verbs_phases_colours_wounds_and_events_are_called_something_in_each_language(language):
    description = Nightfall().describe()
    properties = description.options["properties"]
    options = (properties["edition"]["enum"], properties["draft"]["enum"], properties["variants"]["items"]["enum"])
    named = {"nightfall", "combat", "chain", "claim", "cleanup", "over", *(name for names in options for name in names)}
    named |= {*description.verbs, *description.events, *catalogue().source["colors"], *catalogue().source["species"]}
    named |= {WOUND + kind for kind in catalogue().wound_types}

    labels = description.labels[language]

    assert named - {"Asked"} <= {name for name, called in labels.items() if called.strip()}
    assert labels.keys() == description.labels["en"].keys()


@pytest.mark.parametrize("card", KICKED)
def test_a_kick_can_be_carried_out_in_anybodys_chain(card):
    for own_chain in (True, False):
        parts = TEXTS[card].parts(own_chain, kicked=True)
        assert parts[-1] in ("kick", "instead")


def test_the_editions_differ_as_the_catalogue_says():
    printed = catalogue().source["edition_differences"]

    for name, edition in EDITIONS.items():
        assert edition.doubles_each_time == printed["indigo_six_kick_stacks"][name]
        reach = printed["flank_attack_kick_reaches_enemy_private_archive"][name]
        assert edition.flank_reaches_all == (reach == "yes")
        timing = printed["wound_effect_timing"][name]
        assert edition.treats_before_drawing == (timing == "before or after drawing")


@pytest.mark.parametrize(("edition", "count", "pairs"), [("fr", 26, 7), ("de", 24, 6), ("pl", 24, 6)])
def test_an_edition_has_its_draft_cards_and_quick_start_pairs(edition, count, pairs):
    """(EM-1, EM-4, NF-DRAFT-11)"""
    assert len(catalogue().draft_cards(edition, ())) == count == catalogue().source["draft_cards"][edition]
    assert len(catalogue().pairs[edition]) == pairs


def test_the_box_holds_sixty_wounds_and_a_starter_deck_of_twelve():
    assert len(catalogue().wounds) == 60
    assert len(catalogue().starting_deck) == 12


def test_the_description_names_data_and_verbs():
    description = Nightfall().describe()

    assert description.data == {"cards.toml": catalogue().sha256}
    assert description.seats == (2, 5)
    assert set(description.verbs) == set(
        ("draft", "attack", "block", "link", "pass", "choose", "discard", "claim", "treat")
    )
    assert description.options["properties"]["edition"]["enum"] == ["fr", "de", "pl"]


def test_the_source_is_the_whole_file():
    assert catalogue().source == tomllib.loads(files("domain.games.nightfall").joinpath("cards.toml").read_text())
