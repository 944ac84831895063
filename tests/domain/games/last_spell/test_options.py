"""The options of a game, and games that go on from a saved one."""

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Refused
from domain.games.last_spell.events.dawn import GameSaved, PanicAssessed
from domain.games.last_spell.events.night import GameEnded
from domain.games.last_spell.forms import armed
from tests.domain.games.last_spell.tables import GAME, act, positioned

BARE = {
    "scenario": "gildenberg",
    "night": 1,
    "until": 3,
    "mode": "adventure",
    "solo": False,
    "harpy_side": None,
    "save": None,
    "movement_order": "westernmost",
    "cetusia_first": True,
    "dryad_growth": "no-cards-left",
    "incubator_monsters": "move-once",
    "encirclement_on_empty": False,
    "market": False,
}


def test_what_is_left_out_has_a_default():
    assert GAME.check_options({}, ["s1"]) == BARE
    introduction = GAME.check_options({"scenario": "introduction"}, ["s1", "s2"])
    assert introduction == {**BARE, "scenario": "introduction", "until": 1}


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        ({"scenario": "atlantis"}, 1, "Invalid enum value 'atlantis' - at `$.scenario`"),
        ({"night": 4}, 1, "nights run from 1 to 3"),
        ({"night": 0}, 1, "nights run from 1 to 3"),
        ({"night": 2, "until": 1}, 1, "nights run from 1 to 3"),
        ({"scenario": "introduction", "until": 2}, 1, "nights run from 1 to 1"),
        ({"scenario": "introduction", "night": 2}, 1, "nights run from 1 to 1"),
        ({"mode": "story"}, 1, "Invalid enum value 'story' - at `$.mode`"),
        ({"solo": True}, 2, "solo is for one seat"),
        ({"solo": "yes"}, 1, "Expected `bool`, got `str` - at `$.solo`"),
        ({"harpy_side": "middle"}, 1, "Invalid enum value 'middle' - at `$.harpy_side`"),
        ({"talents": True}, 1, "Object contains unknown field `talents`"),
        ({"movement_order": "easternmost"}, 1, "Invalid enum value 'easternmost' - at `$.movement_order`"),
        ({"cetusia_first": "no"}, 1, "Expected `bool`, got `str` - at `$.cetusia_first`"),
        ({"dryad_growth": "never"}, 1, "Invalid enum value 'never' - at `$.dryad_growth`"),
        ({"incubator_monsters": "fly"}, 1, "Invalid enum value 'fly' - at `$.incubator_monsters`"),
        ({"encirclement_on_empty": 1}, 1, "Expected `bool`, got `int` - at `$.encirclement_on_empty`"),
        ({"market": "cheap"}, 1, "Expected `bool`, got `str` - at `$.market`"),
        ({}, 5, "solo is for one seat; others play with up to four"),
        ({}, 0, "solo is for one seat; others play with up to four"),
        ({"save": {}}, 1, "save: Object missing required field `heroes`"),
        ({"save": {"heroes": {}, "common": {}, "city": {}}}, 1, "save: Object missing required field `gold`"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, seats, reason):
    with pytest.raises(Refused) as refusal:
        GAME.check_options(options, [f"s{number}" for number in range(1, seats + 1)])
    assert refusal.value.code == "malformed"
    assert refusal.value.reason.startswith(reason)


def dawn(night, scenario="gildenberg", mode="adventure", seats=2):
    """The table before the blow that wins a night, and the blow."""
    boss = {"kind": "corrupted-harpy", "alerions_slain": 3, "on_cliff": False, "at": [12, 13], "wounds": 6}
    heroes = {
        "s1": {"hero": "brunhild", "at": [12, 12], "wounds": 3, "weapons": ["sword"], "armor": [{"card": "pavise"}]},
        "s2": {"hero": "elowen", "at": [16, 12], "potions": [{"kind": "red-potion", "doses": 1}]},
    }
    table = {
        "night": night,
        "heroes": heroes,
        "monsters": {f"clawer/{number}": {"at": [5 + number, 20]} for number in range(3)},
        "constructions": {"catapult/1": {"at": [12, 16], "rocks": 2, "flames": 1}, "house/2": {"at": [18, 18]}},
        "mages": 4,
        "panic": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        "reserve": {"gold": 2, "material": 1, "equipment": ["hammer"]},
        "quests": {f"{scenario}-schaden": {"count": 24}},
        "boss": boss if night == 3 else None,
    }
    return positioned(table, {"scenario": scenario, "night": night, "mode": mode}, seats)


