"""The options of a game: scenario, nights, mode, and a saved game to go on from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from domain.contract.game import Json, Refused
from domain.games.last_spell.changes import CORRECTED, THOROUGH
from domain.games.last_spell.data import INTRODUCTION, LAST_NIGHT, MOST_HEROES, Content
from domain.games.last_spell.rules import readings
from domain.games.last_spell.rules.night.possible import check_possible
from domain.games.last_spell.rules.night.saving import Save, following, read_save
from domain.games.last_spell.rules.readings import DryadGrowth, IncubatorMonsters, MovementOrder
from domain.games.last_spell.state import Setting, seat_of

MARKET: Mapping[str, Json] = MappingProxyType(
    {
        "type": "boolean",
        "default": False,
        "description": "Whether gold buys potions, scrolls, weapons and armour at dawn. This is reconstructed: the "
        "market belongs to the day, whose book is not part of the service.",
    }
)
"""The option of the market as a JSON Schema (LS-MARKET-1)."""

LATER = (*readings.SCHEMAS, "market")
"""The options that came with rules number 2."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The options as they are posted; what is left out depends on the others."""

    scenario: Literal["gildenberg", "lakeburg", "glenwald", "introduction"] | None = None
    night: int | None = None
    until: int | None = None
    mode: Literal["adventure", "campaign"] = "adventure"
    solo: bool = False
    harpy_side: Literal["left", "right"] | None = None
    save: dict[str, Any] | None = None
    movement_order: MovementOrder = "westernmost"
    cetusia_first: bool = True
    dryad_growth: DryadGrowth = "no-cards-left"
    incubator_monsters: IncubatorMonsters = "move-once"
    encirclement_on_empty: bool = False
    market: bool = False


def check_options(options: Mapping[str, Json], seats: Sequence[str], content: Content, rules: int) -> dict[str, Json]:
    """The options with every default filled in; `Refused("malformed", ...)` if they do not fit. Rules before number 4
    took every saved game whose names are known."""
    try:
        given = msgspec.convert(dict(options), Given, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    save = None if given.save is None else read_save(content, given.save)
    scenario, night = _start(content, given, save)
    last = 1 if scenario == INTRODUCTION else LAST_NIGHT
    until = last if given.until is None else given.until
    if not 1 <= night <= until <= last:
        raise Refused("malformed", "nights run from 1 to {last}, night being the first and until the last", last=last)
    if not 1 <= len(seats) <= (1 if given.solo else MOST_HEROES):
        raise Refused("malformed", "solo is for one seat; others play with up to four")
    if save is not None and {seat_of(hero) for hero in save.heroes} != set(seats):
        raise Refused("malformed", "the saved game has other seats")
    if save is not None and rules >= THOROUGH:
        check_possible(content, save, seats, given.solo)
    return {
        "scenario": scenario,
        "night": night,
        "until": until,
        "mode": given.mode,
        "solo": given.solo,
        "harpy_side": given.harpy_side,
        "save": given.save,
        **{name: getattr(given, name) for name in LATER},
    }


def known_to(rules: int, options: Mapping[str, Json]) -> dict[str, Json]:
    """The options that rules of that number know: number 1 had neither readings nor market."""
    return {name: value for name, value in options.items() if rules >= CORRECTED or name not in LATER}


def setting_of(options: Mapping[str, Json]) -> Setting:
    """The options without the saved game, as the table remembers them."""
    return msgspec.convert({key: value for key, value in options.items() if key != "save"}, Setting)


def options_schema() -> dict[str, Json]:
    """The options as a JSON Schema."""
    return {
        "type": "object",
        "properties": {
            "scenario": {"type": "string", "enum": ["gildenberg", "lakeburg", "glenwald", INTRODUCTION]},
            "night": {"type": "integer", "minimum": 1, "maximum": LAST_NIGHT},
            "until": {"type": "integer", "minimum": 1, "maximum": LAST_NIGHT},
            "mode": {"type": "string", "enum": ["adventure", "campaign"]},
            "solo": {"type": "boolean"},
            "harpy_side": {"type": ["string", "null"], "enum": ["left", "right", None]},
            "save": {"type": ["object", "null"]},
            **readings.SCHEMAS,
            "market": dict(MARKET),
        },
        "additionalProperties": False,
    }


def _start(content: Content, given: Given, save: Save | None) -> tuple[str, int]:
    """Scenario and first night: what follows a saved game, or the options."""
    if save is None:
        return given.scenario or "gildenberg", 1 if given.night is None else given.night
    scenario, night = following(content, save)
    if given.scenario not in (None, scenario) or given.night not in (None, night):
        raise Refused(
            "malformed", "the saved game goes on with night {night} of {scenario}", night=night, scenario=scenario
        )
    return scenario, night
