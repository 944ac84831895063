"""Characters: pre-made ones, and what a made one must keep to (WD-CHAR)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count

import msgspec
from msgspec.structs import replace

from domain.contract.chance import Stream
from domain.contract.game import Json, Refused, Text, to_json
from domain.contract.reason import AllOf, Reason
from domain.games.darkness.data import Data
from domain.games.darkness.events.table import CharacterChosen
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.play import demand
from domain.games.darkness.rules.things.equipment import goods_kind
from domain.games.darkness.state import TOKEN, Sheet

MADE = "made"
POINTS, LEAST, MOST, BEST = 20, 2, 5, 6
SKILL_POINTS = 10
ROUNDS = 7
"""Rounds of a firearm whose record counts none (WD-GM-8)."""


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
    shots: dict[str, int] = {}
    dead: bool = False
    games: tuple[dict[str, Json], ...] = ()

    @property
    def experienced(self) -> bool:
        """Whether it has played before."""
        return bool(self.games)


def premade(data: Data, seat: str, name: str) -> CharacterChosen:
    """A seat takes a pre-made character (WD-CHAR-1)."""
    row = data.characters[name]
    skills = {skill: data.skills[skill].cost for skill in row.skills}
    return CharacterChosen(seat, name, Sheet(dict(row.attributes), skills, occupation=row.occupation))


def made(data: Data, seat: str, record: Record, *, keeps_items: bool) -> CharacterChosen:
    """A seat takes a made character; in GM play it has its items, and their VP to begin with (WD-GM-20)."""
    sheet = Sheet(record.attributes, record.skills, record.skill_points, record.occupation, record.name)
    items = record.items if keeps_items else ()
    worth = {item: usual_worth(data, item) for item in items}
    return CharacterChosen(seat, MADE, sheet, sum(worth.values()), items, worth)


def counted(
    data: Data, record: Record, taken: Collection[str], chosen: CharacterChosen, *, of_disks: bool
) -> CharacterChosen:
    """The character as it comes into a campaign: its items under names that nothing else has there, uses counted.

    A firearm without a count has 7 rounds, from rules 4 on also one that is a disk (WD-GM-8).
    """
    names: dict[str, str] = {}
    for item in chosen.items:
        names[item] = free_name(goods_kind(item), {*taken, *names.values()})
    shots = {
        names[item]: number for item in chosen.items if (number := _shots(data, record, item, of_disks)) is not None
    }
    worth = {names[item]: vp for item, vp in chosen.worth.items()}
    return replace(chosen, items=tuple(names.values()), worth=worth, shots=shots)


def free_name(kind: str, taken: Collection[str]) -> str:
    """A name for goods of a kind that nothing has: the kind itself, else `KIND/2`, `KIND/3`, ... (WD-GM-6)."""
    if kind not in taken:
        return kind
    return next(name for number in count(2) if (name := f"{kind}/{number}") not in taken)


def _shots(data: Data, record: Record, item: str, of_disks: bool) -> int | None:
    """What is left of an item's uses, None where they are not counted."""
    disk = data.encounters.get(item) if of_disks else None
    goods = data.goods.get(disk.kind if disk else goods_kind(item))
    usual = ROUNDS if goods is not None and goods.ammo else None
    return record.shots.get(item, usual)


def new_record(
    data: Data,
    name: Text | str | None,
    occupation: str | None,
    attributes: Mapping[str, int],
    skills: tuple[str, ...],
) -> Record:
    """A new character, each skill rated at its cost (WD-CHAR-9); `Refused` if it breaks a rule."""
    if unknown := [skill for skill in skills if skill not in data.skills]:
        raise Refused("malformed", "{unknown} is no skill", unknown=unknown[0])
    rated = {skill: data.skills[skill].cost for skill in skills}
    if len(rated) != len(skills):
        raise Refused("malformed", "skills are named once each")
    record = Record(str(occupation), dict(attributes), rated, name)
    validate(data, record)
    return record


def made_up(data: Data, rng: Stream) -> New:
    """A random new character: an activity, what it asks for, and the points that are left anywhere."""
    occupation = rng.choice(list(data.occupations.values()))
    attributes = dict.fromkeys(data.attributes, LEAST)
    attributes[occupation.required_attribute] = occupation.required_value
    while sum(attributes.values()) < POINTS:
        code = rng.choice([code for code in data.attributes if attributes[code] < MOST])
        attributes[code] += 1
    skills = list(occupation.required_skills)
    if wanted := occupation.required_skill_any_of_attribute:
        skills.append(rng.choice([skill.id for skill in data.skills.values() if skill.attribute == wanted]))
    for skill in rng.shuffled(data.skills):
        if skill not in skills and sum(data.skills[name].cost for name in (*skills, skill)) <= SKILL_POINTS:
            skills.append(skill)
    return New(occupation.id, attributes, tuple(skills))


def new_character_schema(data: Data) -> dict[str, Json]:
    """The JSON Schema of a new character (WD-CHAR-2, WD-CHAR-3, WD-CHAR-4)."""
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


def new_character(data: Data, given: Mapping[str, Json]) -> dict[str, Json]:
    """The record of a new character from `{occupation, attributes, skills: [ids]}`; its name is kept elsewhere."""
    if strange := sorted(set(given) - {"occupation", "attributes", "skills"}):
        raise Refused("malformed", "{strange!r} is nothing that a new character has", strange=strange[0])
    try:
        new = msgspec.convert(given, New, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"no character: {error}") from None
    record: dict[str, Json] = to_json(new_record(data, None, new.occupation, new.attributes, new.skills))
    return record


