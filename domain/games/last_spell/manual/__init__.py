"""What a newcomer asks at the table: where the game is, and what is printed on cards, sheets and tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.contract.game import Json
from domain.contract.manual import ManualEntry
from domain.contract.sentences import Message
from domain.games.last_spell.data import Content

PHASES = ("setup", "monsters", "heroes", "dawn", "over")

Row = Mapping[str, Any]
Facts = Iterator[tuple[str, Json | Message]]

TECHNIQUE = (
    "{name}: [{action:action|actions}, ][{mana} mana, ][{movement} movement, ]{range}, {zone}[, {effects}]"
    "[; {uses:time|times} in a Hero phase]"
)
"""What a technique says, with its price at first."""


WORDS = ("monster_ability", "effect", "range", "zone")
"""What lies nowhere, and stands on other things."""


def phase(view: Mapping[str, Json]) -> str:
    """The phase of the night."""
    return str(view["phase"])


def entries(content: Content) -> Iterator[ManualEntry]:
    """Every hero, skill, weapon, armour, potion, scroll, monster, construction, boss and quest, and what words on them
    mean."""
    source = content.source
    for kind, facts in (
        ("hero", _hero),
        ("hero_skill", _cost),
        ("weapon", _weapon),
        ("armor", _armor),
        ("shield", _armor),
        ("potion", _potion),
        ("scroll", _scroll),
        ("monster", _monster),
        ("boss", _boss),
        ("defense", _construction),
        ("construction", _construction),
        ("quest", _quest),
        ("monster_ability", _nothing),
        ("effect", _effect),
        ("range", _nothing),
        ("zone", _zone),
    ):
        for row in source[kind]:
            yield ManualEntry(kind, row["id"], tuple(facts(row)), _text(row), kind in WORDS)


def _text(row: Row) -> tuple[tuple[str, str], ...]:
    return (("Text", row["text"]),) if "text" in row else ()


def _nothing(row: Row) -> Facts:
    yield from ()


def _effect(row: Row) -> Facts:
    if "turns_to_hit" in row:
        yield "Turns into a hit", row["turns_to_hit"]
    if "amount" in row:
        yield "Amount", row["amount"]
    for step in row.get("thresholds", ()):
        yield "After squares moved", step


def _hero(row: Row) -> Facts:
    yield "Life", row["health"]
    yield "Mana", row["mana"]
    yield "Movement", row["movement_tokens"]
    equipment = row["starting_equipment"]
    yield "Weapons", equipment["weapons"]
    yield "Worn", [card for slot, card in equipment.items() if slot != "weapons"]


def _cost(row: Row) -> Facts:
    yield "Cost", row["cost"]


def _weapon(row: Row) -> Facts:
    yield "Type", row["type"]
    yield "Hands", row["hands"]
    yield "Damage", row["damage"]
    for technique in row["technique"]:
        yield "Technique", _technique(technique)


def _technique(row: Row) -> Message:
    said = {"name": row["id"], **row["cost"], "range": row["range"], "zone": row["zone"], "effects": row["effects"]}
    return Message((TECHNIQUE,), {**said, "uses": row.get("uses_per_hero_phase", 0)})


def _armor(row: Row) -> Facts:
    yield "Worn on", row["slot"]
    yield from _used(row["use"])
    if "spend" in row:
        yield "Spend to turn it back", {key: value for key, value in row["spend"].items() if key != "reactivate"}
    for key, label in (("trigger", "When"), ("grants", "Allows"), ("restriction", "Rule")):
        if key in row:
            yield label, row[key]


def _used(use: Row) -> Facts:
    """What using a card or a potion does."""
    for effect, amount in use.items():
        yield "Use", {effect: amount}


def _potion(row: Row) -> Facts:
    yield "Doses", row["doses"]
    yield from _used(row["effect"])


def _scroll(row: Row) -> Facts:
    yield "Mana", row["mana"]
    yield "Range", row["range"]
    yield "Zone", row["zone"]
    yield "Damage", row["damage"]
    if row["effects"]:
        yield "Effects", row["effects"]


def _monster(row: Row) -> Facts:
    yield "Level", row["level"]
    yield from _fighter(row)
    yield "Attack", row["attack"]
    yield "Damage", row["damage"]
    if "range" in row:
        yield "Range", row["range"]


def _fighter(row: Row) -> Facts:
    for key, label in (("health", "Life"), ("movement", "Movement"), ("dice", "Dice"), ("abilities", "Abilities")):
        if row.get(key):
            yield label, row[key]


def _boss(row: Row) -> Facts:
    yield "Scenario", row["scenario"]
    yield from _fighter(row)
    for part in row.get("parts", ()):
        yield part["id"], part["health"]
    for attack in row.get("attacks", ()):
        yield attack["id"], {"damage": attack["damage"]}


def _construction(row: Row) -> Facts:
    yield "Life", row["health"]
    if row["cost"]:
        yield "Cost", row["cost"]
    for key, label in (("range", "Range"), ("zone", "Zone"), ("damage", "Damage"), ("effects", "Effects")):
        if row.get(key):
            yield label, row[key]
    for key, label in (("travel_cost", "To travel"), ("climb_cost", "To climb"), ("ammunition_count", "Rocks")):
        if row.get(key):
            yield label, row[key]
    yield "Hinders sight", row["blocks_sight"]
    for key, label in (("jumpable", "Heroes jump over it"), ("hero_passable", "Heroes walk through it")):
        if row.get(key):
            yield label, True


def _quest(row: Row) -> Facts:
    yield "Scenario", row["scenario"]
    yield "Goal", {key: value for key, value in row["goal"].items() if key != "nights"}
    yield "Reward", row["reward"]


def _zone(row: Row) -> Facts:
    if row["squares"]:
        yield "Squares", len(row["squares"])
    if row["stun"]:
        yield "Stunned squares", len(row["stun"])
