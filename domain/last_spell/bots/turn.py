"""A hero's turn: shoot what is free to shoot, make the best attack, go where the next one can be made, stay alive."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import Action
from domain.last_spell import attacks, heroes, items
from domain.last_spell.actions import (
    Attack,
    Drink,
    EndTurn,
    Fire,
    Jump,
    Move,
    Pass,
    Protect,
    Punch,
    Read,
    Spend,
)
from domain.last_spell.attacks import is_attack, unready
from domain.last_spell.bots.odds import danger, gain, to_circle, worth
from domain.last_spell.effects import strike_squares
from domain.last_spell.geometry import Square, axis, distance, neighbours
from domain.last_spell.legal_turn import aimed, aimed_answers, fire_answers, reachable
from domain.last_spell.pieces import enemies, is_monolith, squares_of
from domain.last_spell.state import Hero, LastSpellState
from domain.last_spell.tokens import distinct
from domain.last_spell.weapons import Aimer, Tool, aimer, range_of, scroll_tools, tools

FREE, STRIKE, WALK, SPEND, GUARD, STAY = 2000, 1000, 800, 600, 300, 100
"""Where the ratings of kinds of actions begin: what costs nothing, attacks, moves, tokens, Protect, the end."""

WORTHWHILE = 6
"""The least gain for which an Action token is spent."""

MOST_TARGETS = 10


def proposals(state: LastSpellState) -> Iterator[Action]:
    """What is worth weighing in the active hero's turn."""
    name = _active(state)
    hero = state.heroes[name]
    yield EndTurn()
    yield Pass()
    yield from map(Punch, attacks.punchable(state, name))
    if hero.held_by is not None:
        return
    if heroes.can_protect(state, hero):
        yield Protect()
    yield from map(Spend, distinct(hero.ready))
    yield from aimed_answers(state, name, hitting=True)
    yield from _volleys(state, name)
    yield from fire_answers(state, hitting=True)
    yield from items.useful_doses(state, hero)
    if not best_gain(state, name, hero.at) > WORTHWHILE:
        yield from map(Move, reachable(state, hero).values())


def rating(state: LastSpellState, action: Action) -> int:
    """How good an action of the active hero looks."""
    name = _active(state)
    match action:
        case Fire():
            shot = _shot_gain(state, action)
            return FREE + shot if shot > 0 else -1
        case Attack() | Read():
            return _attack_rating(state, name, action)
        case Punch():
            return _punch_rating(state, name, action)
        case Drink():
            return _drink_rating(state.heroes[name], action)
        case Move():
            return _place_rating(state, name, action.path[-1], len(action.path))
        case Jump():
            return _place_rating(state, name, action.to, 3)
        case Spend():
            return _spend_rating(state, name, action)
        case Protect():
            return _guard_rating(state, name)
        case EndTurn():
            return STAY if _may_go_on(state, name) else STAY - 20
        case Pass():
            return STAY - 10
        case _:
            return 0


def best_gain(state: LastSpellState, name: str, square: Square | None) -> int:
    """The most that one attack from a square may bring, with what the hero can pay now."""
    hero = state.heroes[name]
    if square is None or hero.attacked:
        return 0
    best = 0
    for tool in _ready_tools(state, name):
        sight = Aimer(state, square, tool, hero.tower is not None and square == hero.at)
        for target in _targets(state):
            for at in squares_of(state, target):
                if sight.problem(at) is None:
                    best = max(best, _tool_gain(state, hero, tool, square, at) - _price(tool))
    if hero.actions:
        beside = (squares_of(state, target) for target in _targets(state))
        if any(at in neighbours(square) for squares in beside for at in squares):
            best = max(best, WORTHWHILE + 1)
    return best


def _active(state: LastSpellState) -> str:
    assert state.active is not None
    return state.active


def _targets(state: LastSpellState) -> list[str]:
    """The enemies worth most."""
    found = (enemy for enemy in enemies(state) if not is_monolith(enemy))
    return sorted(found, key=lambda enemy: -worth(state, enemy))[:MOST_TARGETS]


def _ready_tools(state: LastSpellState, name: str) -> list[Tool]:
    hero = state.heroes[name]
    found = (*tools(state, name), *scroll_tools(state, name))
    return [tool for tool in found if range_of(state, tool).unit != "hero" and not unready(state, hero, tool)]


def _tool_gain(state: LastSpellState, hero: Hero, tool: Tool, origin: Square, at: Square) -> int:
    zone = state.content.zones[tool.technique.zone]
    squares = strike_squares(zone, at, axis(origin, at))
    second = tool.kind == "magic" and hero.mana > tool.technique.cost.mana
    times = tool.technique.x if zone.repeat else 1
    return times * gain(state, squares, at, tool.damage, tool.technique.effects, second)


def _price(tool: Tool) -> int:
    cost = tool.technique.cost
    return 5 * cost.action + 2 * cost.mana + cost.movement


def _attack_rating(state: LastSpellState, name: str, action: Attack | Read) -> int:
    hero, tool = state.heroes[name], attacks.tool_of(state, name, action)
    if action.hero is not None:
        friend = state.heroes[action.hero]
        return STRIKE if friend.actions < friend.actions_max and friend.used else -1
    plan = attacks.planned(state, name, tool, action)
    zone = state.content.zones[tool.technique.zone]
    second = tool.kind == "magic" and hero.mana > tool.technique.cost.mana
    total = sum(
        gain(
            state,
            strike_squares(zone, point, plan.facing),
            point,
            tool.damage,
            tool.technique.effects,
            second,
        )
        for point in plan.points
    )
    net = total - _price(tool)
    return STRIKE + net if net > WORTHWHILE or (not is_attack(state, tool) and net > 0) else -1


