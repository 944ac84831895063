"""What pages and the terminal draw a table with beyond its view: tiles, what lies there, what is printed on cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.components import Space, Tile, TokenRow
from domain.games.darkness.data import Data
from domain.games.darkness.drawing.throws import Called, Throw, last_throw
from domain.games.darkness.rules.characters import POINTS, SKILL_POINTS
from domain.games.darkness.rules.checks.ladder import TOP, code_of, formed, level_of, odds
from domain.games.darkness.rules.things.points import AVOID_COST
from domain.games.darkness.rules.town.layout import (
    ENCOUNTER,
    EVENT,
    FENCE,
    LOCKS,
    SIZE,
    WALLS,
    WINDOW,
    Cell,
    is_interior,
    turned,
    turned_cell,
)
from domain.games.darkness.rules.town.tiles import Place, find_window, pair_place

__all__ = [
    "AVOID_COST", "ENCOUNTER", "EVENT", "FENCE", "LOCKS", "POINTS", "SIZE", "SKILL_POINTS", "WALLS", "WINDOW", "Called",
    "Cell", "DarknessDrawing", "Place", "Space", "Throw", "Tile", "code_of", "drawing", "formed", "is_interior",
    "last_throw", "level_of", "needed", "odds", "turned", "turned_cell",
]  # fmt: skip


ENTRIES = {"pick_lock": "lockpick", "force": "force", "climb": "climb"}
"""Verb by which one gets into a building -> the check that it is."""


class DarknessDrawing:
    """The material that a table is played with."""

    def __init__(self, data: Data) -> None:
        self._data = data

    def tile(self, tile: str) -> Tile:
        """A tile: its row, and its drawing as a plan."""
        return self._data.tiles[tile]

    def space(self, space: str) -> Space:
        """A space: the tile and the cell that it is."""
        return self._data.spaces[space]

    def laid(self, tile: str, place: Place) -> Mapping[str, Place]:
        """What lies on the map once a tile is laid at a place: itself, and the other half of a pair (WD-TILE-14)."""
        other = self._data.tiles[tile].row.paired_with
        return {tile: place} if other is None else {tile: place, other: pair_place(self._data, tile, place)}

    def number_of(self, door: str) -> str:
        """The target number that is printed at a door."""
        tile, row, col, side = door.split("/")
        doors = self._data.tiles[tile].row.doors
        return next(one.tn for one in doors if (*map(str, one.cell), one.side) == (row, col, side))

    def chance_to_enter(self, view: Mapping[str, Json], seat: str, verb: str, opening: str) -> int:
        """The chance in percent that a seat gets in: by `pick_lock` or `force` at a door, by `climb` at a window, with
        the dice that it has itself (WD-ENTER-1, WD-ENTER-3)."""
        glimpse = Glimpse(view, seat, self._data)
        dice = glimpse.dice_for(ENTRIES[verb])
        if verb == "climb":
            window = find_window(self._data, opening)
            assert window is not None
            return _percent(glimpse.chance_of(dice, glimpse.level(window.must_beat) + 1))
        return _percent(glimpse.chance(dice, self.number_of(opening)))

    def dice_for(self, view: Mapping[str, Json], seat: str, kind: str) -> int:
        """The dice that a seat has itself for a check of this kind."""
        return Glimpse(view, seat, self._data).dice_for(kind)

    def category(self, disk: str) -> str | None:
        """What sort of encounter a disk is; None for what is no disk of the box."""
        known = self._data.encounters.get(disk)
        return None if known is None else known.category

    def category_of_kind(self, kind: str) -> str | None:
        """What sort of encounter the disks of a kind are; None for a kind without disks."""
        return next((disk.category for disk in self._data.encounters.values() if disk.kind == kind), None)

    def stands_for(self, scenario: str, token: str) -> str:
        """What a token of a scenario stands for; the token itself where nothing is said."""
        return next((row.stands_for for row in self._tokens(scenario) if row.id == token), token)

    def printed(self, character: str) -> dict[str, Json]:
        """Attributes and rated skills of a pre-made character, in the shape of the view's `sheet`."""
        row = self._data.characters[character]
        return {"attributes": row.attributes, "skills": {skill: self._data.skills[skill].cost for skill in row.skills}}

    def occupation(self, character: str) -> str:
        """What a pre-made character does for a living."""
        return self._data.characters[character].occupation

    def skill_costs(self) -> Mapping[str, int]:
        """Skill -> the points that it costs a new character."""
        return {skill.id: skill.cost for skill in self._data.skills.values()}

    def _tokens(self, scenario: str) -> Iterator[TokenRow]:
        row = self._data.scenarios.get(scenario)
        if row is not None:
            yield from row.token
            for chapter in row.chapter:
                yield from chapter.tokens


def asked_about(view: Mapping[str, Json]) -> dict[str, Json]:
    """What decisions are told with beside their details: what dice need (`needed`), how movement stands (`move`)."""
    about: dict[str, Json] = {"move": view["turn"]["move"]} if view.get("mode") == "board" else {}
    check = view.get("check")
    if check is not None and (least := needed(check)) is not None:
        about["needed"] = least
    return about


def needed(check: Mapping[str, Json]) -> str | None:
    """The easiest target number that passes a check of the view; None where the level counts, or nothing passes."""
    if check["tn"] is None:
        return None
    least = level_of(check["tn"]) + (1 if check["beyond"] else 0)
    return code_of(least) if least <= TOP else None


def _percent(millionths: int) -> int:
    return round(millionths / 10_000)


def drawing(data: Data) -> DarknessDrawing:
    """What a table is drawn with."""
    return DarknessDrawing(data)
