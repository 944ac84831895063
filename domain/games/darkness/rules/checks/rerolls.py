"""Rerolls: who lets how many dice be thrown again (WD-REROLL)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.contract.chance import Stream
from domain.contract.game import Action, Slot
from domain.games.darkness.actions import Keep, Reroll
from domain.games.darkness.events.checks import DiceRerolled
from domain.games.darkness.rules.checks.ladder import TOP, formed
from domain.games.darkness.rules.checks.pools import helper_dice
from domain.games.darkness.rules.play import Play, demand, known, without_repeats
from domain.games.darkness.rules.subsets import any_subset
from domain.games.darkness.rules.things.equipment import is_known
from domain.games.darkness.rules.things.points import REROLL_COST, change_points, dice_to_reroll
from domain.games.darkness.state import Check, DarknessState, check_of
from domain.games.darkness.steps.checks import AskReroll, Settle

VP = "vp"


def is_open(state: DarknessState, check: Check) -> bool:
    """Whether the roller may reroll: a source is left, and the throw is not yet good enough (WD-CHECK-10)."""
    level = formed(check.results).level
    enough = is_met(check, level) if check.level else level == TOP and check.rival is None
    return not enough and bool(sources(state, check))


def is_met(check: Check, level: int) -> bool:
    """Whether a level meets the check's target number; a window's must be passed (WD-CHECK-2, WD-CHECK-11)."""
    return level > check.level if check.beyond else level >= check.level


def sources(state: DarknessState, check: Check) -> dict[str, int]:
    """Sources that are left, each with the dice it gives, never more than were thrown (WD-REROLL-1, WD-HELP-8).

    An ally that was sacrificed serves no more (WD-DISK-ALLY-3).
    """
    person = state.people[check.by]
    given = {VP: dice_to_reroll(state, check.by)}
    if not set(check.sources) & set(person.allies):
        given |= {ally: ally_dice(state, ally, check.attribute) for ally in person.allies}
    for helper in check.helpers:
        if helper.seat not in check.sources:
            given[helper.seat] = helper_dice(state, helper.seat, check, check.skill)
        in_hand = helper.ally in state.people[helper.seat].allies
        if helper.ally is not None and in_hand and helper.ally not in check.sources:
            given[helper.ally] = ally_dice(state, helper.ally, check.attribute)
    return {source: min(dice, len(check.results)) for source, dice in given.items() if dice}


def ally_dice(state: DarknessState, ally: str, attribute: str) -> int:
    """Dice that an ally gives in a check of that attribute (WD-REROLL-3)."""
    gives = state.data.encounters[ally].reroll
    return gives.dice if gives and gives.attribute == attribute else 0


def reroll(play: Play, seat: str, action: Reroll) -> None:
    """Throw dice of one source again, all together; the roller alone chooses which (WD-REROLL-2, WD-REROLL-4)."""
    state, check = play.state, check_of(play.state)
    known(action.source == VP or action.source in state.seats or is_known(state, action.source), "no such source")
    known(all(1 <= place <= len(check.results) for place in action.dice), "dice are places in the throw, from 1")
    without_repeats(action.dice, "dice")
    demand(action.dice, "a die at least is thrown again")
    left = sources(state, check)
    demand(action.source in left, "{source} gives no reroll now", source=action.source)
    demand(
        len(action.dice) <= left[action.source],
        "{source} gives {left} dice",
        source=action.source,
        left=left[action.source],
    )
    if action.source == VP:
        change_points(play, seat, -REROLL_COST * len(action.dice), "spent")
    faces = play.roll("d6", 6, len(action.dice))
    after = list(check.results)
    for place, face in zip(action.dice, faces, strict=True):
        after[place - 1] = face
    play.emit(DiceRerolled(seat, action.source, action.dice, tuple(faces), tuple(after)))
    play.push(AskReroll())


def ways_to_reroll(state: DarknessState, seat: str) -> Iterator[Action]:
    """Every choice of dice for each source that is left."""
    check = check_of(state)
    places = range(1, len(check.results) + 1)
    for source, most in sources(state, check).items():
        for size in range(1, most + 1):
            for dice in combinations(places, size):
                yield Reroll(source, dice)


def any_reroll(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """Some dice for a source that is left, if any is."""
    check = check_of(state)
    given = sources(state, check)
    if not given:
        return None
    source = rng.choice(list(given))
    return Reroll(source, tuple(sorted(any_subset(rng, tuple(range(1, len(check.results) + 1)), 1, given[source]))))


def reroll_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """The sources that are left, and the places in the throw."""
    check = check_of(state)
    given = sources(state, check)
    places = tuple(range(1, len(check.results) + 1))
    return (Slot("source", tuple(given)), Slot("dice", places, 1, max(given.values(), default=1)))


def keep(play: Play, seat: str, action: Keep) -> None:
    """Let the throw stand."""
    play.push(Settle())
