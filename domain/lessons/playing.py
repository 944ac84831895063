"""A lesson under way: a log in memory, which follows from the lesson and the learner's moves alone.

As long as the learner makes the moves that are suggested the others make theirs of the record. After another one the
game goes on freely: AIs answer, and nothing is suggested. All that is drawn comes from the lesson's seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from domain.bots.player import player
from domain.cases.names import replaced
from domain.contract.chance import Seeded, Stream
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.game import Action, Json, to_json
from domain.games.catalog import Catalog
from domain.lessons.lesson import Lesson, Step
from domain.log.record import Command
from domain.table import actions
from domain.table.branch import Origin
from domain.table.gamelog import GameLog
from domain.table.table import Table

LEARNER = "learner"
"""The account that sits at the learner's seat."""

LEVEL = "greedy"
"""The level of the AIs at the other seats."""

AT = 0
"""The time of everything, in seconds UTC."""


class Playing:
    """A lesson with the moves that were made so far: `followed` of the suggested ones, then the learner's `own`."""

    def __init__(self, catalog: Catalog, lesson: Lesson) -> None:
        self.lesson = lesson
        self.followed = 0
        self.own: list[Mapping[str, Json]] = []
        self._key = sha256(lesson.seed.encode()).digest()
        self._left = list(lesson.steps)
        self.log = GameLog(catalog, f"{lesson.game}/{lesson.id}", self._key, Stream(self._key).random_bytes)
        self._begin(catalog)
        self._go_on()

    @property
    def table(self) -> Table:
        """The table now."""
        return self.log.table

    @property
    def is_free(self) -> bool:
        """Whether the learner has left the line that is suggested."""
        return bool(self.own)

    @property
    def step(self) -> Step | None:
        """The learner's step that is suggested now; None off the line, and after its end."""
        return None if self.is_free or not self._left else self._left[0]

    @property
    def suggested(self) -> Mapping[str, Json] | None:
        """The move that is suggested, as it is posted."""
        step = self.step
        return None if step is None else self.posted(step)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.closed is not None

    def act(self, action: Mapping[str, Json]) -> None:
        """Make a move of the learner's, and go on to the next one; `Refused` changes nothing.

        For a move that comes to the same as the suggested one that one is made.
        """
        parsed, suggested = self.table.game.parse(action), self.suggested
        if suggested is not None and self.comes_to_the_same(parsed, self.table.game.parse(suggested)):
            self._post(self.lesson.learner, self.table.game.parse(suggested))
            self.followed += 1
            del self._left[0]
        else:
            self._post(self.lesson.learner, parsed)
            self.own.append(dict(action))
        self._go_on()

    def comes_to_the_same(self, action: Action, suggested: Action) -> bool:
        """Whether a move is the suggested one: but for the order of its list, or as it leads to the same table."""
        if _unordered(to_json(action)) == _unordered(to_json(suggested)):
            return True
        seat, game = self.lesson.learner, self.table.game
        ends = (game.decide(self._state, seat, one, Seeded(self._key)).state for one in (action, suggested))
        one, other = (game.view(end, seat) for end in ends)
        return one == other

    def _begin(self, catalog: Catalog) -> None:
        lesson, log = self.lesson, self.log
        origin = {} if lesson.position is None else {"branch": to_json(Origin(log.id, 1, ""))}
        opened = log.opening(lesson.game, lesson.options, lesson.seats, terms={"creator": LEARNER, **origin})
        log.post("service", None, opened, AT)
        for seat in lesson.seats:
            is_learner = seat == lesson.learner
            log.post("service", seat, actions.Sit(LEARNER if is_learner else None, None if is_learner else LEVEL), AT)
        log.post("service", None, self._beginning(catalog), AT)

    def _beginning(self, catalog: Catalog) -> Action:
        lesson, game = self.lesson, catalog[self.lesson.game]
        if lesson.position is None:
            return actions.Start()
        assert isinstance(game, RuleCases)
        run = game.set_position(self.table.header.options, lesson.seats, lesson.position, Seeded(self._key))
        return actions.Branch(tuple((type(event).__name__, to_json(event)) for event in run.events))

    def _go_on(self) -> None:
        """Have the others move until the learner must decide, or the game is over."""
        while self.table.pending and not self.is_over:
            others = [seat for seat in self.table.pending if seat != self.lesson.learner]
            recorded = None if self.is_free or not self._left else self._left[0]
            if recorded is not None and recorded.seat in others:
                self._post(recorded.seat, self.table.game.parse(self.posted(recorded)))
                del self._left[0]
            elif others and (recorded is None or self.lesson.learner not in self.table.pending):
                self._post(others[0], self._bot(others[0]))
            else:
                return

    def _bot(self, seat: str) -> Action:
        rng = Stream(sha256(self._key + str(self.table.version).encode()).digest())
        return player(LEVEL)(self.table.game, self._state, seat, rng)

    def _post(self, seat: str, action: Action) -> None:
        self.log.follow(self.log.decide(Command("seat", seat, action, AT)))

    def posted(self, step: Step) -> Mapping[str, Json]:
        """A step's move as the seat posts it now."""
        [(verb, arguments)] = step.action.items() if isinstance(step.action, dict) else [(step.action, None)]
        game = self.table.game
        assert isinstance(game, RuleCases)
        ids = {name: one for one, name in game.case_names(self._state, step.seat, verb).items()}
        posted: Mapping[str, Json] = to_json(game.parse(game.read(verb, replaced(arguments, ids))))
        return posted

    @property
    def _state(self) -> Any:
        assert self.table.state is not None
        return self.table.state


def _unordered(action: Mapping[str, Json]) -> dict[str, Json]:
    """An action with its lists in one order."""
    return {key: sorted(value, key=str) if isinstance(value, list) else value for key, value in action.items()}


def played(catalog: Catalog, lesson: Lesson, followed: int, own: Sequence[Mapping[str, Json]] = ()) -> Playing:
    """A lesson after so many moves of the suggested line, and then the learner's own; `Refused` if the rules accept one
    of them not, ValueError beyond the end of the line."""
    playing = Playing(catalog, lesson)
    for _ in range(followed):
        suggested = playing.suggested
        if suggested is None:
            raise ValueError(f"the lesson has {playing.followed} moves")
        playing.act(suggested)
    for action in own:
        playing.act(action)
    return playing
