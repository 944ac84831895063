"""Effects that lie on a seat: those of fate, and the two of scenarios (WD-FATE-4)."""

from __future__ import annotations

from domain.games.darkness.events.table import EffectEnded, EffectGained
from domain.games.darkness.rules.play import Play
from domain.games.darkness.state import Character

UP, DOWN = "target-number-up", "target-number-down"
LOCKED, OPEN = "next-door-locked", "next-door-open"
HELD = "cannot-leave-tile"
HALF, DOUBLE = "movement-half", "movement-double"
BLEEDING = "damage-on-each-move"
FAILS, SUCCEEDS = "next-skill-check-fails", "next-skill-check-succeeds"
AGAIN = "extra-turn"
CUTTER, SHADOWED = "cutter", "shadowed"

UNTIL_NEXT_TURN = (UP, DOWN, HELD)
UNTIL_TURN_ENDS = (HALF, DOUBLE)


def gain(play: Play, seat: str, effect: str) -> None:
    """Lay an effect on a seat."""
    play.emit(EffectGained(seat, effect))


def use(play: Play, seat: str, effect: str) -> bool:
    """Use an effect up, if it lies on the seat; whether it did."""
    if effect not in play.state.people[seat].effects:
        return False
    play.emit(EffectEnded(seat, effect))
    return True


def use_all(play: Play, seat: str, effect: str) -> int:
    """Use up all effects of a kind; how many there were."""
    count = 0
    while use(play, seat, effect):
        count += 1
    return count


def end(play: Play, seat: str, ending: tuple[str, ...]) -> None:
    """End the effects that last no longer (WD-TURN-4)."""
    for effect in play.state.people[seat].effects:
        if effect in ending:
            play.emit(EffectEnded(seat, effect))


def shift(person: Character) -> int:
    """How many levels higher the seat's target numbers are (WD-FATE-OHCRAP-2, WD-FATE-WOOHOO-2)."""
    return person.effects.count(UP) - person.effects.count(DOWN)
