"""What lies and stands on the map of When Darkness Comes: disks, tokens, bosses, pieces, characters; also in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.darkness.drawing import DarknessDrawing
from service.language.names import Names, Said, capital
from service.web.tables.drawing import Sign

SEARCHED = "?"
"""Stands for a disk that the viewer does not know."""

TOKENS = {
    "coffin": "coffin", "bomb": "bomb", "bus": "bus", "survivor": "person", "leaf": "leaf", "code-fragment": "leaf",
    "canopic-jar": "jar", "holy-water": "jar", "crucifix": "cross", "ward": "cross", "grave": "cross", "car": "bus",
}  # fmt: skip
"""What a token stands for -> its drawing; any other is a plain token."""


SORTS = {
    "item": "a useful thing, to be searched for",
    "ally": "a friend, to be won by talking",
    "security": "security: an alarm, a guard, an owner or a dog",
    "adversary": "an adversary: a fight",
    "boss": "a boss: a hard fight",
}
"""Drawing of a disk, a piece or a boss -> what sort of thing it is."""

Note = tuple[str, Mapping[str, Json]]
"""A sentence, and its fields."""


@dataclass(frozen=True)
class Piece:
    """Something at a space. `icon` is its drawing, `mark` what is written on it, `state` what else is known of it."""

    id: str
    at: str
    icon: str
    mark: str = ""
    state: Sequence[Note] = ()
    classes: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it has a letter or a question mark in place of a drawing."""
        return bool(self.mark)

    def said(self, names: Names, place: str = "") -> str:
        """In words: what it is, where, as far as a place is named, and what is known of it."""
        told = names.catalogue.told
        what = told("Unknown disk") if self.id == SEARCHED else capital(names.say(self.id))
        place = names.filled("{what} at {place}", {"what": Said(what), "place": Said(place)}) if place else what
        return ", ".join([place, *(names.filled(message, values) for message, values in self.state)])


def pieces_on(table: Mapping[str, Json], drawing: DarknessDrawing) -> Iterator[Piece]:
    """Everything on the map that the viewer sees, what lies below before whoever stands on it."""
    yield from (Piece(SEARCHED, space, "unknown", "?", classes="down") for space in table["unknown"])
    yield from (
        Piece("token", space, "coffin", state=[_noted("face down")], classes="down")
        for space in table["unknown_tokens"]
    )
    yield from (_disk(drawing, name, disk) for name, disk in table["disks"].items())
    yield from (_token(drawing, table["scenario"], name, token) for name, token in table["tokens"].items())
    for name, boss in table["bosses"].items():
        yield Piece(
            name, boss["at"], "boss", state=[_noted("awake") if boss["awake"] else _noted("asleep")], classes="foe"
        )
    for name, piece in table.get("gm", {}).get("pieces", {}).items():
        told, classes = ([], "foe") if piece["shown"] else ([_noted("hidden")], "foe down")
        icon = drawing.category_of_kind(piece["kind"]) or "boss"
        yield Piece(piece["kind"], piece["at"], icon, state=[_named(name), *told], classes=classes)
    for number, (seat, person) in enumerate(table["seats"].items(), 1):
        if person["alive"] and person["at"]:
            yield Piece(seat, person["at"], "character", str(number), classes=f"c{number}")


def signs(names: Names, table: Mapping[str, Json]) -> Callable[[str], Sign | None]:
    """The drawing of a disk, token, boss or piece."""
    drawing: DarknessDrawing = names.drawing(table)

    def sign(named: str) -> Sign | None:
        icon = drawing.category(named) or drawing.category_of_kind(named)
        icon = icon or TOKENS.get(drawing.stands_for(table["scenario"], named))
        icon = icon or ("boss" if named in table["bosses"] else None)
        return None if icon is None else Sign(f"wd-{icon}", f"wd-sort {icon}")

    return sign


def _disk(drawing: DarknessDrawing, name: str, disk: Mapping[str, Json]) -> Piece:
    icon = drawing.category(name) or "token"
    down = disk["face"] == "down"
    state = [_noted("face down, seen by you")] if down else []
    return Piece(name, disk["at"], icon, state=state, classes="down" if down else "")


def _token(drawing: DarknessDrawing, scenario: str, name: str, token: Mapping[str, Json]) -> Piece:
    stands_for = drawing.stands_for(scenario, name)
    told = [_noted("{damage} damage", damage=token["damage"])] if token["damage"] else []
    if token.get("follows"):
        told.append(_noted("follows {seat}", seat=token["follows"]))
    down = "down" if token["face"] == "down" else ""
    icon = TOKENS.get(stands_for, "token")
    return Piece(stands_for, token["at"], icon, state=[_named(name), *told], classes=down)


def _noted(message: str, **values: Json) -> Note:
    return message, values


def _named(name: str) -> Note:
    """The name of a piece or token, as it is."""
    return _noted("{name}", name=Said(name))
