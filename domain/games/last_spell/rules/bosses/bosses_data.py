"""The bosses' cards and the monsters they bring, read from the tables of `data.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.games.last_spell.components import (
    CetusiaCard,
    CetusiaPart,
    CetusiaSheet,
    CetusiaTechnique,
    DryadSheet,
    HarpySheet,
)

HARPY: Final = "corrupted-harpy"
CETUSIA: Final = "cetusia"
DRYAD: Final = "putrefied-dryad"
INCUBATOR = "incubator"
BOMBARD = "bombard"

SEED_BOMBARD = "seed-bombard"
"""How spawn cards call a bombard."""


def monsters(source: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The sheets of those bosses and of those of their minions that dice, moves or attacks are looked up for."""
    harpy, alerion, dryad = (_boss(source, id) for id in (HARPY, "alerion", DRYAD))
    [fury] = (attack for attack in harpy["attacks"] if attack.get("kind") == "melee")
    yield {**harpy, "attack": "melee", "damage": fury["damage"], "boss": True}
    [talons] = alerion["attacks"]
    yield {**alerion, "attack": "melee", "damage": talons["damage"]}
    yield {**dryad, "attack": "none", "boss": True}
    yield {**dryad["incubator"], "id": INCUBATOR, "movement": 0, "attack": "none", "damage": 0}
    bombard = dryad["seed_bombard"]
    [archer] = (monster for monster in source["monster"] if monster["id"] == bombard["behaves_as"])
    yield {**archer, **bombard, "id": BOMBARD, "count": None}


def harpy(source: Mapping[str, Any]) -> HarpySheet:
    """The Harpy's dive and her alerions."""
    card = _boss(source, HARPY)
    [dive] = (attack for attack in card["attacks"] if attack.get("when") == "on-entry")
    return HarpySheet(dive["damage"], card["minion"], card["minion_count"])


def cetusia(source: Mapping[str, Any]) -> CetusiaSheet:
    """Cetusia's parts, techniques and cards."""
    card = _boss(source, CETUSIA)
    return CetusiaSheet(
        parts={part["id"]: msgspec.convert(part, CetusiaPart) for part in card["parts"]},
        techniques={entry["id"]: msgspec.convert(entry, CetusiaTechnique) for entry in card["techniques"]},
        cards={entry["id"]: msgspec.convert(entry, CetusiaCard) for entry in source["cetusia_card"]},
        reshuffle_after_revealed=card["reshuffle_after_revealed"],
    )


def dryad(source: Mapping[str, Any]) -> DryadSheet:
    """The Dryad, her monoliths and broods."""
    card = _boss(source, DRYAD)
    incubator = card["incubator"]
    fields = {
        "health": card["health"],
        "dice": card["dice"],
        "damage": card["damage"],
        "footprint": card["footprint"],
        "advance": card["advance_on_entry"],
        "growth": card["growth"],
        "brood_shift": card["brood_shift_by_stage"],
        "monolith_health": card["monolith"]["health"],
        "monoliths": card["monolith"]["offsets"],
        "hatches": [incubator["on_placement"], incubator["on_first_flip"], incubator["on_second"]],
        "most_broods": card["max_broods_in_play"],
        "held_damage": card["brood_on_hero"]["damage_now"],
    }
    return msgspec.convert(fields, DryadSheet)


def _boss(source: Mapping[str, Any], id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(boss for boss in source["boss"] if boss["id"] == id)
    return found
