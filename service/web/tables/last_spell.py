"""The table of The Last Spell: the board as a picture, the tracks beside it, and what each hero carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import structs

from domain.contract.game import Json
from domain.games.last_spell.drawing import LastSpellDrawing, seat_of
from service.games.shapes.answers import Game
from service.language.names import Names, capital
from service.web.games.choices import Choices
from service.web.tables.drawing import Drawing
from service.web.tables.last_spell_board import BoardPicture, board_picture
from service.web.tables.last_spell_guide import guide
from service.web.tables.last_spell_pieces import hero_mark, signs
from service.web.tables.last_spell_words import WORDING

Fact = tuple[str, str]
"""What is counted or named, and its value."""


@dataclass(frozen=True)
class Box:
    """A box of the panic track: its number from the left, its Flames, and what it pays at dawn while it is the leftmost
    that has one."""

    number: int
    flames: int
    pays: str
    is_read: bool


@dataclass(frozen=True)
class Token:
    """A movement token; `used` means turned."""

    value: int
    used: bool


@dataclass(frozen=True)
class Means:
    """A technique or scroll that is touched to use it: its thing, its name, and what else it says."""

    thing: str
    name: str
    told: str = ""


@dataclass(frozen=True)
class HeroArea:
    """A hero and what it carries; `weapons` are names with their techniques."""

    name: str
    number: int
    mark: str
    facts: Sequence[Fact]
    tokens: Sequence[Token]
    weapons: Sequence[tuple[str, Sequence[Means]]]
    scrolls: Sequence[Means]
    cards: Sequence[str]
    active: bool
    in_play: bool


@dataclass(frozen=True)
class Choosable:
    """A hero that nobody has taken, with what is printed on its sheet."""

    thing: str
    name: str
    facts: Sequence[Fact]


@dataclass(frozen=True)
class LastSpellTable:
    """The whole table; `grounds` says what each kind of ground is."""

    facts: Sequence[Fact]
    destiny: str | None
    destiny_side: str
    mages: tuple[int, int]
    panic: Sequence[Box]
    board: BoardPicture
    boss: Sequence[Fact]
    quests: Sequence[Fact]
    heroes: Sequence[HeroArea]
    prices: Sequence[Fact]
    choosable: Sequence[Choosable]
    grounds: Mapping[str, str]


def model(view: Game, choices: Choices, names: Names) -> LastSpellTable:
    """The table as the viewer sees it."""
    return _Reader(view, choices, names).table()


class _Reader:
    """Reads one view."""

    def __init__(self, view: Game, choices: Choices, names: Names) -> None:
        self._view = view
        self._table: Mapping[str, Json] = view.table or {}
        self._choices = choices
        self._names = names
        self._drawing: LastSpellDrawing = names.drawing(self._table)

    def table(self) -> LastSpellTable:
        table = self._table
        return LastSpellTable(
            facts=list(self._facts()),
            destiny=table["destiny"],
            destiny_side=self._destiny(),
            mages=(table["mages"], self._drawing.mages),
            panic=list(self._panic()),
            board=board_picture(self._view, self._drawing, list(self._choices.things), self._names),
            boss=list(self._boss()),
            quests=list(self._quests()),
            heroes=[self._hero(number, name) for number, name in enumerate(table["heroes"], 1)],
            prices=[
                (self._names.say(ware), self._names.filled("{gold} gold", {"gold": gold}))
                for ware, gold in table.get("prices", {}).items()
            ],
            choosable=[self._choosable(thing) for thing in self._choices.things if thing.startswith("profile/")],
            grounds={ground: self._names.catalogue.told(words) for ground, words in TOLD_OF_GROUNDS.items()},
        )

    def _facts(self) -> Iterator[Fact]:
        table, say, told = self._table, self._names.say, self._names.catalogue.told
        yield told("Scenario"), say(table["scenario"])
        yield told("Night"), str(table["night"])
        yield told("Phase"), self._names.titled(table["phase"])
        if table["round"]:
            yield told("Round"), str(table["round"])
        if table["step"]:
            yield told("Step"), capital(say(table["step"]))
        if table["active"]:
            yield told("Turn"), say(table["active"])
        monsters = {"count": table["monster_count"], "life": table["monster_health"]}
        yield told("Monsters"), self._names.filled("{count:monster|monsters}, {life} life points in all", monsters)
        reserve = table["reserve"]
        yield told("Gold"), str(reserve["gold"])
        yield told("Material"), str(reserve["material"])
        if reserve["equipment"]:
            yield told("Reserve"), say(reserve["equipment"])
        if table["prepared"]:
            yield told("Prepared"), say(table["prepared"])

    def _destiny(self) -> str:
        """The side of the Destiny token in words."""
        side = self._table["destiny"]
        return self._names.say(side) if side else self._names.catalogue.told("not yet flipped")

    def _panic(self) -> Iterator[Box]:
        flames: Sequence[int] = self._table["panic"]
        first = next((at for at, count in enumerate(flames) if count), None)
        for at, (count, reward) in enumerate(zip(flames, self._drawing.rewards)):
            filled = self._names.filled
            parts = [filled("{gold} gold", {"gold": reward.gold})]
            parts.append(filled("{material} material", {"material": reward.material}))
            if reward.equipment_level is not None:
                parts.append(filled("1 equipment card ({level})", {"level": reward.equipment_level}))
            yield Box(at + 1, count, ", ".join(parts), at == first)

    def _boss(self) -> Iterator[Fact]:
        """What is known of the boss that the board does not show; parts and tiles are on the board."""
        boss = self._table["boss"]
        for key, value in (boss or {}).items():
            if value is not None and not isinstance(value, dict) and key not in ("at", "facing"):
                yield self._names.titled("boss" if key == "kind" else key), self._names.say(value)

    def _quests(self) -> Iterator[Fact]:
        for quest, log in self._table["quests"].items():
            yield (
                self._names.say(quest),
                self._names.filled("{count}[, resolved{done?}]", {"count": log["count"], "done": log["resolved"]}),
            )

    def _choosable(self, thing: str) -> Choosable:
        profile, say = self._drawing.profile(thing.removeprefix("profile/")), self._names.say
        told = self._names.catalogue.told
        facts = [(told("Life"), str(profile.health)), (told("Mana"), str(profile.mana))]
        facts.append((told("Movement"), ", ".join(map(str, profile.movement_tokens))))
        facts.append((told("Weapons"), ", ".join(map(say, profile.starting_equipment.weapons))))
        return Choosable(thing, say(profile.id), facts)

    def _hero(self, number: int, name: str) -> HeroArea:
        hero = self._table["heroes"][name]
        return HeroArea(
            name=f"{self._names.say(hero['hero'])}, {self._names.seat(seat_of(name))}",
            number=number,
            mark=hero_mark(hero["hero"]),
            facts=list(self._hero_facts(hero)),
            tokens=[Token(value, used) for used in (False, True) for value in hero["movement"][_SIDES[used]]],
            weapons=[(self._names.say(weapon), list(self._techniques(weapon))) for weapon in hero["weapons"]],
            scrolls=[Means(f"scroll/{scroll}", self._names.say(scroll)) for scroll in hero["scrolls"]],
            cards=list(self._carried(hero)),
            active=name == self._table["active"],
            in_play=hero["in_play"],
        )

    def _hero_facts(self, hero: Mapping[str, Json]) -> Iterator[Fact]:
        told = self._names.catalogue.told
        yield told("Life"), self._of(hero["health"] - hero["wounds"], hero["health"])
        yield told("Mana"), self._of(hero["mana"], hero["mana_max"])
        yield told("Action tokens"), self._of(hero["actions"], hero["actions_max"])
        yield told("Movement points"), str(hero["points"])
        marks = ("attacked", "passed", "protected")
        yield from ((told(STATES[mark]), told("yes")) for mark in marks if hero[mark])
        yield from (
            (told(STATES[place]), self._names.say(hero[place])) for place in ("tower", "held_by") if hero[place]
        )
        if hero["spent"]:
            spent = (f"{self._names.say(place)} {count}" for place, count in hero["spent"].items())
            yield told("Used"), ", ".join(spent)

    def _of(self, left: int, full: int) -> str:
        return self._names.filled("{left} of {full}", {"left": left, "full": full})

    def _carried(self, hero: Mapping[str, Json]) -> Iterator[str]:
        """Armours, shields and potions in words."""
        filled = self._names.filled
        for worn in hero["armor"]:
            reduced = {**worn, "number": self._drawing.reduced_by(worn["card"])}
            yield filled("{card}: takes {number} off one damage, then lies sideways[ (used){used?}]", reduced)
        yield from (filled("{kind}: {doses} doses", bottle) for bottle in hero["potions"])

    def _techniques(self, weapon: str) -> Iterator[Means]:
        """Each technique with its price and damage, and what its range, its zone and its effects mean."""
        say, told, filled = self._names.say, self._names.catalogue.told, self._names.filled
        for technique in self._drawing.techniques(weapon):
            cost = technique.cost
            price = ", ".join(
                filled(PRICES[name], {"count": count}) for name, count in structs.asdict(cost).items() if count
            )
            times = filled(" {count} times", {"count": technique.x}) if technique.x > 1 else ""
            does = " ".join(map(self._meaning, (technique.range, technique.zone, *technique.effects)))
            harm = filled("{damage} damage", {"damage": self._drawing.damage(weapon)})
            price = price or told("free")
            told_of = f"({price}; {harm}): {does}{times}"
            yield Means(f"technique/{weapon}/{technique.id}", say(technique.id), told_of)

    def _meaning(self, word: str) -> str:
        """What the manual says that a word on a card means; the word itself where it says nothing."""
        manual = self._names.manual
        return (manual.words if manual else {}).get(word) or f"{capital(self._names.say(word))}."


TOLD_OF_GROUNDS = {
    "ground": "open ground", "fog": "fog: here monsters enter", "cliff": "a cliff: nobody can stand there",
    "water": "water", "circle": "the circle of the mages",
}  # fmt: skip
"""What a square is painted as -> what it is."""

PRICES = {
    "action": "{count:action token|action tokens}",
    "mana": "{count} mana",
    "movement": "{count:movement point|movement points}",
}
"""What a technique costs -> how that is said."""


STATES = {
    "attacked": "Attacked", "passed": "Passed", "protected": "Protected", "tower": "Tower", "held_by": "Held by",
}  # fmt: skip
"""What may be so of a hero -> what it is called."""

_SIDES = {False: "ready", True: "used"}

DRAWING = Drawing("tables/last_spell.html", model, WORDING, guide, signs=signs)
