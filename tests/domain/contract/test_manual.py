"""The rules in short of each game: a chapter for each phase, and words for everything that can lie on a table."""

import pytest

from domain.contract.facets.taught import entries_of, manual_of, phase_of
from domain.contract.manual import read_manual
from domain.games.catalog import GAMES, Catalog
from domain.games.darkness.data import built_in as darkness_file
from domain.games.darkness.data import read_data as darkness_data
from domain.games.last_spell.data import content
from domain.games.nightfall.data import catalogue
from domain.lessons.lesson import lessons_of
from domain.lessons.playing import played
from tests.pigs.pig import PIG


@pytest.fixture(params=GAMES)
def game(request):
    return Catalog()[request.param]


def test_every_phase_has_a_chapter(game):
    manual = manual_of(game, "en")
    chapters = [chapter.id for chapter in manual.chapters]
    assert manual.phases.keys() == set(game.phases)
    assert len(chapters) == len(set(chapters))
    assert set(manual.phases.values()) <= set(chapters)
    assert all(chapter.text for chapter in manual.chapters)


def test_a_game_under_way_is_in_a_phase_of_its_manual(game):
    for lesson in lessons_of(game, "en"):
        for move in range(len(lesson.own) + 1):
            playing = played(Catalog(), lesson, move)
            assert phase_of(game, game.view(playing.table.state, "s1")) in game.phases


def test_everything_that_has_an_entry_says_something(game):
    words = manual_of(game, "en").words
    silent = [entry.id for entry in entries_of(game) if not entry.facts and not entry.texts and entry.id not in words]
    assert silent == []
    ids = [entry.id for entry in entries_of(game)]
    assert len(ids) == len(set(ids))


def entered(game):
    return {entry.id for entry in entries_of(Catalog()[game])}


def test_every_card_and_wound_of_nightfall_has_a_text():
    cards = catalogue()
    assert entered("nightfall") == set(cards.cards) | {f"wound:{kind}" for kind in cards.wound_types}


def test_every_disk_tile_character_and_thing_of_darkness_has_a_text():
    data = darkness_data(darkness_file())
    rows = (data.encounters, data.tiles, data.characters, data.skills, data.scenarios)
    things = [row["id"] for kind in ("weapon", "equipment") for row in data.source[kind]]
    assert entered("darkness") >= {one for row in rows for one in row} | set(things)


def test_every_card_monster_and_construction_of_the_last_spell_has_a_text():
    box = content()
    rows = (box.weapons, box.armor, box.heroes, box.constructions, box.monsters, box.ranges, box.zones)
    told = entered("last-spell") | manual_of(Catalog()["last-spell"], "en").words.keys()
    assert told >= {one for row in rows for one in row}


@pytest.mark.parametrize("language", ["fr", "de", "pl"])
def test_a_translated_manual_has_the_chapters_words_and_phases_of_the_english_one(game, language):
    manual, told = manual_of(game, "en"), manual_of(game, language)
    assert told.language == language
    assert [chapter.id for chapter in told.chapters] == [chapter.id for chapter in manual.chapters]
    assert [len(chapter.text) for chapter in told.chapters] == [len(chapter.text) for chapter in manual.chapters]
    assert (told.words.keys(), told.phases) == (manual.words.keys(), manual.phases)


def test_a_language_without_a_translation_has_the_english_manual(game):
    assert manual_of(game, "xx") == manual_of(game, "en")


def test_a_game_without_a_manual_has_none():
    assert read_manual("tests.domain.contract", "en") is None
    assert manual_of(PIG, "en") is None
    assert (phase_of(PIG, {}), entries_of(PIG)) == ("", ())