def saved_by(state, *actions):
    events = act(state, "s1", *actions)
    [saved] = [event for event in events if isinstance(event, GameSaved)]
    return {"heroes": saved.heroes, "common": saved.common, "city": saved.city}


def after_first_night():
    """What is saved after the first night, and the table as it goes on."""
    state = dawn(1)
    state.monsters.pop("clawer/2")
    state.figures = {at: name for at, name in state.figures.items() if name != "clawer/2"}
    return saved_by(state, {"type": "protect"}, {"type": "choose", "value": "worn-armor"}), state


def test_a_game_goes_on_from_a_save_as_it_would_have_gone_on():
    """LS-SAVE-1, LS-SAVE-2, LS-SAVE-3, LS-SAVE-5."""
    save, state = after_first_night()
    options = GAME.check_options({"save": save}, ["s1", "s2"])
    assert (options["scenario"], options["night"]) == ("gildenberg", 2)
    again = GAME.setup({"save": save}, ["s1", "s2"], Seeded(b"again")).state
    one, other = GAME.view(state, "referee"), GAME.view(again, "referee")
    for view in (one, other):
        for hero in view["heroes"].values():
            hero.update(mana=0, actions=0, spent={}, uses={}, movement={}, protected=False)
    assert one == other
    assert again.open["s1"].verbs == ("equip", "build", "place", "ready")


def test_after_a_scenario_the_next_one_begins_with_the_common_chest_added():
    """LS-SAVE-4: the track's last box pays 1 gold; the new city begins with 4 gold and 4 material."""
    state = dawn(3, mode="campaign")
    state.boss.wounds = 6
    save = None
    for number in range(20):
        blow = {"type": "attack", "weapon": "sword", "technique": "slash", "at": [12, 13]}
        run = GAME.decide(state, "s1", blow, Seeded(bytes([number])))
        found = [event for event in run.events if isinstance(event, GameSaved)]
        if found:
            save = {"heroes": found[0].heroes, "common": found[0].common, "city": found[0].city}
            break
    assert save is not None
    assert save["common"]["gold"] == 3
    [paid] = [event for event in run.events if isinstance(event, PanicAssessed)]
    assert (paid.box, paid.resources, paid.equipment) == (10, {"gold": 1, "material": 0}, None)
    again = GAME.setup({"save": save, "mode": "campaign"}, ["s1", "s2"], Seeded(b"next")).state
    view = GAME.view(again, "referee")
    assert (view["scenario"], view["night"], view["mages"]) == ("lakeburg", 1, 6)
    assert view["reserve"] == {"gold": 7, "material": 5, "equipment": ["hammer"]}
    assert view["heroes"]["s1"]["wounds"] == 3
    assert "catapult/1" in view["constructions"]
    assert view["constructions"]["catapult/1"]["flames"] == 0


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("heroes", "s1", "hero"), "nobody"),
        (("heroes", "s1", "weapons"), ["fork"]),
        (("heroes", "s1", "armor"), [{"card": "fork", "used": False}]),
        (("heroes", "s2", "potions"), [{"kind": "tea", "doses": 1}]),
        (("common", "equipment"), ["fork"]),
        (("common", "prepared"), ["nobody"]),
        (("common", "gold"), "much"),
        (("city", "scenario"), "atlantis"),
        (("city", "quests"), {"none": {"count": 0, "resolved": False}}),
        (("city", "constructions"), {"fort/1": {"kind": "fort", "at": [9, 9], "health": 1, "flames": 0, "rocks": 0}}),
    ],
)
def test_a_save_that_names_what_there_is_not_is_refused(place, value):
    save, _ = after_first_night()
    changed(save, place, value)
    with pytest.raises(Refused, match="save"):
        GAME.check_options({"save": save}, ["s1", "s2"])


def changed(save, place, value):
    """The saved game with another value in that place."""
    *parents, last = place
    part = save
    for key in parents:
        part = part[key]
    part[last] = value
    return save


def house(at, **more):
    return {"kind": "house", "at": at, "health": 3, "flames": 0, "rocks": 0, **more}


