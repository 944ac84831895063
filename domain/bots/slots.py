"""Complete actions put together from slots, for decisions with more answers than can be listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.contract.chance import Stream
from domain.contract.game import Action, Game, Json, Refused, Slot


def fill(game: Game[Any], verb: str, slots: Sequence[Slot], rng: Stream) -> Action | None:
    """An action of this verb with a random value in every slot; None if a slot is open or the verb needs more."""
    if any(slot.values is None and not slot.numbers for slot in slots):
        return None
    try:
        return game.parse({"type": verb} | {slot.name: _value(slot, rng) for slot in slots})
    except Refused:
        return None


def _value(slot: Slot, rng: Stream) -> Json:
    if slot.numbers:
        return rng.choice(slot.numbers)
    values = slot.values or ()
    if slot.min is None and slot.max is None:
        return rng.choice(values) if values else None
    least = slot.min or 0
    most = len(values) if slot.max is None else min(slot.max, len(values))
    count = least + rng.below(most - least + 1) if most > least else most
    return _several(slot, values, count, rng)


def _several(slot: Slot, values: Sequence[Json], count: int, rng: Stream) -> list[Json]:
    """Up to `count` of the values; fewer where the field `slot.once` would repeat."""
    taken: list[int] = []
    used: list[Json] = []
    for at in rng.shuffled(range(len(values))):
        if len(taken) == count:
            break
        if slot.once is not None:
            if values[at][slot.once] in used:
                continue
            used.append(values[at][slot.once])
        taken.append(at)
    return [values[at] for at in (taken if slot.ordered else sorted(taken))]
