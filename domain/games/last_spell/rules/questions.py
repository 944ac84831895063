"""What a question tells of what it is about: who or which text asks, how much, against whom, what is left.

Under rules number 1 questions told less (`FIRST`); since number 2 no two that differ look the same (`MORE`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from domain.contract.game import Json, Step
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.rules.bosses.bosses import Cetusia
from domain.games.last_spell.rules.bosses.bosses_data import HARPY
from domain.games.last_spell.state import LastSpellState
from domain.games.last_spell.steps import (
    AssessPanic,
    Blast,
    CetusiaAttack,
    DarkBargain,
    Granted,
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

Details = dict[str, Json]


def details(state: LastSpellState, step: Step) -> Details:
    """The open details of the decision that a step asks for."""
    known = FIRST[type(step)](state, step)
    return {**known, **MORE[type(step)](state, step)} if is_corrected(state) else known


def _of(what: str) -> Callable[[LastSpellState, Any], Details]:
    """A choice of the players: between things of this kind."""
    return lambda state, step: {"of": what}


def _own(what: str) -> Callable[[LastSpellState, Any], Details]:
    """A choice about a hero, by its own seat."""
    return lambda state, step: {"of": what, "hero": step.hero}


FIRST: Mapping[type[Step], Callable[[LastSpellState, Any], Details]] = {
    MonsterAttack: _of("target"),
    CetusiaAttack: _of("target"),
    Blast: _of("explosion"),
    AssessPanic: _of("equipment"),
    RewardQuest: _of("equipment"),
    RecoverAction: _own("action-token"),
    RecoverMovement: _own("movement-token"),
    LoseMovement: _own("movement-token"),
    HealOther: _own("heal"),
    WoundAdjacent: _own("wound"),
    DarkBargain: _own("dark"),
    HurtHero: lambda state, step: {"hero": step.hero, "by": step.by, "amount": step.amount},
    StrikeEnemy: lambda state, step: {"hero": _attacker(state), "monster": step.enemy},
    Spread: lambda state, step: {"hero": _attacker(state)},
}
"""What questions have told from the first rules number on."""


def _monster(state: LastSpellState, step: MonsterAttack) -> Details:
    """Which monster attacks, how hard, and whom it could strike."""
    amount = state.content.monsters[step.kind].damage
    return {"by": step.monster, "amount": amount, "among": list(step.targets)}


def _part(state: LastSpellState, step: CetusiaAttack) -> Details:
    """Which part of Cetusia attacks with what, how hard, and to whom it could turn."""
    assert isinstance(state.boss, Cetusia)
    amount = state.content.cetusia.techniques[step.technique].damage(state.boss.level)
    return {"by": step.part, "technique": step.technique, "amount": amount, "among": list(step.targets)}


def _hurt(state: LastSpellState, step: HurtHero) -> Details:
    """With which weapon a friend has struck, where one has."""
    assault = state.assault
    return {} if assault is None or step.by != assault.hero else {"weapon": assault.source}


def _missed(state: LastSpellState, step: StrikeEnemy) -> Details:
    """Which attack missed, where, what has been rolled again, and whether the miss stuns or another roll might."""
    return {
        "weapon": _weapon(state),
        "impact": step.impact,
        "taken": list(step.taken),
        "stunned": step.stunned,
        "stuns": step.stuns,
    }


def _spread(state: LastSpellState, step: Spread) -> Details:
    """Which attack goes on, from where, and how often it may."""
    return {"weapon": _weapon(state), "from": [list(square) for square in step.squares], "left": step.left}


def _granted(state: LastSpellState, step: Granted) -> Details:
    """Which card or technique grants it."""
    return {} if step.by is UNSET else {"by": step.by}


MORE: Mapping[type[Step], Callable[[LastSpellState, Any], Details]] = {
    MonsterAttack: _monster,
    CetusiaAttack: _part,
    Blast: lambda state, step: {"by": step.by, "at": list(step.at)},
    AssessPanic: lambda state, step: {"by": "panic-track"},
    RewardQuest: lambda state, step: {"by": step.quest},
    RecoverAction: _granted,
    RecoverMovement: lambda state, step: {**_granted(state, step), "left": step.count},
    LoseMovement: lambda state, step: {"by": HARPY},
    HealOther: lambda state, step: {**_granted(state, step), "amount": step.amount},
    WoundAdjacent: lambda state, step: {**_granted(state, step), "amount": step.amount},
    DarkBargain: lambda state, step: {"by": step.card, "amount": state.content.armor[step.card].use.may_take_damage},
    HurtHero: _hurt,
    StrikeEnemy: _missed,
    Spread: _spread,
}
"""What questions tell besides, from rules number 2 on."""


def _attacker(state: LastSpellState) -> str:
    assert state.assault is not None
    return state.assault.hero


def _weapon(state: LastSpellState) -> str:
    assert state.assault is not None
    return state.assault.source
