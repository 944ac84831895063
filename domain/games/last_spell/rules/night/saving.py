"""Saving a game between nights and beginning another from it (chapter 11, LS-SAVE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.contract.game import Json, Refused, to_json
from domain.games.last_spell.components import City
from domain.games.last_spell.data import INTRODUCTION, LAST_NIGHT, Content
from domain.games.last_spell.events.dawn import GameSaved
from domain.games.last_spell.events.setup import put_construction
from domain.games.last_spell.rules.town.geometry import Square, footprint
from domain.games.last_spell.state import Bottle, Card, Construction, Hero, LastSpellState, QuestLog

OF_ONE_GAME = ("scenario", "night", "until", "harpy_side", "save")
"""The options that the game which goes on from a won one does not take over."""


class Chest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero's chest: characteristics and equipment, by their names on the table (LS-SAVE-1). Talents are not part of
    this service (LS-ACT-5)."""

    hero: str
    in_play: bool
    health: int
    wounds: int
    mana_max: int
    actions_max: int
    movement: tuple[int, ...]
    weapons: tuple[str, ...]
    armor: tuple[Card, ...]
    potions: tuple[Bottle, ...]
    scrolls: tuple[str, ...]


class Common(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common chest: the reserve, and in solo the heroes still to recruit (LS-SAVE-2)."""

    gold: int
    material: int
    equipment: tuple[str, ...]
    prepared: tuple[str, ...]


class Built(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A construction as the notebook keeps it."""

    kind: str
    at: Square
    health: int
    flames: int
    rocks: int


class Notebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notebook: scenario, night survived, mages, quests, and the construction on every square (LS-SAVE-3)."""

    scenario: str
    night: int
    mages: int
    quests: dict[str, QuestLog]
    constructions: dict[str, Built]


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a saved game, as the option `save` takes it (LS-SAVE-5)."""

    heroes: dict[str, Chest]
    common: Common
    city: Notebook

    @property
    def scenario_is_over(self) -> bool:
        """Whether the next night is the first of another scenario."""
        return self.city.night >= LAST_NIGHT


def saved(state: LastSpellState) -> GameSaved:
    """What chests and notebook keep of a table at dawn."""
    heroes = {name: _chest(hero) for name, hero in state.heroes.items()}
    common = Common(state.gold, state.material, state.equipment, state.prepared)
    built = {
        name: Built(piece.kind, piece.at, piece.health, piece.flames, piece.rocks)
        for name, piece in state.constructions.items()
    }
    city = Notebook(state.setting.scenario, state.night, state.mages, dict(state.quests), built)
    return GameSaved(*(_plain(part) for part in (heroes, common, city)))


def read_save(content: Content, value: Json) -> Save:
    """A saved game from the option `save`; `Refused` if it is none."""
    try:
        save = msgspec.convert(value, Save, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"save: {error}") from None
    if not _is_known(content, save):
        raise Refused("malformed", "save: names something that this game does not have")
    return save


def _is_known(content: Content, save: Save) -> bool:
    """Whether all that a saved game names is there."""
    cards = [card for chest in save.heroes.values() for card in _cards(chest)]
    kinds = [built.kind for built in save.city.constructions.values()]
    profiles = [chest.hero for chest in save.heroes.values()]
    return (
        save.city.scenario in content.cities
        and all(map(content.is_card, (*cards, *save.common.equipment)))
        and all(kind in content.constructions for kind in kinds)
        and all(profile in content.heroes for profile in (*profiles, *save.common.prepared))
        and all(b.kind in content.potions for chest in save.heroes.values() for b in chest.potions)
        and save.city.quests.keys() <= content.quests.keys()
    )


def _scenarios(content: Content) -> list[City]:
    """The cities in the order of their scenarios."""
    return sorted(content.cities.values(), key=lambda city: city.scenario)


def following(content: Content, save: Save) -> tuple[str, int]:
    """Scenario and night that follow a saved one; after the last scenario the last again."""
    if not save.scenario_is_over:
        return save.city.scenario, save.city.night + 1
    order = _scenarios(content)
    at = next(index for index, city in enumerate(order) if city.id == save.city.scenario)
    return order[min(at + 1, len(order) - 1)].id, 1


def following_options(options: Mapping[str, Json], state: LastSpellState) -> dict[str, Json] | None:
    """The options of the game that goes on from a won one: its next night, in a campaign after the third night the
    first of the next scenario (LS-SAVE-4, LS-DAWN-6); None if nothing follows.

    Who has played a single night goes on with a single night, who has played several with the whole scenario.
    """
    content = state.content
    ends = state.setting.mode != "campaign" or state.setting.scenario == _scenarios(content)[-1].id
    won = state.result is not None and state.result["outcome"] == "won"
    if not won or state.setting.scenario == INTRODUCTION or (state.night >= LAST_NIGHT and ends):
        return None
    save = saved(state)
    _, night = following(content, read_save(content, to_json(save)))
    until = night if options["night"] == options["until"] else LAST_NIGHT
    kept = {name: value for name, value in options.items() if name not in OF_ONE_GAME}
    return {**kept, "save": to_json(save), "until": until}


def restore(state: LastSpellState, save: Save) -> None:
    """Put a saved game on the table: the heroes and the reserve, which adds to that of a new scenario (LS-SAVE-4), and
    within a scenario the city."""
    state.first_setup = False
    state.heroes = {name: _hero(chest) for name, chest in save.heroes.items()}
    state.equipment, state.prepared = save.common.equipment, save.common.prepared
    if save.scenario_is_over:
        state.gold, state.material = state.gold + save.common.gold, state.material + save.common.material
        return
    state.gold, state.material = save.common.gold, save.common.material
    state.mages, state.quests = save.city.mages, save.city.quests
    state.constructions, state.structures = {}, {}
    for name, built in save.city.constructions.items():
        width, height = state.content.constructions[built.kind].size
        squares = footprint(built.at, width, height)
        piece = Construction(built.kind, built.at, squares, built.health, built.flames, built.rocks)
        put_construction(state, name, piece)


def _cards(chest: Chest) -> tuple[str, ...]:
    return (*chest.weapons, *(worn.card for worn in chest.armor), *chest.scrolls)


def _chest(hero: Hero) -> Chest:
    return Chest(
        hero=hero.profile,
        in_play=hero.in_play,
        health=hero.health,
        wounds=hero.wounds,
        mana_max=hero.mana_max,
        actions_max=hero.actions_max,
        movement=tuple(sorted((*hero.ready, *hero.used))),
        weapons=hero.weapons,
        armor=hero.armor,
        potions=hero.potions,
        scrolls=hero.scrolls,
    )


def _hero(chest: Chest) -> Hero:
    return Hero(
        profile=chest.hero,
        health=chest.health,
        mana=chest.mana_max,
        mana_max=chest.mana_max,
        actions=chest.actions_max,
        actions_max=chest.actions_max,
        ready=chest.movement,
        in_play=chest.in_play,
        wounds=chest.wounds,
        weapons=chest.weapons,
        armor=chest.armor,
        potions=chest.potions,
        scrolls=chest.scrolls,
    )


def _plain(value: Any) -> dict[str, Any]:
    plain: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return dict(plain)
