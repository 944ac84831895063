"""What a newcomer asks at the table: where the game is, and what is printed on disks, sheets and tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.contract.game import Json
from domain.contract.manual import ManualEntry
from domain.contract.sentences import Message
from domain.games.darkness.data import Data

PHASES = ("setup", "turn", "check", "combat", "master", "aftermath", "over")

Row = Mapping[str, Any]
Facts = Iterator[tuple[str, Json | Message]]

DICE = "{dice:die|dice} of {attribute}[, with {skills}]"
AT = "{dice:die|dice} at {distance:space|spaces}"
REROLL = "throw {dice:die|dice} of {attribute} again, once a check"
FINDS = "{item} ({tn})"
"""What bonuses, ranges, allies and finds say."""


WORDS = ("activity", "skill")
"""What lies nowhere, and stands on other things."""


def phase(view: Mapping[str, Json]) -> str:
    """A fight or a check while one is under way, else the phase; a game master's turn is one of its own."""
    if view["combat"] is not None:
        return "combat"
    if view["check"] is not None:
        return "check"
    if view["phase"] == "turn" and view["mode"] == "gm":
        return "master"
    return str(view["phase"])


def entries(data: Data) -> Iterator[ManualEntry]:
    """Every character, skill, disk, weapon, thing, scenario and tile."""
    source = data.source
    for kind, rows, facts in (
        ("character", source["character"], _character),
        ("activity", source["occupation"], _activity),
        ("skill", source["skill"], _skill),
        ("disk", source["encounter"], _disk),
        ("weapon", source["weapon"], _weapon),
        ("equipment", source["equipment"], _equipment),
        ("tile", source["tile"], _tile),
    ):
        yield from (ManualEntry(kind, row["id"], tuple(facts(row, data)), word=kind in WORDS) for row in rows)
    for row in source["scenario"]:
        yield ManualEntry("scenario", row["id"], texts=(("In short", row["summary"]),))


def _character(row: Row, data: Data) -> Facts:
    yield "Activity", row["occupation"]
    called = {attribute["code"]: attribute["id"] for attribute in data.source["attribute"]}
    yield from ((called[code], dice) for code, dice in row["attributes"].items())
    yield "Skills", row["skills"]


def _activity(row: Row, data: Data) -> Facts:
    yield "At least", {row["required_attribute"]: row["required_value"]}
    if row["required_skills"]:
        yield "Skills", row["required_skills"]


def _skill(row: Row, data: Data) -> Facts:
    yield "Attribute", row["attribute"]
    yield "Cost", row["cost"]
    yield "Dice", row["bonus_dice"]
    yield "Used for", row["uses"]


def _disk(row: Row, data: Data) -> Facts:
    yield "Kind", row["category"]
    check = row.get("find_check") or row.get("recruit_check") or row.get("check")
    if check is not None:
        yield "Check", check["attribute"]
        yield "Approaches", check["skills"]
        yield "Against", row["tn"]
    yield from _opponent(row if "I" in row else row.get("combat", {}))
    if "S" in row:
        yield "Speed", row["S"]
    if "reroll" in row:
        yield "Help", Message((REROLL,), row["reroll"])
    if "sacrifice_prevents_damage" in row:
        yield "Sacrifice prevents damage", row["sacrifice_prevents_damage"]
    yield from _carried(row)
    if "uses" in row:
        yield "Shots", row["uses"]
    yield "VP", row["vp"]


def _opponent(row: Row) -> Facts:
    for letter, label in (("I", "Initiative"), ("A", "Attack"), ("D", "Defense")):
        if letter in row:
            yield label, row[letter]


def _weapon(row: Row, data: Data) -> Facts:
    yield from _carried(row)
    if "attribute" in row:
        yield "Attribute", row["attribute"]
        yield "Approaches", row.get("skills", [])
    for reach in row.get("range", ()):
        yield "Range", Message((AT,), reach)
    if row.get("thrown"):
        yield "Thrown", True
    if "ammo" in row:
        yield "Shots", row["ammo"]


def _equipment(row: Row, data: Data) -> Facts:
    yield from _carried(row)
    if "speed_multiplier" in row:
        yield "Speed times", row["speed_multiplier"]
    if "use" in row:
        yield "Used for", row["use"]


def _carried(row: Row) -> Facts:
    """What a thing weighs, and which checks it helps."""
    if "wt" in row:
        yield "Weight", row["wt"]
    if isinstance(row.get("bonus"), dict):
        yield "Gives", Message((DICE,), {"skills": [], **row["bonus"]})


def _tile(row: Row, data: Data) -> Facts:
    yield "Doors", [door["tn"] for door in row["doors"]]
    yield "Windows", len(row["windows"])
    yield "Disks", len(row["encounter_cells"])
    inside = next(one for one in data.source["building_contents"] if one["id"] == row["building_contents"])
    if inside["security"] != "none":
        yield "Security", inside["security"]
    for find in _finds(inside["items"]):
        yield "With a game master", find


def _finds(items: Iterable[Row]) -> Iterator[Message]:
    for one in items:
        yield Message((FINDS,), {"item": one["item"], "tn": one["tn"]})
