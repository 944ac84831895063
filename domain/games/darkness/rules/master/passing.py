"""What a ruling of the game master makes of the decisions that are open: passed over, or asked anew (WD-GM-25)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from domain.contract.game import Decision, Step
from domain.games.darkness.events.checks import HelpDeclined, TermsRefused
from domain.games.darkness.events.master import BrokenOff
from domain.games.darkness.events.moving import DiskSetAside
from domain.games.darkness.rules.checks import checks, helping, rerolls
from domain.games.darkness.rules.checks.pools import reaches
from domain.games.darkness.rules.differences import ammunition_is_fired, gifts_are_borne, questions_follow_rulings
from domain.games.darkness.rules.fights import foes
from domain.games.darkness.rules.master import foraging
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.things.equipment import is_loaded, overloaded
from domain.games.darkness.rules.town import doors
from domain.games.darkness.state import Check, DarknessState, check_of
from domain.games.darkness.steps.checks import AskCheck, AskReroll
from domain.games.darkness.steps.combat import OfferSacrifice, OfferShield
from domain.games.darkness.steps.ending import Finish
from domain.games.darkness.steps.entering import AskInvite, GuestsCame
from domain.games.darkness.steps.master import AskSecurity
from domain.games.darkness.steps.things import Burden, Contested, HolderRolls
from domain.games.darkness.steps.turn import Arrived, AskTurn, CloseTurn

STAYS_PUT = ("strength", "heal-self", "perception")
"""Checks that a character makes by itself, wherever it is set."""


class Held:
    """What what is under way rests upon, as it was before a ruling: who is there, and the weapon in hand."""

    def __init__(self, state: DarknessState) -> None:
        self._there = _there(state)
        self._armed = _armed(state)

    def gone(self, state: DarknessState) -> set[str]:
        """Characters and pieces that are there no more."""
        return self._there - _there(state)

    def is_disarmed(self, state: DarknessState) -> bool:
        """Whether the weapon of the fight was taken out of the hand."""
        return self._armed and not _armed(state)


def pass_over(play: Play, held: Held, on: str, *, moved: bool) -> None:
    """Close what the ruling has made impossible, and ask anew what it has changed."""
    state = play.state
    if any(isinstance(step, Finish) for step in play.agenda):
        return
    gone = held.gone(state)
    if state.active in gone:
        _close_all(play)
    elif _rests_on(state, gone) or (moved and _is_torn_from(state, on)) or held.is_disarmed(state) or _is_lost(play):
        _break_off(play)
    else:
        for seat in gone & set(play.open):
            _pass_by(play, seat)
        _withdraw_terms(play, gone)
        _ask_anew(play, {on, *gone})
        if questions_follow_rulings(state):
            _follow(play, on, moved=moved)


def _there(state: DarknessState) -> set[str]:
    return {*state.living, *(state.master.pieces if state.master else ())}


def _armed(state: DarknessState) -> bool:
    """Whether the weapon of the fight is in hand, with what loads or lights it."""
    combat = state.combat
    if combat is None or combat.weapon is None or combat.weapon not in state.people[combat.by].items:
        return False
    return not ammunition_is_fired(state) or _is_ready(state, combat.by, combat.weapon, combat.distance)


def _is_ready(state: DarknessState, seat: str, weapon: str, distance: int) -> bool:
    """Whether an attack can be made with a weapon, or has been made with the last it had."""
    thrown = state.check is not None and state.check.kind == "attack" and bool(state.check.results)
    return thrown or (is_loaded(state, seat, weapon) and reaches(state, state.people[seat], weapon, distance))


def _rests_on(state: DarknessState, names: set[str]) -> bool:
    """Whether the combat or a check under way is between any of these."""
    combat = state.combat
    if combat is not None and {combat.by, combat.against} & names:
        return True
    return any({check.by, check.rival, check.target} & names for check in _checks(state))


def _is_torn_from(state: DarknessState, on: str) -> bool:
    """Whether somebody who was set elsewhere was at something that is done where one is."""
    return _rests_on(state, {on}) and not (state.check is not None and state.check.kind in STAYS_PUT)


def _is_lost(play: Play) -> bool:
    """Whether a thing that two contend for is not with its holder any more."""
    contests = (step for step in play.agenda if isinstance(step, HolderRolls | Contested))
    people = play.state.people
    return any(step.thing not in (*people[step.holder].items, *people[step.holder].allies) for step in contests)


def _checks(state: DarknessState) -> tuple[Check, ...]:
    return (*state.waiting, state.check) if state.check is not None else state.waiting


def _close_all(play: Play) -> None:
    """Nobody is asked any more but for a new character, or under a burden; security that was met goes back aside."""
    borne = play.state.living if gifts_are_borne(play.state) else ()
    for seat, decision in tuple(play.open.items()):
        if decision.kind != "setup" and not (decision.kind == "overload" and seat in borne):
            del play.open[seat]
    for disk in tuple(play.state.disks):
        if foes.is_security(play.state, disk):
            play.emit(DiskSetAside(disk))


def _break_off(play: Play) -> None:
    """What is under way is broken off, and the turn goes on, or is over if its action is spent."""
    state = play.state
    _close_all(play)
    play.agenda.clear()
    play.emit(BrokenOff(state.active, cause=caused(state)))
    spent = state.active in state.people and state.turn.action == "spent"
    play.push(CloseTurn("done") if spent else AskTurn())
    if gifts_are_borne(state):
        play.push(*(Burden(seat) for seat in overloaded(state) if seat not in play.open))


def _pass_by(play: Play, seat: str) -> None:
    """A seat that has died is not asked any more; whoever comes after it is."""
    decision = play.open.pop(seat)
    if decision.kind == "shield":
        play.push(OfferShield(decision.details["seat"], tuple(decision.details["then"])))
    elif decision.kind == "encounter" and decision.details["disk"] in play.state.disks:
        play.emit(DiskSetAside(decision.details["disk"]))


def _withdraw_terms(play: Play, gone: set[str]) -> None:
    """Terms that cannot be paid any more, or not to anybody, are off; the roller goes on (WD-HELP-2)."""
    check = play.state.check
    if check is None or check.asking is None:
        return
    asking = check.asking
    comes = asking.of in helping.askable(play.state) or not questions_follow_rulings(play.state)
    if comes and asking.of not in gone and helping.can_pay(play.state, check.by, asking.give):
        return
    demanded = check.by in play.open
    play.open.pop(check.by if demanded else asking.of, None)
    ended = TermsRefused if demanded else HelpDeclined
    play.emit(ended(check.by, asking.of, asking.give))
    play.push(AskCheck())


def _ask_anew(play: Play, touched: set[str]) -> None:
    """Questions of, or about, those whom the ruling has touched say what is the case now."""
    check = play.state.check
    roller = {check.by, *(helper.seat for helper in check.helpers)} & touched if check is not None else set()
    for seat, decision in tuple(play.open.items()):
        match decision.kind:
            case "check" | "reroll" if roller:
                del play.open[seat]
                play.push(AskCheck() if decision.kind == "check" else AskReroll())
            case "overload" if seat in touched:
                del play.open[seat]
                play.push(Burden(seat, strained=decision.details["strained"]))
            case "damage" if seat in touched:
                del play.open[seat]
                play.push(OfferSacrifice(seat))


def _follow(play: Play, on: str, *, moved: bool) -> None:
    """Each question that the ruling has made another is asked as it is now, or not at all."""
    if moved:
        _forget_arrival(play, on)
    for seat, decision in tuple(play.open.items()):
        if decision.kind in _FOLLOWS:
            _FOLLOWS[decision.kind](play, seat, decision)


def _forget_arrival(play: Play, seat: str) -> None:
    """Who was set elsewhere has not come in where it was invited, and meets nothing (WD-GM-25)."""
    left: list[Step] = []
    for step in play.agenda:
        if isinstance(step, GuestsCame):
            step = replace(step, guests=tuple(guest for guest in step.guests if guest[0] != seat))
        if not (isinstance(step, AskSecurity | Arrived) and step.seat == seat):
            left.append(step)
    play.agenda[:] = left


def _follow_check(play: Play, seat: str, asked: Decision) -> None:
    """Help is asked for while somebody can be asked (WD-HELP-1)."""
    if asked.verbs != checks.verbs_of(play.state, check_of(play.state)):
        del play.open[seat]
        play.push(AskCheck())


def _follow_reroll(play: Play, seat: str, asked: Decision) -> None:
    """Dice are thrown again by sources that there are, or not at all (WD-REROLL-1)."""
    if asked.details["sources"] != rerolls.sources(play.state, check_of(play.state)):
        del play.open[seat]
        play.push(AskReroll())


def _follow_invitation(play: Play, seat: str, asked: Decision) -> None:
    """Who can come in is invited (WD-ENTER-5)."""
    if asked.details["seats"] != doors.guests_at(play.state, seat, asked.details["door"]):
        del play.open[seat]
        play.push(AskInvite(asked.details["door"]))


def _follow_guest(play: Play, seat: str, asked: Decision) -> None:
    """Only who is still near enough comes in (WD-ENTER-5, WD-ENTER-6)."""
    if not doors.can_come(play.state, seat, asked.details["by"], asked.details["door"]):
        del play.open[seat]


def _follow_security(play: Play, seat: str, asked: Decision) -> None:
    """Security comes to whoever has entered while that one is in the building (WD-GM-7)."""
    state, entered = play.state, asked.details["seat"]
    if "security" not in asked.verbs or (entered in state.here(asked.details["at"])):
        return
    del play.open[seat]
    if entered in state.living and state.building_of(entered) == state.data.building(asked.details["at"]):
        play.push(AskSecurity(entered))


def _follow_encounter(play: Play, seat: str, asked: Decision) -> None:
    """Security that was met goes back aside where nobody is in its building whom it has met."""
    disk = asked.details["disk"]
    if play.state.building_of(seat) != play.state.data.building(play.state.disks[disk].at):
        del play.open[seat]
        play.emit(DiskSetAside(disk))


def _follow_finds(play: Play, seat: str, asked: Decision) -> None:
    """What is found is what the building holds now (WD-GM-6)."""
    at = asked.details.get("at")
    if at is not None and asked.details["items"] != foraging.found_at(play.state, at):
        del play.open[seat]
        foraging.offer(play, asked.details["seat"], at)


_FOLLOWS: Mapping[str, Callable[[Play, str, Decision], None]] = MappingProxyType(
    {
        "check": _follow_check,
        "reroll": _follow_reroll,
        "invite": _follow_invitation,
        "enter": _follow_guest,
        "ruling": _follow_security,
        "encounter": _follow_encounter,
        "choose": _follow_finds,
    }
)
