"""Checks: how they begin, are thrown and settled (WD-CHECK)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from domain.contract.game import Action, Decision, Slot
from domain.games.darkness.actions import Roll, Throw
from domain.games.darkness.events.checks import CheckOpened, CheckResolved, DiceRolled
from domain.games.darkness.events.things import ItemUsedUp, ShotFired
from domain.games.darkness.rules.checks import effects, helping, rerolls
from domain.games.darkness.rules.checks.ladder import Formed, code_of, formed, level_of, shifted
from domain.games.darkness.rules.checks.pools import best_approach, open_approaches, pool_of, reaches
from domain.games.darkness.rules.differences import causes_are_told, questions_tell_their_purpose
from domain.games.darkness.rules.play import Play, begun, carried, demand, known
from domain.games.darkness.rules.questions import about_check
from domain.games.darkness.rules.things.equipment import (
    fired_from,
    is_limited,
    is_loaded,
    shots_left,
    weapon_skill,
)
from domain.games.darkness.rules.things.points import DIE_COST, change_points, dice_to_buy
from domain.games.darkness.state import Check, DarknessState, check_of
from domain.games.darkness.steps.checks import AskCheck, AskReroll, Settle
from domain.games.darkness.steps.turn import CallFate

PERSUASION = ("bluff", "bribe", "bargain", "flirt", "threat")
FATE_TABLES = {1: "oh-crap", 6: "woohoo"}
FATE_KINDS = ("movement", "retreat")


class Kind(NamedTuple):
    """What a kind of check is thrown with, and whether others may help (WD-CHECK-6)."""

    attribute: str
    approaches: tuple[str, ...]
    help: bool = True


KINDS: Mapping[str, Kind] = {
    "movement": Kind("S", ("sprint", "athletics"), help=False),
    "retreat": Kind("S", ("sprint",), help=False),
    "lockpick": Kind("Dex", ("lockpick",)),
    "force": Kind("A", ("strength",)),
    "climb": Kind("Dex", ("climbing",)),
    "search": Kind("Int", ("search",)),
    "recruit": Kind("Pers", PERSUASION),
    "disarm": Kind("Int", ("disarm",)),
    "parley": Kind("Pers", PERSUASION),
    "perception": Kind("Int", ("perception",), help=False),
    "heal-self": Kind("Med", ("first-aid",), help=False),
    "heal": Kind("Med", ("first-aid", "surgery")),
    "strength": Kind("A", ("strength",)),
    "steal": Kind("A", ("strength",)),
    "sway": Kind("Pers", PERSUASION),
    "initiative": Kind("Dex", ("reflexes",)),
    "attack": Kind("A", ("hand-to-hand", "martial-arts")),
    "defense": Kind("D", ("dodge", "block", "toughness")),
}
"""The table of WD-CHECK-6; what a scenario, a token or a task asks for is in the data."""


def opening(state: DarknessState, seat: str, kind: str, *, tn: str | int | None = None) -> CheckOpened:
    """A check of the table, against a target number (its code or level) or by its level alone."""
    row = KINDS[kind]
    return opening_for(state, seat, kind, row.attribute, row.approaches, tn=tn, help=row.help)


def opening_for(
    state: DarknessState,
    seat: str,
    kind: str,
    attribute: str,
    approaches: tuple[str, ...],
    *,
    tn: str | int | None = None,
    help: bool = True,
) -> CheckOpened:
    """A check of any attribute; against a target number it is shifted by the seat's effects (WD-CHECK-11).

    Helpers who joined the roller's combat help with every check in it (WD-COMBAT-9).
    """
    shown = None
    if tn is not None:
        level = level_of(tn) if isinstance(tn, str) else tn
        shown = code_of(shifted(level, effects.shift(state.people[seat])))
    combat = state.combat
    joined = combat.helpers if combat and combat.by == seat and help else ()
    helpers = tuple(helper for helper in joined if state.people[helper.seat].alive)
    return CheckOpened(seat, kind, attribute, shown, approaches, help=help, helpers=helpers)


def begin(play: Play, opened: CheckOpened) -> None:
    """Open a check; the roller decides next, unless an effect settles it (WD-CHECK-9)."""
    _open(play, opened)
    if not _settled_without_dice(play):
        play.push(AskCheck())


def begin_thrown(play: Play, opened: CheckOpened, action: Throw) -> None:
    """Open a check that is thrown at once (WD-CHECK-9); `action` was validated by `plan`."""
    _open(play, opened)
    if not _settled_without_dice(play):
        throw(play, action.skill, None, action.add)


def plan(state: DarknessState, opened: CheckOpened, action: Throw) -> None:
    """Refuse a throw that the rules do not allow, before the check is opened."""
    _validate(state, pending_check(opened), action.skill, None, action.add)


def pending_check(opened: CheckOpened) -> Check:
    """The check that the event will open."""
    return Check(
        by=opened.seat,
        kind=opened.kind,
        attribute=opened.attribute,
        approaches=opened.approaches,
        target=opened.target,
        distance=opened.distance,
        other=opened.other,
    )


def ask_check(play: Play, step: AskCheck) -> None:
    """The roller throws, or asks for help where somebody can be asked (WD-CHECK-9)."""
    check = check_of(play.state)
    play.ask(check.by, Decision("check", verbs_of(play.state, check), about_check(play, check)))


def verbs_of(state: DarknessState, check: Check) -> tuple[str, ...]:
    """What the roller can do before the throw."""
    asks = ("ask",) if helping.askable(state) else ()
    return ("roll", *asks, *(("scenario",) if check.instead else ()))


def roll(play: Play, seat: str, action: Roll) -> None:
    """Throw the dice of the check."""
    check = check_of(play.state)
    weapon = action.weapon or check.weapon
    _validate(play.state, check, action.skill, weapon, action.add)
    throw(play, action.skill, weapon, action.add)


def rolls(state: DarknessState, seat: str) -> Iterator[Action]:
    """The weapons, approaches and numbers of dice that the check can be thrown with."""
    check = check_of(state)
    for weapon in _weapons(state, seat, check):
        for skill in (None, *open_approaches(state, check, weapon or check.weapon)):
            for add in range(dice_to_buy(state, seat) + 1):
                yield Roll(skill, add, weapon)


def roll_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """A throw's arguments: in an attack the approaches of any weapon that can be named."""
    check = check_of(state)
    weapons = _weapons(state, seat, check)
    approaches = dict.fromkeys(
        skill for weapon in weapons for skill in open_approaches(state, check, weapon or check.weapon)
    )
    usable = tuple(weapon for weapon in weapons if weapon)
    return (Slot("skill", tuple(approaches)), Slot("weapon", usable), Slot("add", min=0, max=dice_to_buy(state, seat)))


