"""The Hero phase: whose turn it is, and what a hero may do in it (chapter 9, LS-ACT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision
from domain.contract.verbs import CarryOut, Sample, only
from domain.games.last_spell.actions import EndTurn, Pass
from domain.games.last_spell.events.night import HeroPassed, HeroPhaseBegan, Reason, TurnBegan, TurnEnded
from domain.games.last_spell.rules.attacks import aiming, armor, bare_hands, defences
from domain.games.last_spell.rules.heroes import heroes, items, tokens, ways
from domain.games.last_spell.rules.night.ending import lose_game
from domain.games.last_spell.rules.samples import first_of, one_of, undrawn
from domain.games.last_spell.state import LastSpellRun, LastSpellState, seat_of
from domain.games.last_spell.steps import BeginHeroPhase, BeginMonsterPhase, CheckNight, NextTurn, TakeTurn

TURN_VERBS = (
    "spend", "move", "jump", "climb", "descend", "teleport", "attack", "punch", "protect", "drink", "read", "fire",
    "reactivate", "end_turn", "pass",
)  # fmt: skip

HELD_VERBS = ("punch", "end_turn", "pass")
"""What a hero can do while a tile holds it (LS-BOSS-DRYAD-12)."""


def begin_hero_phase(run: LastSpellRun, step: BeginHeroPhase) -> None:
    """Tokens come back (LS-HERO-11); heroes take turns in seat order (LS-ACT-1)."""
    run.emit(HeroPhaseBegan(run.state.round))
    first = next(run.state.in_play(), None)
    if first is None:
        lose_game(run, "no-heroes", Reason(run.state.round, heroes=tuple(run.state.heroes)))
        return
    run.emit(TurnBegan(first))
    run.push(TakeTurn())


def take_turn(run: LastSpellRun, step: TakeTurn) -> None:
    """Ask the active hero's seat; if the hero was eliminated in its own turn the next one's begins."""
    active = run.state.active
    if active is None or not run.state.heroes[active].in_play:
        run.push(NextTurn(active or ""))
        return
    verbs = TURN_VERBS if run.state.heroes[active].held_by is None else HELD_VERBS
    run.ask(seat_of(active), Decision("turn", verbs, {"hero": active}))


def in_turn(do: Callable[[LastSpellRun, str, Any], None]) -> CarryOut:
    """What carries out an action of the hero in turn: whatever it starts is finished, then the night may be won (R13),
    then the hero goes on (LS-ACT-1)."""

    def carry_out(run: LastSpellRun, seat: str, action: Action) -> None:
        hero, _ = run.state.hero_in_turn()
        run.push(CheckNight(), TakeTurn())
        do(run, hero, action)

    return carry_out


def end_turn(run: LastSpellRun, seat: str, action: EndTurn) -> None:
    """The next hero still in the phase (LS-ACT-2)."""
    hero, _ = run.state.hero_in_turn()
    run.emit(TurnEnded(hero))
    run.push(CheckNight(), NextTurn(hero))


def end_begun_turn(state: LastSpellState, seat: str) -> EndTurn | None:
    """The end of the turn, if the hero has attacked or moved in it."""
    _, hero = state.hero_in_turn()
    return EndTurn() if hero.attacked or hero.moved else None


def leave_phase(run: LastSpellRun, seat: str, action: Pass) -> None:
    """The hero has no more turns in this Hero phase (LS-ACT-2)."""
    hero, _ = run.state.hero_in_turn()
    run.emit(HeroPassed(hero))
    run.push(CheckNight(), NextTurn(hero))


def next_turn(run: LastSpellRun, step: NextTurn) -> None:
    """The phase ends when every hero has passed, or when no hero still in it has an Action token left (LS-ACT-3);
    else the next hero in seat order has its turn."""
    staying = still_in_phase(run.state)
    if not any(run.state.heroes[hero].actions for hero in staying):
        run.push(BeginMonsterPhase())
        return
    order = list(run.state.heroes)
    at = order.index(step.after)
    following = next(hero for hero in (*order[at + 1 :], *order[: at + 1]) if hero in staying)
    run.emit(TurnBegan(following))
    run.push(TakeTurn())


def still_in_phase(state: LastSpellState) -> tuple[str, ...]:
    """The heroes in play that have not passed."""
    return tuple(hero for hero in state.in_play() if not state.heroes[hero].passed)


def any_action(state: LastSpellState, seat: str, rng: Stream) -> Action:
    """A random action of the hero in turn: first a verb, each as likely (the ways that are no walk count as one), then
    an answer of it."""
    _, hero = state.hero_in_turn()
    return first_of(_SAMPLES if hero.held_by is None else _HELD_SAMPLES, state, seat, rng)


_HELD_SAMPLES: tuple[Sample, ...] = (undrawn(only(EndTurn())), undrawn(only(Pass())), one_of(bare_hands.punches))
_SAMPLES: tuple[Sample, ...] = (
    *_HELD_SAMPLES,
    undrawn(heroes.protections),
    one_of(tokens.spendings),
    one_of(armor.reactivations),
    aiming.any_attack,
    aiming.any_scroll,
    defences.any_shot,
    one_of(items.doses),
    one_of(ways.descents, ways.climbs, ways.teleports, ways.jumps),
    ways.any_walk,
)
"""In the order in which they are shuffled."""
