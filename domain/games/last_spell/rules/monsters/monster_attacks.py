"""How monsters attack (chapter 8, LS-ATT; LS-ABIL-5 to 8)."""

from __future__ import annotations

from domain.contract.game import Step
from domain.games.last_spell.components import MonsterKind
from domain.games.last_spell.events.attacks import DefenceRolled
from domain.games.last_spell.events.causes import Cause, new_cause
from domain.games.last_spell.events.monsters import MonsterAttacked, MonsterExploded, MonsterRemoved
from domain.games.last_spell.rules.attacks.dice import is_hit, roll
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.strikes import dice_of
from domain.games.last_spell.rules.bosses import cetusia
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad
from domain.games.last_spell.rules.bosses.bosses_data import HARPY
from domain.games.last_spell.rules.monsters.movement_order import in_order
from domain.games.last_spell.rules.monsters.targets import melee_targets
from domain.games.last_spell.rules.monsters.victims import harm, victims_in
from domain.games.last_spell.rules.questions import settle
from domain.games.last_spell.rules.readings import cetusia_strikes_first
from domain.games.last_spell.rules.town.geometry import Facing, Square, ahead, zone
from domain.games.last_spell.rules.town.pieces import (
    construction_at,
    facing_of,
    hero_at,
    holder,
    is_enemy,
    kind_of,
    squares_of,
)
from domain.games.last_spell.state import CIRCLE, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import (
    AttackOver,
    Blast,
    DrainMana,
    DryadAttack,
    HurtHero,
    MonsterAttack,
    OthersAttack,
    RemoveExploded,
    WoundEnemy,
)

EXPLOSION = "explosion"

EXPLOSION_DAMAGE_TO_MONSTERS = 1
"""What an Explosion does to the monster that it strikes, if it is hit (R11)."""


def attack_step(run: LastSpellRun, cause: Cause) -> None:
    """All monsters attack (LS-ATT-11); before them tiles hurt the heroes they hold (LS-BOSS-DRYAD-12) and Cetusia
    attacks (LS-BOSS-CETUSIA-9), after them the Dryad (LS-BOSS-DRYAD-6)."""
    state = run.state
    steps: list[Step] = []
    for name in state.in_play():
        tile = state.heroes[name].held_by
        if tile is not None:
            steps.append(HurtHero(name, state.content.dryad.held_damage, tile, reducible=False, cause=cause))
    if isinstance(state.boss, Cetusia) and cetusia_strikes_first(state):
        steps += [*cetusia.attacks_in_turn(state.boss), OthersAttack()]
    elif isinstance(state.boss, Cetusia):
        steps += [*cetusia.attacks_at_once(state, state.boss), *attacks_of_all(state)]
    else:
        steps += attacks_of_all(state)
    if isinstance(state.boss, Dryad):
        steps.append(DryadAttack())
    run.push(*steps)


def others_attack(run: LastSpellRun, step: OthersAttack) -> None:
    """What Cetusia has left attacks (R24)."""
    run.push(*attacks_of_all(run.state))


def attacks_of_all(state: LastSpellState) -> list[Step]:
    """The attacks of all monsters at once: targets are those of now, a monster slain in between will still attack
    (LS-ATT-11). Worked through in movement order, reckoned anew (R24)."""
    steps: list[Step] = []
    for name in in_order(state, attackers(state)):
        if targets := targets_of(state, name):
            [at] = squares_of(state, name)
            steps += [MonsterAttack(name, kind_of(state, name).id, at, targets), AttackOver()]
    return steps


def attackers(state: LastSpellState) -> list[str]:
    """The monsters that attack in this step: all but the stunned, the Harpy among them once she has entered, seed
    bombards unless they hold a hero (LS-BOSS-DRYAD-11)."""
    found = [name for name, monster in state.monsters.items() if not monster.stunned]
    if is_enemy(state, HARPY):
        found.append(HARPY)
    if isinstance(state.boss, Dryad):
        bombards = state.boss.bombards.items()
        found += [name for name, tile in bombards if not tile.stunned and holder(state, name) is None]
    return found