def throws(state: DarknessState, seat: str, kind: str) -> Iterator[tuple[str | None, int]]:
    """Approaches to a check that is thrown at once, the best first, with each number of dice that can be bought."""
    for skill in (None, *KINDS[kind].approaches):
        for add in range(dice_to_buy(state, seat) + 1):
            yield skill, add


def throw(play: Play, skill: str | None, weapon: str | None, bought: int) -> None:
    """Throw: dice bought are paid first, the fate die comes first (WD-FATE-1), a shot is spent."""
    state = play.state
    check = check_of(state)
    person = state.people[check.by]
    approach = skill or best_approach(state, person, check, weapon)
    pool = pool_of(state, person, check, approach, weapon, bought)
    change_points(play, check.by, -DIE_COST * bought, "spent")
    results = _dice(play, check, pool.dice)
    play.emit(DiceRolled(check.by, check.kind, approach, pool.dice, pool, results, weapon))
    if check.kind == "attack" and weapon:
        spend_shot(play, check.by, weapon)
    play.push(AskReroll())
    if check.kind in FATE_KINDS and results[0] in FATE_TABLES:
        play.push(CallFate(FATE_TABLES[results[0]]))


def ask_reroll(play: Play, step: AskReroll) -> None:
    """The roller may reroll while a source is left and the throw could be better; else it is settled (WD-CHECK-10)."""
    check = check_of(play.state)
    if rerolls.is_open(play.state, check):
        dice = rerolls.sources(play.state, check)
        shown = {**about_check(play, check), "sources": dice}
        if questions_tell_their_purpose(play.state):
            shown["results"] = list(check.results)
        play.ask(check.by, Decision("reroll", ("reroll", "keep"), shown))
    else:
        play.push(Settle())


