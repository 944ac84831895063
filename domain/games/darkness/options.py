"""The options of a game: its scenario, its game master, the characters that seats bring (WD-SETUP-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json, Refused
from domain.games.darkness.data import Data
from domain.games.darkness.rules import characters
from domain.games.darkness.rules.scenarios import NO_SCENARIO, SCENARIOS
from domain.games.darkness.state import GM

OPTIONS = ("scenario", "gm", "characters", "experienced")
MOST_SEATS = 6


def check_options(options: Mapping[str, Json], seats: Sequence[str], data: Data) -> dict[str, Json]:
    """The options with defaults filled in; `Refused` if they do not fit the seats (WD-SETUP-1)."""
    if unknown := sorted(set(options) - set(OPTIONS)):
        raise Refused("malformed", "unknown option {unknown!r}", unknown=unknown[0])
    scenario = options.get("scenario", NO_SCENARIO)
    if not isinstance(scenario, str) or scenario not in SCENARIOS:
        raise Refused(
            "malformed",
            "unknown scenario {scenario!r}; there are {scenarios}",
            scenario=scenario,
            scenarios=", ".join(SCENARIOS),
        )
    row = data.scenarios.get(scenario)
    least, most = (row.players["min"], row.players["max"]) if row else (1, MOST_SEATS)
    if not least <= len(seats) <= most:
        raise Refused(
            "malformed", "{scenario} is for {least} to {most} seats", scenario=scenario, least=least, most=most
        )
    checked: dict[str, Json] = {"scenario": scenario}
    master = options.get("gm")
    if (master is not None) != (row is not None and row.mode == GM):
        raise Refused("malformed", "a scenario with a game master needs the option `gm`, no other has one")
    if master is not None:
        if master not in seats:
            raise Refused("malformed", "{master!r} is no seat", master=master)
        checked["gm"] = master
    return checked | _checked_characters(options, [seat for seat in seats if seat != master], data)


def options_schema() -> dict[str, Json]:
    """The JSON Schema of the options."""
    return {
        "type": "object",
        "properties": {
            "scenario": {"type": "string", "enum": [name for name in SCENARIOS if name != NO_SCENARIO]},
            "gm": {"type": "string", "enum": [f"s{number}" for number in range(1, MOST_SEATS + 1)]},
            "characters": {"type": "object"},
            "experienced": {"type": "boolean"},
        },
        "additionalProperties": False,
    }


def _checked_characters(options: Mapping[str, Json], seats: Sequence[str], data: Data) -> dict[str, Json]:
    """Characters named in the options: pre-made ids, each once, or records of made ones (WD-XP-5)."""
    named = options.get("characters", {})
    allowed = options.get("experienced", True)
    if not isinstance(named, dict) or not isinstance(allowed, bool):
        raise Refused("malformed", "characters are a map of seats, experienced is true or false")
    if strangers := sorted(set(named) - set(seats)):
        raise Refused("malformed", "{stranger!r} is no seat with a character", stranger=strangers[0])
    premade = [character for character in named.values() if isinstance(character, str)]
    if len(set(premade)) != len(premade) or set(premade) - set(data.characters):
        raise Refused("malformed", "pre-made characters are named by their ids, each once")
    records = [characters.read_record(data, one) for one in named.values() if not isinstance(one, str)]
    if any(record.experienced for record in records) and not allowed:
        raise Refused("illegal", "experienced characters are not allowed at this table")
    if any(record.dead for record in records):
        raise Refused("illegal", "a character that has died goes to no further game (WD-XP-3)")
    disks = [item for record in records for item in record.items if item in data.encounters]
    if len(set(disks)) < len(disks):
        raise Refused("illegal", "of each disk there is one")
    checked: dict[str, Json] = {"experienced": allowed} if "experienced" in options else {}
    if "characters" in options:
        checked["characters"] = {seat: _without_words(character) for seat, character in named.items()}
    return checked


def _without_words(character: Json) -> Json:
    """A character of the options without a name that is written out: no words stand in the log."""
    if isinstance(character, str) or not isinstance(character.get("name"), str):
        return character
    return {key: value for key, value in character.items() if key != "name"}
