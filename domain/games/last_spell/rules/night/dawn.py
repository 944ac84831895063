"""Dawn, quests and saving (chapter 11, LS-DAWN, LS-QUEST, LS-SAVE)."""

from __future__ import annotations

from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.components import Quest
from domain.games.last_spell.data import LAST_NIGHT
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.dawn import PanicAssessed, PanicRefilled, QuestRewarded, QuestsAssessed
from domain.games.last_spell.events.night import Reason
from domain.games.last_spell.events.setup import SetupBegan
from domain.games.last_spell.rules.day.preparation import begin_setup
from domain.games.last_spell.rules.night import saving
from domain.games.last_spell.rules.night.ending import QUESTS_AFTER, is_followed, lose_game, win_game
from domain.games.last_spell.rules.night.quests import is_reached, quest_read
from domain.games.last_spell.rules.night.rewards import leftmost_box, resources
from domain.games.last_spell.rules.questions import settle
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import AssessPanic, AssessQuests, EndDawn, RewardQuest


def assess_panic(run: LastSpellRun, step: AssessPanic) -> None:
    """The leftmost box that still has a Flame gives its resources and one piece of equipment of the players' choice
    (LS-DAWN-1); an empty track gives nothing (LS-DAWN-2), and where the quests have failed no card is asked
    (LS-DAWN-7)."""
    box = leftmost_box(run.state)
    if box is None:
        run.emit(PanicAssessed(None, {}, None, cause=new_cause(run.state)))
        return
    lost = quests_have_failed(run.state)
    chosen = None if lost else settle(run, step)
    if lost or chosen is not None:
        paid = resources(run.state.content.rewards[box - 1])
        run.emit(PanicAssessed(box, paid, chosen, cause=new_cause(run.state)))


def assess_quests(run: LastSpellRun, step: AssessQuests) -> None:
    """After the second night at least one quest must be resolved, the rewards of those that are are collected;
    otherwise everyone has lost (LS-DAWN-4). The panic track is read as it stands before it is refilled."""
    state = run.state
    dealt = dealt_quests(state)
    if not dealt:
        return
    resolved = tuple(quest.id for quest in dealt if is_reached(state, quest.goal, state.quests[quest.id]))
    cause = new_cause(state)
    run.emit(QuestsAssessed(resolved, cause=cause))
    if not any(log.resolved for log in state.quests.values()):
        read = {quest.id: quest_read(state, quest.goal, state.quests[quest.id]) for quest in dealt}
        lose_game(run, "quests-failed", Reason(quests=read), cause)
        return
    run.push(*(RewardQuest(quest, cause=cause) for quest in resolved))


def reward_quest(run: LastSpellRun, step: RewardQuest) -> None:
    """The reward of a resolved quest goes to the common reserve (LS-DAWN-4)."""
    reward = run.state.content.quests[step.quest].reward
    chosen = settle(run, step)
    if chosen is not None or reward.equipment_level is None:
        run.emit(QuestRewarded(step.quest, resources(reward), chosen, cause=step.cause))


def end_dawn(run: LastSpellRun, step: EndDawn) -> None:
    """After nights 1 and 2 the track is refilled (LS-DAWN-3) and the next day begins, unless that was the last night
    (LS-DAWN-5); after night 3 the game is won, in a campaign with the panic track's resources for the common chest
    (LS-DAWN-6, LS-SAVE-4). Every night survived is saved (LS-SAVE-5)."""
    state = run.state
    if state.night == LAST_NIGHT:
        _pay_network(run)
    elif is_followed(state):
        run.emit(PanicRefilled(len(state.panic)))
    run.emit(saving.saved(state))
    if state.night >= state.setting.until:
        win_game(run)
        return
    run.emit(SetupBegan(state.night + 1))
    begin_setup(run)


def dealt_quests(state: LastSpellState) -> list[Quest]:
    """The quests of the scenario that were dealt (R44)."""
    return [quest for quest in state.content.quests_of(state.setting.scenario).values() if quest.id in state.quests]


def quests_have_failed(state: LastSpellState) -> bool:
    """Whether the game is lost at this dawn, none of its quests being resolved (LS-DAWN-4): nothing follows then
    (LS-DAWN-7)."""
    dealt = dealt_quests(state)
    if not is_corrected(state) or state.night != QUESTS_AFTER or not dealt:
        return False
    logs = ((quest.goal, state.quests[quest.id]) for quest in dealt)
    return not any(log.resolved or is_reached(state, goal, log) for goal, log in logs)


def _pay_network(run: LastSpellRun) -> None:
    """Shadow network: the resources of the panic track go to the common chest (LS-SAVE-4)."""
    box = leftmost_box(run.state)
    if run.state.setting.mode == "campaign" and box is not None:
        paid = resources(run.state.content.rewards[box - 1])
        run.emit(PanicAssessed(box, paid, None, cause=new_cause(run.state)))
