"""Attempts at anything, and the tasks of a chapter (WD-GM-5, WD-SCEN-AWAKENING-3, WD-GM-23)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Slot, Text, to_json
from domain.games.darkness.components import TaskRow
from domain.games.darkness.events.master import (
    AttemptContinued,
    AttemptDeclared,
    AttemptDenied,
    BombBuilt,
    TargetSet,
    TaskBegun,
    TaskDone,
)
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.checks.ladder import CODES, code_of
from domain.games.darkness.rules.differences import (
    attempts_go_on_by_their_words,
    gifts_are_borne,
    medicine_fits_its_damage,
    numbers_are_bounded,
    questions_tell_their_purpose,
    what_is_needed_is_no_price,
)
from domain.games.darkness.rules.fights import wounds
from domain.games.darkness.rules.master import foraging
from domain.games.darkness.rules.master.actions import TURNS, Deny, SetTn, Task, TryOut
from domain.games.darkness.rules.master.kept import LongAttempt
from domain.games.darkness.rules.play import Play, demand, known, last_check, spend_action
from domain.games.darkness.rules.things.equipment import carries
from domain.games.darkness.rules.things.needs import BOMB_TASK, alcohol, all_tasks, things_for
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState, master_of
from domain.games.darkness.steps.master import AttemptTried
from domain.games.darkness.steps.turn import AskTurn, CloseTurn

BY_TABLE, POINTS_HEALED = "by-table", "points-healed"
MAKES_BOMB = ("build-bomb", "make-a-bomb")
WORDS = "something else"
"""What is tried where nobody has words for it."""
LISTED_TURNS = 3


def attempt(play: Play, seat: str, action: TryOut) -> None:
    """Say what is tried and with what; the game master sets the number, or the work goes on (WD-GM-5)."""
    data = play.state.data
    known(action.attribute in data.attributes, "{attribute} is no attribute", attribute=action.attribute)
    known(action.skill is None or action.skill in data.skills, "{skill} is no skill", skill=action.skill)
    begun = going_on(play.state, seat)
    if begun and _goes_on(play.state, begun, action):
        spend_action(play, seat)
        play.emit(AttemptContinued(seat, begun.left - 1))
        if begun.left == 1:
            _check_attempt(play, seat, begun.attribute, begun.skill, code_of(begun.level), action.what)
        return
    play.emit(AttemptDeclared(seat, action.what, action.attribute, action.skill))
    details = {"seat": seat, "attribute": action.attribute, **({"skill": action.skill} if action.skill else {})}
    if questions_tell_their_purpose(play.state):
        details["what"] = to_json(action.what)
    play.ask(master_of(play.state).seat, Decision("ruling", ("set_tn", "deny"), details))


def any_attempt(state: DarknessState, seat: str, rng: Stream) -> Action:
    """Some attempt at something."""
    attribute = rng.choice(state.data.attributes)
    skills = [skill.id for skill in state.data.skills.values()]
    return TryOut(WORDS, attribute, rng.choice([None, *skills]))


def attempt_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """What is tried, in words, and with what."""
    return (Slot("what"), Slot("attribute", state.data.attributes), Slot("skill", (None, *state.data.skills)))


def set_tn(play: Play, seat: str, action: SetTn) -> None:
    """The number, 6H to 5K, and the turns it takes; of several the first is spent at once (WD-GM-5)."""
    details = play.state.open[seat].details
    known(action.turns >= 1, "an attempt takes a turn at least")
    if numbers_are_bounded(play.state):
        TURNS.check(action.turns, "what an attempt takes")
    by, skill = details["seat"], details.get("skill")
    what = msgspec.convert(details["what"], Text | str) if "what" in details else UNSET
    spend_action(play, by)
    play.emit(TargetSet(by, action.tn, action.turns, details["attribute"], skill, what))
    if action.turns == 1:
        _check_attempt(play, by, details["attribute"], skill, action.tn, what)


def targets(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each number, for the fewest turns."""
    for turns in range(1, LISTED_TURNS + 1):
        for code in CODES:
            yield SetTn(code, turns)


def any_target(state: DarknessState, seat: str, rng: Stream) -> Action:
    """Some number; more turns are less likely."""
    turns = 1
    while turns < TURNS.most and rng.below(3) == 0:
        turns += 1
    return SetTn(rng.choice(CODES), turns)


def target_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """The number, and the turns."""
    return (Slot("tn", CODES), Slot("turns", min=TURNS.least, max=TURNS.most))


def deny(play: Play, seat: str, action: Deny) -> None:
    """Not allowed: that costs nothing (WD-GM-5)."""
    play.emit(AttemptDenied(play.state.open[seat].details["seat"]))
    if gifts_are_borne(play.state):
        play.agenda[:] = [AskTurn() if isinstance(step, CloseTurn) else step for step in play.agenda]
    else:
        play.agenda.pop()
        play.push(AskTurn())


def going_on(state: DarknessState, seat: str) -> LongAttempt | None:
    """What a seat is at since its last turn; a turn spent on something else has broken it off (WD-GM-5)."""
    begun = master_of(state).attempts.get(seat)
    return begun if begun and begun.round >= state.round - 1 else None


