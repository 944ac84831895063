"""Ballistas and catapults (chapter 10, LS-DEF): free, at any time of a hero's turn, by that hero (LS-DEF-1, R27)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Refused, Slot
from domain.games.last_spell.actions import Fire
from domain.games.last_spell.events.attacks import DefenceFired
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import Aimer, Tool
from domain.games.last_spell.rules.naming import check_on_board
from domain.games.last_spell.rules.town.geometry import as_lists, axis
from domain.games.last_spell.rules.town.pieces import enemies_at, has_existed
from domain.games.last_spell.state import Assault, Construction, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import FinishAttack, StrikePoint


def fire(run: LastSpellRun, name: str, action: Fire) -> None:
    """Shoot: a ballista at one square, with Armour-piercing (LS-DEF-2); a catapult at 3 by 3 squares, inevitable on
    the impact point only (LS-DEF-3)."""
    state, defence = run.state, action.defence
    if not has_existed(state, defence):
        raise Refused("malformed", "there is no defence {defence!r}", defence=defence)
    check_on_board(state, action.at)
    if defence not in state.constructions or not can_fire(state, defence):
        raise Refused("illegal", "that defence cannot shoot now")
    if (problem := aimer_of(state, defence).problem(action.at)) is not None:
        raise Refused("illegal", problem)
    rocks = int(state.construction_kind(defence).ammunition_count is not None)
    assault = _assault(state, name, action)
    run.emit(DefenceFired(name, defence, action.at, assault, rocks, cause=assault.cause))
    run.push(StrikePoint(0), FinishAttack())


def shots(state: LastSpellState, seat: str) -> Iterator[Fire]:
    """Shots of the defences with an enemy in the strike zone."""
    return _shots(state, hitting=True)


def shots_at_nobody(state: LastSpellState, seat: str) -> Iterator[Fire]:
    """All other shots."""
    return _shots(state, hitting=False)


def any_shot(state: LastSpellState, seat: str, rng: Stream) -> Fire | None:
    """A random shot of a random defence."""
    for defence in rng.shuffled(firing(state)):
        squares = aimer_of(state, defence).squares()
        if squares:
            return Fire(defence, rng.choice(squares))
    return None


def shot_slots(state: LastSpellState, seat: str) -> tuple[Slot, ...] | None:
    """The defences that can shoot, and the squares at which one of them can."""
    aimed = {defence: aimer_of(state, defence).squares() for defence in firing(state)}
    targets = dict.fromkeys(square for squares in aimed.values() for square in squares)
    return (Slot("defence", tuple(aimed)), Slot("at", as_lists(targets))) if targets else None


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


def _shots(state: LastSpellState, hitting: bool) -> Iterator[Fire]:
    for defence in firing(state):
        weapon = state.construction_kind(defence).weapon
        assert weapon is not None
        zone = state.content.zones[weapon.zone]
        for square in aimer_of(state, defence).squares():
            struck = strike_squares(zone, square, axis(state.constructions[defence].at, square))
            if any(enemies_at(state, near) for near in struck) == hitting:
                yield Fire(defence, square)
