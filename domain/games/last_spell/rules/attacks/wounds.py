"""Damage to monsters, bosses and their pieces (LS-MON-3; the bosses' own lives)."""

from __future__ import annotations

from domain.games.last_spell.events.bosses import (
    BossPartRemoved,
    BossSlain,
    CetusiaEvolved,
    MonolithDamaged,
    MonolithDestroyed,
    TileRemoved,
)
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.monsters import MonsterSlain, MonsterStunned, MonsterWounded
from domain.games.last_spell.rules.attacks import armor_effects
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.night.ending import win_night
from domain.games.last_spell.rules.night.quests import quests_of_kill
from domain.games.last_spell.rules.town.pieces import is_enemy, is_monolith, is_tile, kind_of
from domain.games.last_spell.state import LastSpellRun, LastSpellState, cetusia_of, dryad_of
from domain.games.last_spell.steps import StunEnemy, WoundEnemy

LEVEL_II = 2


def wound_enemy(run: LastSpellRun, step: WoundEnemy) -> None:
    """Damage to an enemy that is still there; without life points left it is removed (LS-MON-2, LS-MON-3)."""
    state, name = run.state, step.enemy
    if not is_enemy(state, name):
        return
    if is_monolith(name):
        _damage_monolith(run, step)
    elif name == DRYAD:
        _wound_dryad(run, step)
    elif name == HARPY:
        _wound_harpy(run, step)
    elif isinstance(state.boss, Cetusia) and name not in state.monsters:
        _wound_part(run, step)
    else:
        _wound_monster(run, step)


def stun_enemy(run: LastSpellRun, step: StunEnemy) -> None:
    """A monster that has survived is stunned (LS-DIE-8)."""
    if can_be_stunned(run.state, step.enemy):
        run.emit(MonsterStunned(step.enemy, cause=step.cause))


def can_be_stunned(state: LastSpellState, name: str) -> bool:
    """Whether it is a monster; bosses are immune (LS-DIE-9)."""
    return name in state.monsters or (is_tile(name) and is_enemy(state, name))


def life_left(state: LastSpellState, name: str) -> int:
    """The life points left to an enemy."""
    if (monster := state.monsters.get(name)) is not None:
        return monster.health - monster.wounds
    boss = state.boss
    if isinstance(boss, Cetusia):
        return state.content.cetusia.parts[name].health - boss.part(name).wounds
    if isinstance(boss, Dryad) and name in boss.monoliths:
        return state.content.dryad.monolith_health - boss.monoliths[name].flames
    wounds = boss.wounds if isinstance(boss, Harpy | Dryad) and not is_tile(name) else 0
    return kind_of(state, name).health - wounds


def _wound_monster(run: LastSpellRun, step: WoundEnemy) -> None:
    state, name = run.state, step.enemy
    kind = kind_of(state, name)
    if _wound(run, step):
        return
    quests = quests_of_kill(state, kind.level) if step.counts else ()
    squares = () if state.boss is None else state.boss.squares(name)
    run.emit(MonsterSlain(name, step.by, step.hero, quests, cause=step.cause))
    if is_tile(name):
        [at] = squares
        run.emit(TileRemoved(name, at, cause=step.cause))
    if step.hero is not None:
        armor_effects.reward_kills(run, step.hero, step.cause)


def _wound_harpy(run: LastSpellRun, step: WoundEnemy) -> None:
    """The seventh wound beats her (LS-BOSS-HARPY-8)."""
    if not _wound(run, step):
        _slay(run, HARPY, step.cause)


def _wound(run: LastSpellRun, step: WoundEnemy) -> int:
    """Wounds of a monster, a boss or a part; the life points that are left."""
    left = max(0, life_left(run.state, step.enemy) - step.amount)
    run.emit(MonsterWounded(step.enemy, step.amount, left, cause=step.cause))
    return left


def _wound_part(run: LastSpellRun, step: WoundEnemy) -> None:
    """Level I turns to level II, on level II the part is removed (LS-BOSS-CETUSIA-5, LS-BOSS-CETUSIA-6,
    LS-BOSS-CETUSIA-7); without both parts she is beaten (LS-BOSS-CETUSIA-8)."""
    boss = cetusia_of(run.state)
    if _wound(run, step):
        return
    if boss.level < LEVEL_II:
        run.emit(CetusiaEvolved(LEVEL_II, cause=step.cause))
        return
    run.emit(BossPartRemoved(step.enemy, cause=step.cause))
    if boss.head.removed and boss.tail.removed:
        _slay(run, CETUSIA, step.cause)


def _wound_dryad(run: LastSpellRun, step: WoundEnemy) -> None:
    """The Sprout takes no damage (LS-BOSS-DRYAD-5); the eleventh wound (LS-BOSS-DRYAD-4) beats her
    (LS-BOSS-DRYAD-15)."""
    boss = dryad_of(run.state)
    if run.state.content.dryad.growth[boss.growth - 1].can_be_damaged and not _wound(run, step):
        _slay(run, DRYAD, step.cause)


def _damage_monolith(run: LastSpellRun, step: WoundEnemy) -> None:
    """Each damage is a Flame token, the fourth destroys it (LS-BOSS-DRYAD-3)."""
    left = life_left(run.state, step.enemy)
    run.emit(MonolithDamaged(step.enemy, min(step.amount, left), cause=step.cause))
    if step.amount >= left:
        run.emit(MonolithDestroyed(step.enemy, cause=step.cause))


def _slay(run: LastSpellRun, boss: str, cause: Cause) -> None:
    """The boss is beaten: the night is won at once (LS-NIGHT-4)."""
    run.emit(BossSlain(boss, cause=cause))
    win_night(run)
