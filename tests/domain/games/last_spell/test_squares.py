"""Where pieces can be: what a hero crosses, where it is pushed, where the city is free, what a boss clears."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Run
from domain.games.last_spell.data import content
from domain.games.last_spell.events.bosses import BossAppeared
from domain.games.last_spell.events.heroes import HeroMoved
from domain.games.last_spell.events.night import MonsterSpawned
from domain.games.last_spell.rules.attacks.displacement import push_hero
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD
from domain.games.last_spell.rules.day.building import free_city_squares
from domain.games.last_spell.rules.heroes.heroes import is_crossable_for
from domain.games.last_spell.rules.monsters.monster_attacks import attack_step
from domain.games.last_spell.rules.night.entry import card_squares, symbol_square
from domain.games.last_spell.rules.night.spawn import place_symbol
from domain.games.last_spell.rules.town.board import Board
from domain.games.last_spell.rules.town.geometry import SIDES, ahead, beside, turned
from domain.games.last_spell.rules.town.pieces import nearest_free
from domain.games.last_spell.steps import PlaceSymbol
from tests.domain.games.last_spell.tables import GAME, POST, hero, played, positioned, started, table

FLYING = {**POST, "flies": True}


def field(*rows, **more):
    """A hero, and what else is on a board with these rows."""
    return positioned(table(board={"terrain": "\n".join(rows)}, **more))


def pushed(state, taken):
    """Where a boss that takes these squares pushes the hero."""
    run = Run(GAME, state, Seeded(b"push"))
    push_hero(run, "s1", taken, 1)
    return [event.to for event in run.events if isinstance(event, HeroMoved)]


OPEN = ["........."] * 9


def fogged(*squares):
    """An open field with fog there."""
    return ["".join("F" if (x, y) in squares else "." for x in range(9)) for y in range(9)]


@pytest.mark.parametrize(
    ("fog", "taken", "to"),
    [
        ([(4, 0)], {(4, 4)}, (4, 3)),
        ([(4, 0)], {(4, 4), (4, 3)}, (4, 2)),
        ([(8, 4), (4, 0)], {(4, 4)}, (4, 3)),
        ([(7, 4), (4, 0)], {(4, 4)}, (5, 4)),
        ([(4, 5), (2, 4)], {(4, 4)}, (4, 6)),
    ],
)
def test_a_hero_is_pushed_straight_towards_the_nearest_fog(fog, taken, to):
    """R55: to the first free square that the boss does not take; along another line where that one has none."""
    state = field(*fogged(*fog), heroes={"s1": hero()})
    assert pushed(state, taken) == [to]


def test_where_no_line_is_free_a_hero_goes_to_the_nearest_free_square():
    rows = [
        "....#....",
        "....#....",
        "....#....",
        "....#....",
        "####.####",
        "....#....",
        "....#....",
        "....#....",
        "....#....",
    ]
    assert pushed(field(*rows, heroes={"s1": hero()}), {(4, 4)}) == [(3, 3)]
    assert pushed(field(*rows, heroes={"s1": hero()}), {(4, 4), (3, 3)}) == [(3, 5)]


@pytest.mark.parametrize(
    ("sign", "boots", "crossable"),
    [(".", (), True), ("x", (), False), ("x", ("leaping-boots",), True), ("#", ("leaping-boots",), False)],
)
def test_what_a_hero_can_cross(sign, boots, crossable):
    """LS-BOARD-7, LS-BOARD-10, LS-ARMOR-leaping-boots-1."""
    rows = list(OPEN)
    rows[4] = f".....{sign}..."
    worn = [{"card": card} for card in boots]
    state = field(*rows, heroes={"s1": hero(armor=worn)})
    assert is_crossable_for(state, state.heroes["s1"], (5, 4)) is crossable


def test_nobody_crosses_an_obstacle_on_which_somebody_is():
    rows = list(OPEN)
    rows[4] = ".....x..."
    components, monsters = (
        {"monsters": {"post": POST, "bird": FLYING}},
        {"post/1": {"at": [8, 8]}, "bird/1": {"at": [5, 4]}},
    )
    worn = [{"card": "leaping-boots"}]
    state = field(*rows, components=components, monsters=monsters, heroes={"s1": hero(armor=worn)})
    assert not is_crossable_for(state, state.heroes["s1"], (5, 4))


def test_the_free_squares_of_the_city_are_told_in_reading_order():
    state = started({"scenario": "gildenberg", "night": 1}, 2, "city").state
    squares = free_city_squares(state)
    assert squares == sorted(squares, key=lambda square: (square[1], square[0]))
    assert set(squares) <= state.board.city


def test_trees_and_obstacles_are_cleared_and_the_rest_stays():
    """LS-BOSS-DRYAD-2"""
    board = Board(["T.x", "#~F"], ["...", "..."], ["---", "---"], ())
    cleared = board.cleared([(0, 0), (2, 0), (0, 1), (1, 1)])
    assert cleared.rows[0] == ("...", "#~F")
    assert (cleared.width, cleared.height, cleared.trees) == (3, 2, frozenset())


def test_the_dryad_stands_on_her_squares_when_she_has_appeared():
    run = started({"scenario": "glenwald", "night": 3}, 2, "dryad")
    appeared, state = next(
        (event, command.run.state)
        for command in played(run, "dryad", 0, 60)
        for event in command.run.events
        if isinstance(event, BossAppeared)
    )
    assert [state.structures[square] for square in appeared.squares] == [DRYAD] * len(appeared.squares)


def test_what_a_tile_does_to_the_hero_it_holds_has_the_cause_of_the_attacks():
    """LS-BOSS-DRYAD-12"""
    state = positioned(table(heroes={"s1": hero()}))
    state.heroes["s1"].held_by = "roots/1"
    run = Run(GAME, state, Seeded(b"held"))
    attack_step(run, 7)
    [hurt, *_] = [step for step in reversed(run.agenda) if type(step).__name__ == "HurtHero"]
    assert (hurt.hero, hurt.cause, hurt.reducible) == ("s1", 7, False)


NEAR = [(4, 4), (4, 3), (5, 4), (4, 5), (3, 4)]
"""A square and its neighbours: north, east, south, west."""


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        ([], (4, 4)),
        (NEAR[:1], (4, 3)),
        (NEAR[:2], (5, 4)),
        (NEAR[:3], (4, 5)),
        (NEAR[:4], (3, 4)),
        (NEAR, (4, 2)),
        ([*NEAR, (4, 2)], (3, 3)),
        ([*NEAR, (4, 2), (3, 3), (5, 3)], (2, 4)),
    ],
)
def test_the_nearest_free_square(taken, found):
    """LS-BOSS-HARPY-6: the square, an adjacent one in that order, or else the nearest."""
    rows = ["".join("#" if (x, y) in taken else "." for x in range(9)) for y in range(9)]
    state = field(*rows, heroes={"s1": hero(at=[0, 0])})
    assert nearest_free(state, (4, 4)) == found


def test_on_a_full_board_no_square_is_free():
    state = positioned({"board": {"terrain": "~#"}, "heroes": {"s1": hero(at=[0, 0])}})
    assert nearest_free(state, (0, 0)) is None


SLOTS = [(place.number, side) for place in content().city("lakeburg").slots for side in SIDES]


@pytest.mark.parametrize(("number", "side"), SLOTS)
def test_where_a_symbol_is_taken_a_monster_enters_beside_it(number, side):
    """R15: to the Destiny side first, then behind it, then to the other side; LS-SPAWN-4: it looks at the city."""
    run = Run(GAME, positioned({"heroes": {"s1": hero(at=[15, 12])}}, {"scenario": "lakeburg"}), Seeded(b"spawn"))
    run.state.destiny = side
    slot = content().city("lakeburg").slot(number)
    first = symbol_square(run.state, slot, content().spawn_cards["01"].monsters[0].at)
    away, other = turned(slot.facing, 2), "left" if side == "right" else "right"
    for _ in range(4):
        place_symbol(run, PlaceSymbol(str(number), "01", 0, cause=7))
    entered = [event for event in run.events if isinstance(event, MonsterSpawned)]
    beside_it = [ahead(first, facing) for facing in (beside(slot.facing, side), away, beside(slot.facing, other))]
    assert [event.at for event in entered] == [first, *beside_it]
    assert {(event.kind, event.facing, event.cause) for event in entered} == {("clawer", slot.facing, 7)}


def test_a_monster_enters_in_the_fog_of_its_location_or_not_at_all():
    """R15: nor does it if the pieces of its kind have run out."""
    run = Run(GAME, positioned({"heroes": {"s1": hero(at=[15, 12])}}, {"scenario": "lakeburg"}), Seeded(b"full"))
    slot, most = content().city("lakeburg").slot(1), content().monsters["clawer"].count
    for _ in range(most + 3):
        place_symbol(run, PlaceSymbol("1", "01", 0, cause=1))
    squares = [monster.at for monster in run.state.monsters.values()]
    assert len(squares) == len(set(squares)) == min(most, 18)
    assert set(squares) <= set(card_squares(content(), slot, 0)) & run.state.board.fog
