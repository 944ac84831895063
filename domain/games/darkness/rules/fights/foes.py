"""Whoever is fought: adversary and security disks, bosses, pieces of the game master."""

from __future__ import annotations

from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.state import DarknessState

ADVERSARY_ROUNDS, SECURITY_ROUNDS = 3, 1


def is_security(state: DarknessState, against: str) -> bool:
    """Whether it is a security disk."""
    disk = state.data.encounters.get(against)
    return disk is not None and disk.category == "security"


def is_piece(state: DarknessState, against: str) -> bool:
    """Whether it is a piece of the game master."""
    return state.master is not None and against in state.master.pieces


def is_final_piece(state: DarknessState, against: str) -> bool:
    """Whether it is a piece with whose end the campaign ends (WD-SCEN-AWAKENING-1)."""
    if state.master is None or against not in state.master.pieces:
        return False
    bosses = {boss.id for boss in scenario_of(state).row(state).boss}
    return state.master.pieces[against].kind in bosses


def level_against(state: DarknessState, against: str, letter: str) -> int:
    """The level of an opponent's I, A or D as it is now, before shifts of the one who fights it."""
    lowered = state.combat.lowered.get(letter, 0) if state.combat else 0
    return max(_own_level(state, against, letter) - lowered, 1)


def speed_of(state: DarknessState, against: str) -> int:
    """The speed that a retreat must pass."""
    disk = state.data.encounters.get(against)
    return disk.S if disk else scenario_of(state).boss(state, against).S


def worth_of(state: DarknessState, against: str) -> int:
    """VP for beating it: level of A and level of D, of a disk as printed, of a boss as it is (WD-COMBAT-8)."""
    disk = state.data.encounters.get(against)
    if disk:
        return disk.vp
    return level_against(state, against, "A") + level_against(state, against, "D")


def health_of(state: DarknessState, against: str) -> int:
    """The health it has: a disk one, a boss what is left of it (WD-COMBAT-4)."""
    return state.bosses[against].health if against in state.bosses else 1


def rounds_against(state: DarknessState, against: str) -> int:
    """Rounds of combat in a turn (WD-COMBAT-6)."""
    return SECURITY_ROUNDS if is_security(state, against) else ADVERSARY_ROUNDS


def _own_level(state: DarknessState, against: str, letter: str) -> int:
    disk = state.data.encounters.get(against)
    if disk and not is_piece(state, against):
        return level_of(disk.fighter.number(letter))
    return scenario_of(state).boss_level(state, against, letter)
