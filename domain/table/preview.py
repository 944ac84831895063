"""What an action would do, as far as the seat that asks may know.

It is tried on another table that the seat cannot tell from the true one, and ends at the first draw, at the first
thing hidden that would be shown, and where another seat must decide. So it tells nothing but the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

import msgspec

from domain.contract.audience import visible
from domain.contract.chance import Stream
from domain.contract.game import Action, Asked, Event, Game, Run, State
from domain.log.canon import Json
from domain.table.decide import asks_others

S = TypeVar("S", bound=State)

DRAW, DISCLOSURE, DECISION = "draw", "disclosure", "decision"


class Preview(msgspec.Struct, frozen=True):
    """The events as the seat would read them, `{type, data}`; the table after them, as the seat would see it; and what
    they end before: a `draw`, a `disclosure`, another seat's `decision`, or None if the seat goes on by itself."""

    events: tuple[dict[str, Json], ...]
    stopped: str | None
    table: dict[str, Json]


class _Stopped(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _NoChance:
    """Ends a preview in place of drawing."""

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> NoReturn:
        raise _Stopped(DRAW)


class _Rehearsal(Run[S]):
    """A run that ends before it would show something hidden."""

    __slots__ = ()

    def emit(self, event: Event) -> None:
        if event.discloses or event.opens():
            raise _Stopped(DISCLOSURE)
        super().emit(event)


def preview(game: Game[S], state: S, seat: str, action: Action, rng: Stream) -> Preview:
    """What the seat's action would do; `Refused` as the action itself would be. `state` is unchanged."""
    other = game.resample(state, seat, rng)
    waiting = other.open
    run: Run[S] = _Rehearsal(game, other, _NoChance())
    stopped = None
    try:
        game.carry_out(run, seat, action)
    except _Stopped as stop:
        stopped = stop.reason
    if stopped is None and asks_others(seat, waiting, run.state.open):
        stopped = DECISION
    events = tuple(_shown(event, seat, other) for event in run.events if not isinstance(event, Asked))
    return Preview(tuple(event for event in events if event), stopped, game.view(run.state, seat))


def _shown(event: Event, seat: str, state: State) -> dict[str, Json]:
    data = visible(event, seat, state.seats)
    return {} if data is None else {"type": type(event).__name__, "data": data}
