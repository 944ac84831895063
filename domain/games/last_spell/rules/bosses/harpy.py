"""The Corrupted Harpy of Gildenberg (chapter 13, LS-BOSS-HARPY)."""

from __future__ import annotations

from domain.contract.game import Step
from domain.games.last_spell.events.bosses import BossAppeared, HarpyCried, HarpySideDrawn
from domain.games.last_spell.events.causes import Cause, new_cause
from domain.games.last_spell.rules.bosses.bosses import Harpy
from domain.games.last_spell.rules.bosses.bosses_data import HARPY
from domain.games.last_spell.rules.monsters.victims import harm, victims_in
from domain.games.last_spell.rules.town.geometry import zone
from domain.games.last_spell.rules.town.pieces import arrow_at, enemies_at, is_monolith, nearest_free
from domain.games.last_spell.state import CIRCLE, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import AttackOver, LoseMovement, WoundEnemy

RIGHT_HALF_FROM = 15
"""The first column of the right half of the board (R53)."""


def boss_step(run: LastSpellRun, boss: Harpy) -> None:
    """She perches on the cliff on the day's side (LS-BOSS-HARPY-1) and cries: every hero on her half of the board
    turns a movement token (LS-BOSS-HARPY-2). Both are skipped once she has come down (LS-BOSS-HARPY-3)."""
    if boss.alerions_slain >= run.state.content.harpy.minion_count:
        return
    side = draw_side(run, boss)
    if boss.at is None:
        perch = run.state.content.city(run.state.setting.scenario).harpy_perches[side]
        facing = arrow_at(run.state, perch)
        run.emit(BossAppeared(HARPY, perch, (perch,), facing, perched=True, cause=new_cause(run.state)))
    heroes = tuple(name for name in run.state.in_play() if is_on_half(run.state, name, side))
    cause = new_cause(run.state)
    run.emit(HarpyCried(side, heroes, cause=cause))
    run.push(*(LoseMovement(hero, cause=cause) for hero in heroes))


def draw_side(run: LastSpellRun, boss: Harpy) -> str:
    """The side of the cliff that the day's Destiny token showed; drawn unless the options give it."""
    if boss.side is None:
        run.emit(HarpySideDrawn(run.flip("harpy", ("left", "right"))))
    assert boss.side is not None
    return boss.side


def is_on_half(state: LastSpellState, hero: str, side: str) -> bool:
    """Whether a hero is on the left or right half of the board (R53)."""
    at = state.heroes[hero].at
    return at is not None and (at[0] >= RIGHT_HALF_FROM) == (side == "right")


def attack_over(run: LastSpellRun, step: AttackOver) -> None:
    """With the third alerion dead she enters as soon as the attack that slew it is complete, where it died or on the
    nearest free square (LS-BOSS-HARPY-6), and dives (LS-BOSS-HARPY-7)."""
    boss = run.state.boss
    if not isinstance(boss, Harpy) or boss.fallen is None:
        return
    if boss.alerions_slain < run.state.content.harpy.minion_count or any(boss.enemies()):
        return
    square = nearest_free(run.state, boss.fallen)
    if square is None:
        return
    cause = new_cause(run.state)
    run.emit(BossAppeared(HARPY, square, (square,), arrow_at(run.state, square), cause=cause))
    _dive(run, cause)


def _dive(run: LastSpellRun, cause: Cause) -> None:
    """Explosive dive: damage to every hero, construction and monster in her zone, without dice; armour and shields
    may be used (LS-BOSS-HARPY-7, R29)."""
    state, damage = run.state, run.state.content.harpy.dive_damage
    near = zone(state.boss.squares(HARPY)) if state.boss is not None else ()
    steps: list[Step] = []
    for victim in victims_in(state, near):
        if victim != CIRCLE:
            steps += harm(state, victim, damage, HARPY, cause)
    struck = dict.fromkeys(name for square in near for name in enemies_at(state, square))
    steps += [WoundEnemy(name, damage, HARPY, cause=cause) for name in struck if not is_monolith(name)]
    run.push(*steps)
