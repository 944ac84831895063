"""How a hero attacks with a technique of a weapon or a scroll (chapter 3, LS-WPN; LS-SCR).

An attack is checked in full before it is declared; what it does then lies on the agenda (`strikes`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.contract.game import Refused
from domain.contract.reason import Reason
from domain.games.last_spell.actions import Aimed, Attack
from domain.games.last_spell.changes import is_corrected, is_exact
from domain.games.last_spell.components import Zone
from domain.games.last_spell.events.attacks import Aim, AttackDeclared
from domain.games.last_spell.events.causes import Cause, named, new_cause
from domain.games.last_spell.rules.attacks.weapons import (
    Tool,
    aimer,
    range_of,
    tool_of_scroll,
    tool_of_weapon,
    uses_left,
)
from domain.games.last_spell.rules.heroes.prices import missing_price
from domain.games.last_spell.rules.town.geometry import Facing, Square, at_offset, axis
from domain.games.last_spell.rules.town.pieces import enemies_at, hero_at, is_free_for_hero
from domain.games.last_spell.state import Assault, Hero, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import FinishAttack, RecoverAction, RecoverMovement, StrikePoint


class Plan(NamedTuple):
    """An attack that the rules accept: its impact points, and its direction."""

    points: tuple[Square, ...]
    facing: Facing


def attack(run: LastSpellRun, name: str, action: Aimed) -> None:
    """Declare an attack, pay for it, and put its resolution on the agenda."""
    tool = tool_of(run.state, action)
    check_form(run.state, name, tool, action)
    check_ready(run.state, name, tool)
    if range_of(run.state, tool).unit == "hero":
        _support(run, name, tool, action)
        return
    plan = planned(run.state, name, tool, action)
    assault = _assault(run.state, name, tool, plan, action)
    at: Aim = plan.points if _zone(run.state, tool).repeat else plan.points[0]
    _declare(run, name, tool, at, assault.cause, assault=assault)
    run.push(*(StrikePoint(point) for point in range(len(plan.points))), FinishAttack())


def tool_of(state: LastSpellState, action: Aimed) -> Tool:
    """The technique that an action names."""
    if isinstance(action, Attack):
        return tool_of_weapon(state, action.weapon, action.technique)
    return tool_of_scroll(state, action.scroll)


def check_form(state: LastSpellState, name: str, tool: Tool, action: Aimed) -> None:
    """`Refused` as malformed unless the action has the arguments that the technique wants."""
    for colour in (action.curse, action.die):
        if colour is not None and colour not in state.content.dice:
            raise Refused("malformed", "there is no die {colour!r}", colour=colour)
    if range_of(state, tool).unit == "hero":
        if action.hero not in state.heroes or action.at is not None:
            raise Refused("malformed", "that technique is for a hero, to be named")
        return
    if action.hero is not None:
        raise Refused("malformed", "that technique is aimed at a square, not at a hero")
    _points(state, name, tool, action)


def check_ready(state: LastSpellState, name: str, tool: Tool) -> None:
    """`Refused` if the hero does not carry what the technique is of, has attacked already in this turn, has used the
    technique up or cannot pay for it.

    Scrolls (LS-SCR-1) are no attack of the turn (LS-WPN-7, LS-ACT-4).
    """
    hero = state.heroes[name]
    if tool.place is None and tool.source not in hero.scrolls:
        raise Refused("illegal", "the hero does not carry that scroll")
    if tool.place is not None and tool.source not in hero.weapons:
        raise Refused("illegal", "the hero does not carry that weapon")
    problem = unready(state, hero, tool)
    if problem is not None:
        raise Refused("illegal", problem)


def unready(state: LastSpellState, hero: Hero, tool: Tool) -> Reason | None:
    """Why the hero cannot use a technique now, wherever it aims; None if it can."""
    if hero.attacked and is_attack(state, tool):
        return Reason("the hero has attacked in this turn")
    if not uses_left(hero, tool):
        return Reason("the technique cannot be used again in this Hero phase")
    return missing_price(hero, tool.technique.cost)


def is_attack(state: LastSpellState, tool: Tool) -> bool:
    """Whether using a technique is the attack of the turn (LS-WPN-7): a technique of a weapon is, also for a hero
    (LS-WPN-16), a scroll is not (LS-SCR-1)."""
    return tool.place is not None and (is_corrected(state) or range_of(state, tool).unit != "hero")


def planned(state: LastSpellState, name: str, tool: Tool, action: Aimed) -> Plan:
    """The attack as the action aims it; `Refused` if it may not (LS-WPN-9, LS-WPN-10)."""
    points = _points(state, name, tool, action)
    _check_curse(tool, action)
    sight = aimer(state, name, tool)
    for point in points:
        if (problem := sight.problem(point)) is not None:
            raise Refused("illegal", problem)
    plan = Plan(points, _facing(state, name, tool, points[0], action.direction))
    landing = landing_square(state, tool, plan)
    if landing is not None and not is_free_for_hero(state, landing):
        raise Refused("illegal", "the square where the hero would land is not free")
    return plan


def landing_square(state: LastSpellState, tool: Tool, plan: Plan) -> Square | None:
    """Where the strike zone takes the hero; the square must be free (LS-FX-move-one-1, LS-FX-line-3-move-1)."""
    move_to = _zone(state, tool).move_to
    return None if move_to is None else at_offset(plan.points[0], plan.facing, move_to)


def _support(run: LastSpellRun, name: str, tool: Tool, action: Aimed) -> None:
    """A technique for a hero: it strikes nobody and only applies its effects (LS-WPN-16, LS-FX-one-ally-1,
    LS-FX-ally-or-self-1)."""
    target = action.hero
    assert target is not None
    if action.direction is not None or action.curse is not None or action.die is not None:
        raise Refused("illegal", "that technique has no direction and does not curse")
    if target not in supportable(run.state, name, tool):
        raise Refused("illegal", "that hero is out of its reach")
    cause = new_cause(run.state)
    _declare(run, name, tool, (), cause, target=target)
    effects, by = tool.technique.effects, named(run.state, tool.source)
    steps = [RecoverAction(target, by=by, cause=cause)] if "recover-action" in effects else []
    run.push(*steps, *([RecoverMovement(target, by=by, cause=cause)] if "recover-movement" in effects else []))


def supportable(state: LastSpellState, name: str, tool: Tool) -> list[str]:
    """The heroes in play that a technique for a hero reaches, wherever they are."""
    others_only = "hero" not in range_of(state, tool).targets
    return [hero for hero in state.in_play() if not (others_only and hero == name)]


def _declare(
    run: LastSpellRun,
    name: str,
    tool: Tool,
    at: Aim,
    cause: Cause,
    assault: Assault | None = None,
    target: str | None = None,
) -> None:
    cost = tool.technique.cost
    run.emit(
        AttackDeclared(
            name, tool.source, tool.technique.id, at, assault, target,
            cost.action, cost.mana, cost.movement, tool.place,
            counts=not cost.action, attacks=is_attack(run.state, tool), cause=cause,
        )
    )  # fmt: skip


def _points(state: LastSpellState, name: str, tool: Tool, action: Aimed) -> tuple[Square, ...]:
    """The impact points that an action names: one, or as many as the technique repeats (LS-FX-single-1,
    LS-FX-multi-1); with the range `self` it may be left out (LS-FX-self-1)."""
    own = state.heroes[name].at
    if action.at is None and range_of(state, tool).id == "self" and own is not None:
        return (own,)
    points = squares_named(action.at)
    wanted = tool.technique.x if _zone(state, tool).repeat else 1
    if len(points) != wanted:
        raise Refused("malformed", "the technique wants {wanted} impact point(s)", wanted=wanted)
    if not all(map(state.board.contains, points)):
        raise Refused("malformed", "a square outside the board")
    return points


def squares_named(at: Any) -> tuple[Square, ...]:
    """The squares of an argument that is `[x, y]` or a list of squares; `Refused` if it is neither."""
    match at:
        case (int(x), int(y)):
            return ((x, y),)
        case tuple() if all(isinstance(square, tuple) for square in at):
            return at
        case _:
            raise Refused("malformed", "at is a square [x, y], or a list of squares")


def _check_curse(tool: Tool, action: Aimed) -> None:
    if action.die is not None and action.curse is None:
        raise Refused("illegal", "a die is named for a curse only")
    if action.curse is not None and "cursed" not in tool.technique.effects:
        raise Refused("illegal", "that technique does not curse")


def _facing(state: LastSpellState, name: str, tool: Tool, point: Square, named: Facing | None) -> Facing:
    """The direction of the attack (LS-WPN-15): for a range in sectors, or on the own square, the one that the player
    names if the zone has one; else the axis of the greater distance from the hero."""
    at = state.heroes[name].at
    assert at is not None
    own = axis(at, point)
    if named is None or named == own:
        return own
    if _zone(state, tool).has_direction and (range_of(state, tool).unit == "sector" or point == at):
        return named
    raise Refused("illegal", "the direction of that attack is not free")


def _assault(state: LastSpellState, name: str, tool: Tool, plan: Plan, action: Aimed) -> Assault:
    technique, hero = tool.technique, state.heroes[name]
    return Assault(
        hero=name,
        source=tool.source,
        damage=tool.damage,
        zone=technique.zone,
        facing=plan.facing,
        points=plan.points,
        aimed=tuple(_aimed_at(state, point) for point in plan.points),
        effects=technique.effects,
        x=technique.x,
        is_magic=tool.kind == "magic",
        curse=action.curse,
        die=action.die,
        momentum=momentum(state, hero) if "momentum" in technique.effects else 0,
        maneuver_to=technique.maneuver_to if "maneuver" in technique.effects else None,
        cause=new_cause(state),
    )


def _aimed_at(state: LastSpellState, point: Square) -> str | None:
    """Who stands on an impact point; under rules number 2 no hero counted."""
    enemy = next(iter(enemies_at(state, point)), None)
    return hero_at(state, point) if enemy is None and is_exact(state) else enemy


def momentum(state: LastSpellState, hero: Hero) -> int:
    """How many rerolls Momentum gives: by the squares moved in this turn (LS-FX-momentum-1)."""
    return max((rerolls for squares, rerolls in state.content.momentum if hero.moved >= squares), default=0)


def _zone(state: LastSpellState, tool: Tool) -> Zone:
    return state.content.zones[tool.technique.zone]
