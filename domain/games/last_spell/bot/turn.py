"""A hero's turn: shoot what is free to shoot, make the best attack, go where the next one can be made, stay alive."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.games.last_spell.actions import (
    Aimed,
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
from domain.games.last_spell.bot.odds import gain
from domain.games.last_spell.bot.outlook import Outlook, price
from domain.games.last_spell.rules.attacks import aiming, attacks, bare_hands, defences
from domain.games.last_spell.rules.attacks.aiming import aimed
from domain.games.last_spell.rules.attacks.attacks import is_attack
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import aimer
from domain.games.last_spell.rules.heroes import heroes, items, tokens, ways
from domain.games.last_spell.rules.town.geometry import Square, axis
from domain.games.last_spell.rules.town.pieces import squares_of
from domain.games.last_spell.state import Hero, seat_of

FREE, STRIKE, WALK, LEAD, SPEND, REFUGE, GUARD, STAY = 2000, 1000, 800, 600, 500, 350, 300, 100
"""Where the ratings of kinds of actions begin: what costs nothing, attacks, moves to an attack, moves that lead on,
tokens, flight, Protect, the end of the turn. What rates less than the end is not done."""


def proposals(outlook: Outlook) -> Iterator[Action]:
    """What is worth weighing in the active hero's turn."""
    state, seat = outlook.state, seat_of(outlook.name)
    yield EndTurn()
    yield Pass()
    yield from bare_hands.punches(state, seat)
    if outlook.hero.held_by is not None:
        return
    for listing in (heroes.protections, tokens.spendings, aiming.attacks, aiming.scrolls):
        yield from listing(state, seat)
    yield from _volleys(outlook)
    yield from defences.shots(state, seat)
    yield from items.doses(state, seat)
    if not outlook.can_attack():
        yield from ways.shortest_moves(state, seat)
        yield from ways.jumps(state, seat)


def rating(outlook: Outlook, action: Action) -> int:
    """How good an action of the active hero looks."""
    match action:
        case Fire():
            return _shot_rating(outlook, action)
        case Attack() | Read():
            return _attack_rating(outlook, action)
        case Punch():
            return _punch_rating(outlook, action)
        case Drink():
            return _drink_rating(outlook.hero, action)
        case Move():
            return _place_rating(outlook, action.path[-1], len(action.path))
        case Jump():
            return _place_rating(outlook, action.to, 3)
        case Spend():
            return _spend_rating(outlook, action)
        case Protect():
            return _guard_rating(outlook)
        case EndTurn():
            return STAY if _may_go_on(outlook) else STAY - 20
        case Pass():
            return STAY - 10
        case _:
            return 0


def _volleys(outlook: Outlook) -> Iterator[Action]:
    """Repeated zones on the best targets, each once."""
    state = outlook.state
    for tool in outlook.ready_tools():
        if state.content.zones[tool.technique.zone].repeat is None:
            continue
        sight = aimer(state, outlook.name, tool)
        squares = (squares_of(state, target)[0] for target in outlook.targets)
        points = [square for square in squares if sight.problem(square) is None][: tool.technique.x]
        if points:
            missing = tool.technique.x - len(points)
            yield aimed(tool, at=(*points, *(points[:1] * missing)))


def _attack_rating(outlook: Outlook, action: Aimed) -> int:
    state = outlook.state
    tool = attacks.tool_of(state, action)
    if action.hero is not None:
        friend = state.heroes[action.hero]
        if is_attack(state, tool) and outlook.can_attack():
            return 0
        return STRIKE if friend.actions < friend.actions_max and friend.used else 0
    zone = state.content.zones[tool.technique.zone]
    points = attacks.squares_named(action.at) if action.at is not None else (outlook.hero.at,)
    assert outlook.hero.at is not None
    net = -price(tool, outlook.weights)
    for point in points:
        assert point is not None
        facing = action.direction or axis(outlook.hero.at, point)
        net += outlook.strike_gain(tool, zone, point, facing)
    least = outlook.weights.worthwhile if is_attack(state, tool) else 0
    return STRIKE + net if net > least else 0


def _punch_rating(outlook: Outlook, action: Punch) -> int:
    state = outlook.state
    if outlook.hero.held_by is not None or action.target in state.heroes:
        return STRIKE + 50
    if action.target in outlook.spared:
        return 0
    at = squares_of(state, action.target)[:1]
    return STRIKE - 100 + gain(state, at, at[0], state.content.numbers.bare_hands_damage, (), False, outlook.weights)