def settle(play: Play, step: Settle) -> None:
    """Compare the throw with the target number; a window's must be passed (WD-CHECK-2, WD-CHECK-11)."""
    check = check_of(play.state)
    best = formed(check.results)
    _resolve(play, check, best, rerolls.is_met(check, best.level) if check.level else None)


def spend_shot(play: Play, seat: str, weapon: str) -> None:
    """A use of a thing with counted uses; after the last it leaves the game (WD-DISK-ITEM-3, WD-VP-9)."""
    if not is_limited(play.state, weapon):
        return
    fired = fired_from(play.state, seat, weapon) or weapon
    left = shots_left(play.state, fired) - 1
    play.emit(ShotFired(seat, fired, left))
    if left == 0 and not play.state.gm:
        play.emit(ItemUsedUp(seat, fired))


def _open(play: Play, opened: CheckOpened) -> None:
    """A check belongs to the combat under way, else to what goes on; a throw for movement begins something."""
    state = play.state
    if causes_are_told(state):
        cause = state.combat.cause if state.combat else begun(state) if opened.kind == "movement" else state.cause
        opened = replace(opened, cause=cause)
    play.emit(opened)


def _validate(state: DarknessState, check: Check, skill: str | None, weapon: str | None, add: int) -> None:
    known(add >= 0, "dice bought are a number")
    known(skill is None or skill in state.data.skills, "{skill} is no skill", skill=skill)
    if weapon is not None:
        carried(state, check.by, weapon)
        demand(
            check.kind == "attack" and weapon_skill(state, weapon),
            "{weapon} is no weapon for this check",
            weapon=weapon,
        )
        demand(check.weapon in (None, weapon), "{weapon} is the weapon of this fight", weapon=check.weapon)
        demand(reaches(state, state.people[check.by], weapon, check.distance), "{weapon} does not reach", weapon=weapon)
        demand(is_loaded(state, check.by, weapon), "{weapon} has no shots left", weapon=weapon)
    demand(
        skill is None or skill in open_approaches(state, check, weapon),
        "{skill} is no approach to this check",
        skill=skill,
    )
    demand(add <= dice_to_buy(state, check.by), "not so many dice can be bought now")


def _weapons(state: DarknessState, seat: str, check: Check) -> list[str | None]:
    """Weapons that can be named in an attack check whose weapon is not given, none among them."""
    if check.kind != "attack" or check.weapon is not None:
        return [None]
    usable = (
        item
        for item in state.people[seat].items
        if weapon_skill(state, item)
        and reaches(state, state.people[seat], item, check.distance)
        and is_loaded(state, seat, item)
    )
    return [None, *usable]


def _dice(play: Play, check: Check, count: int) -> tuple[int, ...]:
    if check.kind not in FATE_KINDS:
        return tuple(play.roll("d6", 6, count))
    fate = play.roll("fate", 6)
    return (*fate, *(play.roll("d6", 6, count - 1) if count > 1 else ()))


def _settled_without_dice(play: Play) -> bool:
    """The next check fails, or, against a target number, succeeds (WD-FATE-OHCRAP-12, WD-FATE-WOOHOO-12)."""
    check = check_of(play.state)
    if effects.use(play, check.by, effects.FAILS):
        _resolve(play, check, Formed(0, 0), False if check.level else None)
        return True
    if check.level and effects.use(play, check.by, effects.SUCCEEDS):
        _resolve(play, check, Formed(check.level, 0), True)
        return True
    return False


def _resolve(play: Play, check: Check, best: Formed, success: bool | None) -> None:
    tn = code_of(check.level) if check.level else None
    play.emit(CheckResolved(check.by, check.kind, best.level, tn, success, best.face))
