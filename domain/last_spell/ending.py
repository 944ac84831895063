"""How a night or the game ends: victory and defeat (chapter 8, LS-NIGHT-3 to 5; LS-HERO-2)."""

from __future__ import annotations

from domain.game import Run, Step
from domain.last_spell.changes import is_corrected
from domain.last_spell.data import INTRODUCTION
from domain.last_spell.events.night import GameEnded, NightWon
from domain.last_spell.events.setup import LAST_NIGHT
from domain.last_spell.state import LastSpellState
from domain.last_spell.steps import AssessPanic, AssessQuests, EndDawn, OpenMarket

QUESTS_AFTER = 2
"""The night after which the quests are read (LS-DAWN-4)."""


def check_night(run: Run[LastSpellState]) -> None:
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
    return sum(max(0, monster.health - monster.wounds) for monster in state.monsters.values())


def win_night(run: Run[LastSpellState]) -> None:
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


def win_game(run: Run[LastSpellState]) -> None:
    """The last night is won (LS-DAWN-6, LS-INTRO-6)."""
    _drop_the_rest(run)
    run.emit(GameEnded("won", run.state.night))


def lose_game(run: Run[LastSpellState], cause: str) -> None:
    """Everyone has lost, at once."""
    _drop_the_rest(run)
    run.emit(GameEnded("lost", run.state.night, cause))


def after_elimination(run: Run[LastSpellState]) -> None:
    """A hero is eliminated: the game is lost (LS-HERO-2), but for solo (LS-SOLO-4) and the introduction
    (LS-INTRO-6), where it is lost with no hero in play."""
    setting = run.state.setting
    if not setting.solo and setting.scenario != INTRODUCTION:
        lose_game(run, "hero-eliminated")
    elif not any(run.state.in_play()):
        lose_game(run, "no-heroes")


def _drop_the_rest(run: Run[LastSpellState]) -> None:
    run.agenda.clear()
    run.open.clear()
