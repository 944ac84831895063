"""Random legal answers: every legal answer can come up. First a verb is drawn, then its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.contract.chance import Stream
from domain.contract.game import Action
from domain.games.last_spell.actions import EndTurn, Fire, Move, Pass, Protect, Punch, Ready, Spend
from domain.games.last_spell.legal import (
    affordable,
    answers,
    build_answers,
    equip_answers,
    free_city_squares,
    hero_answers,
    place_answers,
    recruit_answers,
)
from domain.games.last_spell.rules.attacks import bare_hands, defences
from domain.games.last_spell.rules.attacks.aiming import (
    aimed,
    card_answers,
    curses,
    directions,
    reachable,
    step_answers,
)
from domain.games.last_spell.rules.attacks.attacks import Plan, landing_square, supportable, unready
from domain.games.last_spell.rules.attacks.weapons import Tool, aimer, range_of, scroll_tools, tools
from domain.games.last_spell.rules.day.preparation import can_be_ready
from domain.games.last_spell.rules.heroes import heroes, items
from domain.games.last_spell.rules.heroes.tokens import distinct
from domain.games.last_spell.rules.town.geometry import Square, axis, neighbours
from domain.games.last_spell.rules.town.pieces import is_free_for_hero
from domain.games.last_spell.state import Hero, LastSpellState

Maker = Callable[[], Action | None]


def sampled(state: LastSpellState, seat: str, rng: Stream) -> Action:
    """One random legal answer to the seat's open decision."""
    match state.open[seat].kind:
        case "turn":
            return _first_of(_turn(state, rng), rng)
        case "setup":
            return _first_of(_preparation(state, seat, rng), rng)
        case _:
            return rng.choice(list(answers(state, seat)))


def _first_of(makers: Mapping[str, Maker], rng: Stream) -> Action:
    """An action of one of the verbs that are possible, each as likely as the others."""
    for make in rng.shuffled(makers.values()):
        action = make()
        if action is not None:
            return action
    raise ValueError("a seat that is asked has no answer")


def _preparation(state: LastSpellState, seat: str, rng: Stream) -> Mapping[str, Maker]:
    """Verb of the set-up -> what makes a random action of it, None where there is none."""
    squares = free_city_squares(state)
    return {
        "ready": lambda: Ready() if can_be_ready(state, seat) else None,
        "hero": lambda: _one(rng, list(hero_answers(state, seat)) if state.first_setup else []),
        "equip": lambda: _one(rng, [] if state.first_setup else list(equip_answers(state, seat))),
        "recruit": lambda: _one(rng, list(recruit_answers(state))),
        "place": lambda: _one(rng, list(place_answers(state, seat, rng.shuffled(squares)[:1]))),
        "build": lambda: next(iter(build_answers(state, rng.shuffled(affordable(state)), rng.shuffled(squares))), None),
    }


def _turn(state: LastSpellState, rng: Stream) -> Mapping[str, Maker]:
    """Verb of a turn -> what makes a random action of it, None where it is not legal now."""
    name = state.active
    assert name is not None
    hero = state.heroes[name]
    free: dict[str, Maker] = {
        "end_turn": EndTurn,
        "pass": Pass,
        "punch": lambda: _one(rng, [Punch(target) for target in bare_hands.punchable(state, name)]),
    }
    if hero.held_by is not None:
        return free
    return free | {
        "protect": lambda: Protect() if heroes.can_protect(state, hero) else None,
        "spend": lambda: _one(rng, [Spend(value) for value in distinct(hero.ready)]),
        "reactivate": lambda: _one(rng, list(card_answers(state, name))),
        "attack": lambda: _aimed(state, name, list(tools(state, name)), rng),
        "read": lambda: _aimed(state, name, list(scroll_tools(state, name)), rng),
        "fire": lambda: _shot(state, rng),
        "drink": lambda: _one(rng, list(items.useful_doses(state, hero))),
        "step": lambda: _one(rng, list(step_answers(state, hero))),
        "move": lambda: _walk(state, hero, rng),
    }


def _one(rng: Stream, actions: Sequence[Action]) -> Action | None:
    return rng.choice(actions) if actions else None


def _aimed(state: LastSpellState, name: str, usable: list[Tool], rng: Stream) -> Action | None:
    """A technique at random impact points, in a random direction, with a random curse."""
    hero = state.heroes[name]
    for tool in rng.shuffled(tool for tool in usable if unready(state, hero, tool) is None):
        if range_of(state, tool).unit == "hero":
            targets = supportable(state, name, tool)
            if targets:
                return aimed(tool, hero=rng.choice(targets))
            continue
        squares = aimer(state, name, tool).squares()
        for square in rng.shuffled(squares):
            action = _at(state, hero, tool, square, squares, rng)
            if action is not None:
                return action
    return None


def _at(
    state: LastSpellState, hero: Hero, tool: Tool, square: Square, squares: list[Square], rng: Stream
) -> Action | None:
    assert hero.at is not None
    named = rng.choice(directions(state, hero.at, tool, square))
    landing = landing_square(state, tool, Plan((square,), named or axis(hero.at, square)))
    if landing is not None and not is_free_for_hero(state, landing):
        return None
    curse, die = rng.choice(curses(state, tool))
    if state.content.zones[tool.technique.zone].repeat is None:
        return aimed(tool, at=square, direction=named, curse=curse, die=die)
    points = (square, *(rng.choice(squares) for _ in range(tool.technique.x - 1)))
    return aimed(tool, at=points, direction=named, curse=curse, die=die)


def _shot(state: LastSpellState, rng: Stream) -> Action | None:
    for defence in rng.shuffled(defences.firing(state)):
        squares = defences.aimer_of(state, defence).squares()
        if squares:
            return Fire(defence, rng.choice(squares))
    return None


def _walk(state: LastSpellState, hero: Hero, rng: Stream) -> Action | None:
    """A random path of random length, cut back to where the hero can end; a shortest one if it cannot."""
    routes = list(reachable(state, hero).values())
    if hero.at is None or not routes:
        return None
    path: list[Square] = []
    end = hero.at
    for _ in range(1 + rng.below(hero.points)):
        ways = [near for near in neighbours(end) if near == hero.at or heroes.is_crossable_for(state, hero, near)]
        end = rng.choice(ways)
        path.append(end)
    while path and path[-1] != hero.at and not is_free_for_hero(state, path[-1]):
        path.pop()
    return Move(tuple(path) or rng.choice(routes))
