"""The data of the game, `data.toml`, read on first use; the state refers to it, and the rules read it from there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.contract.toml import read_toml
from domain.games.darkness import components as material
from domain.games.darkness.rules.town import layout

T = TypeVar("T")

TITLE = "When Darkness Comes"
FILE = Path(__file__).with_name("data.toml")
MOST_EDITIONS = 16


class Data(msgspec.Struct, frozen=True, eq=False):
    """Everything that the rules look up, by id. `source` is the whole file, `sha256` its hash in hex."""

    tiles: Mapping[str, material.Tile]
    spaces: Mapping[str, material.Space]
    attributes: tuple[str, ...]
    skills: Mapping[str, material.SkillRow]
    occupations: Mapping[str, material.OccupationRow]
    characters: Mapping[str, material.CharacterRow]
    encounters: Mapping[str, material.Encounter]
    fate: Mapping[tuple[str, int], str]
    goods: Mapping[str, material.Goods]
    contents: Mapping[str, material.Contents]
    thrown_values: Mapping[int, str]
    environments: Mapping[str, material.Environment]
    scenarios: Mapping[str, material.ScenarioRow]
    source: Mapping[str, Any]
    sha256: str

    def building(self, space: str) -> str | None:
        """The building that the space is inside of, None outdoors or with `""`, nowhere (WD-TILE-3)."""
        return self.spaces[space].building if space else None


@cache
def built_in() -> bytes:
    """The bytes of the package's own file."""
    return FILE.read_bytes()


@lru_cache(maxsize=MOST_EDITIONS)
def read_data(raw: bytes) -> Data:
    """The data that the text of a file holds."""
    return _built(read_toml(raw), hashlib.sha256(raw).hexdigest())


def load() -> Data:
    """The data of the package's own file: what new games are played with."""
    return read_data(built_in())


@lru_cache(maxsize=MOST_EDITIONS)
def labels(data: Data) -> dict[str, dict[str, str]]:
    """Language -> id -> name: in English of everything that has a name, in French of what has a French one."""
    named: dict[str, dict[str, str]] = {language: {"darkness": TITLE} for language in ("en", "fr")}
    for rows in data.source.values():
        for row in rows if isinstance(rows, list) else ():
            _collect_labels(row, named)
    named["en"] |= {name: _in_words(name) for name in sorted(named["fr"].keys() - named["en"].keys())}
    for names in named.values():
        names |= {row["code"]: names[row["id"]] for row in data.source["attribute"] if row["id"] in names}
        names |= {place: _place_name(place, names) for place in _places(data) if _tile_of(place) in names}
    return named


def _in_words(name: str) -> str:
    """What has only a French name is called by its id in English."""
    return name.replace("-", " ").capitalize()


def _places(data: Data) -> list[str]:
    """Every space, door and window."""
    openings = [
        f"{layout.space_name(tile.id, cell)}/{side}"
        for tile in data.tiles.values()
        for cell, side in (*((cell, side) for cell, side, _ in tile.plan.doors()), *tile.plan.windows())
    ]
    return [*data.spaces, *openings]


def _tile_of(place: str) -> str:
    """The id of the tile that a space, door or window is on."""
    return place.partition("/")[0]


def _place_name(place: str, names: Mapping[str, str]) -> str:
    """The name of its tile, and where on it: `Bar 4/2`."""
    return f"{names[_tile_of(place)]} {place.partition('/')[2]}"


def _collect_labels(row: Mapping[str, Any], named: dict[str, dict[str, str]]) -> None:
    for language, name in row.get("names", {}).items():
        if "id" in row and language in named:
            named[language].setdefault(row["id"], name)
    for inner in (*row.get("boss", ()), *row.get("npc", ()), *_chapters(row)):
        _collect_labels(inner, named)


def _chapters(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    chapters = row.get("chapter", ())
    return list(chapters) if isinstance(chapters, list) else []


def _built(raw: Mapping[str, Any], digest: str) -> Data:
    tiles = {row.id: _tile(row) for row in _rows(raw["tile"], material.TileRow)}
    return Data(
        tiles=tiles,
        spaces={space.id: space for tile in tiles.values() for space in tile.spaces},
        attributes=tuple(row["code"] for row in raw["attribute"]),
        skills=_by_id(raw["skill"], material.SkillRow),
        occupations=_by_id(raw["occupation"], material.OccupationRow),
        characters=_by_id(raw["character"], material.CharacterRow),
        encounters=_by_id(raw["encounter"], material.Encounter),
        fate={(row["table"], row["roll"]): row["effect"] for row in raw["fate"]},
        goods={**_by_id(raw["equipment"], material.Goods), **_by_id(raw["weapon"], material.Goods)},
        contents=_by_id(raw["building_contents"], material.Contents),
        thrown_values={row["roll"]: row["tn"] for row in raw["gm_target_number"]},
        environments=_by_id(raw["environment"], material.Environment),
        scenarios=_by_id(raw["scenario"], material.ScenarioRow),
        source=raw,
        sha256=digest,
    )


def _rows(rows: Iterable[Any], kind: type[T]) -> list[T]:
    return [msgspec.convert(row, kind) for row in rows]


def _by_id(rows: Iterable[Any], kind: type[T]) -> dict[str, T]:
    return {raw["id"]: row for raw, row in zip(rows, _rows(rows, kind), strict=True)}


def _tile(row: material.TileRow) -> material.Tile:
    plan = layout.parse(row.layout)
    spaces = tuple(
        material.Space(
            id=layout.space_name(row.id, cell),
            tile=row.id,
            cell=cell,
            kind=kind,
            building=row.building_contents if layout.is_interior(kind) else None,
        )
        for cell, kind in plan.cells.items()
    )
    return material.Tile(
        row=row,
        plan=plan,
        spaces=spaces,
        encounter=tuple(space.id for space in spaces if space.kind in layout.ENCOUNTER),
        event=tuple(space.id for space in spaces if space.kind in layout.EVENT),
    )
