"""The data of the game, `data.toml`: read on first use. The state refers to it, and the rules read it from there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.contract.toml import read_toml
from domain.games.last_spell.components import (
    Armor,
    CetusiaSheet,
    City,
    ConstructionKind,
    DirectionCard,
    DryadSheet,
    HarpySheet,
    HeroProfile,
    MonsterKind,
    Potion,
    Price,
    Quest,
    Range,
    Reward,
    Scroll,
    SpawnCard,
    SpawnDeck,
    Technique,
    Weapon,
    Zone,
)
from domain.games.last_spell.rules.bosses import bosses_data
from domain.games.last_spell.rules.town.board import Board, with_fog
from domain.games.last_spell.rules.town.geometry import Offset

T = TypeVar("T")

FILE = Path(__file__).with_name("data.toml")
MOST_EDITIONS = 16

WARES = ("potion", "scroll", "weapon", "armor", "shield")
"""The kinds of components that the market sells."""

INTRODUCTION = "introduction"
"""The scenario of the introduction; its board is that of another city."""

NIGHTS = (1, 2, 3)

LAST_NIGHT = NIGHTS[-1]
"""The night of the boss."""

MOST_HEROES = 4


class Numbers(msgspec.Struct, frozen=True):
    """Numbers of the rules that the data gives. Counts of heroes are words in the file, numbers here."""

    bare_hands_damage: int
    bare_hands_action_cost: int
    jump_movement_cost: int
    protect_action_cost: int
    protect_reduces: int
    protect_uses_per_hero_phase: int
    magic_reroll_mana_cost: int
    magic_reroll_uses_per_attack: int
    max_rerolls_per_target: int
    mana_drain_points: int
    explosion_hero_damage: int
    explosion_against_monsters: tuple[str, ...]
    wounds_removed_at_dusk: int
    water_movement_penalty: int
    water_minimum_movement: int
    spawn_waves: int
    hatch_replacement_order: tuple[str, ...]


class Content(msgspec.Struct, frozen=True, eq=False):
    """Everything that the rules look up, by id. `sha256` is the hash of the file, `source` the whole of it."""

    sha256: str
    source: Mapping[str, Any]
    numbers: Numbers
    dice: Mapping[str, tuple[str, ...]]
    cities: Mapping[str, City]
    monsters: Mapping[str, MonsterKind]
    ranges: Mapping[str, Range]
    zones: Mapping[str, Zone]
    stun_around: Mapping[str, tuple[Offset, ...]]
    momentum: tuple[tuple[int, int], ...]
    weapons: Mapping[str, Weapon]
    armor: Mapping[str, Armor]
    potions: Mapping[str, Potion]
    scrolls: Mapping[str, Scroll]
    heroes: Mapping[str, HeroProfile]
    constructions: Mapping[str, ConstructionKind]
    spawn_cards: Mapping[str, SpawnCard]
    decks: Mapping[tuple[str, int], SpawnDeck]
    directions: Mapping[str, DirectionCard]
    quests: Mapping[str, Quest]
    rewards: tuple[Reward, ...]
    prices: Mapping[str, int]
    harpy: HarpySheet
    cetusia: CetusiaSheet
    dryad: DryadSheet

    def city(self, scenario: str) -> City:
        """The city on whose board a scenario is played."""
        introduction = self.source["introduction"]
        return self.cities[introduction["board"] if scenario == INTRODUCTION else scenario]

    def quests_of(self, scenario: str) -> dict[str, Quest]:
        """The quests of a scenario; the introduction has none (LS-INTRO-4)."""
        return {quest.id: quest for quest in self.quests.values() if quest.scenario == scenario}

    def equipment(self, level: str) -> list[str]:
        """The equipment of a level, in the file's order: weapons, armours, shields (R45)."""
        weapons = [w.id for w in self.weapons.values() if ("starter" if w.starter else "shop") == level]
        return weapons + [card.id for card in self.armor.values() if card.level == level]

    def is_card(self, name: str) -> bool:
        """Whether it names a weapon, an armour, a shield or a scroll."""
        return name in self.weapons or name in self.armor or name in self.scrolls

    def labels(self) -> dict[str, dict[str, str]]:
        """Language -> id -> name of every component that has one."""
        found = {"en": {"last-spell": "The Last Spell"}, "fr": {"last-spell": "The Last Spell"}}
        for entry in _named(self.source):
            for language, name in entry["names"].items():
                found[language][entry["id"]] = name
        return found


@cache
def built_in() -> bytes:
    """The bytes of the package's own file."""
    return FILE.read_bytes()


def content() -> Content:
    """The data of the package's own file: what new games are played with."""
    return read_data(built_in())


