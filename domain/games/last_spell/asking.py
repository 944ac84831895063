"""What lies on top of the agenda while a seat is asked, and how its answers are carried out.

Choices: which possibilities a step leaves, and the answer to it. Other answers have their own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.contract.game import Json, Refused, Run, Step
from domain.games.last_spell.actions import Choose
from domain.games.last_spell.rules.attacks import armor_effects
from domain.games.last_spell.rules.attacks.damage import take
from domain.games.last_spell.rules.heroes import tokens
from domain.games.last_spell.rules.monsters import monster_attacks
from domain.games.last_spell.rules.night import dawn
from domain.games.last_spell.state import LastSpellState
from domain.games.last_spell.steps import (
    AssessPanic,
    Blast,
    CetusiaAttack,
    DarkBargain,
    HealOther,
    HurtHero,
    LoseMovement,
    MonsterAttack,
    RecoverAction,
    RecoverMovement,
    RewardQuest,
    Spread,
    StrikeEnemy,
    WoundAdjacent,
)

Options = Callable[[LastSpellState, Any], Sequence[Json]]

CHOICES: Mapping[type[Step], Options] = {
    MonsterAttack: lambda state, step: step.targets,
    CetusiaAttack: lambda state, step: step.targets,
    Blast: monster_attacks.blasted,
    RecoverAction: lambda state, step: tokens.used_actions(state.heroes[step.hero]),
    RecoverMovement: lambda state, step: tokens.distinct(state.heroes[step.hero].used),
    LoseMovement: lambda state, step: tokens.distinct(state.heroes[step.hero].ready),
    HealOther: lambda state, step: armor_effects.healable(state, step.hero),
    WoundAdjacent: lambda state, step: armor_effects.adjacent_monsters(state, step.hero),
    DarkBargain: lambda state, step: armor_effects.YES_OR_NO,
    AssessPanic: lambda state, step: dawn.panic_equipment(state),
    RewardQuest: lambda state, step: dawn.offered(state, state.content.quests[step.quest].reward),
}
"""The possibilities of each step that leaves a choice."""


def possibilities(state: LastSpellState) -> Sequence[Json]:
    """What can be chosen now."""
    step = state.agenda[-1]
    return CHOICES[type(step)](state, step)


def choose(run: Run[LastSpellState], action: Choose) -> None:
    """Go on with the possibility that was chosen."""
    options = possibilities(run.state)
    if not any(type(option) is type(action.value) and option == action.value for option in options):
        raise Refused("illegal", "that is none of the possibilities")
    run.push(replace(run.agenda.pop(), chosen=action.value))


def accept(run: Run[LastSpellState]) -> None:
    """Take what is left of the damage."""
    step = run.agenda.pop()
    assert isinstance(step, HurtHero)
    take(run, step)


def waiting_damage(state: LastSpellState) -> HurtHero:
    """The damage about which a seat is asked."""
    step = state.agenda[-1]
    assert isinstance(step, HurtHero)
    return step


def waiting_miss(state: LastSpellState) -> StrikeEnemy:
    """The miss about which a seat is asked."""
    step = state.agenda[-1]
    assert isinstance(step, StrikeEnemy)
    return step


def waiting_spread(state: LastSpellState) -> Spread:
    """The Propagation about which a seat is asked."""
    step = state.agenda[-1]
    assert isinstance(step, Spread)
    return step
