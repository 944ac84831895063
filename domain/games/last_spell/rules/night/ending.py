"""How a night or the game ends: victory and defeat (chapter 8, LS-NIGHT-3 to 5; LS-HERO-2)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Step
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.data import INTRODUCTION, LAST_NIGHT
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.night import GameEnded, NightWon, Reason
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import (
    AssessPanic,
    AssessQuests,
    CheckNight,
    EndDawn,
    HurtHero,
    LoseMages,
    OpenMarket,
)

QUESTS_AFTER = 2
"""The night after which the quests are read (LS-DAWN-4)."""

STALLED_AFTER = 60
"""Monster phases of one night after which nobody can be said to bring it nearer its end."""


def stalled(state: LastSpellState) -> bool:
    """Whether the night has lasted so long that it comes to no end."""
    return state.round > STALLED_AFTER


def check_night(run: LastSpellRun, step: CheckNight) -> None:
    """Win night 1 or 2 if every spawn card has been revealed and the life points left to all monsters together are
    at most the number of heroes in play (LS-NIGHT-3, R13)."""
    state = run.state
    if state.night == LAST_NIGHT or state.phase not in ("monsters", "heroes"):
        return
    if any(pile.left for pile in state.spawn.values()):
        return
    if monster_health(state) <= sum(1 for _ in state.in_play()):
        win_night(run)


def monster_health(state: LastSpellState) -> int:
    """The life points left to all monsters on the board."""
    return sum(monster.health - monster.wounds for monster in state.monsters.values())


def win_night(run: LastSpellRun) -> None:
    """The night is won at once, whatever was still to be done (LS-NIGHT-3, LS-NIGHT-4)."""
    _drop_the_rest(run)
    night = run.state.night
    run.emit(NightWon(night))
    run.push(*dawn_steps(run.state))


def dawn_steps(state: LastSpellState) -> tuple[Step, ...]:
    """What is done at dawn: panic and quests are read after the nights that another follows (LS-DAWN-1, LS-DAWN-4),
    then the market opens (LS-MARKET-1)."""
    if not is_followed(state):
        return (EndDawn(),)
    quests = (AssessQuests(),) if state.night == QUESTS_AFTER else ()
    market = (OpenMarket(),) if state.setting.market else ()
    return AssessPanic(), *quests, *market, EndDawn()


def is_followed(state: LastSpellState) -> bool:
    """Whether another night of the scenario follows, in this game or in the one that goes on from it: else no dawn card
    is asked (LS-DAWN-7)."""
    if state.setting.scenario == INTRODUCTION and is_corrected(state):
        return False
    return state.night < LAST_NIGHT


def win_game(run: LastSpellRun) -> None:
    """The last night is won (LS-DAWN-6, LS-INTRO-6)."""
    _drop_the_rest(run)
    state = run.state
    boss = None if state.boss is None else state.boss.kind
    run.emit(GameEnded("won", state.night, reason=reason(state, Reason(state.round, boss=boss))))


def lose_game(run: LastSpellRun, cause: str, blow: Reason, caused_by: Cause = UNSET) -> None:
    """Everyone has lost, at once, by a blow or by what was read at dawn."""
    _drop_the_rest(run)
    run.emit(GameEnded("lost", run.state.night, cause, reason(run.state, blow), caused_by))


def reason(state: LastSpellState, found: Reason) -> Reason | UnsetType:
    """Why the game is over, which its last event does not tell under rules number 1."""
    return found if is_corrected(state) else UNSET


def after_elimination(run: LastSpellRun, blow: HurtHero) -> None:
    """A hero is eliminated: the game is lost (LS-HERO-2), but for solo (LS-SOLO-4) and the introduction
    (LS-INTRO-6), where it is lost with no hero in play."""
    state = run.state
    if not state.setting.solo and state.setting.scenario != INTRODUCTION:
        lose_game(run, "hero-eliminated", blow_on_hero(state, blow), blow.cause)
    elif not any(state.in_play()):
        lose_game(run, "no-heroes", blow_on_hero(state, blow), blow.cause)


def blow_on_hero(state: LastSpellState, blow: HurtHero) -> Reason:
    """Who eliminated a hero, and who had been eliminated before."""
    gone = tuple(name for name, hero in state.heroes.items() if not hero.in_play)
    return Reason(state.round, blow.by, blow.amount, blow.hero, state.heroes[blow.hero].health, gone)


def blow_on_circle(state: LastSpellState, blow: LoseMages) -> Reason:
    """Who took the last mages."""
    by = None if blow.by is UNSET else blow.by
    return Reason(state.round, by, blow.amount)


def _drop_the_rest(run: LastSpellRun) -> None:
    run.agenda.clear()
    run.open.clear()