def _shot_rating(outlook: Outlook, action: Fire) -> int:
    state, weights = outlook.state, outlook.weights
    kind = state.construction_kind(action.defence)
    assert kind.weapon is not None
    facing = axis(state.constructions[action.defence].at, action.at)
    squares = strike_squares(state.content.zones[kind.weapon.zone], action.at, facing)
    effects = (*kind.weapon.effects, *kind.impact_effects)
    rock = weights.rock if kind.ammunition_count is not None else 0
    net = gain(state, squares, action.at, kind.damage, effects, False, weights) - rock
    return FREE + net if net > 0 else 0


def _drink_rating(hero: Hero, action: Drink) -> int:
    match action.potion:
        case "red-potion":
            return FREE if hero.wounds >= hero.health // 2 else 0
        case "yellow-potion":
            return SPEND if hero.actions == 0 else 0
        case "blue-potion":
            return SPEND if hero.mana + 3 <= hero.mana_max else 0
        case _:
            return SPEND if not hero.ready else 0


def _place_rating(outlook: Outlook, square: Square, steps: int) -> int:
    """A move is as good as the attack that it allows, less the danger and the way; without one as it leads on."""
    here = outlook.hero.at
    assert here is not None
    threat = outlook.danger(square) - outlook.danger(here)
    better = 0 if outlook.hero.attacked else outlook.best_gain(square)
    if better > outlook.weights.worthwhile:
        return WALK + better - threat // 2 - steps
    if _flees(outlook):
        return REFUGE - threat // 8 - steps if threat <= -outlook.weights.flight else 0
    closer = outlook.away(here) - outlook.away(square)
    leads = closer > 0 and (threat < outlook.weights.fear or outlook.danger(square) < outlook.weights.mortal)
    return LEAD + outlook.weights.lead * closer - threat if leads else 0


def _flees(outlook: Outlook) -> bool:
    """Whether a hero in mortal danger can do no more in this phase."""
    here = outlook.hero.at
    assert here is not None
    return outlook.danger(here) >= outlook.weights.mortal and not _may_go_on(outlook)


def _spend_rating(outlook: Outlook, action: Spend) -> int:
    """A token is spent when the hero could then attack from elsewhere, is wanted elsewhere, or has to flee."""
    hero = outlook.hero
    wanted = _steps_to_refuge(outlook) if hero.attacked or not hero.actions else _steps_wanted(outlook)
    if wanted is None or wanted <= hero.points:
        return 0
    short = wanted - hero.points
    return SPEND - 10 * (action.value - short) if action.value >= short else SPEND - 60 + action.value


def _steps_wanted(outlook: Outlook) -> int | None:
    """How many steps lead the hero to its next attack, or nearer to where it is wanted; None if it may stay."""
    hero = outlook.hero
    if outlook.can_attack():
        return None
    assert hero.at is not None
    routes = outlook.farther
    for end, path in routes.items():
        if outlook.best_gain(end) > outlook.weights.worthwhile:
            return len(path)
    here = outlook.away(hero.at)
    leading = (end for end in routes if outlook.away(end) < here)
    return max((len(routes[end]) for end in leading if outlook.danger(end) < outlook.weights.mortal), default=None)


def _steps_to_refuge(outlook: Outlook) -> int | None:
    """How many steps lead the hero out of mortal danger; None if it need not flee, or cannot."""
    here = outlook.hero.at
    assert here is not None
    if not _flees(outlook):
        return None
    refuges = ((outlook.danger(end) + len(path), len(path)) for end, path in outlook.farther.items())
    least, steps = min(refuges, default=(outlook.danger(here), 0))
    return steps if outlook.danger(here) - least >= outlook.weights.flight else None


def _guard_rating(outlook: Outlook) -> int:
    hero = outlook.hero
    assert hero.at is not None
    if outlook.can_attack() or not outlook.danger(hero.at):
        return 0
    return GUARD if hero.actions > int(_may_go_on(outlook)) else 0


def _may_go_on(outlook: Outlook) -> bool:
    """Whether a further turn in this Hero phase may bring another attack."""
    hero = outlook.hero
    if not hero.actions or hero.at is None or not (hero.attacked or hero.moved):
        return False
    return outlook.best_gain(hero.at) > outlook.weights.worthwhile or (hero.attacked and bool(hero.ready))
