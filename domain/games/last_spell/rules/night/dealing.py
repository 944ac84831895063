"""Which quests are dealt: those that the night's spawn cards can fulfil (LS-QUEST-1, R44)."""

from __future__ import annotations

from collections.abc import Container

from domain.games.last_spell.components import Goal, SpawnCard
from domain.games.last_spell.events.setup import QuestsDealt
from domain.games.last_spell.rules.night.ending import QUESTS_AFTER
from domain.games.last_spell.rules.night.quests import KILLS, counts_kill
from domain.games.last_spell.rules.night.twilight import stacks_of
from domain.games.last_spell.state import LastSpellRun, LastSpellState


def deal_quests(run: LastSpellRun, kept: Container[str] = ()) -> None:
    """Deal the quests of the scenario, but for those that the cards cannot fulfil; `kept` lie on the table already."""
    state = run.state
    quests = state.content.quests_of(state.setting.scenario).values()
    if quests:
        dealt = (quest.id for quest in quests if quest.id in kept or can_be_fulfilled(state, quest.goal))
        run.emit(QuestsDealt(tuple(dealt)))


def can_be_fulfilled(state: LastSpellState, goal: Goal) -> bool:
    """Whether the nights up to the one after which quests are read can bring as many monsters as the goal wants."""
    if goal.kind not in KILLS:
        return True
    return sum(most_monsters(state, goal, night) for night in range(state.night, QUESTS_AFTER + 1)) >= goal.count


def most_monsters(state: LastSpellState, goal: Goal, night: int) -> int:
    """The most monsters that the goal counts and a night can bring: those of the fullest cards that may be dealt."""
    content = state.content
    deck = content.decks[state.setting.scenario, night]
    cards = content.numbers.spawn_waves * stacks_of(content, most_heroes(state), solo=state.setting.solo)
    counted = sorted((_counted(state, goal, content.spawn_cards[card]) for card in deck.cards), reverse=True)
    return sum(counted[:cards])


def most_heroes(state: LastSpellState) -> int:
    """How many heroes may be in play: one for each seat, in solo as many as can be recruited (LS-SOLO-3)."""
    most: int = state.content.source["solo"]["max_heroes_in_play"]
    return most if state.setting.solo else len(state.seats)


def _counted(state: LastSpellState, goal: Goal, card: SpawnCard) -> int:
    """The monsters of a card that the scenario places (LS-SPAWN-2) and the goal counts."""
    content = state.content
    tiers = content.city(state.setting.scenario).spawn_tiers
    placed = (content.monsters.get(symbol.monster) for symbol in card.monsters if symbol.tier in tiers)
    return sum(kind is not None and counts_kill(goal, kind.level) for kind in placed)
