"""Influence: what a seat can spend on claims in its turn (NF-TURN-2, NF-CLAIM-3)."""

from __future__ import annotations

from collections.abc import Container

from domain.games.nightfall.events import InfluenceGained, InfluenceLost, TurnEffectBegan
from domain.games.nightfall.state import NightfallRun

EACH_TURN = 2


def gain(run: NightfallRun, seat: str, amount: int, source: str) -> None:
    """The active seat gains influence, each point worth two once it is doubled (NF-CARD-indigo-six-4, NF-RUL-35).

    For another seat nothing happens: only the active one has influence (NF-RUL-31).
    """
    if seat == run.state.active:
        _add(run, seat, amount * worth(run.state.effects.influence_doubled, seat), source)


def worth(doubled: Container[str], seat: str) -> int:
    """What a point that a seat gains counts, where it counts twice for some."""
    return 2 if seat in doubled else 1


def lose(run: NightfallRun, seat: str, amount: int, source: str) -> None:
    """A text takes influence from the active seat, never below zero (NF-RUL-31, NF-RUL-32, NF-RUL-41)."""
    influence = run.state.players[seat].influence
    taken = min(amount, influence)
    if taken and seat == run.state.active:
        run.emit(InfluenceLost(seat, taken, influence - taken, source, cause=run.state.present_cause))


def lose_what_is_left(run: NightfallRun, seat: str) -> None:
    """What is left of the influence when the claim phase ends is lost (NF-TURN-3, EM-23)."""
    state = run.state
    left = state.players[seat].influence
    if left and state.says_more:
        run.emit(InfluenceLost(seat, left, 0, "claim", cause=state.next_cause))


def double(run: NightfallRun, seat: str, source: str) -> None:
    """The kick of Indigo Six (EM-8).

    In `fr` the number of the moment is doubled, each time (NF-CARD-indigo-six-3); in `de` and `pl` each point is
    worth two for the rest of the turn, and further kicks change nothing (NF-CARD-indigo-six-4). A seat that is not
    active has nothing to double (NF-CARD-indigo-six-5).
    """
    state = run.state
    if seat != state.active or seat in state.effects.influence_doubled:
        return
    _add(run, seat, state.players[seat].influence, source)
    if not state.edition.doubles_each_time:
        run.emit(TurnEffectBegan("influence_doubled", seat))


def _add(run: NightfallRun, seat: str, amount: int, source: str) -> None:
    if amount:
        total = run.state.players[seat].influence + amount
        run.emit(InfluenceGained(seat, amount, total, source, cause=run.state.present_cause))
