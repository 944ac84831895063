"""Quests: what resolves them and what they count (LS-QUEST-1, R44)."""

from __future__ import annotations

from domain.games.last_spell.components import Goal
from domain.games.last_spell.events.night import QuestRead
from domain.games.last_spell.rules.night.ending import QUESTS_AFTER
from domain.games.last_spell.state import LastSpellState, QuestLog

KILLS = ("kill-monsters", "kill-level")
"""The kinds of goals that count eliminated monsters."""


def is_reached(state: LastSpellState, goal: Goal, log: QuestLog) -> bool:
    """Whether a quest's goal holds at this dawn (LS-QUEST-1)."""
    count = progress(state, goal, log)
    return count <= goal.max_destroyed if goal.kind == "no-building-destroyed" else count >= _needed(goal)


def progress(state: LastSpellState, goal: Goal, log: QuestLog) -> int:
    """What a goal counts: Flames or mages left, or what was counted from the first night on (R44)."""
    match goal.kind:
        case "panic-tokens-left-at-dawn":
            return sum(state.panic)
        case "mages-left-at-dawn":
            return state.mages
        case _:
            return log.count


def quests_of_kill(state: LastSpellState, level: int) -> tuple[str, ...]:
    """The quests that count a monster of that level eliminated by heroes or defences."""
    return tuple(id for id, goal in _counting(state).items() if counts_kill(goal, level))


def counts_kill(goal: Goal, level: int) -> bool:
    """Whether a goal counts a monster of that level."""
    return goal.kind == "kill-monsters" or (goal.kind == "kill-level" and goal.level == level)


def quests_of_loss(state: LastSpellState, category: str) -> tuple[str, ...]:
    """The quests that count a destroyed construction: buildings only."""
    if category != "building":
        return ()
    return tuple(id for id, goal in _counting(state).items() if goal.kind == "no-building-destroyed")


def _counting(state: LastSpellState) -> dict[str, Goal]:
    """The goals that are still open: quests count the nights before they are read."""
    if state.night > QUESTS_AFTER:
        return {}
    return {id: state.content.quests[id].goal for id in state.quests}


def quest_read(state: LastSpellState, goal: Goal, log: QuestLog) -> QuestRead:
    """How far a quest has come at this dawn."""
    allowed = goal.max_destroyed if goal.kind == "no-building-destroyed" else _needed(goal)
    return QuestRead(goal.kind, progress(state, goal, log), allowed)


def _needed(goal: Goal) -> int:
    return goal.count or goal.at_least
