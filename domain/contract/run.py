"""The `Run` in which one command is carried out: the state it has reached, its chance, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from domain.contract.chance import Chance, Draw
from domain.contract.parts import Asked, Decision, Event, Json, State, Step

S = TypeVar("S", bound=State)


class Playing(Protocol[S]):
    """What a run asks of the game that is played: its first state, and what does each step of the agenda."""

    @property
    def steps(self) -> Mapping[type[Step], Callable[[Run[S], Any], None]]:
        """Step type -> the function that does a step, which was taken off the agenda; it may emit, push and ask."""

    def create(self, event: Event) -> S:
        """The state that the game's first event makes from nothing."""


class Run(Generic[S]):
    """One command under way: the state it has reached, its chance, and what has happened so far.

    `events` are the events emitted, `draws` pairs (index of the event that the draw belongs to, draw). A draw
    belongs to the event emitted next after it. The agenda and the open decisions are worked on here and reach
    the state with the closing `Asked`.
    """

    __slots__ = ("agenda", "answered", "chance", "draws", "events", "game", "open", "state")

    def __init__(self, game: Playing[S], state: S | None, chance: Chance) -> None:
        self.game = game
        self.state: S = state  # type: ignore[assignment]  # None only until the first event of a game
        self.chance = chance
        self.events: list[Event] = []
        self.draws: list[tuple[int, Draw]] = []
        self.agenda: list[Any] = [] if state is None else [*state.agenda]
        self.open: dict[str, Decision] = {} if state is None else {**state.open}
        self.answered: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def emit(self, event: Event) -> None:
        """Record that this happened and fold it at once, as `Game.evolve` does."""
        self.events.append(event)
        state: S | None = self.state
        if state is None:
            self.state = self.game.create(event)
        else:
            event.apply(state)

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda, to be done in the order given, before everything that waits there."""
        self.agenda += steps[::-1]

    def ask(self, seat: str, decision: Decision) -> None:
        """Open a decision of a seat. Several seats may be asked before the run stops."""
        self.open[seat] = decision

    def play_on(self) -> Run[S]:
        """Do what is left on the agenda until somebody must decide, and close the command with `Asked`."""
        agenda, steps = self.agenda, self.game.steps
        while agenda and not self.open:
            step = agenda.pop()
            steps[type(step)](self, step)
        self.emit(Asked(self.answered, self.open, tuple(agenda)))
        return self

    def shuffle(self, name: str, items: Sequence[str]) -> list[str]:
        """The items in a random order, top first."""
        return list(self._draw("shuffle", name, items, len(items)))

    def pick(self, name: str, values: Sequence[Json]) -> Json:
        """One of the values."""
        return self._draw("pick", name, values, 1)

    def roll(self, die: str, faces: int | Sequence[Json], count: int = 1) -> list[Json]:
        """`count` results of the die: 1 to `faces`, or items of `faces`."""
        return list(self._draw("roll", die, faces, count))

    def flip(self, name: str, sides: Sequence[str]) -> str:
        """One side of a two-sided token."""
        side: str = self._draw("flip", name, sides, 1)
        return side

    def _draw(self, kind: str, name: str, source: int | Sequence[Json], count: int) -> Json:
        draw = self.chance.draw(kind, name, source, count)
        self.draws.append((len(self.events), draw))
        return draw.result
