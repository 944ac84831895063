"""The data file: whole, fitting together, and described to clients."""

import pytest
from click.testing import CliRunner

from domain.contract.decoding import verb_names
from domain.games.last_spell.changes import CHANGES
from domain.games.last_spell.data import FILE, city_board, content, read_data
from domain.games.last_spell.data_check import check_data, problems
from service.cli import cli
from tests.domain.games.last_spell.tables import GAME


def test_boards_arrows_decks_and_cards_fit_together():
    assert check_data() == GAME.check_data() == check_data(FILE.read_bytes()) == []


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b"not toml", "no data file"),
        (b"", "no data file"),
        (FILE.read_bytes().replace(b"hands = 1", b'hands = "one"', 1), "no data file"),
    ],
)
def test_a_file_that_is_none_is_said_to_be_none(raw, fault):
    [found] = check_data(raw)
    assert fault in found


def test_arrows_of_another_file_are_followed_on_its_own_board():
    rows = FILE.read_text().split("arrows = ")
    turned = rows[1].replace("v", "^", 1)
    faults = check_data("arrows = ".join([rows[0], turned, *rows[2:]]).encode())
    assert any("do not lead to the circle" in fault for fault in faults)


def test_the_command_tells_the_faults(tmp_path):
    file = tmp_path / "data.toml"
    file.write_text(
        FILE.read_text().replace('construction = "house", at = [10, 10]', 'construction = "house", at = [8, 8]')
    )
    assert CliRunner().invoke(cli, ["data", "check", "last-spell"]).exit_code == 0
    done = CliRunner().invoke(cli, ["data", "check", "last-spell", str(file)])
    assert (done.exit_code, "does not stand on ground" in done.output) == (1, True)


@pytest.mark.parametrize(
    ("good", "bad", "problem"),
    [
        ('cards = ["11", "12", "13", "14", "15", "16", "17", "18"]', 'cards = ["11"]', "fewer than"),
        ('{ at = [0, 1], monster = "clawer", tier = 1 }', '{ at = [0, 1], monster = "ogre", tier = 1 }', "no monster"),
        ('{ construction = "house", at = [10, 10] }', '{ construction = "house", at = [8, 8] }', "does not stand"),
        ('{ construction = "ballista", at = [12, 14] }', '{ construction = "ballista", at = [10, 10] }', "stands on"),
        ("slots_open = [1, 2, 8, 5]", "slots_open = [1, 2, 9, 5]", "slots are not"),
        ('range = "two-squares"\nzone = "line-2"', 'range = "yonder"\nzone = "line-2"', "unknown range"),
        ('weapons = ["spear"]', 'weapons = ["fork"]', "no card fork"),
        ("magic_circle_squares = [[14, 14]", "magic_circle_squares = [[13, 13]", "the circle is not where"),
        ("width = 30", "width = 31", "terrain is not 31 by 30"),
        ('  "---FFF', '  "---?FF', "terrain of unknown signs ['?']"),
        ('adjacent = ["out-n-west", "out-w-north"]', 'adjacent = ["out-n-west"]', "sectors next to out-nw are not"),
        ('{ construction = "house", at = [10, 10] }', '{ construction = "hut", at = [10, 10] }', "no construction hut"),
        ('scenario = "introduction"\nnight = 1', 'scenario = "introduction"\nnight = 2', "no spawn deck for the intro"),
        ('scenario = "gildenberg"\nnight = 3', 'scenario = "gildenberg"\nnight = 4', "no spawn deck for night 3"),
        ("quests_per_scenario = 2", "quests_per_scenario = 3", "does not have 3 quests"),
        ('equipment_level = "improved-shop"', 'equipment_level = "palace"', "no equipment of level palace"),
    ],
)
def test_what_does_not_fit_is_found(good, bad, problem):
    text = FILE.read_text()
    assert good in text
    assert any(problem in found for found in problems(read_data(text.replace(good, bad).encode())))


def test_the_fog_comes_nearer_each_night_but_not_in_the_introduction():
    squares = [len(city_board(content(), "lakeburg", night).fog) for night in (1, 2, 3)]
    assert squares[0] < squares[1] < squares[2]
    assert city_board(content(), "introduction", 1).fog == city_board(content(), "gildenberg", 1).fog
    assert {(3, 15), (4, 15)} <= city_board(content(), "glenwald", 3).fog
    assert (4, 22) in city_board(content(), "glenwald", 1).trees - city_board(content(), "glenwald", 3).trees


def test_clients_learn_verbs_events_names_and_the_hash_of_the_data():
    described = GAME.describe()
    assert set(described.verbs) == set(verb_names(GAME.action_types))
    assert {"HeroMoved", "Asked"} <= set(described.events)
    assert described.labels["en"]["kamikaze"] == "Boomer"
    assert described.labels["fr"]["great-axe"] == "Grande hache"
    assert dict(described.data) == dict(GAME.data_for({})) == {"data.toml": content().sha256}
    assert described.rules == CHANGES[-1].number


def test_the_data_can_be_had_by_its_hash():
    assert GAME.data_file(content().sha256) == FILE.read_text()
    assert GAME.data_file("0" * 64) is None


def test_talents_are_no_part_of_the_game():
    """LS-ACT-5: they belong to the day; no verb uses them, no hero has one."""
    assert not [verb for verb in verb_names(GAME.action_types) if "talent" in verb]
    assert not any("talent" in field for field in type(next(iter(content().heroes.values()))).__struct_fields__)
