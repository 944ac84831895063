"""What there is to be had on the map, for a bot: goals, and how near a space is to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush

from domain.games.darkness.bot.duels import POINT, fight_value
from domain.games.darkness.bot.errands import errands
from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.components import Encounter
from domain.games.darkness.rules.town.layout import SIDES, SIZE
from domain.games.darkness.rules.town.tiles import (
    Ground,
    door_name,
    find_window,
    inside_of,
    outside_of,
    tile_of,
    windows_of,
)

NOWHERE = -(10**9)
"""What a space without a way to a goal is worth."""


def disk_value(glimpse: Glimpse, disk: Encounter) -> int:
    """What meeting a known disk is worth."""
    if disk.category == "adversary":
        return fight_value(glimpse, disk.fighter.attack, disk.fighter.defense, disk.vp, 3)
    kinds = {"item": "search", "ally": "recruit"}
    if disk.check is not None:
        dice = glimpse.dice(disk.check.attribute, disk.check.skills)
    else:
        dice = glimpse.dice_for(kinds[disk.category])
    chance = glimpse.chance(dice, disk.tn)
    cost = 0 if disk.category == "item" else glimpse.weights["failure"]
    return (chance * disk.vp * POINT - (CERTAIN - chance) * cost) // CERTAIN


def unknown_value(glimpse: Glimpse) -> int:
    """What a disk is worth on average that nobody has seen: any of those that are not accounted for."""
    view = glimpse.view
    seen = {*view["disks"], *view["removed"]}
    for person in view["seats"].values():
        seen.update(person["items"], person["allies"], person["trophies"])
    values = [disk_value(glimpse, disk) for name, disk in glimpse.data.encounters.items() if name not in seen]
    return sum(values) // len(values) if values else 0


def goals(glimpse: Glimpse) -> dict[str, int]:
    """Spaces worth going to, each with what it is worth."""
    view, found = glimpse.view, {}
    surprise = glimpse.once(unknown_value) if view["unknown"] else 0
    for space in view["unknown"]:
        found[space] = surprise
    for name, lies in view["disks"].items():
        disk = glimpse.data.encounters.get(name)
        if disk is None:
            found[lies["at"]] = POINT
        elif lies["face"] == "down" or disk.category != "item":
            found[lies["at"]] = disk_value(glimpse, disk)
        else:
            found[lies["at"]] = disk.vp * POINT
    for space, worth in errands(glimpse):
        found[space] = max(found.get(space, 0), worth)
    if view["reserve"]:
        _add_borders(glimpse, found)
    return found


def outlook(glimpse: Glimpse) -> Mapping[str, int]:
    """For each space the best of the goals less the way to it."""
    there, prices = frozenset(glimpse.once(goals).items()), frozenset(_prices(glimpse).items())
    return _spread(glimpse.ground, there, prices, glimpse.weights["step"])


@lru_cache(maxsize=256)
def _spread(
    ground: Ground, goals: frozenset[tuple[str, int]], prices: frozenset[tuple[str, int]], step: int
) -> Mapping[str, int]:
    """The goals, less the way to them by doors and windows at these prices, and steps at this one."""
    ways_in, price = _ways_in(ground), dict(prices)
    hoped = {space: worth for space, worth in goals if space in ways_in}
    waiting = [(-worth, space) for space, worth in hoped.items()]
    heapify(waiting)
    best: dict[str, int] = {}
    while waiting:
        less, space = heappop(waiting)
        if space in best:
            continue
        best[space] = -less
        for source, opening in ways_in[space]:
            worth = -less - (price[opening] if opening else step)
            if source not in best and worth > hoped.get(source, NOWHERE):
                hoped[source] = worth
                heappush(waiting, (-worth, source))
    return best


@lru_cache(maxsize=64)
def _ways_in(ground: Ground) -> Mapping[str, list[tuple[str, str]]]:
    """For each space where one can come from, and the name of the door or window on the way, if there is one."""
    ways: dict[str, list[tuple[str, str]]] = {space: [] for space in ground.steps}
    for space, steps in ground.steps.items():
        for step in steps:
            ways[step.to].append((space, step.door or ""))
    for tile in ground.places:
        for window in windows_of(ground.data, tile):
            ways[inside_of(window)].append((outside_of(window), window))
    return ways


def _prices(glimpse: Glimpse) -> Mapping[str, int]:
    """What it costs to get in by each door and window: a step, or the tries that it takes."""
    picking, climbing = max(glimpse.dice_for("lockpick"), glimpse.dice_for("force")), glimpse.dice_for("climb")
    found = {}
    for tile in glimpse.view["map"]:
        for door in glimpse.data.tiles[tile].row.doors:
            name = door_name(tile, door.cell, door.side)
            is_open = name in glimpse.view["no_doors"]
            found[name] = glimpse.weights["step"] if is_open else _tries(glimpse, glimpse.chance(picking, door.tn))
        for window in windows_of(glimpse.data, tile):
            row = find_window(glimpse.data, window)
            assert row is not None
            found[window] = _tries(glimpse, glimpse.chance_of(climbing, glimpse.level(row.must_beat) + 1))
    return found


def _tries(glimpse: Glimpse, chance: int) -> int:
    """What it costs to get in where a try has such a chance: a turn a try."""
    return glimpse.weights["step"] + glimpse.weights["try"] * CERTAIN // max(chance, CERTAIN // 20)


def _add_borders(glimpse: Glimpse, found: dict[str, int]) -> None:
    """Outdoor spaces with nothing beyond, where a tile can be discovered."""
    ground, data = glimpse.ground, glimpse.data
    for space in ground.at:
        row, col = data.spaces[space].cell
        on_edge = row in (0, SIZE - 1) or col in (0, SIZE - 1)
        if on_edge and data.building(space) is None and any(ground.neighbour(space, side) is None for side in SIDES):
            found[space] = max(found.get(space, 0), glimpse.weights["new tile"])


def room_value(glimpse: Glimpse, tile: str) -> int:
    """What is inside the building of a tile."""
    building = glimpse.data.building
    inside = [worth for space, worth in glimpse.once(goals).items() if tile_of(space) == tile and building(space)]
    return max(inside, default=30)
