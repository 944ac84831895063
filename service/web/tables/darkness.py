"""The table of When Darkness Comes: the map as a picture, the check or combat under way, and every character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.darkness.data import load
from domain.game import Json
from service.web.names import Names, title
from service.web.panel import Button, Panel
from service.web.tables.darkness_map import MapPicture, map_picture
from service.web.tables.darkness_phrases import PHRASES
from service.web.tables.drawing import Drawing

Fact = tuple[str, str]
"""What is counted or named, and its value."""

MOST_FAILURES = 3
"""With the third Failure all is lost (WD-FAIL-2)."""


@dataclass(frozen=True)
class Dice:
    """The throw under way: facts about it, and the faces of its dice once they fell."""

    heading: str
    facts: Sequence[Fact]
    results: Sequence[int]


@dataclass(frozen=True)
class CharacterArea:
    """A character. `attributes` are codes with dice; current D is below the printed one when it is hurt."""

    name: str
    number: int
    active: bool
    alive: bool
    attributes: Sequence[Fact]
    facts: Sequence[Fact]
    skills: Sequence[str]
    things: Sequence[Fact]


@dataclass(frozen=True)
class DarknessTable:
    """The whole table."""

    facts: Sequence[Fact]
    flags: Sequence[str]
    map: MapPicture
    dice: Dice | None
    combat: Sequence[Fact]
    master: Sequence[Fact]
    characters: Sequence[CharacterArea]


def model(view: Mapping[str, Json], panel: Panel | None, names: Names) -> DarknessTable:
    """The table as the viewer sees it."""
    return _Reader(view, panel, names).table()


class _Reader:
    """Reads one view."""

    def __init__(self, view: Mapping[str, Json], panel: Panel | None, names: Names) -> None:
        self._table: Mapping[str, Json] = view["table"]
        self._legal: Sequence[Mapping[str, Json]] = view["legal"] if panel is not None else ()
        self._names = names

    def table(self) -> DarknessTable:
        table = self._table
        return DarknessTable(
            facts=list(self._facts()),
            flags=[self._names.say(flag) for flag in table["flags"]],
            map=map_picture(table, dict(self._clicks()), dict(self._borders()), self._names),
            dice=self._dice(),
            combat=list(self._combat()),
            master=list(self._master()),
            characters=[self._character(number, seat) for number, seat in enumerate(table["seats"], 1)],
        )

    def _facts(self) -> Iterator[Fact]:
        table, say = self._table, self._names.say
        yield "Scenario", say(table["scenario"])
        yield "Phase", title(table["phase"])
        yield "Round", str(table["round"])
        yield "Turn", say(table["active"])
        if table["phase"] == "turn":
            turn = table["turn"]
            yield "Movement", "not yet rolled" if turn["move"] == "unrolled" else _points(turn["left"])
            yield "Action", turn["action"]
        if table["countdown"] is not None:
            yield "Countdown", str(table["countdown"])
        if table["mode"] == "board":
            yield "Tiles to discover", _count(table["reserve"])
            yield "Disks in the pool", _count(table["pool"])
        if table["removed"]:
            yield "Out of the game", say(table["removed"])

    def _clicks(self) -> Iterator[tuple[str, Button]]:
        """Where a click walks to, or puts the character at the start."""
        for action in self._legal:
            match action["type"]:
                case "move":
                    yield action["path"][-1], Button(f"Move to {self._names.say(action['path'][-1])}", action)
                case "start":
                    yield action["at"], Button(f"Start at {self._names.say(action['at'])}", action)

    def _borders(self) -> Iterator[tuple[str, Button]]:
        for action in self._legal:
            if action["type"] == "explore":
                yield action["direction"], Button(f"Explore {SIDES[action['direction']]}", action)

    def _dice(self) -> Dice | None:
        check = self._table["check"]
        if check is None:
            return None
        say = self._names.say
        facts = [("Attribute", say(check["attribute"])), ("Against", check["tn"] or "the level counts")]
        if check["beyond"]:
            facts.append(("To pass", "not only to equal"))
        if check["skill"]:
            facts.append(("Approach", say(check["skill"])))
        facts.append(("Dice", str(check["dice"])))
        facts += [(title(key), say(check[key])) for key in ("helpers", "declined", "sources") if check[key]]
        return Dice(f"{title(check['kind'])} check of {self._names.seat(check['by'])}", facts, check["results"])

    def _combat(self) -> Iterator[Fact]:
        combat = self._table["combat"]
        if combat is None:
            return
        say = self._names.say
        yield "Against", say(combat["against"])
        yield "Round", str(combat["round"])
        yield "Health", str(combat["health"])
        yield from ((title(key), say(combat[key])) for key in ("helpers", "approaching", "lowered") if combat[key])

    def _master(self) -> Iterator[Fact]:
        for key, value in self._table.get("gm", {}).items():
            if key not in ("pieces",) and value:
                yield title(key), self._names.say(value)

    def _character(self, number: int, seat: str) -> CharacterArea:
        person = self._table["seats"][seat]
        sheet = person.get("sheet") or _printed(person["character"])
        who = "" if person["character"] == "made" else f"{self._names.say(person['character'])}, "
        return CharacterArea(
            name=f"{who}{self._names.seat(seat)}",
            number=number,
            active=seat == self._table["active"],
            alive=person["alive"],
            attributes=[
                (code, f"{dice - person['damage']} of {dice}" if code == "D" and person["damage"] else str(dice))
                for code, dice in ((code, sheet["attributes"][code]) for code in load().attributes)
            ],
            facts=list(self._person(person)),
            skills=[f"{self._names.say(skill)} {rating}" for skill, rating in sheet["skills"].items()],
            things=list(self._things(person)),
        )

    def _person(self, person: Mapping[str, Json]) -> Iterator[Fact]:
        yield "VP", str(person["vp"])
        yield "Damage", str(person["damage"])
        yield "Failures", f"{person['failures']} of {MOST_FAILURES}"
        yield "Carry limit", str(person["limit"])
        if person["at"]:
            yield "At", self._names.say(person["at"])
        if person["owes"]:
            yield "Owes", "the disk on its space"
        if person["delivered"]:
            yield "Delivered", str(person["delivered"])

    def _things(self, person: Mapping[str, Json]) -> Iterator[Fact]:
        for key in ("items", "allies", "trophies", "effects", "shots"):
            if person[key]:
                yield title(key), self._names.say(person[key])


SIDES = {"n": "to the north", "e": "to the east", "s": "to the south", "w": "to the west"}


def _printed(character: str) -> Mapping[str, Json]:
    """Attributes and skills of a pre-made character."""
    row = load().characters[character]
    return {"attributes": row.attributes, "skills": {skill: load().skills[skill].cost for skill in row.skills}}


def _points(left: int) -> str:
    """Movement that is left: street spaces count half (WD-MOVE-2)."""
    return f"{left} street spaces or {left // 2} others"


def _count(pile: Json) -> str:
    return str(pile if isinstance(pile, int) else len(pile))


DRAWING = Drawing("tables/darkness.html", model, PHRASES)
