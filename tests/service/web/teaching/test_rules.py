"""The rules in short: a page for each game, and a drawer at the table."""

import pytest

from domain.contract.facets.taught import manual_of
from domain.games.catalog import GAMES

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_page_of_its_rules(nobody, services, game):
    page = nobody.open(f"/rules/{game}")
    assert page.status == 200
    entries = services.catalog[game].entries()
    assert page.text.count('class="printed"') >= len(entries)
    assert all(f'id="about-{entry.id}"' in page.text for entry in entries)


def test_the_page_is_in_the_readers_language_and_so_are_the_texts_on_cards(nobody):
    page = nobody.open("/rules/nightfall")
    assert "carried out backwards" in page.text
    nobody.send(page.languages, language="de")
    page = nobody.open("/rules/nightfall").text
    assert "rückwärts ausgeführt" in page
    assert "<span>Füge einem Spieler deiner Wahl 1 Schaden zu.</span>" in page


def test_a_manual_that_is_not_translated_says_so(nobody, monkeypatch):
    page = nobody.open("/rules/nightfall")
    nobody.send(page.languages, language="de")
    monkeypatch.setattr("service.language.names.manual_of", lambda game, language: manual_of(game, "en"))
    page = nobody.open("/rules/nightfall").text
    assert "Diese Regeln sind auf Englisch" in page
    assert '<div lang="en">' in page


def test_a_game_without_a_manual_says_so_and_one_that_is_not_there_is_not_found(nobody):
    assert "brings no rules of its own" in nobody.open("/rules/pig").text
    assert nobody.open("/rules/chess").status == 404


def chapter_open(text):
    _, _, after = text.partition('" open><summary>')
    return after.partition("<")[0]


def test_the_drawer_is_open_at_the_phase_and_tells_what_lies_there(ann, opened):
    game = opened("Ann", ME, AI, game="nightfall", draft="two-player")
    page = ann.open(f"/games/{game}").text
    drawer = page[page.index('id="rules-drawer"') : page.index('class="game-page"')]
    assert chapter_open(drawer) == "Before the fight: the draft"
    assert drawer.count('class="printed"') >= 4, "the cards of the packet"


def test_a_table_of_a_game_without_a_manual_has_no_drawer(ann, opened):
    assert "rules-drawer" not in ann.open(f"/games/{opened('Ann', ME, AI)}").text


def test_who_has_no_character_yet_reads_what_each_is(ann, opened):
    game = opened("Ann", ME, AI, game="darkness", scenario="first-night")
    page = ann.open(f"/games/{game}").text
    assert 'id="about-steve"' in page
    assert "Police officer" in page
