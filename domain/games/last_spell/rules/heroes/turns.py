"""The Hero phase: whose turn it is, and what a hero may do in it (chapter 9, LS-ACT)."""

from __future__ import annotations

from domain.contract.game import Decision, Run
from domain.games.last_spell.events.night import HeroPassed, HeroPhaseBegan, Reason, TurnBegan, TurnEnded
from domain.games.last_spell.rules.night.ending import lose_game
from domain.games.last_spell.state import LastSpellState, seat_of
from domain.games.last_spell.steps import BeginMonsterPhase, CheckNight, NextTurn, TakeTurn

TURN_VERBS = (
    "spend", "move", "jump", "climb", "descend", "teleport", "attack", "punch", "protect", "drink", "read", "fire",
    "reactivate", "end_turn", "pass",
)  # fmt: skip

HELD_VERBS = ("punch", "end_turn", "pass")
"""What a hero can do while a tile holds it (LS-BOSS-DRYAD-12)."""


def begin_hero_phase(run: Run[LastSpellState]) -> None:
    """Tokens come back (LS-HERO-11); heroes take turns in seat order (LS-ACT-1)."""
    run.emit(HeroPhaseBegan(run.state.round))
    first = next(run.state.in_play(), None)
    if first is None:
        lose_game(run, "no-heroes", Reason(run.state.round, heroes=tuple(run.state.heroes)))
        return
    run.emit(TurnBegan(first))
    run.push(TakeTurn())


def take_turn(run: Run[LastSpellState]) -> None:
    """Ask the active hero's seat; if the hero was eliminated in its own turn the next one's begins."""
    active = run.state.active
    if active is None or not run.state.heroes[active].in_play:
        run.push(NextTurn(active or ""))
        return
    verbs = TURN_VERBS if run.state.heroes[active].held_by is None else HELD_VERBS
    run.ask(seat_of(active), Decision("turn", verbs, {"hero": active}))


def end_turn(run: Run[LastSpellState], hero: str) -> None:
    """The next hero still in the phase (LS-ACT-2)."""
    run.emit(TurnEnded(hero))
    run.push(CheckNight(), NextTurn(hero))


def leave_phase(run: Run[LastSpellState], hero: str) -> None:
    """The hero has no more turns in this Hero phase (LS-ACT-2)."""
    run.emit(HeroPassed(hero))
    run.push(CheckNight(), NextTurn(hero))


def next_turn(run: Run[LastSpellState], step: NextTurn) -> None:
    """The phase ends when every hero has passed, or when no hero still in it has an Action token left (LS-ACT-3);
    else the next hero in seat order has its turn."""
    staying = still_in_phase(run.state)
    if not any(run.state.heroes[hero].actions for hero in staying):
        run.push(BeginMonsterPhase())
        return
    order = list(run.state.heroes)
    at = order.index(step.after) if step.after in order else -1
    following = next(hero for hero in (*order[at + 1 :], *order[: at + 1]) if hero in staying)
    run.emit(TurnBegan(following))
    run.push(TakeTurn())


def still_in_phase(state: LastSpellState) -> tuple[str, ...]:
    """The heroes in play that have not passed."""
    return tuple(hero for hero in state.in_play() if not state.heroes[hero].passed)
