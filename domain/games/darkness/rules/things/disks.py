"""Encounter disks met: items, allies, adversaries (WD-ENC, WD-DISK)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.games.darkness.actions import Reveal
from domain.games.darkness.components import CheckRow
from domain.games.darkness.events.moving import DiskOwed, DiskRevealed
from domain.games.darkness.events.things import AllyGained
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.fights import combat, security
from domain.games.darkness.rules.play import Play, caused, demand, last_check, spend_action
from domain.games.darkness.rules.things.carrying import get
from domain.games.darkness.rules.things.equipment import token_row
from domain.games.darkness.rules.things.handing import take_token
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.things.reshuffle import where_is
from domain.games.darkness.rules.town.arrivals import face_down_on
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import TOKEN, DarknessState
from domain.games.darkness.steps.disks import AskArrange, Meet, Recruited, Searched
from domain.games.darkness.steps.turn import DiskDone, MeetOwed


def reveal(play: Play, seat: str, action: Reveal) -> None:
    """Turn the face-down disk in the own space up by choice (WD-ENC-3)."""
    disk = face_down_on(play.state, play.state.people[seat].at)
    demand(disk and action.id is None, "no face-down disk here")
    _turn_up(play, seat, str(disk))


def disks_to_reveal(state: DarknessState, seat: str) -> Iterator[Action]:
    """The face-down disk in the own space."""
    if face_down_on(state, state.people[seat].at):
        yield Reveal()


def meet_owed(play: Play, step: MeetOwed) -> None:
    """A disk owed is turned up, if it is still there face down and the action is free (WD-ENC-2, WD-TURN-4)."""
    state, seat = play.state, play.state.active
    if seat not in state.people or not state.people[seat].owes:
        return
    disk = face_down_on(state, state.people[seat].at)
    if disk is None:
        play.emit(DiskOwed(seat, owes=False))
    elif state.turn.action == "free":
        _turn_up(play, seat, disk)


def meet(play: Play, step: Meet) -> None:
    """What a disk that was turned up asks for."""
    category = "item" if step.disk.startswith(TOKEN) else play.state.data.encounters[step.disk].category
    match category:
        case "item":
            _search(play, step)
        case "ally":
            _recruit(play, step)
        case "adversary":
            combat.begin(play, step.seat, step.disk)
        case _:
            security.meet(play, step)


def searched(play: Play, step: Searched) -> None:
    """Found: the item is taken; not found: a reshuffle, no Failure (WD-DISK-ITEM-1, WD-DISK-ITEM-2)."""
    settled = last_check(play.state)
    if not settled.success:
        play.push(AskArrange(step.disk))
        return
    play.push(DiskDone(settled.by, tile_of(where_is(play.state, step.disk))))
    if step.disk.startswith(TOKEN):
        take_token(play, settled.by, step.disk, "found")
    else:
        get(play, settled.by, step.disk, "found")


def recruited(play: Play, step: Recruited) -> None:
    """The ally joins, or refuses: a Failure and a reshuffle (WD-DISK-ALLY-1, WD-DISK-ALLY-2)."""
    settled = last_check(play.state)
    seat = settled.by
    if not settled.success:
        play.push(AskArrange(step.disk))
        fail(play, seat, "ally")
        return
    play.push(DiskDone(seat, tile_of(where_is(play.state, step.disk))))
    play.emit(AllyGained(seat, step.disk, "recruited", cause=caused(play.state)))
    change_points(play, seat, play.state.data.encounters[step.disk].vp, "ally")


def _turn_up(play: Play, seat: str, disk: str) -> None:
    spend_action(play, seat)
    play.emit(DiskRevealed(seat, disk, play.state.people[seat].at, cause=caused(play.state)))
    play.push(Meet(seat, disk))


def _search(play: Play, step: Meet) -> None:
    """A search against the disk's number; a leaf has its own (WD-DISK-ITEM-1, WD-SCEN-PAGE-1)."""
    asked = _find_check(play.state, step.disk)
    play.push(Searched(step.disk))
    checks.begin(play, checks.opening_for(play.state, step.seat, "search", asked.attribute, asked.skills, tn=asked.tn))


def _find_check(state: DarknessState, disk: str) -> CheckRow:
    if disk.startswith(TOKEN):
        asked = token_row(state, disk).take_check
        assert asked is not None
        return asked
    row = checks.KINDS["search"]
    return CheckRow(row.attribute, row.approaches, state.data.encounters[disk].tn)


def _recruit(play: Play, step: Meet) -> None:
    play.push(Recruited(step.disk))
    checks.begin(play, checks.opening(play.state, step.seat, "recruit", tn=play.state.data.encounters[step.disk].tn))
