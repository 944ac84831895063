"""The forms in which the game is played for long runs and golden games: every option, and saved games full of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product

from domain.contract.game import Json
from domain.games.last_spell.data import INTRODUCTION, LAST_NIGHT, MOST_HEROES, NIGHTS, Content

ADDED = (
    ("watchtower", (13, 11)),
    ("tele-portal", (11, 13)),
    ("tele-portal", (19, 14)),
    ("tele-portal", (13, 13)),
    ("tele-portal", (16, 14)),
    ("tele-portal", (14, 17)),
    ("tele-portal", (16, 13)),
    ("catapult", (13, 17)),
    ("ballista", (16, 12)),
)
"""What stands in the city of an armed form besides the starting constructions; these squares are free on each board."""


def forms(data: Content) -> Iterator[tuple[int, dict[str, Json]]]:
    """Seat counts with options: every scenario, night and number of heroes, alone and together, and armed heroes."""
    for seats in range(1, MOST_HEROES + 1):
        yield seats, {"scenario": INTRODUCTION}
        for scenario, night in product(data.cities, NIGHTS):
            yield seats, {"scenario": scenario, "night": night, "until": night}
    yield 1, {"scenario": INTRODUCTION, "solo": True}
    for scenario in data.cities:
        yield 1, {"scenario": scenario, "solo": True}
        yield 2, {"scenario": scenario, "mode": "campaign"}
    for side in ("left", "right"):
        yield 2, {"scenario": "gildenberg", "night": LAST_NIGHT, "harpy_side": side, "mode": "campaign"}
    yield from armed_forms(data)
    yield from read_otherwise(data)


def read_otherwise(data: Content) -> Iterator[tuple[int, dict[str, Json]]]:
    """Games with each contested sentence read in the other way than the rules have it, and games with a market."""
    otherwise = {
        "movement_order": "due-west",
        "cetusia_first": False,
        "dryad_growth": "third-phase-only",
        "incubator_monsters": "move-again",
        "encirclement_on_empty": True,
    }
    for number, scenario in enumerate(data.cities):
        for night in NIGHTS[1:]:
            saved = armed(data, scenario, night, number, 2, shift=number)
            yield 2, {"save": saved, "until": night, "market": True, **otherwise}
    yield from ((2, {"scenario": scenario, "until": 1, "market": True}) for scenario in data.cities)


def armed_forms(data: Content) -> Iterator[tuple[int, dict[str, Json]]]:
    """Games that go on from a saved one: between them the heroes carry every card there is."""
    squads = range(0, len(data.weapons), MOST_HEROES)
    for (number, scenario), first, night in product(enumerate(data.cities), squads, NIGHTS[1:]):
        yield MOST_HEROES, {"save": armed(data, scenario, night, first, MOST_HEROES, shift=number), "until": night}
    for (number, scenario), first in product(enumerate(data.cities), range(0, len(data.weapons), 2)):
        yield 2, {"save": armed(data, scenario, LAST_NIGHT, first, 2, shift=number + 3), "mode": "campaign"}


def armed(data: Content, scenario: str, night: int, first: int, seats: int, shift: int) -> dict[str, Json]:
    """A saved game before a night, whose heroes carry the weapons from the `first` on, and the other cards in turn."""
    kinds = ("torso", "legs", "shield")
    worn = {slot: [card.id for card in data.armor.values() if card.slot == slot] for slot in kinds}
    heroes: dict[str, Json] = {}
    for place in range(seats):
        number = first + place
        weapon = data.weapons[_nth(list(data.weapons), number)]
        profile = data.heroes[_nth(list(data.heroes), number + shift)]
        slots = kinds if weapon.hands == 1 else kinds[:2]
        heroes[f"s{place + 1}"] = {
            "hero": profile.id,
            "in_play": True,
            "health": profile.health,
            "wounds": place % 2,
            "mana_max": profile.mana,
            "actions_max": MOST_HEROES,
            "movement": sorted(profile.movement_tokens),
            "weapons": [weapon.id],
            "armor": [{"card": _nth(worn[slot], number + shift), "used": False} for slot in slots],
            "potions": [{"kind": potion.id, "doses": potion.doses} for potion in data.potions.values()],
            "scrolls": list(islice(cycle(data.scrolls), number + shift, number + shift + 2)),
        }
    common = {"gold": 12, "material": 12, "equipment": list(worn["torso"][first % 4 :][:3]), "prepared": []}
    return {"heroes": heroes, "common": common, "city": _city(data, scenario, night - 1)}


def _city(data: Content, scenario: str, survived: int) -> dict[str, Json]:
    """The notebook of a city that has survived that many nights unharmed."""
    placed = [(piece.construction, piece.at) for piece in data.city(scenario).starting_constructions]
    constructions: dict[str, Json] = {}
    for kind, at in (*placed, *ADDED):
        number = 1 + sum(name.partition("/")[0] == kind for name in constructions)
        rocks = data.constructions[kind].ammunition_count or 0
        built = {"kind": kind, "at": list(at), "health": data.constructions[kind].health, "flames": 0, "rocks": rocks}
        constructions[f"{kind}/{number}"] = built
    quests = {id: {"count": 0, "resolved": False} for id in data.quests_of(scenario)}
    mages = data.source["board"]["mages"]
    return {
        "scenario": scenario,
        "night": survived,
        "mages": mages,
        "quests": quests,
        "constructions": constructions,
    }


def _nth(items: Sequence[str], number: int) -> str:
    return items[number % len(items)]
