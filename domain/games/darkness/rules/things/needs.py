"""What a task or an action of the scenario needs in hand, until its check is settled (WD-SCEN-2, WD-GM-23)."""

from __future__ import annotations

from domain.games.darkness.components import CheckRow, TaskRow
from domain.games.darkness.rules.things.equipment import kind_of
from domain.games.darkness.state import TOKEN, DarknessState
from domain.games.darkness.steps.master import AttemptTried

ALCOHOL = "alcohol"
INFLAMMABLE = ("flammable-alcohol", "rubbing-alcohol")
BOMB_TASK = TaskRow("build-bomb", "inside", CheckRow("Int", ("scrounge",), "1P"), 0, needs=(ALCOHOL, "matches"))
"""Building a bomb in any building, whatever the chapter (WD-GM-23)."""


def all_tasks(state: DarknessState) -> list[TaskRow]:
    """Every task of the campaign, and building a bomb."""
    chapters = state.data.scenarios[state.scenario].chapter
    return [*(row for chapter in chapters for row in chapter.tasks), BOMB_TASK]


def things_for(state: DarknessState, seat: str, row: TaskRow) -> list[str] | None:
    """The first thing in hand for each need of a task; None where one is missing (WD-SCEN-AWAKENING-3)."""
    found = [next(iter(_that_meet(state, seat, need)), None) for need in row.needs]
    things = [thing for thing in found if thing is not None]
    return things if len(things) == len(found) else None


def alcohol(state: DarknessState, seat: str) -> list[str]:
    """Alcohol in hand that is no bomb yet."""
    bombs = state.master.bombs if state.master else ()
    return [item for item in state.people[seat].items if kind_of(state, item) in INFLAMMABLE and item not in bombs]


def of_the_check(state: DarknessState, seat: str) -> set[str]:
    """What the check that a seat makes needs in hand: it is for a task, or for an action of the scenario."""
    check = state.check
    if check is None or check.by != seat or state.scenario not in state.data.scenarios:
        return set()
    rows = (row for row in state.data.scenarios[state.scenario].action if row.id == check.kind)
    tokens = {f"{TOKEN}{number}" for row in rows for number in (*row.needs_tokens, row.needs_token)}
    begun = {step.task for step in state.agenda if isinstance(step, AttemptTried)}
    tasks = (row for row in all_tasks(state) if row.id in begun)
    return tokens | {thing for row in tasks for thing in things_for(state, seat, row) or ()}


def _that_meet(state: DarknessState, seat: str, need: str) -> list[str]:
    if need == ALCOHOL:
        return alcohol(state, seat)
    things = alcohol(state, seat) if need in INFLAMMABLE else state.people[seat].items
    return [thing for thing in things if kind_of(state, thing) == need]
