"""A lesson: a recorded game of one learner against the others, with what is said at each of the learner's moves.

It is a file beside its game, `lessons/NAME.yaml`, in the words of rule cases (docs/rules/cases.md): `options`, `seats`,
of which the first is the learner's, `position` if it does not begin with the set-up, and `steps`. Its own are `title`,
`about`, `minutes`, `seed`, from which everything is drawn, and `end`. `NAME.LANGUAGE.yaml` has title, about, end and
the sayings of the learner's steps in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
import yaml

from domain.cases.files import CaseLoader
from domain.cases.names import Names
from domain.contract.game import Game, Json
from domain.contract.manual import WRITTEN_IN

SAYINGS = ("say", "why")
"""The keys of a step that are not its seat."""


class Step(msgspec.Struct, frozen=True):
    """A move of a seat, as a rule case writes it; at a learner's what is said, and why it is a good one."""

    seat: str
    action: Json
    say: str = ""
    why: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A guided game. `names` are those of the seats in its words, `steps` all moves of the line that it suggests, and
    `end` is said after the last."""

    id: str
    game: str
    title: str
    about: str
    minutes: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
    options: Mapping[str, Json]
    position: Mapping[str, Json] | None
    seed: str
    steps: tuple[Step, ...]
    end: str
    language: str = WRITTEN_IN
    plays: str = ""

    @property
    def learner(self) -> str:
        """The seat of who learns: the one that `plays`, or the first."""
        return self.plays or self.seats[0]

    @property
    def own(self) -> Sequence[Step]:
        """The learner's steps."""
        return [step for step in self.steps if step.seat == self.learner]


def lessons_of(game: Game[Any], language: str) -> tuple[Lesson, ...]:
    """The lessons of a game, by their ids; in the language where they are translated."""
    return _lessons(type(game).__module__.rpartition(".")[0], game.id, language)


@cache
def _lessons(package: str, game: str, language: str) -> tuple[Lesson, ...]:
    folder = files(package) / "lessons" if package else None
    if folder is None or not folder.is_dir():
        return ()
    named = sorted(file.name for file in folder.iterdir() if file.name.count(".") == 1)
    ids = [name.removesuffix(".yaml") for name in named if name.endswith(".yaml")]
    written = (_read(one, game, loaded((folder / f"{one}.yaml").read_bytes())) for one in ids)
    return tuple(_translated(lesson, folder / f"{lesson.id}.{language}.yaml", language) for lesson in written)


def _translated(lesson: Lesson, file: Traversable, language: str) -> Lesson:
    if not file.is_file():
        return lesson
    words = loaded(file.read_bytes())
    said = iter([msgspec.structs.replace(step, **told) for step, told in zip(lesson.own, words["steps"], strict=True)])
    steps = tuple(next(said) if step.seat == lesson.learner else step for step in lesson.steps)
    told = {key: words[key] for key in ("title", "about", "end")}
    return msgspec.structs.replace(lesson, **told, steps=steps, language=language)


def loaded(raw: bytes) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(raw, CaseLoader)
    return found


def _read(lesson_id: str, game: str, written: Mapping[str, Any]) -> Lesson:
    names = Names(written["seats"])
    given = names.to_ids(dict(written))
    return Lesson(
        lesson_id,
        game,
        written["title"],
        written["about"],
        written["minutes"],
        names.ids,
        tuple(name.capitalize() for name in written["seats"]),
        given.get("options", {}),
        given.get("position"),
        written["seed"],
        tuple(_steps(given["steps"])),
        written["end"],
    )


def _steps(written: Sequence[Mapping[str, Any]]) -> Iterator[Step]:
    for step in written:
        [(seat, action)] = [(key, value) for key, value in step.items() if key not in SAYINGS]
        yield Step(seat, action, *(" ".join(step.get(key, "").split()) for key in SAYINGS))
