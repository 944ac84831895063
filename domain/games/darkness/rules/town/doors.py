"""Doors and windows: getting in, letting others in (WD-ENTER)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Climb, Enter, Force, Invite, OpenFor, PickLock, Stay
from domain.games.darkness.events.moving import DoorBroken, DoorOpened, SeatsInvited
from domain.games.darkness.rules.checks import checks, effects
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.checks.ladder import code_of
from domain.games.darkness.rules.play import Play, demand, known, known_seat, last_check, spend_action, without_repeats
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.subsets import subsets
from domain.games.darkness.rules.town.arrivals import bring, relocate
from domain.games.darkness.rules.town.tiles import (
    doors_of,
    find_door,
    find_window,
    inside_of,
    outside_of,
    tile_of,
    windows_of,
)
from domain.games.darkness.rules.town.walking import NEAR, way
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.entering import AskInvite, DoorTried, GuestsCame, WindowTried
from domain.games.darkness.steps.turn import Arrived, CameTo

CHECKS = {"pick": "lockpick", "force": "force"}
"""How a door is tried -> the kind of the check."""


def pick_lock(play: Play, seat: str, action: PickLock) -> None:
    """Pick the lock of a door (WD-ENTER-1)."""
    _try_from_outside(play, seat, action.door, "pick")


def locks_to_pick(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each locked door beside the character."""
    return (PickLock(door) for door in doors_beside(state, seat))


def force(play: Play, seat: str, action: Force) -> None:
    """Break a door (WD-ENTER-1, WD-ENTER-2)."""
    _try_from_outside(play, seat, action.door, "force")


