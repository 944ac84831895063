"""How far it is, whatever is locked: of who walks in the points of its movement, of a boss in steps."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

from domain.games.darkness.rules.town.movement import ELSEWHERE, STREET
from domain.games.darkness.rules.town.tiles import FAR, Ground


class Away(dict[str, int]):
    """Space -> how far it is; `FAR` where no way leads."""

    def __missing__(self, space: str) -> int:
        return FAR


@lru_cache(maxsize=64)
def street_spaces_to(ground: Ground, goal: str) -> Mapping[str, int]:
    """What a walk to a goal costs at least from each space, in street spaces (WD-MOVE-2), doors counting as open."""
    ways: dict[str, list[str]] = {space: [] for space in ground.steps}
    for space, steps in ground.steps.items():
        for step in steps:
            ways[step.to].append(space)
    found, waiting = Away(), [(0, goal)]
    while waiting:
        cost, space = heappop(waiting)
        if space in found:
            continue
        found[space] = cost
        further = cost + (STREET if ground.data.spaces[space].street else ELSEWHERE)
        for source in ways[space]:
            if source not in found:
                heappush(waiting, (further, source))
    return found


@lru_cache(maxsize=64)
def steps_from(ground: Ground, start: str) -> Mapping[str, int]:
    """The steps of a boss to each space, through doors (WD-SCEN-4)."""
    found, waiting = Away({start: 0}), deque([start])
    while waiting:
        space = waiting.popleft()
        for step in ground.steps_from(space):
            if step.to not in found:
                found[step.to] = found[space] + 1
                waiting.append(step.to)
    return found