def _volleys(state: LastSpellState, name: str) -> Iterator[Action]:
    """Repeated zones on the best targets, each once."""
    for tool in _ready_tools(state, name):
        if state.content.zones[tool.technique.zone].repeat is None:
            continue
        sight = aimer(state, name, tool)
        squares = (squares_of(state, target)[0] for target in _targets(state))
        points = [square for square in squares if sight.problem(square) is None][: tool.technique.x]
        if points:
            missing = tool.technique.x - len(points)
            yield aimed(tool, at=(*points, *(points[:1] * missing)))


def _punch_rating(state: LastSpellState, name: str, action: Punch) -> int:
    if state.heroes[name].held_by is not None or action.target in state.heroes:
        return STRIKE + 50
    [*squares] = squares_of(state, action.target)
    return STRIKE - 100 + gain(state, squares[:1], squares[0], 1, (), False)


def _shot_gain(state: LastSpellState, action: Fire) -> int:
    kind = state.construction_kind(action.defence)
    assert kind.weapon is not None
    zone = state.content.zones[kind.weapon.zone]
    squares = strike_squares(zone, action.at, axis(state.constructions[action.defence].at, action.at))
    effects = (*kind.weapon.effects, *kind.impact_effects)
    total = gain(state, squares, action.at, kind.damage, effects, False)
    return total - (25 if kind.ammunition_count is not None else 0)


def _drink_rating(hero: Hero, action: Drink) -> int:
    match action.potion:
        case "red-potion":
            return FREE if hero.wounds >= hero.health // 2 else -1
        case "yellow-potion":
            return SPEND if hero.actions == 0 else -1
        case "blue-potion":
            return SPEND if hero.mana + 3 <= hero.mana_max else -1
        case _:
            return SPEND if not hero.ready else -1


def _place_rating(state: LastSpellState, name: str, square: Square, steps: int) -> int:
    """A move is as good as the attack that it allows, less the danger and the way; without one as it leads on."""
    here = state.heroes[name].at
    assert here is not None
    better = best_gain(state, name, square)
    threat = danger(state, name, square) - danger(state, name, here)
    if better > WORTHWHILE:
        return WALK + better - threat // 2 - steps
    closer = _away(state, here) - _away(state, square)
    return WALK - 200 + 5 * closer - threat if closer > 0 and threat < 40 else -1


def _away(state: LastSpellState, square: Square) -> int:
    """How far a square is from where the hero should go: a boss, else what is next to the circle, else anyone once
    the cards are out; at last the circle itself."""
    goals = [target for target in _targets(state) if _is_worth_going(state, target)]
    if not goals:
        return max(0, to_circle(state, (square,)) - 3)
    return min(distance(square, at) for target in goals for at in squares_of(state, target))


def _is_worth_going(state: LastSpellState, target: str) -> bool:
    return target not in state.monsters or to_circle(state, squares_of(state, target)) <= 9


def _spend_rating(state: LastSpellState, name: str, action: Spend) -> int:
    """A token is spent when the hero could then attack from elsewhere, or is wanted elsewhere."""
    hero = state.heroes[name]
    if hero.attacked or not hero.actions or best_gain(state, name, hero.at) > WORTHWHILE:
        return -1
    if hero.points and any(_place_rating(state, name, end, 0) > WALK - 200 for end in reachable(state, hero)):
        return -1
    wanted = _steps_wanted(state, name)
    if wanted is None:
        return -1
    short = wanted - hero.points
    return SPEND - 10 * abs(short - action.value) if action.value >= short else SPEND - 60 + action.value


def _steps_wanted(state: LastSpellState, name: str) -> int | None:
    """How many steps lead the hero to its next attack, or nearer to where it should be; None if it may stay."""
    hero = state.heroes[name]
    assert hero.at is not None
    farther = state.clone()
    farther.heroes[name].points = hero.points + sum(hero.ready)
    routes = reachable(farther, farther.heroes[name])
    attacking = [len(path) for end, path in routes.items() if best_gain(farther, name, end) > WORTHWHILE]
    if attacking:
        return min(attacking)
    here = _away(state, hero.at)
    leading = [len(path) for end, path in routes.items() if _away(state, end) < here]
    return max(leading, default=None)


def _guard_rating(state: LastSpellState, name: str) -> int:
    hero = state.heroes[name]
    assert hero.at is not None
    if not hero.attacked and best_gain(state, name, hero.at) > WORTHWHILE:
        return -1
    return GUARD if danger(state, name, hero.at) and hero.actions > int(_may_go_on(state, name)) else -1


def _may_go_on(state: LastSpellState, name: str) -> bool:
    """Whether a further turn in this Hero phase may bring another attack."""
    hero = state.heroes[name]
    if not hero.actions or hero.at is None or not (hero.attacked or hero.moved):
        return False
    again = state.clone()
    again.heroes[name].attacked = False
    return best_gain(again, name, hero.at) > WORTHWHILE or (hero.attacked and bool(hero.ready))


