"""Ballistas and catapults (chapter 10, LS-DEF): free, at any time of a hero's turn, by that hero (LS-DEF-1, R27)."""

from __future__ import annotations

from domain.contract.game import Refused, Run
from domain.games.last_spell.actions import Fire
from domain.games.last_spell.events.attacks import DefenceFired
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.rules.attacks.weapons import Aimer, Tool
from domain.games.last_spell.rules.town.geometry import axis
from domain.games.last_spell.rules.town.pieces import enemies_at, has_existed
from domain.games.last_spell.state import Assault, Construction, LastSpellState
from domain.games.last_spell.steps import FinishAttack, StrikePoint


def fire(run: Run[LastSpellState], name: str, action: Fire) -> None:
    """Shoot: a ballista at one square, with Armour-piercing (LS-DEF-2); a catapult at 3 by 3 squares, inevitable on
    the impact point only (LS-DEF-3)."""
    state, defence = run.state, action.defence
    if not has_existed(state, defence):
        raise Refused("malformed", f"there is no defence {defence!r}")
    if not state.board.contains(action.at):
        raise Refused("malformed", "a square outside the board")
    if defence not in state.constructions or not can_fire(state, defence):
        raise Refused("illegal", "that defence cannot shoot now")
    if (problem := aimer_of(state, defence).problem(action.at)) is not None:
        raise Refused("illegal", problem)
    rocks = int(state.construction_kind(defence).ammunition_count is not None)
    assault = _assault(state, name, action)
    run.emit(DefenceFired(name, defence, action.at, assault, rocks, cause=assault.cause))
    run.push(StrikePoint(0), FinishAttack())


def can_fire(state: LastSpellState, defence: str) -> bool:
    """Whether a construction shoots and can do so now: a ballista once a Hero phase (LS-DEF-2), a catapult while it
    has rocks (LS-DEF-4)."""
    kind, construction = state.construction_kind(defence), state.constructions[defence]
    if kind.weapon is None:
        return False
    if kind.ammunition_count is not None:
        return construction.rocks > 0
    return not construction.used


def firing(state: LastSpellState) -> list[str]:
    """The defences that can shoot now."""
    return [name for name in state.constructions if can_fire(state, name)]


def aimer_of(state: LastSpellState, defence: str) -> Aimer:
    """What a defence may aim at: no line of sight is needed; trees hinder the ballista, not the catapult
    (LS-GLEN-1, R28)."""
    return Aimer(state, state.constructions[defence].at, _tool(state, state.constructions[defence]), vision=False)


def _tool(state: LastSpellState, construction: Construction) -> Tool:
    kind = state.content.constructions[construction.kind]
    assert kind.weapon is not None
    return Tool(construction.kind, kind.weapon, "defence", kind.damage, None, kind.free_impact)


def _assault(state: LastSpellState, name: str, action: Fire) -> Assault:
    kind = state.construction_kind(action.defence)
    assert kind.weapon is not None
    return Assault(
        hero=name,
        source=action.defence,
        damage=kind.damage,
        zone=kind.weapon.zone,
        facing=axis(state.constructions[action.defence].at, action.at),
        points=(action.at,),
        aimed=(next(iter(enemies_at(state, action.at)), None),),
        effects=kind.weapon.effects,
        impact_effects=kind.impact_effects,
        is_defence=True,
        cause=new_cause(state),
    )