@lru_cache(maxsize=MOST_EDITIONS)
def read_data(raw: bytes) -> Content:
    """The data that the text of a file holds."""
    source = read_toml(raw)
    return Content(
        sha256=hashlib.sha256(raw).hexdigest(),
        source=source,
        numbers=msgspec.convert(source["rules"], Numbers),
        dice={die["id"]: tuple(die["faces"]) for die in source["die"]},
        cities=_by_id(City, source["board"]["city"]),
        monsters=_by_id(MonsterKind, [*source["monster"], *bosses_data.monsters(source)]),
        ranges=_by_id(Range, source["range"]),
        zones=_by_id(Zone, source["zone"]),
        stun_around={
            effect["id"]: tuple(map(tuple, effect["stun_around"]))
            for effect in source["effect"]
            if "stun_around" in effect
        },
        momentum=_momentum(source["effect"]),
        weapons={entry["id"]: read_weapon(entry) for entry in source["weapon"]},
        armor=_by_id(Armor, [*source["armor"], *source["shield"]]),
        potions=_by_id(Potion, source["potion"]),
        scrolls={entry["id"]: read_scroll(entry) for entry in source["scroll"]},
        heroes=_by_id(HeroProfile, source["hero"]),
        constructions={entry["id"]: read_construction(entry) for entry in _constructions(source)},
        spawn_cards={entry["id"]: msgspec.convert(entry, SpawnCard) for entry in source["spawn_card"]},
        decks={(e["scenario"], e["night"]): msgspec.convert(e, SpawnDeck) for e in source["spawn_deck"]},
        directions=_by_id(DirectionCard, source["direction_card"]),
        quests=_by_id(Quest, source["quest"]),
        rewards=msgspec.convert(source["panic_track"]["rewards"], tuple[Reward, ...]),
        prices=_prices(source),
        harpy=bosses_data.harpy(source),
        cetusia=bosses_data.cetusia(source),
        dryad=bosses_data.dryad(source),
    )


def extended(base: Content, components: Mapping[str, Mapping[str, Any]]) -> Content:
    """The data with further components, as a rule case brings them: kind of component -> id -> fields."""

    def entries(kind: str) -> list[dict[str, Any]]:
        return [{**fields, "id": id} for id, fields in components.get(kind, {}).items()]

    return msgspec.structs.replace(
        base,
        weapons={**base.weapons, **{entry["id"]: read_weapon(entry) for entry in entries("weapons")}},
        scrolls={**base.scrolls, **{entry["id"]: read_scroll(entry) for entry in entries("scrolls")}},
        monsters={**base.monsters, **_by_id(MonsterKind, entries("monsters"))},
        constructions={
            **base.constructions,
            **{entry["id"]: read_construction(entry) for entry in entries("constructions")},
        },
        spawn_cards={
            **base.spawn_cards,
            **{entry["id"]: msgspec.convert(entry, SpawnCard) for entry in entries("spawn_cards")},
        },
    )


@lru_cache(maxsize=12 * MOST_EDITIONS)
def city_board(content: Content, scenario: str, night: int) -> Board:
    """A scenario's board with the fog of that night; the introduction's does not advance (LS-INTRO-3)."""
    city, board = content.city(scenario), content.source["board"]
    offset = 0 if scenario == INTRODUCTION else board["fog_offset_by_night"][night - 1]
    west, north, east, south = (number for corner in board["playable_bounds"] for number in corner)
    terrain = with_fog(city.terrain, city.fog_sides, ((west, north), (east, south)), offset)
    letters = [sector["code"] for sector in board["sector"] if sector["kind"] == "city"]
    return Board(terrain, city.arrows, city.sectors, letters)


def read_weapon(entry: Mapping[str, Any]) -> Weapon:
    """A weapon; its techniques are a list of maps with ids, or a map by id."""
    given = entry.get("techniques", entry.get("technique", {}))
    listed = [{**fields, "id": id} for id, fields in given.items()] if isinstance(given, Mapping) else given
    return msgspec.convert({**entry, "techniques": _by_id(Technique, listed)}, Weapon)


def read_scroll(entry: Mapping[str, Any]) -> Scroll:
    """A scroll as a magic technique that costs mana only (LS-SCR-1)."""
    technique = msgspec.convert({**entry, "cost": {"mana": entry["mana"]}}, Technique)
    return Scroll(entry["id"], technique, entry.get("damage", 1))


def read_construction(entry: Mapping[str, Any]) -> ConstructionKind:
    """A construction; what shoots has its shot as a technique."""
    category = entry.get("category", "defense")
    fields = {**entry, **entry.get("cost", {}), "category": "defense" if category == "defence" else category}
    if "range" in entry:
        fields["weapon"] = Technique(
            entry["id"], Price(), entry["range"], entry["zone"], tuple(entry.get("effects", ()))
        )
    return msgspec.convert(fields, ConstructionKind)


def _constructions(source: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    return [*source["defense"], *source["construction"]]


def _momentum(effects: Iterable[Mapping[str, Any]]) -> tuple[tuple[int, int], ...]:
    [momentum] = (effect for effect in effects if effect["id"] == "momentum")
    return tuple((step["squares_moved"], step["rerolls"]) for step in momentum["thresholds"])


def _prices(source: Mapping[str, Any]) -> dict[str, int]:
    """What each ware costs at the market: its cost, or the least price. A file without a market has none."""
    if "market" not in source:
        return {}
    least = source["market"]["least_price"]
    return {ware["id"]: max(ware["cost"], least) for kind in WARES for ware in source[kind]}


def _named(value: Any) -> Iterable[Mapping[str, Any]]:
    """All tables of the file that have an id and names."""
    if isinstance(value, Mapping):
        if "id" in value and "names" in value:
            yield value
        value = [part for key, part in value.items() if key != "provenance_by_field"]
    if isinstance(value, list):
        for item in value:
            yield from _named(item)


def _by_id(kind: type[T], entries: Iterable[Mapping[str, Any]]) -> dict[str, T]:
    return {entry["id"]: msgspec.convert(entry, kind) for entry in entries}