def targets_of(state: LastSpellState, name: str) -> tuple[str, ...]:
    """Whom or what a monster attacks: a hero, a construction or the circle; several names are a tie that the players
    break, none means that it cannot attack."""
    kind, [square] = kind_of(state, name), squares_of(state, name)
    if kind.attack == "ranged":
        target = first_ahead(state, square, facing_of(state, name), kind.range)
        return () if target is None else (target,)
    return melee_targets(state, (square,), kind.damage) if kind.attack != "none" else ()


def area_of(state: LastSpellState, kind: MonsterKind, at: Square) -> tuple[Square, ...]:
    """The squares that an attack over an area covers, or an Explosion (LS-ATT-12, LS-ABIL-5); none of an attack on one
    target."""
    if EXPLOSION in kind.abilities:
        return zone((at,))
    return () if kind.strike_zone is None else strike_squares(state.content.zones[kind.strike_zone], at, "north")


def first_ahead(state: LastSpellState, square: Square, facing: Facing, reach: int) -> str | None:
    """The first hero, construction or the circle in a straight line; monsters and terrain do not cover it
    (LS-ATT-6, R22)."""
    for count in range(1, reach + 1):
        front = ahead(square, facing, count)
        if front in state.board.circle:
            return CIRCLE
        target = hero_at(state, front) or construction_at(state, front)
        if target is not None:
            return target
    return None


def monster_attack(run: LastSpellRun, step: MonsterAttack) -> None:
    """Carry out one monster's attack: an Explosion, an attack over an area, or one on a single target."""
    kind = run.state.content.monsters[step.kind]
    if EXPLOSION in kind.abilities:
        _explode(run, step, kind)
        return
    if area := area_of(run.state, kind, step.at):
        _strike_all(run, step, kind, victims_in(run.state, area))
        return
    target = settle(run, step)
    if target is not None:
        _strike_all(run, step, kind, [target])


def blast(run: LastSpellRun, step: Blast) -> None:
    """One monster in the zone of an Explosion, chosen by the players, rolls its dice against an inevitable attack;
    the others are unharmed (LS-ABIL-7)."""
    chosen = settle(run, step)
    if chosen is None:
        return
    faces = roll(run, dice_of(run.state, chosen))
    hit = is_hit(faces, run.state.content.numbers.explosion_against_monsters)
    run.emit(DefenceRolled(chosen, faces, hit, stun=False, cause=step.cause))
    if hit:
        run.push(WoundEnemy(chosen, EXPLOSION_DAMAGE_TO_MONSTERS, step.by, cause=step.cause))


def remove_exploded(run: LastSpellRun, step: RemoveExploded) -> None:
    """The exploding monster is removed (LS-ABIL-5)."""
    if step.monster in run.state.monsters:
        run.emit(MonsterRemoved(step.monster, "exploded", cause=step.cause))


def _explode(run: LastSpellRun, step: MonsterAttack, kind: MonsterKind) -> None:
    """An Explosion strikes everything in the zone (LS-ABIL-5): each hero takes 4, which no card reduces
    (LS-ABIL-6, LS-ARM-5), constructions and the circle what the sheet says (R11)."""
    state, cause = run.state, new_cause(run.state)
    steps: list[Step] = []
    run.emit(MonsterExploded(step.monster, step.at, cause=cause))
    for victim in victims_in(state, area_of(state, kind, step.at)):
        if victim in state.heroes:
            damage = state.content.numbers.explosion_hero_damage
            steps.append(HurtHero(victim, damage, step.monster, guarded=True, reducible=False, cause=cause))
        else:
            steps += harm(state, victim, kind.construction_damage or kind.damage, step.monster, cause)
    run.push(*steps, Blast(step.monster, step.at, cause=cause), RemoveExploded(step.monster, cause=cause))


def _strike_all(run: LastSpellRun, step: MonsterAttack, kind: MonsterKind, victims: list[str]) -> None:
    """Attack each victim: damage, then mana drain (LS-ATT-7, LS-ATT-8, LS-ATT-10, LS-ABIL-8)."""
    steps: list[Step] = []
    cause = new_cause(run.state)
    for victim in victims:
        run.emit(MonsterAttacked(step.monster, victim, kind.damage, cause=cause))
        steps += harm(run.state, victim, kind.damage, step.monster, cause)
        if victim in run.state.heroes and "mana-drain" in kind.abilities:
            steps.append(DrainMana(victim, cause=cause))
    run.push(*steps)
