"""What lies and stands on the map of When Darkness Comes: disks, tokens, bosses, pieces, characters; also in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.darkness.drawing import DarknessDrawing
from service.language.names import Names, capital

SEARCHED = "?"
"""Stands for a disk that the viewer does not know."""

TOKENS = {
    "coffin": "coffin", "bomb": "bomb", "bus": "bus", "survivor": "person", "leaf": "leaf", "code-fragment": "leaf",
    "canopic-jar": "jar", "holy-water": "jar", "crucifix": "cross", "ward": "cross", "grave": "cross", "car": "bus",
}  # fmt: skip
"""What a token stands for -> its drawing; any other is a plain token."""


@dataclass(frozen=True)
class Piece:
    """Something at a space. `icon` is its drawing, `mark` what is written on it, `state` what else is known of it."""

    id: str
    at: str
    icon: str
    mark: str = ""
    state: str = ""
    classes: str = ""

    def alt(self, names: Names) -> str:
        """In words: what it is, where, and what is known of it."""
        what = "Unknown disk" if self.id == SEARCHED else capital(names.say(self.id))
        return f"{what} at {names.say(self.at)}" + (f", {self.state}" if self.state else "")


def pieces_on(table: Mapping[str, Json], drawing: DarknessDrawing) -> Iterator[Piece]:
    """Everything on the map that the viewer sees, what lies below before whoever stands on it."""
    yield from (Piece(SEARCHED, space, "unknown", "?", classes="down") for space in table["unknown"])
    yield from (Piece("token", space, "coffin", state="face down", classes="down") for space in table["unknown_tokens"])
    yield from (_disk(drawing, name, disk) for name, disk in table["disks"].items())
    yield from (_token(drawing, table["scenario"], name, token) for name, token in table["tokens"].items())
    for name, boss in table["bosses"].items():
        yield Piece(name, boss["at"], "boss", state="awake" if boss["awake"] else "asleep", classes="foe")
    for name, piece in table.get("gm", {}).get("pieces", {}).items():
        told, classes = (name, "foe") if piece["shown"] else (f"{name}, hidden", "foe down")
        icon = drawing.category_of_kind(piece["kind"]) or "boss"
        yield Piece(piece["kind"], piece["at"], icon, state=told, classes=classes)
    for number, (seat, person) in enumerate(table["seats"].items(), 1):
        if person["alive"] and person["at"]:
            yield Piece(seat, person["at"], "character", str(number), classes=f"c{number}")


def _disk(drawing: DarknessDrawing, name: str, disk: Mapping[str, Json]) -> Piece:
    icon = drawing.category(name) or "token"
    down = disk["face"] == "down"
    return Piece(name, disk["at"], icon, state="face down, seen by you" if down else "", classes="down" if down else "")


def _token(drawing: DarknessDrawing, scenario: str, name: str, token: Mapping[str, Json]) -> Piece:
    stands_for = drawing.stands_for(scenario, name)
    told = [f"{token['damage']} damage"] if token["damage"] else []
    if token.get("follows"):
        told.append(f"follows {token['follows']}")
    down = "down" if token["face"] == "down" else ""
    return Piece(stands_for, token["at"], TOKENS.get(stands_for, "token"), state=", ".join([name, *told]), classes=down)
