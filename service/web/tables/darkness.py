"""The table of When Darkness Comes: the map as a picture, the check or combat under way, and every character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.contract.game import Json
from domain.games.darkness.drawing import DarknessDrawing, code_of, formed, level_of, needed, odds
from service.games.shapes.answers import Game
from service.language.names import Names, Said
from service.web.games.choices import Choices
from service.web.tables.darkness_fight import Fight, fight_of, icon_of
from service.web.tables.darkness_guide import guide
from service.web.tables.darkness_map import MapPicture, map_picture
from service.web.tables.darkness_moment import moment
from service.web.tables.darkness_pieces import signs
from service.web.tables.darkness_words import ATTRIBUTES, FAILED, WORDING, target
from service.web.tables.drawing import Drawing

Fact = tuple[str, str]
"""What is counted or named, and its value."""

MOST_DICE = 6
"""So many dice an attribute has at most (WD-GM-20)."""

FACTS = {
    "helpers": "Helpers", "declined": "Declined", "sources": "Sources", "approaching": "Approaching",
    "lowered": "Lowered", "trophies": "Trophies", "effects": "Effects", "shots": "Shots",
}  # fmt: skip
"""What is known of a check, a fight or a character -> what it is called."""

Attribute = tuple[str, str, str]
"""Code, what it is, and its dice."""


@dataclass(frozen=True)
class Choosable:
    """A pre-made character that nobody has taken."""

    thing: str
    character: str
    name: str
    occupation: str
    attributes: Sequence[Attribute]
    skills: Sequence[str]


LADDER: Mapping[str, str] = {
    "⚅": "one 6", "⚁⚁": "a pair", "⚀⚁⚂": "three in a row", "⚃⚃⚃": "three alike", "⚁⚂⚃⚄": "four in a row",
    "⚂⚂⚂⚂": "four alike", "⚀⚁⚂⚃⚄": "five in a row", "⚄⚄⚄⚄⚄": "five alike",
}  # fmt: skip
"""A throw of each level from 1 to 8 -> what its dice form."""

MOST_FAILURES = 3
"""With the third Failure all is lost (WD-FAIL-2)."""


@dataclass(frozen=True)
class Dice:
    """The throw under way: what it needs, in words, with the signs of the rulebook as `code`; facts about it, and the
    faces of its dice once they fell. `ladder` has what dice can form, from the lowest, each with such a throw; `least`
    is the level that passes, 0 where the level counts."""

    heading: str
    needs: str
    code: str
    facts: Sequence[Fact]
    results: Sequence[int]
    ladder: Sequence[Fact]
    least: int


@dataclass(frozen=True)
class CharacterArea:
    """A character, with the portrait of `character` and the sign of its player as it stands on the map; `thing` is
    itself, `carried` are things with their names. Current D is below the printed one when it is hurt."""

    name: str
    number: int
    initial: str
    thing: str
    character: str
    active: bool
    alive: bool
    attributes: Sequence[Attribute]
    facts: Sequence[Fact]
    skills: Sequence[str]
    carried: Sequence[tuple[str, str]]
    things: Sequence[Fact]


@dataclass(frozen=True)
class DarknessTable:
    """The whole table; `drawing` says how its parts are drawn."""

    facts: Sequence[Fact]
    flags: Sequence[str]
    map: MapPicture
    dice: Dice | None
    combat: Sequence[Fact]
    fight: Fight | None
    drawing: DarknessDrawing = field(compare=False)
    master: Sequence[Fact]
    characters: Sequence[CharacterArea]
    choosable: Sequence[Choosable]
    most_dice: int = MOST_DICE

    def icon_of(self, foe: str) -> str:
        """The drawing of whoever is fought."""
        return icon_of(foe, self.drawing)


def model(view: Game, choices: Choices, names: Names) -> DarknessTable:
    """The table as the viewer sees it."""
    return _Reader(view, choices, names).table()


class _Reader:
    """Reads one view."""

    def __init__(self, view: Game, choices: Choices, names: Names) -> None:
        self._table: Mapping[str, Json] = view.table or {}
        self._legal: Sequence[Mapping[str, Json]] = view.legal or ()
        self._choices = choices
        self._asked = (view.pending or {}).get(view.seat)
        self._names = names
        self._drawing: DarknessDrawing = names.drawing(self._table)

    def table(self) -> DarknessTable:
        table = self._table
        return DarknessTable(
            facts=list(self._facts()),
            flags=[self._names.say(flag) for flag in (*table["flags"], *table["remembered"])],
            map=map_picture(table, self._drawing, self._things_to_touch(), self._names, self._details()),
            dice=self._dice(),
            combat=list(self._combat()),
            fight=fight_of(table, self._drawing, self._names),
            drawing=self._drawing,
            master=list(self._master()),
            characters=[self._character(number, seat) for number, seat in enumerate(table["seats"], 1)],
            choosable=[self._choosable(action["character"]) for action in self._legal if action["type"] == "character"],
        )

    def _details(self) -> Mapping[str, Json] | None:
        return None if self._asked is None else self._asked.details

    def _things_to_touch(self) -> Mapping[str, int]:
        """Thing -> how many steps the shortest way there has; 0 for what is not walked to."""
        found = dict.fromkeys(self._choices.things, 0)
        for action in self._legal:
            if action["type"] == "move":
                thing, steps = f"space/{action['path'][-1]}", len(action["path"])
                found[thing] = min(found.get(thing) or steps, steps)
        return found

    def _facts(self) -> Iterator[Fact]:
        table, say, told = self._table, self._names.say, self._names.catalogue.told
        yield told("Scenario"), say(table["scenario"])
        if table["phase"] == "turn":
            yield told("Round"), str(table["round"])
            yield told("Turn"), say(table["active"])
            yield from self._turn(table["turn"])
        else:
            yield told("Phase"), self._names.titled(table["phase"])
        if table["countdown"] is not None:
            yield told("Countdown"), str(table["countdown"])
        if table["mode"] == "board":
            yield told("Tiles to discover"), _count(table["reserve"])
            yield told("Disks in the pool"), _count(table["pool"])
        if table["removed"]:
            yield told("Out of the game"), say(table["removed"])

    def _turn(self, turn: Mapping[str, Json]) -> Iterator[Fact]:
        """What is left of a character's turn; in GM play it is one action, and the game master has none of this."""
        if self._table["mode"] == "board":
            told = self._names.catalogue.told
            unthrown = turn["move"] == "unrolled"
            yield told("Movement"), told("not yet thrown for") if unthrown else _points(turn["left"], self._names)
            yield told("Action"), self._names.say(turn["action"])

    def _dice(self) -> Dice | None:
        check = self._table["check"]
        if check is None:
            return None
        say, told = self._names.say, self._names.catalogue.told
        facts = [*prospect(check, self._names), (told("Dice"), str(check["dice"]))]
        facts.append((told("Attribute"), say(check["attribute"])))
        if check["skill"]:
            facts.append((told("Skill"), say(check["skill"])))
        if check["kind"] in FAILED:
            facts.append((told("If it fails"), told(FAILED[check["kind"]])))
        if any(action["type"] == "ask" for action in self._legal):
            facts.append((told("Help"), told("touch another lit character to ask for it")))
        facts += [(told(FACTS[key]), say(check[key])) for key in ("helpers", "declined", "sources") if check[key]]
        kind = Said(self._names.titled(check["kind"]))
        heading = self._names.filled("{seat} throws: {kind}", {"kind": kind, "seat": check["by"]})
        code = needed(check) or ""
        ladder = [(told(pattern), dice) for dice, pattern in LADDER.items()]
        least = level_of(code) if code else 0
        return Dice(heading, needs(check, self._names), code, facts, check["results"], ladder, least)

    def _combat(self) -> Iterator[Fact]:
        combat = self._table["combat"]
        if combat is None:
            return
        say, told = self._names.say, self._names.catalogue.told
        yield told("Against"), say(combat["against"])
        yield told("Round of the fight"), str(combat["round"])
        yield told("Health"), str(combat["health"])
        yield from (
            (told(FACTS[key]), say(combat[key])) for key in ("helpers", "approaching", "lowered") if combat[key]
        )

    def _master(self) -> Iterator[Fact]:
        for key, value in self._table.get("gm", {}).items():
            if key == "attempts":
                yield from (
                    (self._names.catalogue.told("Attempt"), self._attempt(seat, begun)) for seat, begun in value.items()
                )
            elif key != "pieces" and value:
                yield self._names.titled(key), self._names.say(value)

    def _attempt(self, seat: str, begun: Mapping[str, Json]) -> str:
        """Something that a seat is at for several turns: an attempt or a task."""
        if begun["task"]:
            what = self._names.say(begun["task"])
        else:
            attribute = self._names.say(begun["attribute"])
            what = f"{attribute}, {target(code_of(begun['level']), self._names)}"
        about = {"seat": seat, "what": Said(what), "left": begun["left"]}
        return self._names.filled("{seat}: {what}; turns left: {left}", about)

    def _character(self, number: int, seat: str) -> CharacterArea:
        person = self._table["seats"][seat]
        sheet = person.get("sheet") or self._drawing.printed(person["character"])
        who = "" if person["character"] == "made" else f"{self._names.say(person['character'])}, "
        return CharacterArea(
            name=f"{who}{self._names.seat(seat)}",
            number=number,
            initial=self._names.initial(seat),
            thing=f"seat/{seat}",
            character=person["character"],
            active=seat == self._table["active"],
            alive=person["alive"],
            attributes=_attributes(self._names, sheet["attributes"], person["damage"]),
            facts=list(self._person(person)),
            skills=self._skills(sheet),
            carried=[(f"item/{name}", self._names.say(name)) for name in (*person["items"], *person["allies"])],
            things=list(self._things(person)),
        )

    def _choosable(self, character: str) -> Choosable:
        sheet, say = self._drawing.printed(character), self._names.say
        return Choosable(
            f"character/{character}",
            character,
            say(character),
            say(self._drawing.occupation(character)),
            _attributes(self._names, sheet["attributes"]),
            self._skills(sheet),
        )

    def _skills(self, sheet: Mapping[str, Json]) -> list[str]:
        return [f"{self._names.say(skill)} {rating}" for skill, rating in sheet["skills"].items()]

    def _person(self, person: Mapping[str, Json]) -> Iterator[Fact]:
        told = self._names.catalogue.told
        yield told("VP"), str(person["vp"])
        yield told("Damage"), str(person["damage"])
        yield told("Failures"), _of(person["failures"], MOST_FAILURES, self._names)
        yield told("Carry limit"), str(person["limit"])
        if person["at"]:
            yield told("At"), self._names.say(self._drawing.space(person["at"]).tile)
        if person["owes"]:
            yield told("Owes"), told("the disk on its space")
        if person["delivered"]:
            yield told("Delivered"), str(person["delivered"])

    def _things(self, person: Mapping[str, Json]) -> Iterator[Fact]:
        for key in ("trophies", "effects", "shots"):
            if person[key]:
                yield self._names.catalogue.told(FACTS[key]), self._names.say(person[key])