def doors_to_force(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each locked door beside the character."""
    return (Force(door) for door in doors_beside(state, seat))


def climb(play: Play, seat: str, action: Climb) -> None:
    """Climb in at a window: the number of its nearest door must be passed (WD-ENTER-3)."""
    window = find_window(play.state.data, action.window)
    known(window, "{window} is no window", window=action.window)
    assert window is not None
    demand(
        action.window in windows_beside(play.state, seat), "{window} is not beside the character", window=action.window
    )
    opened = replace(checks.opening(play.state, seat, "climb", tn=window.must_beat), beyond=True)
    spend_action(play, seat)
    play.push(WindowTried(action.window))
    checks.begin(play, opened)


def windows_to_climb(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each window beside the character."""
    return (Climb(window) for window in windows_beside(state, seat))


def open_for(play: Play, seat: str, action: OpenFor) -> None:
    """Open a door for others; from inside without a check (WD-ENTER-6)."""
    state = play.state
    known(find_door(state.data, action.door), "{door} is no door", door=action.door)
    for guest in action.seats:
        known_seat(state, guest)
    known(action.seats, "a door is opened for somebody")
    without_repeats(action.seats, "seats")
    beside = doors_within(state, seat) if action.how is None else doors_beside(state, seat)
    demand(action.door in beside, "{door} cannot be opened so from here", door=action.door)
    guests = callable_guests(state, seat, action.door)
    demand(set(action.seats) <= set(guests), "only for characters within distance 3")
    spend_action(play, seat)
    if action.how is None:
        play.emit(DoorOpened(seat, action.door))
        _let_in(play, seat, action.door, action.seats)
    else:
        _try_door(play, seat, action.door, action.how, action.seats)


def doors_to_open_for(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each door that can be opened for others, with any of them."""
    for door in doors_beside(state, seat):
        for guests in _guest_lists(state, seat, door):
            yield OpenFor(door, guests, "pick")
            yield OpenFor(door, guests, "force")
    for door in doors_within(state, seat):
        yield from (OpenFor(door, guests) for guests in _guest_lists(state, seat, door))


def door_tried(play: Play, step: DoorTried) -> None:
    """A check at a door is settled; a failed one costs the action only (WD-ENTER-4)."""
    settled = last_check(play.state)
    if settled.success:
        _open(play, settled.by, step)


def window_tried(play: Play, step: WindowTried) -> None:
    """A check at a window is settled; nobody can be invited through it (WD-ENTER-3, WD-ENTER-5)."""
    settled = last_check(play.state)
    if settled.success:
        bring(play, settled.by, (inside_of(step.window),), "enter")


def ask_invite(play: Play, step: AskInvite) -> None:
    """The opener may invite who is outdoors near the door (WD-ENTER-5)."""
    seat = play.state.active
    if guests := guests_at(play.state, seat, step.door):
        play.ask(seat, Decision("invite", ("invite",), {"door": step.door, "seats": guests}))


def invite(play: Play, seat: str, action: Invite) -> None:
    """Invite characters in (WD-ENTER-5)."""
    details = play.state.open[seat].details
    for guest in action.seats:
        known_seat(play.state, guest)
    without_repeats(action.seats, "seats")
    demand(set(action.seats) <= set(details["seats"]), "not everybody named can be invited")
    _let_in(play, seat, details["door"], action.seats)


def invitations(state: DarknessState, seat: str) -> Iterator[Action]:
    """Any of those who can be invited, or nobody."""
    return (Invite(guests) for guests in subsets(state.open[seat].details["seats"]))


def enter(play: Play, seat: str, action: Enter) -> None:
    """Come in at once, to the space inside the door (WD-ENTER-5)."""
    door = play.state.open[seat].details["door"]
    inside = inside_of(door)
    walk = way(play.state, seat, inside, opened=door)
    path = walk.path if walk and walk.path else (inside,)
    if play.state.people[seat].at != inside:
        relocate(play, seat, path, "invited")


def stay(play: Play, seat: str, action: Stay) -> None:
    """Stay where one is."""


def guests_came(play: Play, step: GuestsCame) -> None:
    """All guests have answered; what follows for those who came in, in the order of the invitation."""
    inside = inside_of(step.door)
    people = play.state.people
    came = [(seat, at) for seat, at in step.guests if people[seat].at == inside != at]
    play.push(*(CameTo(seat, (inside,)) for seat, _ in came), *(Arrived(seat, at, "invited") for seat, at in came))


def doors_beside(state: DarknessState, seat: str) -> list[str]:
    """Locked doors that the seat's character stands outside of (WD-TILE-7, WD-TILE-8)."""
    steps = state.ground.steps_from(state.people[seat].at)
    return [step.door for step in steps if step.door is not None and step.door not in state.no_doors]


def doors_within(state: DarknessState, seat: str) -> list[str]:
    """Locked doors that the seat's character stands inside of."""
    at = state.people[seat].at
    doors = doors_of(state.data, tile_of(at))
    return [door for door in doors if inside_of(door) == at and door not in state.no_doors]


def windows_beside(state: DarknessState, seat: str) -> list[str]:
    """Windows that the seat's character stands outside of."""
    at = state.people[seat].at
    if state.data.building(at):
        return []
    return [window for window in windows_of(state.data, tile_of(at)) if outside_of(window) == at]


def invitable(state: DarknessState, seat: str, door: str) -> list[str]:
    """Others outdoors within distance 3 of the space outside the door, who can come in (WD-ENTER-5)."""
    outside, inside = outside_of(door), inside_of(door)
    return [
        guest
        for guest in state.others(seat)
        if not state.building_of(guest)
        and way(state, guest, outside, NEAR) is not None
        and way(state, guest, inside, opened=door) is not None
    ]


def guests_at(state: DarknessState, seat: str, door: str) -> list[str]:
    """Whom the opener of a door can invite, from inside of it."""
    return invitable(state, seat, door) if state.people[seat].at == inside_of(door) else []


def can_come(state: DarknessState, guest: str, opener: str, door: str) -> bool:
    """Whether a guest is where it could be invited from, or the door opened for it."""
    return guest in (*invitable(state, opener, door), *callable_guests(state, opener, door))


def callable_guests(state: DarknessState, seat: str, door: str) -> list[str]:
    """Others within distance 3 of the opener, the door counted open (WD-ENTER-6)."""
    at, inside = state.people[seat].at, inside_of(door)
    return [
        guest
        for guest in state.others(seat)
        if way(state, guest, at, NEAR, opened=door) is not None and way(state, guest, inside, opened=door) is not None
    ]


def _guest_lists(state: DarknessState, seat: str, door: str) -> Iterator[tuple[str, ...]]:
    """Any of those for whom the door can be opened, one at least."""
    return (guests for guests in subsets(callable_guests(state, seat, door)) if guests)


def _try_from_outside(play: Play, seat: str, door: str, how: str) -> None:
    known(find_door(play.state.data, door), "{door} is no door", door=door)
    demand(door in doors_beside(play.state, seat), "{door} is no locked door beside the character", door=door)
    spend_action(play, seat)
    _try_door(play, seat, door, how, ())


def _try_door(play: Play, seat: str, door: str, how: str, seats: tuple[str, ...]) -> None:
    """A check against the door's number, unless fate has settled it.

    Of opposite effects the harmful one is used first (WD-FATE-4, WD-FATE-OHCRAP-5, WD-FATE-WOOHOO-5).
    """
    step = DoorTried(door, how, seats)
    if effects.use(play, seat, effects.LOCKED):
        return
    doomed = effects.FAILS in play.state.people[seat].effects
    if not doomed and effects.use(play, seat, effects.OPEN):
        _open(play, seat, step)
        return
    row = find_door(play.state.data, door)
    assert row is not None
    play.push(step)
    checks.begin(play, checks.opening(play.state, seat, CHECKS[how], tn=code_of(row.locks)))


def _open(play: Play, seat: str, step: DoorTried) -> None:
    """The door is open: the opener goes in and invites, or stays and lets others in (WD-ENTER-2, WD-TILE-8)."""
    play.emit(DoorBroken(seat, step.door) if step.how == "force" else DoorOpened(seat, step.door))
    if step.how == "force":
        fail(play, seat, "door")
        scenario_of(play.state).door_broken(play)
    if step.seats:
        _let_in(play, seat, step.door, step.seats)
        return
    play.push(AskInvite(step.door))
    bring(play, seat, (inside_of(step.door),), "enter")


def _let_in(play: Play, seat: str, door: str, seats: tuple[str, ...]) -> None:
    if not seats:
        return
    play.emit(SeatsInvited(seat, seats))
    play.push(GuestsCame(door, tuple((guest, play.state.people[guest].at) for guest in seats)))
    for guest in seats:
        play.ask(guest, Decision("enter", ("enter", "stay"), {"door": door, "by": seat}))
