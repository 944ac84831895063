"""A puzzle: a position in which one answer is far better than all others, to be found.

It is a file beside its game, `puzzles/NAME.yaml`, as a lesson is: `options`, `seats`, `position`, `seed`, which of the
seats `plays`, and for its steps the `answers` that were looked at most, the best first, each with how likely its seat
is to win with it.
`nightledger puzzle extract` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from domain.cases.names import Names
from domain.contract.chance import Seeded
from domain.contract.game import Action, Game
from domain.games.catalog import Catalog
from domain.lessons.lesson import Lesson, Step, loaded
from domain.lessons.playing import Playing


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle: the lesson of one step that it is, the best answer; and all answers with what each was worth."""

    lesson: Lesson
    answers: tuple[tuple[Step, float], ...]

    @property
    def id(self) -> str:
        """Its name within the game."""
        return self.lesson.id

    @property
    def game(self) -> str:
        """The game that it is of."""
        return self.lesson.game


class Verdict(msgspec.Struct, frozen=True):
    """What an answer to a puzzle is: the best, or how likely it makes its seat to win beside the `best`; None for one
    that was not looked at."""

    is_best: bool
    value: float | None
    best: float


def puzzles_of(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles of a game, by their ids."""
    return _puzzles(type(game).__module__.rpartition(".")[0], game.id)


def posed(catalog: Catalog, puzzle: Puzzle) -> Playing:
    """The table of a puzzle, in a log in memory."""
    return Playing(catalog, puzzle.lesson)


def verdict(playing: Playing, puzzle: Puzzle, action: Action) -> Verdict:
    """What an answer is; `Refused` for one that the rules do not accept."""
    game, state = playing.table.game, playing.table.state
    game.decide(state, puzzle.lesson.learner, action, Seeded(puzzle.lesson.seed.encode()))
    best = puzzle.answers[0][1]
    for number, (step, value) in enumerate(puzzle.answers):
        if playing.comes_to_the_same(action, game.parse(playing.posted(step))):
            return Verdict(number == 0, value, best)
    return Verdict(False, None, best)


@cache
def _puzzles(package: str, game: str) -> tuple[Puzzle, ...]:
    folder = files(package) / "puzzles" if package else None
    if folder is None or not folder.is_dir():
        return ()
    named = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return tuple(read_puzzle(file.name.removesuffix(".yaml"), game, loaded(file.read_bytes())) for file in named)


def read_puzzle(puzzle_id: str, game: str, written: Mapping[str, Any]) -> Puzzle:
    """A puzzle as its file has it."""
    names = Names(written["seats"])
    given = names.to_ids(dict(written))
    answers = tuple((Step(given["plays"], one["answer"]), float(one["value"])) for one in given["answers"])
    lesson = Lesson(
        id=puzzle_id,
        game=game,
        title="",
        about="",
        minutes=1,
        seats=names.ids,
        names=tuple(name.capitalize() for name in written["seats"]),
        options=given.get("options", {}),
        position=given["position"],
        seed=written["seed"],
        steps=(answers[0][0],),
        end="",
        plays=given["plays"],
    )
    return Puzzle(lesson, answers)
