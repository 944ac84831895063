"""What slots and random answers say of a verb is what its list says: all of it, and no more."""

from __future__ import annotations

from itertools import chain, islice

import pytest

from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Refused, to_json, verb_of
from domain.games.last_spell.data import content
from domain.games.last_spell.rules.attacks import aiming, defences
from domain.games.last_spell.rules.heroes import ways
from domain.games.last_spell.rules.samples import first_of, one_of, undrawn
from tests.domain.games.last_spell.rich import rich_table
from tests.domain.games.last_spell.tables import GAME, POST, armed, hero, positioned, table

DRAWS = 100
"""So many random answers are drawn of each verb."""

LISTED = 1_000
"""How many listed answers are looked at: all but the many lists of several impact points."""

ALL_OF_A_KIND = ("technique", "direction", "curse", "die")
"""Slots of all that there is of a kind, wherever it can be aimed."""

SCENARIOS = ("gildenberg", "lakeburg", "glenwald")


def many(value):
    """The values of an argument: those of a list of squares, or the one."""
    return [value] if isinstance(value, str) or not value or not isinstance(value[0], list) else value


def check_slots(slots, *listings, taken=()):
    """The slots of a verb against its listed answers: each answer takes its arguments from them, each weapon, hero and
    square of them is in one unless it is `taken` by somebody, and a list is as long as the longest. Without an answer
    there are none."""
    listed = [to_json(action) for action in islice(chain(*listings), LISTED)]
    if not listed:
        assert slots is None
        return
    for slot in slots:
        found = [many(answer[slot.name]) for answer in listed if answer.get(slot.name) is not None]
        assert all(value in slot.values for values in found for value in values)
        assert found
        assert slot.max in (None, max(map(len, found)))
        unlisted = [value for value in slot.values if not any(value in values for values in found)]
        if slot.name not in ALL_OF_A_KIND and len(listed) < LISTED:
            assert [value for value in unlisted if value not in taken] == []
    named = {"type", *(slot.name for slot in slots)}
    assert all(value is None or name in named for answer in listed for name, value in answer.items())


@pytest.mark.parametrize("weapon", content().weapons)
def test_the_slots_of_an_attack_are_those_of_its_list(weapon):
    state = armed(weapons=[weapon])
    check_slots(aiming.attack_slots(state, "s1"), aiming.attacks(state, "s1"), aiming.attacks_on_nobody(state, "s1"))


@pytest.mark.parametrize("scroll", content().scrolls)
def test_the_slots_of_a_scroll_are_those_of_its_list(scroll):
    state = armed(scrolls=[scroll])
    taken = [list(square) for square in state.figures]
    lists = aiming.scrolls(state, "s1"), aiming.scrolls_on_nobody(state, "s1")
    check_slots(aiming.scroll_slots(state, "s1"), *lists, taken=taken)


def test_the_slots_of_shots_and_walks_are_those_of_their_lists():
    state = full("gildenberg")
    check_slots(defences.shot_slots(state, "s1"), defences.shots(state, "s1"), defences.shots_at_nobody(state, "s1"))
    near = positioned(table(heroes={"s1": hero(points=3)}))
    [path] = ways.path_slots(near, "s1")
    ends = [list(move.path[-1]) for move in ways.shortest_moves(near, "s1")]
    assert (sorted(path.values), path.min, path.max, path.ordered) == (sorted(ends), 1, 3, True)


def test_who_has_nothing_to_aim_has_no_slots():
    state = positioned(table(heroes={"s1": hero()}))
    found = [slots(state, "s1") for slots in (aiming.attack_slots, aiming.scroll_slots, defences.shot_slots)]
    assert found == [None, None, None]
    assert ways.path_slots(state, "s1") is None


def full(scenario, **more):
    """A full table of a third night, whose first hero is in turn."""
    position = {**rich_table(scenario, 3, 2, f"slots of {scenario}"), **more}
    return GAME.set_position({"scenario": scenario, "night": 3}, ["s1", "s2"], position, Seeded(b"slots")).state


def drawn(sample, state, what):
    """Random answers; none of them is refused."""
    rng = Stream(joined("drawn", what))
    found = [sample(state, "s1", rng) for _ in range(DRAWS)]
    for action in dict.fromkeys(found):
        assert GAME.decide(state, "s1", action, Seeded(b"drawn")).answered == ("s1",)
    return found


