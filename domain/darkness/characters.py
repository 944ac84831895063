"""Characters: pre-made ones, and what a made one must keep to (WD-CHAR)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.darkness.data import load
from domain.darkness.equipment import goods_kind
from domain.darkness.events.table import CharacterChosen
from domain.darkness.ladder import level_of
from domain.darkness.state import Sheet
from domain.game import Json, Refused, Text, to_json

MADE = "made"
POINTS, LEAST, MOST, BEST = 20, 2, 5, 6
SKILL_POINTS = 10


class New(msgspec.Struct, frozen=True):
    """A character to be made: its activity, dice of each attribute, and the ids of its skills."""

    occupation: str
    attributes: dict[str, int]
    skills: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of a made character between games (WD-XP-5); `games` empty for a new one."""

    occupation: str
    attributes: dict[str, int]
    skills: dict[str, int]
    name: Text | str | None = None
    skill_points: int = 0
    items: tuple[str, ...] = ()
    games: tuple[dict[str, Json], ...] = ()

    @property
    def experienced(self) -> bool:
        """Whether it has played before."""
        return bool(self.games)


def premade(seat: str, name: str) -> CharacterChosen:
    """A seat takes a pre-made character (WD-CHAR-1)."""
    row = load().characters[name]
    skills = {skill: load().skills[skill].cost for skill in row.skills}
    return CharacterChosen(seat, name, Sheet(dict(row.attributes), skills, occupation=row.occupation))


def made(seat: str, record: Record, *, keeps_items: bool) -> CharacterChosen:
    """A seat takes a made character; in GM play it has its items, and their VP to begin with (WD-GM-20)."""
    sheet = Sheet(record.attributes, record.skills, record.skill_points, record.occupation, record.name)
    items = record.items if keeps_items else ()
    worth = {item: _worth(item) for item in items}
    return CharacterChosen(seat, MADE, sheet, sum(worth.values()), items, worth)


def new_record(
    name: Text | str | None, occupation: str | None, attributes: Mapping[str, int], skills: tuple[str, ...]
) -> Record:
    """A new character, each skill rated at its cost (WD-CHAR-9); `Refused` if it breaks a rule."""
    data = load()
    if unknown := [skill for skill in skills if skill not in data.skills]:
        raise Refused("malformed", f"{unknown[0]} is no skill")
    rated = {skill: data.skills[skill].cost for skill in skills}
    if len(rated) != len(skills):
        raise Refused("malformed", "skills are named once each")
    record = Record(str(occupation), dict(attributes), rated, name)
    validate(record)
    return record


def new_character_schema() -> dict[str, Json]:
    """The JSON Schema of a new character (WD-CHAR-2, WD-CHAR-3, WD-CHAR-4)."""
    data = load()
    dice = {"type": "integer", "minimum": LEAST, "maximum": MOST}
    return {
        "type": "object",
        "properties": {
            "occupation": {"type": "string", "enum": list(data.occupations)},
            "attributes": {"type": "object", "properties": dict.fromkeys(data.attributes, dice)},
            "skills": {"type": "array", "items": {"type": "string", "enum": list(data.skills)}},
        },
        "required": ["occupation", "attributes"],
    }


def new_keepsake(given: Mapping[str, Json]) -> dict[str, Json]:
    """The record of a new character from `{occupation, attributes, skills: [ids]}`; its name is kept elsewhere."""
    if strange := sorted(set(given) - {"occupation", "attributes", "skills"}):
        raise Refused("malformed", f"{strange[0]!r} is nothing that a new character has")
    try:
        new = msgspec.convert(given, New, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"no character: {error}") from None
    record: dict[str, Json] = to_json(new_record(None, new.occupation, new.attributes, new.skills))
    return record


def read_record(raw: Json) -> Record:
    """A record from the options; `Refused` if it is none or breaks a rule."""
    try:
        record = msgspec.convert(raw, Record, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"no character: {error}") from None
    validate(record)
    return record


def validate(record: Record) -> None:
    """Refuse a character with too many points or without what its activity asks; an experienced one may have grown.

    (WD-CHAR-2, WD-CHAR-3, WD-CHAR-4)
    """
    data = load()
    if set(record.attributes) != set(data.attributes):
        raise Refused("malformed", f"the attributes are {', '.join(data.attributes)}")
    if record.occupation not in data.occupations:
        raise Refused("malformed", f"{record.occupation} is no activity")
    if unknown := [skill for skill in record.skills if skill not in data.skills]:
        raise Refused("malformed", f"{unknown[0]} is no skill")
    _limit(all(1 <= rating <= BEST for rating in record.skills.values()), f"ratings are 1 to {BEST}")
    if record.experienced:
        _limit(all(LEAST <= dice <= BEST for dice in record.attributes.values()), f"attributes are {LEAST} to {BEST}")
        return
    _limit(all(LEAST <= dice <= MOST for dice in record.attributes.values()), f"attributes are {LEAST} to {MOST}")
    _limit(sum(record.attributes.values()) <= POINTS, f"{POINTS} attribute points at most")
    cost = sum(data.skills[skill].cost for skill in record.skills)
    _limit(cost <= SKILL_POINTS, f"{SKILL_POINTS} points of skills at most")
    _limit(all(record.skills[skill] == data.skills[skill].cost for skill in record.skills), "a skill is rated its cost")
    _limit(record.skill_points == 0 and not record.items, "a new character has no points saved and no items")
    _limit(meets_occupation(record), f"{record.occupation} asks for more")


def meets_occupation(record: Record) -> bool:
    """Whether a character has what its activity asks for (WD-CHAR-4)."""
    row, data = load().occupations[record.occupation], load()
    if record.attributes[row.required_attribute] < row.required_value:
        return False
    if not set(row.required_skills) <= set(record.skills):
        return False
    wanted = row.required_skill_any_of_attribute
    return wanted is None or any(data.skills[skill].attribute == wanted for skill in record.skills)


def _worth(item: str) -> int:
    """VP of an item that was kept: of a disk its own, of goods the easiest number that finds them."""
    data = load()
    if item in data.encounters:
        return data.encounters[item].vp
    numbers = [row.tn for contents in data.contents.values() for row in contents.items if row.item == goods_kind(item)]
    return min((level_of(number) for number in numbers), default=0)


def _limit(holds: bool, reason: str) -> None:
    if not holds:
        raise Refused("illegal", reason)