def read_record(data: Data, raw: Json) -> Record:
    """A record from the options; `Refused` if it is none or breaks a rule."""
    try:
        record = msgspec.convert(raw, Record, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"no character: {error}") from None
    record = replace(record, items=goods_for_tokens(data, record.items))
    validate(data, record)
    return record


def goods_for_tokens(data: Data, items: tuple[str, ...]) -> tuple[str, ...]:
    """The items with the goods that tokens stand for in place of these, which campaigns by rules 3 left in records."""
    names: list[str] = []
    for item in items:
        kind = _stands_for(data, item) if item.startswith(TOKEN) else None
        names.append(free_name(kind, {*items, *names}) if kind else item)
    return tuple(names)


def _stands_for(data: Data, token: str) -> str | None:
    """The goods that a token of a campaign stands for, None where it is of none."""
    chapters = (chapter for row in data.scenarios.values() for chapter in row.chapter)
    rows = (row for chapter in chapters for row in chapter.tokens)
    return next((row.stands_for for row in rows if row.id == token and row.stands_for in data.goods), None)


def validate(data: Data, record: Record) -> None:
    """Refuse a character with too many points or without what its activity asks; an experienced one may have grown.

    (WD-CHAR-2, WD-CHAR-3, WD-CHAR-4)
    """
    if set(record.attributes) != set(data.attributes):
        raise Refused("malformed", "the attributes are {attributes}", attributes=", ".join(data.attributes))
    _check_items(data, record)
    if record.occupation not in data.occupations:
        raise Refused("malformed", "{occupation} is no activity", occupation=record.occupation)
    if unknown := [skill for skill in record.skills if skill not in data.skills]:
        raise Refused("malformed", "{unknown} is no skill", unknown=unknown[0])
    demand(all(1 <= rating <= BEST for rating in record.skills.values()), "ratings are 1 to {best}", best=BEST)
    most, rule = (BEST, "WD-XP-1") if record.experienced else (MOST, "WD-CHAR-2")
    demand(
        all(LEAST <= dice <= most for dice in record.attributes.values()),
        "attributes are {least} to {most} ({rule})",
        least=LEAST,
        most=most,
        rule=rule,
    )
    if not record.experienced:
        _check_new(data, record)


def _check_new(data: Data, record: Record) -> None:
    """Refuse a new character that has too much, too little, or something earned."""
    demand(sum(record.attributes.values()) <= POINTS, "{points} attribute points at most (WD-CHAR-2)", points=POINTS)
    cost = sum(data.skills[skill].cost for skill in record.skills)
    demand(cost <= SKILL_POINTS, "{points} points of skills at most (WD-CHAR-3)", points=SKILL_POINTS)
    demand(all(record.skills[skill] == data.skills[skill].cost for skill in record.skills), "a skill is rated its cost")
    demand(record.skill_points == 0 and not record.items, "a new character has no points saved and no items")
    demand(
        meets_occupation(data, record),
        "{occupation} asks for {asked} (WD-CHAR-4)",
        occupation=record.occupation,
        asked=_asked(data, record.occupation),
    )


def claims(data: Data, raw: Json) -> bool:
    """Whether a character of the options has what must have been earned: more than a new one may have (WD-XP-5)."""
    if isinstance(raw, str):
        return False
    record = read_record(data, raw)
    return record.experienced


def _check_items(data: Data, record: Record) -> None:
    """Refuse items that there are not, one named twice, and counts that are none of its items'."""
    if unknown := [item for item in record.items if item not in data.encounters and goods_kind(item) not in data.goods]:
        raise Refused("malformed", "{unknown!r} is no item", unknown=unknown[0])
    if len(set(record.items)) < len(record.items):
        raise Refused("malformed", "items are named once each")
    if any(item not in record.items or number < 0 for item, number in record.shots.items()):
        raise Refused("malformed", "shots are counted of the items of the record, from 0")


def meets_occupation(data: Data, record: Record) -> bool:
    """Whether a character has what its activity asks for (WD-CHAR-4)."""
    row = data.occupations[record.occupation]
    if record.attributes[row.required_attribute] < row.required_value:
        return False
    if not set(row.required_skills) <= set(record.skills):
        return False
    wanted = row.required_skill_any_of_attribute
    return wanted is None or any(data.skills[skill].attribute == wanted for skill in record.skills)


def _asked(data: Data, occupation: str) -> AllOf:
    """What an activity asks for, in words."""
    row = data.occupations[occupation]
    wanted = row.required_skill_any_of_attribute
    rated = Reason("{attribute} {value} or more", attribute=row.required_attribute, value=row.required_value)
    return AllOf(
        (rated, *row.required_skills, *([Reason("a skill of {attribute}", attribute=wanted)] if wanted else ()))
    )


def usual_worth(data: Data, item: str) -> int:
    """VP of an item that was kept or given: of a disk its own, of goods the easiest number that finds them."""
    if item in data.encounters:
        return data.encounters[item].vp
    numbers = [row.tn for contents in data.contents.values() for row in contents.items if row.item == goods_kind(item)]
    return min((level_of(number) for number in numbers), default=0)
