"""A fight of When Darkness Comes as a picture: who stands against whom, what health each has, whose blow it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.darkness.drawing import DarknessDrawing
from service.language.names import Names, capital

BLOWS: Mapping[str | None, str] = {"attack": "→", "defense": "←"}
"""The check of a fight -> the way of its blow, from the character to its foe or back; any other is none."""


@dataclass(frozen=True)
class Fighter:
    """One side: its name, its drawing (that of a portrait or of a disk), and its health left and in full, the latter 0
    where it is not known."""

    name: str
    drawn_as: str
    left: int
    full: int = 0


@dataclass(frozen=True)
class Fight:
    """The fight: its round, the character, its foe with the id that its words stand under, the way of the blow that is
    thrown for, empty for none, and all of it in words."""

    round: int
    person: Fighter
    foe: Fighter
    foe_id: str
    way: str
    said: str


def fight_of(table: Mapping[str, Json], drawing: DarknessDrawing, names: Names) -> Fight | None:
    """The fight under way; None while nobody fights."""
    combat = table["combat"]
    if combat is None:
        return None
    person, check = table["seats"][combat["by"]], table["check"]
    sheet = person.get("sheet") or drawing.printed(person["character"])
    full = sheet["attributes"]["D"]
    hero = Fighter(names.seat(combat["by"]), person["character"], full - person["damage"], full)
    foe = Fighter(capital(names.say(combat["against"])), icon_of(combat["against"], drawing), combat["health"])
    about = {"seat": combat["by"], "left": hero.left, "foe": combat["against"], "health": combat["health"]}
    said = names.filled("{seat}, {left} health left, against {foe}, {health} health left", about)
    way = BLOWS.get(check and check["kind"], "")
    return Fight(combat["round"], hero, foe, combat["against"], way, said)


def icon_of(foe: str, drawing: DarknessDrawing) -> str:
    """The drawing of what is fought: a disk, a piece of the game master's, or a boss."""
    return drawing.category(foe) or drawing.category_of_kind(foe) or "boss"
