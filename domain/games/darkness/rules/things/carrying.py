"""What seats carry: getting, losing and handing over things, and the carry limit (WD-WT, WD-VP-8)."""

from __future__ import annotations

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Drop, Strain
from domain.games.darkness.events.table import LockSet
from domain.games.darkness.events.things import AllyGained, AllyLost, ItemGained, ItemLost, LimitChanged, ThingLaid
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.play import Play, carried, caused, last_check
from domain.games.darkness.rules.things.equipment import burden_of, shots_left, uses_of, worth_of
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.things import Burden, HandOver, Strained

BASE_LIMIT = 5
LOCK_TURNS = 2


def get(play: Play, seat: str, thing: str, how: str) -> None:
    """A thing and its VP come to a seat, which may then carry too much (WD-WT-2)."""
    vp = 0 if _threw(play.state, seat, thing) else worth_of(play.state, thing)
    counted = thing in play.state.shots or uses_of(play.state, thing) > 0
    shots = shots_left(play.state, thing) if counted else None
    play.emit(ItemGained(seat, thing, vp, how, shots, cause=caused(play.state)))
    change_points(play, seat, vp, "item")
    if play.state.locks.get(thing) and play.state.locks[thing].seat == seat:
        play.emit(LockSet(thing, seat, 0))
    play.push(Burden(seat))


def lose(play: Play, seat: str, thing: str, how: str, *, gone: bool = False) -> None:
    """A thing and its VP leave a seat, below 0 if need be (WD-VP-8)."""
    vp = worth_of(play.state, thing)
    play.emit(ItemLost(seat, thing, vp, how, gone, cause=caused(play.state)))
    change_points(play, seat, -vp, "lost")


def lay_down(play: Play, seat: str, thing: str, how: str) -> None:
    """A carried thing falls face up on the own space."""
    lose(play, seat, thing, how)
    play.emit(ThingLaid(thing, play.state.people[seat].at))


def hand_over(play: Play, step: HandOver) -> None:
    """A thing passes on: an item with its VP, an ally without (WD-STEAL-3, WD-STEAL-5).

    One that the game master has taken meanwhile does not (WD-GM-25).
    """
    state = play.state
    source = state.people[step.source]
    if step.thing not in (*source.items, *source.allies):
        return
    if step.thing in source.allies:
        play.emit(AllyLost(step.source, step.thing, step.how, cause=caused(play.state)))
        play.emit(AllyGained(step.to, step.thing, step.how, cause=caused(play.state)))
        if state.locks.get(step.thing) and state.locks[step.thing].seat == step.to:
            play.emit(LockSet(step.thing, step.to, 0))
    else:
        lose(play, step.source, step.thing, step.how)
        get(play, step.to, step.thing, step.how)
    if step.lock:
        play.emit(LockSet(step.thing, step.source, LOCK_TURNS))


def bear(play: Play, step: Burden) -> None:
    """Over the limit the owner strains, once for each thing got, or drops (WD-WT-2, WD-WT-4)."""
    state = play.state
    person = state.people[step.seat]
    if not person.alive or burden_of(state, step.seat) <= person.limit:
        return
    verbs = ("drop",) if step.strained else ("strain", "drop")
    details = {"burden": burden_of(state, step.seat), "limit": person.limit, "strained": step.strained}
    play.ask(step.seat, Decision("overload", verbs, details))


def strain(play: Play, seat: str, action: Strain) -> None:
    """Try to carry more: a check of strength sets the limit (WD-WT-2)."""
    play.push(Strained(seat))
    checks.begin(play, checks.opening(play.state, seat, "strength"))


def strained(play: Play, step: Strained) -> None:
    """The limit is 5 and the level thrown, also when that is lower than before (WD-WT-2, WD-WT-3)."""
    settled = last_check(play.state)
    play.emit(LimitChanged(step.seat, BASE_LIMIT + settled.level))
    play.push(Burden(step.seat, strained=True))


def unburden(play: Play, seat: str, action: Drop) -> None:
    """Drop something because it is too heavy: no action (WD-WT-4)."""
    carried(play.state, seat, action.item)
    before = play.state.open[seat].details["strained"]
    lay_down(play, seat, action.item, "dropped")
    play.push(Burden(seat, strained=before))


def drop_newest(state: DarknessState, seat: str) -> Action:
    """Drop what was got last."""
    return Drop(state.people[seat].items[-1])


def _threw(state: DarknessState, seat: str, thing: str) -> bool:
    """Whether a seat takes back what it threw: its VP were not lost, so they are not gained again (WD-GM-9)."""
    return state.master is not None and thing in state.master.thrown and state.master.thrown[thing].seat == seat
