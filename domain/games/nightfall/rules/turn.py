"""The turn: four phases in order, each finished before the next (chapter 6)."""

from __future__ import annotations

from domain.games.nightfall.components import SECRET
from domain.games.nightfall.events import SecretTold, TurnBegan, TurnEnded
from domain.games.nightfall.rules import ending, influence
from domain.games.nightfall.state import NightfallRun
from domain.games.nightfall.steps import BeginCombat, BeginTurn, EndTurn


def begin_turn(run: NightfallRun, step: BeginTurn) -> None:
    """The active seat has two influence for the turn (NF-TURN-1, NF-TURN-2, EM-7)."""
    run.emit(TurnBegan(step.seat, run.state.turn + 1, cause=run.state.next_cause))
    influence.gain(run, step.seat, influence.EACH_TURN, "turn")
    run.push(BeginCombat())


def end_turn(run: NightfallRun, step: EndTurn) -> None:
    """Effects of the turn end (NF-TURN-4, EM-24) and the seat to the left is active (NF-TURN-1).

    The game closes here if nobody can be wounded any more (NF-END-8). Where that hangs on secret archives, going on
    tells something of them (NF-RUL-48).
    """
    state = run.state
    active = state.active_seat
    run.emit(TurnEnded(active, state.turn))
    wounds = ending.can_wound_openly(state)
    if not wounds and any(player.secret for player in state.players.values()):
        run.emit(SecretTold(active, SECRET))
        wounds = ending.can_wound_secretly(state)
    if wounds:
        run.push(BeginTurn(state.clockwise(active)[1]))
    else:
        ending.end_game(run)
