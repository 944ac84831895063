"""What the quests of a scenario ask of its heroes, who lose after the second night if none is resolved (LS-DAWN-4)."""

from __future__ import annotations

from domain.games.last_spell.components import Goal
from domain.games.last_spell.rules.night.ending import QUESTS_AFTER
from domain.games.last_spell.rules.night.quests import counts_kill, is_reached, progress
from domain.games.last_spell.rules.town.geometry import distance
from domain.games.last_spell.rules.town.pieces import inside_city
from domain.games.last_spell.state import LastSpellState

BUILDING = "building"


def missing(state: LastSpellState) -> float:
    """How much is missing from the quest that has come the farthest, from 0 to 1; nothing where none is read at the
    end of this night."""
    if state.night != QUESTS_AFTER or not state.quests:
        return 0.0
    return min(_missing(state, state.content.quests[name].goal, name) for name in state.quests)


def wants(state: LastSpellState, enemy: str) -> bool:
    """Whether the end of a monster brings a quest on that can still be resolved: it counts, or is at a building."""
    if state.night > QUESTS_AFTER or enemy not in state.monsters:
        return False
    return any(_wants(state, state.content.quests[name].goal, enemy) for name in state.quests)


def _missing(state: LastSpellState, goal: Goal, name: str) -> float:
    if is_reached(state, goal, state.quests[name]):
        return 0.0
    if goal.kind == "no-building-destroyed":
        return 1.0
    return 1 - progress(state, goal, state.quests[name]) / (goal.count or goal.at_least)


def _wants(state: LastSpellState, goal: Goal, enemy: str) -> bool:
    kind = state.monster_kind(enemy)
    match goal.kind:
        case "no-building-destroyed":
            at, reach = state.monsters[enemy].at, kind.movement + 1
            houses = (one for name, one in state.constructions.items() if _is_building(state, name))
            return any(distance(at, square) <= reach for house in houses for square in house.squares)
        case "panic-tokens-left-at-dawn":
            return inside_city(state, (state.monsters[enemy].at,))
        case _:
            return counts_kill(goal, kind.level)


def _is_building(state: LastSpellState, construction: str) -> bool:
    return state.construction_kind(construction).category == BUILDING