@pytest.mark.parametrize("weapon", content().weapons)
def test_random_attacks_are_aimed_in_every_way(weapon):
    state = armed(weapons=[weapon])
    listed = list(islice(chain(aiming.attacks(state, "s1"), aiming.attacks_on_nobody(state, "s1")), LISTED))
    if not listed:
        assert aiming.any_attack(state, "s1", Stream(b"none")) is None
        return
    found = drawn(aiming.any_attack, state, weapon)
    for field in ("weapon", "technique", "hero", "direction", "curse"):
        assert {getattr(one, field) for one in found} == {getattr(one, field) for one in listed}
    lengths = {len(many(to_json(one)["at"])) for one in listed if one.at is not None}
    assert {len(many(to_json(one)["at"])) for one in found if one.at is not None} == lengths
    assert len({str(one.at) for one in found}) > min(10, len({str(one.at) for one in listed}) // 2)


def test_random_scrolls_shots_and_walks_are_of_every_kind():
    state = armed(scrolls=list(content().scrolls))
    usable = {tool.scroll for tool in (*aiming.scrolls(state, "s1"), *aiming.scrolls_on_nobody(state, "s1"))}
    assert {one.scroll for one in drawn(aiming.any_scroll, state, "scrolls")} == usable
    state = full("gildenberg")
    assert {one.defence for one in drawn(defences.any_shot, state, "shots")} == set(defences.firing(state))
    state = positioned(table(heroes={"s1": hero(points=3)}))
    walks = drawn(ways.any_walk, state, "walks")
    assert {len(move.path) for move in walks} == {1, 2, 3}
    assert any(move.path[-1] == (4, 4) for move in walks)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_answers_of_a_turn_are_of_every_verb_that_is_listed(scenario):
    """Each verb is as likely, whatever it has to choose from."""
    state = full(scenario)
    verbs = {verb_of(action) for action in GAME.legal(state, "s1", 5_000).actions}
    rng = Stream(joined("verbs", scenario))
    assert {verb_of(GAME.sample(state, "s1", rng)) for _ in range(DRAWS)} == verbs


def test_a_held_hero_answers_with_what_it_can_do_at_random_too():
    """LS-BOSS-DRYAD-12."""
    state = full("glenwald")
    tile = next(iter(state.boss.incubators))
    position = {"heroes": {"s1": hero(at=list(state.boss.incubators[tile].at), held_by=tile), "s2": hero(at=[15, 12])}}
    held = full("glenwald", **position)
    rng = Stream(b"held")
    listed = {verb_of(action) for action in GAME.legal(held, "s1").actions}
    assert {verb_of(GAME.sample(held, "s1", rng)) for _ in range(60)} == listed == {"punch", "end_turn", "pass"}


def test_a_sample_takes_one_of_what_is_listed_or_nothing():
    def listing(state, seat):
        return ["a", "b"]

    def nothing(state, seat):
        return []

    rng = Stream(b"one")
    assert {one_of(nothing, listing)(None, "s1", rng) for _ in range(30)} == {"a", "b"}
    assert one_of(nothing)(None, "s1", rng) is None
    assert (undrawn(listing)(None, "s1", rng), undrawn(nothing)(None, "s1", rng)) == ("a", None)
    samples = (undrawn(nothing), undrawn(listing), one_of(listing))
    assert {first_of(samples, None, "s1", rng) for _ in range(30)} == {"a", "b"}


def test_what_no_price_or_target_allows_is_drawn_for_nobody():
    posts = {"components": {"monsters": {"post": POST}}, "monsters": {"post/1": {"at": [8, 8]}}}
    state = positioned({**table(heroes={"s1": hero(weapons=["sword"], actions=0)}), **posts})
    rng = Stream(b"none")
    assert (aiming.any_attack(state, "s1", rng), aiming.any_scroll(state, "s1", rng)) == (None, None)
    assert (defences.any_shot(state, "s1", rng), ways.any_walk(state, "s1", rng)) == (None, None)
    with pytest.raises(Refused):
        GAME.advance(state, "s1", {"type": "attack", "weapon": "sword", "technique": "slash", "at": [4, 5]}, rng)
