"""The forms of the game, and what golden games have to show."""

from domain.games.last_spell.data import MOST_HEROES, content
from domain.games.last_spell.exercised import features
from domain.games.last_spell.forms import forms
from tests.domain.games.last_spell.tables import GAME, played, started


def test_every_form_is_one_that_the_rules_allow():
    for seats, options in forms(content()):
        GAME.check_options(options, [f"s{number}" for number in range(1, seats + 1)])


def test_the_forms_hold_every_scenario_night_and_number_of_heroes():
    single = {
        (options.get("scenario"), options.get("night"), seats)
        for seats, options in forms(content())
        if options.get("night") == options.get("until") is not None
    }
    wanted = {
        (scenario, night, seats)
        for scenario in ("gildenberg", "lakeburg", "glenwald")
        for night in (1, 2, 3)
        for seats in range(1, MOST_HEROES + 1)
    }
    assert wanted <= single
    assert any(options.get("solo") for _, options in forms(content()))
    assert any(options.get("mode") == "campaign" for _, options in forms(content()))


def test_between_them_the_armed_heroes_carry_every_card():
    data = GAME.setup({}, ["s1"], NoChance()).state.content
    carried = set()
    for _, options in forms(data):
        for chest in (options.get("save") or {"heroes": {}})["heroes"].values():
            carried.update(chest["weapons"], chest["scrolls"], (card["card"] for card in chest["armor"]))
            carried.update(potion["kind"] for potion in chest["potions"])
    assert carried == {*data.weapons, *data.scrolls, *data.armor, *data.potions}


class NoChance:
    """Set-up draws nothing before the first night."""

    def draw(self, kind, name, source, count):
        raise AssertionError(f"{kind} {name} was drawn")


def test_a_game_shows_what_happened_in_it():
    run = started({"scenario": "introduction"}, 2, "shown")
    events = [*run.events]
    for command in played(run, "shown", 9):
        events += command.run.events
    shown = GAME.exercised(events)
    ends = {"won: introduction", *(f"lost: {cause}" for cause in ("circle-fallen", "no-heroes"))}
    assert shown >= {"night 1 of introduction", "2 seats", "asked setup", "asked turn", "event MonsterMoved"}
    assert len(shown & ends) == 1
    assert not shown & {"solo", "campaign", "a saved game", "night 1 of gildenberg", "growth 2"}


def test_no_feature_is_named_twice():
    named = list(features(content()))
    assert len(set(named)) == len(named)
