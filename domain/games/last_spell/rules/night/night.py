"""The night's phases (chapter 8, LS-NIGHT): the Monster phase and its six steps, panic and destiny."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.games.last_spell.events.causes import Cause, new_cause
from domain.games.last_spell.events.night import (
    DestinyFlipped,
    MonsterPhaseBegan,
    MonsterPhaseEnded,
    PanicSpread,
    StepBegan,
)
from domain.games.last_spell.rules.bosses import cetusia, dryad, harpy
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.monsters.monster_attacks import attack_step
from domain.games.last_spell.rules.monsters.movement import movement_step
from domain.games.last_spell.rules.night.spawn import spawn_step
from domain.games.last_spell.rules.town.geometry import SIDES
from domain.games.last_spell.rules.town.pieces import enemies, inside_city, is_monster, squares_of
from domain.games.last_spell.state import PHASE_STEPS, LastSpellRun
from domain.games.last_spell.steps import BeginHeroPhase, BeginMonsterPhase, CheckNight, EndMonsterPhase, PhaseStep


def begin_monster_phase(run: LastSpellRun, step: BeginMonsterPhase) -> None:
    """A night alternates Monster phase and Hero phase, beginning with a Monster phase (LS-NIGHT-1)."""
    run.emit(MonsterPhaseBegan(run.state.round + 1))
    push_steps(run, PHASE_STEPS[0])


def push_steps(run: LastSpellRun, first: str) -> None:
    """The steps of the Monster phase from `first` on (LS-NIGHT-2); after each the night may be won (LS-NIGHT-3)."""
    run.push(EndMonsterPhase())
    for name in reversed(PHASE_STEPS[PHASE_STEPS.index(first) :]):
        run.push(PhaseStep(name), CheckNight())


def phase_step(run: LastSpellRun, step: PhaseStep) -> None:
    """Carry out a step of the Monster phase."""
    cause = new_cause(run.state)
    run.emit(StepBegan(step.step, cause=cause))
    DONE[step.step](run, cause)


def end_monster_phase(run: LastSpellRun, step: EndMonsterPhase) -> None:
    """Stun ends (LS-DIE-8), Cetusia's cards may be shuffled (LS-BOSS-CETUSIA-4); the Hero phase follows."""
    run.emit(MonsterPhaseEnded(run.state.round))
    if isinstance(run.state.boss, Cetusia):
        cetusia.end_phase(run, run.state.boss)
    run.push(BeginHeroPhase())


def panic_step(run: LastSpellRun, cause: Cause) -> None:
    """As many Flames leave the panic track as monsters are inside the city, bosses among them (LS-PANIC-1, R40); an
    empty track loses nothing more (LS-PANIC-2)."""
    state = run.state
    inside = sum(is_monster(state, name) and inside_city(state, squares_of(state, name)) for name in enemies(state))
    run.emit(PanicSpread(inside, min(inside, sum(state.panic)), cause=cause))


def destiny_step(run: LastSpellRun, cause: Cause) -> None:
    """Flip the Destiny token, whose side holds for this Monster phase (LS-DESTINY-1)."""
    run.emit(DestinyFlipped(run.flip("destiny", SIDES)))


def boss_step(run: LastSpellRun, cause: Cause) -> None:
    """The boss of the third night; nothing happens in the nights before."""
    match run.state.boss:
        case Harpy() as boss:
            harpy.boss_step(run, boss)
        case Cetusia() as boss:
            cetusia.boss_step(run, boss)
        case Dryad() as boss:
            dryad.boss_step(run, boss, cause)


DONE: Mapping[str, Callable[[LastSpellRun, Cause], None]] = MappingProxyType(
    {
        "panic-spread": panic_step,
        "destiny-toss": destiny_step,
        "boss-appearance": boss_step,
        "monster-spawn": spawn_step,
        "monster-movement": movement_step,
        "monster-attack": attack_step,
    }
)
"""What is done in each step of the Monster phase."""
