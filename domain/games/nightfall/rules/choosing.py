"""Choices that a text asks for in the middle of its effect: `choose`.

The step that waits for the answer lies on top of the agenda; what may be chosen follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.contract.chance import Stream
from domain.contract.game import Decision, Json, Refused, Slot
from domain.games.nightfall.actions import Choose
from domain.games.nightfall.events import SecretTold, TargetChosen, TextBegan
from domain.games.nightfall.rules.damage import forced_blockers, pass_on, text_under_way
from domain.games.nightfall.rules.text import Aim, Clause
from domain.games.nightfall.state import NightfallRun, NightfallState
from domain.games.nightfall.steps import Absorb, CarryOut

PARTS: Mapping[str, str] = {"chain": "chain", "your_chain": "chain", "kick": "kick", "instead": "kick"}
"""Field of a `CardText` -> the part of the text that it is."""


class Question(NamedTuple):
    """What may be chosen: one of the values, or all of them in an order."""

    values: tuple[str, ...]
    ordered: bool


def carry_out(run: NightfallRun, step: CarryOut) -> None:
    """Carry out the next text of a card; the rest waits below it.

    What it aims at is chosen now (NF-TGT-1): with no legal value it does nothing (NF-TGT-6, NF-RES-4), with one
    it is taken without asking (NF-TGT-7, NF-AUTO-4), with more the chooser is asked. It is carried out whether its
    player likes it or not (NF-RES-5).
    """
    clause = _clause(run.state, step)
    aim = clause.aim
    _begin(run, step)
    if aim is None:
        _go_on(run, step, clause, None)
        return
    values = aim.values(run.state, step)
    if aim.hand != "no":
        _show_hand(run, step, aim)
    if not values:
        _push_the_rest(run, step, None)
    elif len(values) == 1 and not _asks_anyway(run.state, step, aim):
        run.emit(TargetChosen(aim.chosen_by(step), step.card, values[0], True, cause=run.state.present_cause))
        _go_on(run, step, clause, values[0])
    else:
        run.push(step)
        run.ask(aim.chosen_by(step), Decision("choose", ("choose",), _details(run.state, step, clause)))


def _begin(run: NightfallRun, step: CarryOut) -> None:
    """A part of a text is a cause of what follows from it."""
    if isinstance(step.link, str) and isinstance(step.run, int):
        part = PARTS[step.parts[0]]
        cause = run.state.next_cause
        run.emit(TextBegan(step.by, step.card, step.link, part, step.run, step.place, cause=cause))


def _details(state: NightfallState, step: CarryOut, clause: Clause) -> dict[str, Json]:
    """What a question says of itself: what it asks for, whose text, which part in which run, and how much."""
    assert clause.aim is not None
    details = {"asks": clause.aim.what, "card": step.card, "by": step.by}
    if not state.says_more:
        return details
    amount = {} if clause.amount is None else {"amount": clause.amount}
    fetched = {} if step.place == "chain" else {"place": step.place}
    return {**details, **text_under_way(state), **amount, **fetched}


def choose(run: NightfallRun, seat: str, action: Choose) -> None:
    """Answer what a text asks; whatever is not a legal value is illegal (NF-AUTO-6)."""
    step, value = run.agenda[-1], action.value
    question = _question(run.state, step)
    if question.ordered:
        if isinstance(value, str) or sorted(value) != sorted(question.values):
            raise Refused("illegal", "all of them, each once, in an order")
    elif value not in question.values:
        raise Refused("illegal", "this cannot be chosen")
    run.agenda.pop()
    run.emit(TargetChosen(seat, step.card, value, False, cause=run.state.present_cause))
    if isinstance(step, Absorb):
        blockers = [run.state.minions[name] for name in value]
        pass_on(run, seat, step.amount, blockers)
    else:
        _go_on(run, step, _clause(run.state, step), value)


def question_of(state: NightfallState) -> Question:
    """What may be chosen now."""
    return _question(state, state.agenda[-1])


def choices(state: NightfallState, seat: str) -> Iterator[Choose]:
    """The legal values, or the orders of all of them."""
    question = question_of(state)
    return map(Choose, permutations(question.values) if question.ordered else question.values)


def choice_slots(state: NightfallState, seat: str) -> tuple[Slot, ...] | None:
    """All the values, in an order; single values are listed only."""
    values, ordered = question_of(state)
    return (Slot("value", values, len(values), len(values), ordered=True),) if ordered else None


def any_choice(state: NightfallState, seat: str, rng: Stream) -> Choose:
    """A random legal value or order."""
    question = question_of(state)
    if question.ordered:
        return Choose(tuple(rng.shuffled(question.values)))
    return Choose(rng.choice(question.values))


def first_choice(state: NightfallState, seat: str) -> Choose:
    """The first legal value; a list in the order given (NF-AUTO-7)."""
    question = question_of(state)
    return Choose(question.values if question.ordered else question.values[0])


def _question(state: NightfallState, step: Any) -> Question:
    if isinstance(step, Absorb):
        return Question(tuple(minion.name for minion in forced_blockers(state, step.seat)), True)
    aim = _clause(state, step).aim
    assert aim is not None
    return Question(tuple(aim.values(state, step)), aim.ordered)


def _clause(state: NightfallState, step: CarryOut) -> Clause:
    clause: Clause = getattr(state.texts[step.card], step.parts[0])
    return clause


def _go_on(run: NightfallRun, step: CarryOut, clause: Clause, target: str | tuple[str, ...] | None) -> None:
    _push_the_rest(run, step, target)
    clause.effect(run, step, target)


def _push_the_rest(run: NightfallRun, step: CarryOut, aim: str | tuple[str, ...] | None) -> None:
    """The parts after this one, which was aimed at `aim`, come next."""
    if len(step.parts) > 1:
        run.push(replace(step, parts=step.parts[1:], aim=aim))


def _asks_anyway(state: NightfallState, step: CarryOut, aim: Aim) -> bool:
    """With two or more cards in the hand the seat is asked even for the only legal one (NF-RUL-38)."""
    return aim.hand != "no" and len(state.players[aim.chosen_by(step)].hand) > 1


def _show_hand(run: NightfallRun, step: CarryOut, aim: Aim) -> None:
    """Say so where the engine's own choice, or that there is none, tells what a hand holds (NF-RUL-38)."""
    player = run.state.players.get(aim.chosen_by(step))
    if player is not None and player.hand and (aim.hand == "fitting" or len(player.hand) == 1):
        run.emit(SecretTold(player.id, step.card))