def needs(check: Mapping[str, Json], names: Names) -> str:
    """What the dice of a check have to show, in words."""
    told, least = names.catalogue.told, needed(check)
    if check["tn"] is None:
        return told("Better is more: one 6, two dice alike, three in a row, three alike, four in a row, four alike.")
    if least is None:
        return told("No throw is good enough.")
    return names.filled("To pass, the dice must show {needed} or better.", {"needed": least})


def prospect(check: Mapping[str, Json], names: Names) -> Iterator[Fact]:
    """The chance before the throw, with the dice as they are now; after it what the dice have formed."""
    told = names.catalogue.told
    if check["results"]:
        level = formed(check["results"]).level
        yield told("Thrown"), target(code_of(level), names) if level else told("nothing that counts")
    elif check["tn"]:
        level = level_of(check["tn"]) + (1 if check["beyond"] else 0)
        percent = f"{odds(check['dice'], level) / 10_000:.0f}"
        yield told("Chance"), names.filled("{percent} % without help", {"percent": Said(percent)})


def _attributes(names: Names, dice: Mapping[str, int], damage: int = 0) -> list[Attribute]:
    """The attributes in their order; D with what is left of it (WD-CHAR-7)."""
    shown = {code: str(dice[code]) for code in ATTRIBUTES}
    if damage:
        shown["D"] = _of(dice["D"] - damage, dice["D"], names)
    return [(code, names.say(code), text) for code, text in shown.items()]


def _of(left: int, full: int, names: Names) -> str:
    return names.filled("{left} of {full}", {"left": left, "full": full})


def _points(left: int, names: Names) -> str:
    """Movement that is left: street spaces count half (WD-MOVE-2)."""
    if not left:
        return names.catalogue.told("none left")
    return names.filled("{streets} street spaces or {others} others", {"streets": left, "others": left // 2})


def _count(pile: Json) -> str:
    return str(pile if isinstance(pile, int) else len(pile))


DRAWING = Drawing("tables/darkness.html", model, WORDING, guide, moment, signs)
