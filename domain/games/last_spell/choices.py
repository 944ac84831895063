"""Choices: what the players decide where a rule leaves two possibilities or more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from domain.contract.game import Decision, Run
from domain.games.last_spell.rules.questions import details
from domain.games.last_spell.state import LastSpellState, seat_of

V = TypeVar("V", str, int)


def settle(run: Run[LastSpellState], step: Any, options: Sequence[V], hero: str | None = None) -> V | None:
    """The possibility that `step` goes on with: the one chosen, or the only one.

    With several and none chosen the players are asked and None comes back, as it does without any. A choice about
    a hero belongs to that hero's seat, any other to the first seat with a hero in play (R21).
    """
    if step.chosen is not None:
        chosen: V = step.chosen
        return chosen
    if len(options) < 2:
        return options[0] if options else None
    seat = first_seat(run.state) if hero is None else seat_of(hero)
    run.push(step)
    run.ask(seat, Decision("choice", ("choose",), details(run.state, step)))
    return None


def first_seat(state: LastSpellState) -> str:
    """The seat that decides for the players: the first one with a hero in play (LS-ATT-4, R21)."""
    return seat_of(next(state.in_play(), state.seats[0]))
