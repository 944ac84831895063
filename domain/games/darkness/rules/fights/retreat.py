"""Retreat from an adversary (WD-COMBAT-12 to WD-COMBAT-14)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.games.darkness.actions import Retreat
from domain.games.darkness.events.fighting import CombatEnded, RetreatTried
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.differences import free_retreats_take_nothing
from domain.games.darkness.rules.fights import combat, foes
from domain.games.darkness.rules.fights.engagement import engaged_with
from domain.games.darkness.rules.play import Play, demand, last_check
from domain.games.darkness.rules.town.movement import changed_by_fate
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.combat import CombatRound, Fled
from domain.games.darkness.steps.disks import AskArrange


def retreat(play: Play, seat: str, action: Retreat) -> None:
    """One attempt a turn; with others on the same adversary none is needed (WD-COMBAT-12, WD-COMBAT-13)."""
    state = play.state
    early = state.combat is None
    adversary = engaged_with(state, seat) if state.combat is None else state.combat.against
    assert adversary is not None
    opened = checks.opening(state, seat, "retreat")
    if is_free(state, seat):
        if free_retreats_take_nothing(state):
            checks.plan(state, opened, action)
            demand(action == Retreat(), "no check is made: neither skill nor dice are of use")
        play.emit(RetreatTried(seat, None, foes.speed_of(state, adversary), success=True))
        _go_on(play, seat)
        return
    checks.plan(state, opened, action)
    play.push(Fled(adversary, early))
    checks.begin_thrown(play, opened, action)


def retreats(state: DarknessState, seat: str) -> Iterator[Action]:
    """The throws that a retreat can be tried with; one way if no check is made."""
    if is_free(state, seat) and free_retreats_take_nothing(state):
        return iter((Retreat(),))
    return (Retreat(skill, add) for skill, add in checks.throws(state, seat, "retreat"))


def fled(play: Play, step: Fled) -> None:
    """Level and current D must pass the speed: then a disk is reshuffled, a boss stays (WD-COMBAT-12, WD-SCEN-4).

    Not passed, the combat goes on; the initiative is kept if it was won.
    """
    settled = last_check(play.state)
    seat = settled.by
    person, speed = play.state.people[seat], foes.speed_of(play.state, step.adversary)
    total = changed_by_fate(person.effects, settled.level + person.defense)
    play.emit(RetreatTried(seat, total, speed, total > speed))
    if total > speed:
        if step.adversary in play.state.disks:
            play.push(AskArrange(step.adversary))
        _go_on(play, seat)
    elif step.early:
        combat.begin(play, seat, step.adversary)
    else:
        play.push(CombatRound())


def is_free(state: DarknessState, seat: str) -> bool:
    """Whether others stay on the same adversary, so that no check is needed (WD-COMBAT-13)."""
    return any(other != seat for other in state.here(state.people[seat].at))


def _go_on(play: Play, seat: str) -> None:
    if play.state.combat is not None:
        play.emit(CombatEnded(seat))