def repeatable(state: DarknessState, seat: str, action: Action) -> tuple[Text, ...]:
    """The words of the attempt that a seat is at: the same words go on with it (WD-GM-5)."""
    if state.master is None or not isinstance(action, TryOut):
        return ()
    begun = going_on(state, seat)
    return (begun.what,) if begun and isinstance(begun.what, Text) else ()


def _goes_on(state: DarknessState, begun: LongAttempt, action: TryOut) -> bool:
    """Whether that is the attempt going on: the same words, told by their ids, attribute and skill (WD-GM-5)."""
    same = (begun.attribute, begun.skill) == (action.attribute, action.skill)
    return begun.task is None and same and (begun.what == action.what or not attempts_go_on_by_their_words(state))


def task(play: Play, seat: str, action: Task) -> None:
    """A task of the chapter, on its tile, with what it needs in hand (WD-SCEN-AWAKENING-3)."""
    state = play.state
    known(action.task in {row.id for row in all_tasks(state)}, "{task} is no task", task=action.task)
    row = next((row for row in open_tasks(state, seat) if row.id == action.task), None)
    demand(row, "{task} cannot be done here now", task=action.task)
    assert row is not None
    spend_action(play, seat)
    begun = going_on(state, seat)
    left = begun.left if begun and begun.task == row.id else row.actions
    if left > 1:
        same = begun is not None and begun.task == row.id
        play.emit(AttemptContinued(seat, left - 1) if same else TaskBegun(seat, row.id, left - 1))
        return
    if row.actions > 1:
        play.emit(AttemptContinued(seat, 0))
    _check_task(play, seat, row)


def any_task(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """Some task that is open here, if any is."""
    tasks = open_tasks(state, seat)
    return Task(rng.choice(tasks).id) if tasks else None


def task_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """The task; which there are is not told."""
    return (Slot("task"),)


def open_tasks(state: DarknessState, seat: str) -> list[TaskRow]:
    """Tasks that a seat can take where it stands."""
    chapters = state.data.scenarios[state.scenario].chapter
    now = master_of(state).chapter
    rows = next((chapter.tasks for chapter in chapters if chapter.id == now), ())
    return [row for row in (*rows, BOMB_TASK) if _is_open(state, seat, row)]


def tried(play: Play, step: AttemptTried) -> None:
    """The check of an attempt or task is settled."""
    settled = last_check(play.state)
    row = next((row for row in all_tasks(play.state) if row.id == step.task), None)
    if row is None:
        return
    if settled.success:
        _succeed(play, settled.by, row, settled.level)
    elif row.failure_damage:
        wounds.hurt(play, settled.by, row.failure_damage, row.id)


def _check_attempt(
    play: Play, seat: str, attribute: str, skill: str | None, tn: str, what: Text | str | UnsetType
) -> None:
    play.push(AttemptTried(what=what if questions_tell_their_purpose(play.state) else UNSET))
    approaches = (skill,) if skill else ()
    checks.begin(play, checks.opening_for(play.state, seat, "attempt", attribute, approaches, tn=tn))


def _check_task(play: Play, seat: str, row: TaskRow) -> None:
    if row.waived_by and carries(play.state, seat, row.waived_by):
        _succeed(play, seat, row, 0)
    elif row.check.tn == BY_TABLE:
        foraging.begin(play, seat, row.id)
    else:
        play.push(AttemptTried(row.id))
        asked = row.check
        opened = checks.opening_for(play.state, seat, "task", asked.attribute, asked.skills, tn=asked.tn)
        heals = row.vp == POINTS_HEALED and medicine_fits_its_damage(play.state)
        checks.begin(play, replace(opened, target=_patient(play.state, seat)) if heals else opened)


def _succeed(play: Play, seat: str, row: TaskRow, level: int) -> None:
    """What a task brings: VP, an item that is worth them, a bomb, healing; without what it needs nothing."""
    things = things_for(play.state, seat, row)
    if not what_is_needed_is_no_price(play.state):
        things = alcohol(play.state, seat) or None if row.id in MAKES_BOMB else []
    if things is None:
        return
    if row.id in MAKES_BOMB:
        play.emit(BombBuilt(seat, things[0]))
    if row.vp == POINTS_HEALED:
        if patient := _patient(play.state, seat):
            change_points(play, seat, wounds.mend(play, patient, level, seat), "heal")
        return
    if row.id != BOMB_TASK.id:
        play.emit(TaskDone(seat, row.id))
    if row.item:
        foraging.gain_goods(play, seat, row.item, int(row.vp), None)
    else:
        change_points(play, seat, int(row.vp), "objective")


def _is_open(state: DarknessState, seat: str, row: TaskRow) -> bool:
    done = master_of(state).done
    if row.id in done or (row.requires and row.requires not in done):
        return False
    if not _is_at(state, seat, row.at) or things_for(state, seat, row) is None:
        return False
    return row.vp != POINTS_HEALED or _patient(state, seat) is not None


def _is_at(state: DarknessState, seat: str, at: str) -> bool:
    space = state.data.spaces.get(state.people[seat].at)
    if space is None:
        return at == "any"
    if at == "inside":
        return space.building is not None
    return at == "any" or (at == "street" and space.street) or tile_of(space.id) == at


def _patient(state: DarknessState, seat: str) -> str | None:
    """Who in the same space has most damage, the earlier seat of equals."""
    here = [other for other in state.here(state.people[seat].at) if state.people[other].damage]
    return max(here, key=lambda other: state.people[other].damage, default=None)
