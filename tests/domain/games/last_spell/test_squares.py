"""Where pieces can be: what a hero crosses, where it is pushed, where the city is free, what a boss clears."""

from __future__ import annotations

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Run
from domain.games.last_spell.events.bosses import BossAppeared
from domain.games.last_spell.events.heroes import HeroMoved
from domain.games.last_spell.rules.attacks.displacement import push_hero
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD
from domain.games.last_spell.rules.day.building import free_city_squares
from domain.games.last_spell.rules.heroes.heroes import is_crossable_for
from domain.games.last_spell.rules.monsters.monster_attacks import attack_step
from domain.games.last_spell.rules.town.board import Board
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