NAMES = "save: names something that this game does not have"
SQUARES = "save: a construction stands where none can stand"
NUMBERS = "save: a number or a list that no game comes to"


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (("heroes", "s1", "weapons"), ["carapace"], NAMES),
        (("heroes", "s1", "armor"), [{"card": "sword", "used": False}], NAMES),
        (("heroes", "s1", "scrolls"), ["carapace"], NAMES),
        (("heroes", "s1", "hero"), "elowen", NAMES),
        (("common", "prepared"), ["hagen"], NAMES),
        (("city", "quests"), {"lakeburg-freude": {"count": 0, "resolved": False}}, NAMES),
        (("city", "constructions", "foo"), house([18, 20]), NAMES),
        (("city", "constructions", "house/x1"), house([18, 20]), NAMES),
        (("city", "constructions", "house/0"), house([18, 20]), NAMES),
        (("city", "constructions", "house/01"), house([18, 20]), NAMES),
        (("city", "constructions", "house/\u0664"), house([18, 20]), NAMES),
        (("city", "constructions", "circle"), house([18, 20]), NAMES),
        (("city", "constructions", "shop/1"), house([18, 20]), NAMES),
        (("city", "constructions", "house/9"), house([100, 100]), SQUARES),
        (("city", "constructions", "house/9"), house([14, 14]), SQUARES),
        (("city", "constructions", "house/9"), house([19, 19]), SQUARES),
        (("city", "constructions", "house/9"), house([18, 20], flames=3), NUMBERS),
        (("city", "constructions", "house/9"), house([18, 20], health=99), NUMBERS),
        (("city", "constructions", "house/9"), house([18, 20], rocks=1), NUMBERS),
        (("city", "mages"), 0, NUMBERS),
        (("city", "mages"), 7, NUMBERS),
        (("city", "night"), 0, NUMBERS),
        (("city", "quests"), {"gildenberg-schaden": {"count": -1, "resolved": False}}, NUMBERS),
        (("common", "gold"), 10**30, NUMBERS),
        (("common", "material"), -1, NUMBERS),
        (("common", "equipment"), ["hammer"] * 100, NUMBERS),
        (("heroes", "s1", "health"), 0, NUMBERS),
        (("heroes", "s1", "health"), 10, NUMBERS),
        (("heroes", "s1", "wounds"), -5, NUMBERS),
        (("heroes", "s1", "wounds"), 9, NUMBERS),
        (("heroes", "s1", "mana_max"), 9, NUMBERS),
        (("heroes", "s1", "actions_max"), 6, NUMBERS),
        (("heroes", "s1", "movement"), [1_000_000], NUMBERS),
        (("heroes", "s1", "movement"), [2, 3, 4, 4], NUMBERS),
        (("heroes", "s1", "weapons"), ["sword", "hammer"], NUMBERS),
        (("heroes", "s1", "scrolls"), ["scroll-of-zeal"] * 100, NUMBERS),
        (("heroes", "s2", "potions"), [{"kind": "red-potion", "doses": -2}], NUMBERS),
        (("heroes", "s2", "potions"), [{"kind": "red-potion", "doses": 1}] * 2, NUMBERS),
    ],
)
def test_a_save_that_no_game_can_have_left_is_refused(place, value, reason):
    """LS-SAVE-1, LS-SAVE-2, LS-SAVE-3."""
    save, _ = after_first_night()
    GAME.check_options({"save": save}, ["s1", "s2"])
    with pytest.raises(Refused) as refusal:
        GAME.check_options({"save": changed(save, place, value)}, ["s1", "s2"])
    assert (refusal.value.code, refusal.value.reason) == ("malformed", reason)


def alone(heroes, out=0, prepared=()):
    """A saved game of one seat with so many heroes, so many of them out of the game."""
    save = armed(GAME.data, "gildenberg", 2, 0, heroes, 0)
    chests = list(save["heroes"].values())
    for chest in chests[:out]:
        chest |= {"in_play": False, "wounds": chest["health"] + 2}
    save["heroes"] = {f"s1/{number}" if number > 1 else "s1": chest for number, chest in enumerate(chests, 1)}
    save["common"]["prepared"] = list(prepared)
    return save


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_a_solo_save_has_up_to_four_heroes_and_three_in_play(heroes):
    """LS-SOLO-1, LS-SOLO-3."""
    save = alone(heroes, out=heroes - 1)
    assert GAME.check_options({"save": save, "solo": True}, ["s1"])["save"] == save
    assert GAME.check_options({"save": alone(3), "solo": True}, ["s1"])["solo"]


