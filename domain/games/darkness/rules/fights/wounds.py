"""Damage, healing and death (WD-CHAR-7, WD-CHAR-8, WD-HEAL)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.game import Action
from domain.games.darkness.actions import Heal, HealSelf
from domain.games.darkness.events.things import (
    AllyLost,
    CharacterDied,
    DamageHealed,
    DamageTaken,
    ItemLost,
    SurvivorLeft,
    ThingLaid,
)
from domain.games.darkness.rules.checks import checks, effects
from domain.games.darkness.rules.differences import causes_are_told, gifts_are_borne
from domain.games.darkness.rules.play import Play, caused, demand, known_seat, last_check, spend_action
from domain.games.darkness.rules.things.equipment import overloaded
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.things import Burden
from domain.games.darkness.steps.turn import CloseTurn, Healed


def hurt(play: Play, seat: str, amount: int, by: str, *, combat: bool = False) -> bool:
    """A character takes damage; at current D 0 it is dead (WD-CHAR-8). Whether it lives.

    In GM play damage from combat is counted apart (WD-GM-18).
    """
    play.emit(DamageTaken(seat, amount, by, amount if combat and play.state.gm else 0, cause=caused(play.state)))
    if play.state.people[seat].defense > 0:
        return True
    die(play, seat, by)
    return False


def die(play: Play, seat: str, by: str) -> None:
    """A character leaves the game: what it carried falls, its VP stay written down, its turn ends (WD-CHAR-8)."""
    state = play.state
    person = state.people[seat]
    play.emit(CharacterDied(seat, by if causes_are_told(state) else UNSET, cause=caused(state)))
    for thing in person.items:
        _leave(play, seat, thing)
    for ally in person.allies:
        play.emit(AllyLost(seat, ally, "died", gone=True, cause=caused(play.state)))
    for name, token in state.tokens.items():
        if token.follows == seat:
            play.emit(SurvivorLeft(name))
    if seat == state.active:
        play.agenda.clear()
        play.push(CloseTurn("dead"))
        if state.gm and gifts_are_borne(state):
            play.push(*(Burden(other) for other in overloaded(state) if other not in play.open))


def mend(play: Play, seat: str, amount: int, by: str) -> int:
    """Put damage back, no more than there is (WD-HEAL-3); how much it was. Combat damage goes first (WD-GM-18)."""
    person = play.state.people[seat]
    healed = min(amount, person.damage)
    if healed:
        play.emit(DamageHealed(seat, healed, by, min(healed, person.combat_damage), cause=caused(play.state)))
    if healed and by != seat:
        effects.use_all(play, seat, effects.BLEEDING)
    return healed


def heal_self(play: Play, seat: str, action: HealSelf) -> None:
    """Skip the turn to heal oneself (WD-TURN-2, WD-HEAL-1, WD-HEAL-3)."""
    demand(can_skip(play.state, seat), "the turn can be skipped for healing only at its very start")
    opened = checks.opening(play.state, seat, "heal-self")
    checks.plan(play.state, opened, action)
    spend_action(play, seat)
    play.push(Healed(seat))
    checks.begin_thrown(play, opened, action)


def ways_to_heal_self(state: DarknessState, seat: str) -> Iterator[Action]:
    """The throws that a seat can heal itself with."""
    if can_skip(state, seat):
        for skill, add in checks.throws(state, seat, "heal-self"):
            yield HealSelf(skill, add)


def can_skip(state: DarknessState, seat: str) -> bool:
    """Whether a seat may heal itself instead of everything else (WD-TURN-2, WD-HEAL-3)."""
    return (state.turn.fresh or state.gm) and state.people[seat].damage > 0


def heal(play: Play, seat: str, action: Heal) -> None:
    """Heal another character in the same space (WD-HEAL-2, WD-HEAL-3)."""
    state = play.state
    known_seat(state, action.seat)
    demand(action.seat in patients(state, seat), "{seat} cannot be healed here", seat=action.seat)
    opened = checks.opening(state, seat, "heal")
    spend_action(play, seat)
    play.push(Healed(action.seat))
    checks.begin(play, replace(opened, target=action.seat))


def healings(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each character that can be healed."""
    return (Heal(other) for other in patients(state, seat))


def patients(state: DarknessState, seat: str) -> list[str]:
    """Whom a seat can heal: others in the same space that have damage (WD-HEAL-2)."""
    here = state.here(state.people[seat].at)
    return [other for other in here if other != seat and state.people[other].damage]


def healed(play: Play, step: Healed) -> None:
    """1 damage back for each level; healing another pays 1 VP for each damage really healed (WD-HEAL-1, WD-HEAL-2)."""
    settled = last_check(play.state)
    amount = mend(play, step.patient, settled.level, settled.by)
    if step.patient == settled.by:
        play.agenda.clear()
        play.push(CloseTurn("healed"))
    else:
        change_points(play, settled.by, amount, "heal")


def _leave(play: Play, seat: str, thing: str) -> None:
    """What a dead character carried lies on its space; its VP stay written down."""
    play.emit(ItemLost(seat, thing, 0, "died", cause=caused(play.state)))
    play.emit(ThingLaid(thing, play.state.people[seat].at))
