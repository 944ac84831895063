"""Whether the data agrees with itself: every list of a tile with its drawing, every number with the box."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.games.darkness.components import Placement, ScenarioRow, Tile, TokenRow
from domain.games.darkness.data import Data, read_data
from domain.games.darkness.rules.checks import ladder
from domain.games.darkness.rules.town import layout
from domain.games.darkness.rules.town.layout import Cell, Plan

LOCK_NUMBERS = {1: "6H", 2: "1P", 3: "3S"}
DISKS = {"item": 20, "ally": 9, "security": 9, "adversary": 12}


def check_data(raw: bytes) -> list[str]:
    """What is wrong with a data file: tiles, doors and walls, disks, skills, scenarios."""
    try:
        data = read_data(raw)
        return problems(data, data.source["components"])
    except UnicodeDecodeError:
        return ["the file is not UTF-8"]
    except tomllib.TOMLDecodeError as error:
        return [f"the file is not TOML: {error}"]
    except msgspec.ValidationError as error:
        return [str(error)]
    except KeyError as error:
        return [f"{error} is missing, or nothing has that name"]
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        return [f"the file has not the shape of the game's data: {error}"]


def problems(data: Data, components: Mapping[str, Any]) -> list[str]:
    """One line for each thing that does not fit."""
    return [
        *_count_problems(data, components),
        *(line for tile in data.tiles.values() for line in _tile_problems(tile)),
        *_pair_problems(data),
        *_disk_problems(data),
        *_character_problems(data),
        *_scenario_problems(data),
    ]


def _count_problems(data: Data, components: Mapping[str, Any]) -> Iterator[str]:
    counted = {
        "tiles": len(data.tiles),
        "premade_character_cards": len(data.characters),
        "encounter_disks": len(data.encounters),
        "scenarios_board": sum(row.mode == "board" for row in data.scenarios.values()),
        "scenarios_gm": sum(row.mode == "gm" for row in data.scenarios.values()),
    }
    for name, count in counted.items():
        if count != components[name]:
            yield f"{name}: {count}, the box holds {components[name]}"
    if len(data.fate) != 22:
        yield f"fate: {len(data.fate)} rows, the two tables have 22"
    if len(data.attributes) != 7:
        yield f"attributes: {len(data.attributes)}, a character has 7"


def _tile_problems(tile: Tile) -> Iterator[str]:
    row, plan = tile.row, tile.plan
    if len(row.layout) != 13 or any(len(line) != 13 for line in row.layout):
        yield f"{row.id}: the drawing is not 13 by 13"
        return
    if strange := sorted(set(plan.cells.values()) - set(layout.CELLS)):
        yield f"{row.id}: unknown cells {strange}"
    listed = {
        "encounter_cells": (row.encounter_cells, layout.ENCOUNTER),
        "event_cells": (row.event_cells, layout.EVENT),
        "street_cells": (row.street_cells, "s"),
        "yard_cells": (row.yard_cells, "yQE"),
    }
    for name, (cells, kinds) in listed.items():
        if sorted(cells) != _cells_of(plan, kinds):
            yield f"{row.id}: {name} are not those of the drawing"
    yield from _edge_problems(tile)
    yield from _way_problems(tile)


def _edge_problems(tile: Tile) -> Iterator[str]:
    row, plan = tile.row, tile.plan
    if sorted((door.cell, door.side, door.locks) for door in row.doors) != sorted(plan.doors()):
        yield f"{row.id}: doors are not those of the drawing"
    if sorted((window.cell, window.side) for window in row.windows) != sorted(plan.windows()):
        yield f"{row.id}: windows are not those of the drawing"
    for door in row.doors:
        if door.tn != LOCK_NUMBERS[door.locks]:
            yield f"{row.id}: the door at {door.cell} has {door.locks} locks and {door.tn}"
        if layout.shifted(door.cell, door.side) not in plan.cells:
            yield f"{row.id}: the door at {door.cell} leads off the tile"
    numbers = {door.cell: door.tn for door in row.doors}
    for window in row.windows:
        if numbers.get(window.nearest_door) != window.must_beat:
            yield f"{row.id}: the window at {window.cell} has not the number of its door"
    for fence in row.fences:
        if plan.edges[(*fence.cell, fence.side)] != layout.FENCE:
            yield f"{row.id}: no fence at {fence.cell} {fence.side}"
    for (line, col, side), edge in plan.edges.items():
        inside = layout.is_interior(plan.cells[line, col])
        beyond = plan.cells.get(layout.shifted((line, col), side))
        if beyond is not None and inside != layout.is_interior(beyond) and edge in (layout.OPEN, layout.FENCE):
            yield f"{row.id}: no wall between inside and outside at {line}/{col} {side}"


def _way_problems(tile: Tile) -> Iterator[str]:
    plan = tile.plan
    inside = {cell for cell, kind in plan.cells.items() if layout.is_interior(kind)}
    outside = set(plan.cells) - inside
    indoors = _reached(plan, (door.cell for door in tile.row.doors))
    if inside - indoors and not tile.row.join_edges:
        yield f"{tile.id}: no way from a door to {sorted(inside - indoors)}"
    corner = next(cell for cell in sorted(outside) if plan.cells[cell] == "s")
    streets = _reached(plan, [corner])
    ways_out = {layout.shifted(door.cell, door.side) for door in tile.row.doors}
    if unreached := (outside if not tile.row.join_edges else ways_out) - streets:
        yield f"{tile.id}: no way along the streets to {sorted(unreached)}"


def _pair_problems(data: Data) -> Iterator[str]:
    for tile in data.tiles.values():
        if tile.row.paired_with is None:
            continue
        other = data.tiles[tile.row.paired_with]
        offset, back = tile.row.pair_offset_rot0, other.row.pair_offset_rot0
        if other.row.paired_with != tile.id or (back[0] + offset[0], back[1] + offset[1]) != (0, 0):
            yield f"{tile.id}: {other.id} does not lie beside it"
        joined = _reached(tile.plan, (edge.cell for edge in tile.row.join_edges))
        doors = _reached(tile.plan, (door.cell for door in tile.row.doors))
        inside = {cell for cell, kind in tile.plan.cells.items() if layout.is_interior(kind)}
        if inside - joined - doors:
            yield f"{tile.id}: no way to {sorted(inside - joined - doors)}"


def _disk_problems(data: Data) -> Iterator[str]:
    counted = Counter(disk.category for disk in data.encounters.values())
    if counted != DISKS:
        yield f"disks: {dict(counted)}, the box holds {DISKS}"
    for disk in data.encounters.values():
        numbers = [disk.tn] if disk.tn else []
        if disk.category == "adversary" or disk.combat:
            numbers += [disk.fighter.initiative, disk.fighter.attack, disk.fighter.defense]
        if strange := [number for number in numbers if number not in ladder.CODES]:
            yield f"{disk.id}: unknown numbers {strange}"
        elif disk.vp != _worth(numbers, adversary=disk.category == "adversary"):
            yield f"{disk.id}: pays {disk.vp}, its numbers are {numbers}"


def _worth(numbers: list[str], *, adversary: bool) -> int:
    levels = [ladder.level_of(number) for number in numbers]
    return levels[1] + levels[2] if adversary else levels[0]


def _character_problems(data: Data) -> Iterator[str]:
    for skill in data.skills.values():
        if skill.attribute not in data.attributes or skill.bonus_dice != (1 if skill.cost <= 3 else 2):
            yield f"{skill.id}: {skill.cost} points do not give {skill.bonus_dice} dice of {skill.attribute}"
    for row in data.characters.values():
        if set(row.attributes) != set(data.attributes) or sum(row.attributes.values()) > 20:
            yield f"{row.id}: attributes {dict(row.attributes)}"
        if sum(data.skills[skill].cost for skill in row.skills) > 10:
            yield f"{row.id}: skills cost more than 10 points"


def _scenario_problems(data: Data) -> Iterator[str]:
    for row in data.scenarios.values():
        if row.setup:
            yield from _map_problems(data, row.id, row.setup.tiles)
            known = {*row.setup.reserve, *(placed.tile for placed in row.setup.tiles), row.setup.start_tile}
            yield from _token_problems(data, row.id, row.token, known)
        for chapter in row.chapter:
            yield from _map_problems(data, chapter.id, chapter.tiles)
            yield from _token_problems(data, chapter.id, chapter.tokens, {placed.tile for placed in chapter.tiles})
        yield from _action_problems(data, row)


def _map_problems(data: Data, name: str, placed: Iterable[Placement]) -> Iterator[str]:
    places = {(placement.x, placement.y): placement for placement in placed}
    if len(places) != len(tuple(placed)) or len({one.tile for one in places.values()}) != len(places):
        yield f"{name}: tiles lie on one another"
    for (x, y), placement in places.items():
        if placement.tile not in data.tiles:
            yield f"{name}: unknown tile {placement.tile}"
        if len(places) > 1 and not {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(places):
            yield f"{name}: {placement.tile} lies apart"


def _token_problems(data: Data, name: str, tokens: Iterable[TokenRow], tiles: set[Any]) -> Iterator[str]:
    for token in tokens:
        if token.place["tile"] not in tiles:
            yield f"{name}: {token.id} lies on a tile that is not in play"
        if token.place.get("cell") == "second-event" and len(data.tiles[token.place["tile"]].event) < 2:
            yield f"{name}: {token.id} has no second event space"
        if token.take_check and token.vp != ladder.level_of(token.take_check.tn):
            yield f"{name}: {token.id} pays {token.vp} for {token.take_check.tn}"


def _action_problems(data: Data, row: ScenarioRow) -> Iterator[str]:
    asked = [(action.id, action.check) for action in row.action]
    asked += [(task.id, task.check) for chapter in row.chapter for task in chapter.tasks]
    for name, check in asked:
        if check and (check.attribute not in data.attributes or set(check.skills) - set(data.skills)):
            yield f"{row.id}: {name} has an unknown attribute or skill"


def _cells_of(plan: Plan, kinds: str) -> list[Cell]:
    return [cell for cell, kind in plan.cells.items() if kind in kinds]


def _reached(plan: Plan, start: Iterable[Cell]) -> set[Cell]:
    reached, waiting = set(), list(start)
    while waiting:
        cell = waiting.pop()
        if cell in reached:
            continue
        reached.add(cell)
        waiting += [beyond for _, edge, beyond in plan.neighbours(cell) if edge in (layout.OPEN, layout.FENCE)]
    return reached