@pytest.mark.parametrize(
    ("save", "is_solo"),
    [
        (alone(4), True),
        (alone(7, out=5), True),
        (alone(2, out=2), True),
        (alone(1, out=1), False),
        (alone(2), False),
        (alone(1, prepared=["hagen"]), False),
        (alone(3, prepared=["hagen", "griselda"]), True),
        (changed(alone(1), ("heroes", "s1/zz"), alone(2)["heroes"]["s1/2"]), True),
        (changed(alone(1), ("heroes", "s1/3"), alone(2)["heroes"]["s1/2"]), True),
    ],
)
def test_a_save_with_heroes_that_its_seats_cannot_have_is_refused(save, is_solo):
    """LS-SOLO-1, LS-SOLO-2, LS-SOLO-3, LS-HERO-2."""
    with pytest.raises(Refused, match="save: names something"):
        GAME.check_options({"save": save, "solo": is_solo}, ["s1"])


@pytest.mark.parametrize("rules", [3, 4])
def test_a_stored_game_goes_on_with_the_save_that_it_was_begun_with(rules):
    """A game under rules number 3 may have begun with a save that is refused now; it is set up again as it was."""
    save, _ = after_first_night()
    changed(save, ("city", "mages"), 7)
    if rules == 3:
        assert GAME.setup({"save": save}, ["s1", "s2"], Seeded(b"stored"), rules).state.mages == 7
    else:
        with pytest.raises(Refused, match="save"):
            GAME.setup({"save": save}, ["s1", "s2"], Seeded(b"stored"), rules)


def test_a_save_is_for_its_own_seats_and_its_own_night():
    save, _ = after_first_night()
    for options, seats in (
        ({"save": save}, ["s1"]),
        ({"save": save, "night": 1}, ["s1", "s2"]),
        ({"save": save, "scenario": "lakeburg"}, ["s1", "s2"]),
    ):
        with pytest.raises(Refused, match="saved game"):
            GAME.check_options(options, seats)


def ended(night, scenario="gildenberg", mode="adventure", outcome="won"):
    """A table after the last event of a game, and the options with which it was created."""
    state = positioned({"night": night, "heroes": {"s1": {"wounds": 2}}}, {"scenario": scenario, "mode": mode})
    GAME.evolve(state, GameEnded(outcome, night))
    options = {"scenario": scenario, "night": night, "until": night, "mode": mode, "market": True, "harpy_side": "left"}
    return options, state


@pytest.mark.parametrize(
    ("night", "scenario", "mode", "following"),
    [
        (1, "gildenberg", "adventure", ("gildenberg", 2)),
        (2, "glenwald", "campaign", ("glenwald", 3)),
        (3, "gildenberg", "campaign", ("lakeburg", 1)),
        (3, "lakeburg", "campaign", ("glenwald", 1)),
        (3, "glenwald", "campaign", None),
        (3, "gildenberg", "adventure", None),
        (1, "introduction", "adventure", None),
        (1, "introduction", "campaign", None),
    ],
)
def test_what_follows_a_game_that_is_won(night, scenario, mode, following):
    """LS-SAVE-4, LS-SAVE-5, LS-DAWN-6."""
    options, state = ended(night, scenario, mode)
    after = GAME.next_in_chain(options, state)
    if following is None:
        assert after is None
        return
    assert (after["mode"], after["market"], "harpy_side" in after) == (mode, True, False)
    checked = GAME.check_options(after, ["s1"])
    assert (checked["scenario"], checked["night"]) == following
    assert checked["until"] == following[1]
    assert checked["save"]["heroes"]["s1"]["wounds"] == 2


def test_who_has_played_several_nights_goes_on_with_the_whole_scenario():
    options, state = ended(2)
    assert GAME.next_in_chain({**options, "night": 1}, state)["until"] == 3
    assert GAME.next_in_chain(options, state)["until"] == 3
    options, state = ended(1)
    assert GAME.next_in_chain(options, state)["until"] == 2


def test_nothing_follows_a_game_that_is_lost_or_goes_on():
    options, state = ended(1, outcome="lost")
    assert GAME.next_in_chain(options, state) is None
    state.result = None
    assert GAME.next_in_chain(options, state) is None
