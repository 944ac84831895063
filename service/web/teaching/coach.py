"""What a guided game says beside its table: the step, why, and which things are lit for the move that it suggests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.lessons.playing import Playing
from domain.log.canon import canonical
from service.web.games.choices import Choice, Choices

ON_THE_LINE, FREE, OVER, FAR = "line", "free", "over", "far"
"""Where a lesson is: on the line that it suggests, off it, at the end of its game, or as far off as it goes."""


@dataclass(frozen=True)
class Coach:
    """A lesson as its page shows it: where it is, and the number of the step of so many.

    `say` and `why` are the words of the step, `suggested` is its move as it is posted, `things` are touched for it one
    after the other.
    """

    where: str
    number: int
    count: int
    say: str = ""
    why: str = ""
    suggested: str = ""
    things: Sequence[str] = ()


def coach_of(playing: Playing, choices: Choices, is_far: bool) -> Coach:
    """What is said of a lesson now; `is_far`: it has left its line for so long that it does not go on."""
    count = len(playing.lesson.own)
    number = min(playing.followed + 1, count)
    step, suggested = playing.step, playing.suggested
    if playing.is_over:
        return Coach(OVER, number, count) if playing.is_free else Coach(OVER, count, count, playing.lesson.end)
    if step is None or suggested is None:
        return Coach(FAR if is_far else FREE, number, count)
    things = list(_things(suggested, choices))
    return Coach(ON_THE_LINE, number, count, step.say, step.why, canonical(suggested).decode(), things)


def _things(suggested: Mapping[str, Json], choices: Choices) -> Iterator[str]:
    """What is touched for a move: for the whole of it, or for each value of its list."""
    whole = canonical(suggested).decode()
    for ask in choices.asks:
        if not ask.verb:
            yield from _steps(ask.choices, whole)
        elif ask.verb == suggested["type"]:
            for value in suggested.get(ask.argument) or ():
                yield from _steps(ask.choices, canonical(value).decode())


def _steps(choices: Sequence[Choice], value: str) -> Sequence[str]:
    return next((choice.steps for choice in choices if choice.value == value), ())
