"""Walks that a seat can take with the movement it has left, for lists and samples."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Action, Slot
from domain.games.darkness.actions import Move
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.play import walkable
from domain.games.darkness.rules.town.arrivals import space_before
from domain.games.darkness.rules.town.movement import cost_of, stops
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState


def walks(state: DarknessState, seat: str) -> Iterator[Action]:
    """The cheapest walk to each space."""
    return (Move(path) for path in cheapest_walks(state, seat).values())


def any_walk(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """Some walk, if any is possible."""
    path = random_walk(state, seat, rng) if state.turn.move == "moving" else ()
    return Move(path) if path else None


def walk_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """A walk may pass any space again, the first one too, so it is open; the cheapest ones are listed."""
    return (Slot("path"),)


def steps_from(state: DarknessState, seat: str, at: str, left: int) -> list[tuple[str, int]]:
    """Spaces that can be entered from `at`, with the movement left then, in the order n, e, s, w."""
    passes, held = walkable(state), effects.HELD in state.people[seat].effects
    entered = []
    for step in state.ground.steps_from(at):
        rest = left - cost_of(state, step.to)
        if rest >= 0 and passes(step) and not (held and tile_of(step.to) != tile_of(at)):
            entered.append((step.to, rest))
    return entered


def can_walk(state: DarknessState, seat: str) -> bool:
    """Whether some step can be made with the movement that is left."""
    turn = state.turn
    return turn.move == "moving" and bool(steps_from(state, seat, state.people[seat].at, turn.left))


def cheapest_walks(state: DarknessState, seat: str) -> dict[str, tuple[str, ...]]:
    """The cheapest walk to each space within reach, nearest first."""
    start, turn = state.people[seat].at, state.turn
    if turn.move != "moving":
        return {}
    best: dict[str, tuple[int, tuple[str, ...]]] = {start: (turn.left, ())}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        left, path = best[at]
        if path and stops(state, space_before(start, path), at):
            continue
        for to, rest in steps_from(state, seat, at, left):
            if to not in best or best[to][0] < rest:
                best[to] = (rest, (*path, to))
                waiting.append(to)
    return {to: path for to, (_, path) in best.items() if path}


def random_walk(state: DarknessState, seat: str, rng: Stream) -> tuple[str, ...]:
    """Some walk; every walk within reach is possible. Empty if none is."""
    at, left = state.people[seat].at, state.turn.left
    path: tuple[str, ...] = ()
    while True:
        entered = steps_from(state, seat, at, left)
        if not entered or (path and rng.below(4) == 0):
            return path
        before, (at, left) = at, rng.choice(entered)
        path = (*path, at)
        if stops(state, before, at):
            return path
