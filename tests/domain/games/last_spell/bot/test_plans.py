"""Plans of heroes: other ways to play on, of which the search keeps the one that ends best, by what its seat knows."""

import pytest

from domain.bots.answers import Thought
from domain.bots.search import Search
from domain.contract.chance import Seeded, Stream, joined
from domain.games.last_spell.bot import quests
from tests.domain.games.last_spell.tables import GAME, GREEDY, played, positioned, started

AT_THE_LAST_MAGE = {
    "night": 3,
    "phase": "heroes",
    "round": 4,
    "mages": 1,
    "heroes": {
        "s1": {"hero": "hagen", "at": [10, 12], "weapons": ["spear"], "actions": 2, "movement": {"ready": [2, 3]}}
    },
    "monsters": {"clawer/1": {"at": [14, 10], "facing": "south"}},
    "boss": {"kind": "putrefied-dryad", "growth": 2, "at": [[8, 12], [8, 13]], "wounds": 4},
}
"""The Dryad is in reach, and a clawer is three steps from a circle in which one mage is left."""


def at_the_last_mage():
    return positioned(AT_THE_LAST_MAGE, {"scenario": "glenwald", "night": 3, "until": 3})


def search(state, seat, key, playouts=12):
    return Search(GAME, seat, Thought(lambda rng: GAME.resample(state, seat, rng), playouts), Stream(key))


def planned(game, state, seat, rng):
    """A player that looks ahead."""
    return search(state, seat, rng.random_bytes(16)).answer()


def mages_left(player, key):
    """How many mages are left after the round, when a player holds the seat."""
    state, chance, rng = at_the_last_mage(), Seeded(joined(key, "chance")), Stream(joined(key, "seat"))
    while not GAME.is_over(state) and state.round == 4:
        GAME.advance(state, "s1", player(GAME, state, "s1", rng), chance)
    return state.mages


@pytest.fixture(scope="module")
def turns():
    """Tables in heroes' turns along a night of greedy heroes, each with the seat that is to move."""
    run = started({"scenario": "gildenberg", "night": 3}, 1, "plans")
    commands = [one for one in played(run, "plans", 10) if one.before.open[one.seat].kind == "turn"]
    return [(one.before, one.seat) for one in commands[::20]]


def test_a_plan_saves_the_night_where_what_looks_best_loses_it():
    assert [mages_left(GREEDY, key) for key in range(3)] == [0, 0, 0]
    assert sum(mages_left(planned, key) for key in range(3)) >= 2


def test_who_guards_the_circle_spares_the_boss_and_who_hunts_it_does_not():
    state = at_the_last_mage()
    hunting, guarding, *_ = (GAME.show(way.next_choices(state, "s1", ())[0][1]) for way in GAME.ways(state, "s1"))
    assert "attack" in hunting
    assert guarding == {"spend": 3}


@pytest.mark.parametrize(
    ("night", "logs", "missing"),
    [
        (2, {"lakeburg-schaden": {"count": 2}}, 0.6),
        (2, {"lakeburg-schaden": {"count": 5}}, 0),
        (2, {"lakeburg-schaden": {"count": 1}}, 0.75),
        (3, {"lakeburg-schaden": {"count": 0}}, 0),
    ],
)
def test_what_is_missing_from_the_quests_counts_in_the_night_after_which_they_are_read(night, logs, missing):
    """One of four Flames is left for the other quest."""
    table = {"night": night, "phase": "heroes", "heroes": {"s1": {"at": [12, 12]}}, "quests": logs, "panic": [1]}
    state = positioned(table, {"scenario": "lakeburg", "night": night})
    assert quests.missing(state) == pytest.approx(missing)


def test_a_quest_wants_what_it_counts_and_what_stands_in_the_city():
    table = {
        "night": 2,
        "phase": "heroes",
        "heroes": {"s1": {"at": [12, 12]}},
        "monsters": {"clawer/1": {"at": [12, 13]}, "kamikaze/1": {"at": [3, 4]}, "runner/1": {"at": [3, 3]}},
        "quests": {"lakeburg-schaden": {"count": 4}},
    }
    state = positioned(table, {"scenario": "lakeburg", "night": 2})
    assert [name for name in state.monsters if quests.wants(state, name)] == ["clawer/1", "kamikaze/1"]


def test_plans_are_for_the_turns_of_heroes():
    run = started({"scenario": "glenwald", "night": 3}, 1, "plans")
    assert GAME.ways(run.state, "s1") == []


def test_the_same_key_gives_the_same_answer_at_tables_that_a_seat_cannot_tell_apart(turns):
    assert len(turns) > 2
    for number, (state, seat) in enumerate(turns):
        other = GAME.resample(state, seat, Stream(joined("other", number)))
        before = GAME.view(state, "referee")
        found = search(state, seat, b"same", 1).answer()
        assert found == search(state, seat, b"same", 1).answer() == search(other, seat, b"same", 1).answer()
        assert GAME.view(state, "referee") == before
        GAME.decide(state, seat, found, Seeded(b"legal"))


def test_where_all_ways_begin_alike_nothing_is_played_on():
    table = {**AT_THE_LAST_MAGE, "monsters": {}, "heroes": {"s1": {"hero": "hagen", "at": [20, 20], "actions": 0}}}
    looked = search(positioned(table, {"scenario": "glenwald", "night": 3, "until": 3}), "s1", b"alike")
    looked.answer()
    assert looked.playouts == 0
