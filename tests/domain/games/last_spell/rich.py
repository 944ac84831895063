"""Tables full of everything: heroes with every kind of card, towers, portals, all kinds of monsters, bosses at work."""

from __future__ import annotations

from typing import Any

from domain.contract.chance import Stream, joined
from domain.games.last_spell.data import city_board, content
from domain.games.last_spell.rules.town.geometry import Square

ON_GROUND = (".", "~")


class Ground:
    """The free squares of a board, handed out one after the other."""

    def __init__(self, scenario: str, night: int, rng: Stream) -> None:
        board = city_board(content(), scenario, night)
        near = (square for square, sign in board.terrain.items() if sign in ON_GROUND and _is_central(square))
        self._free = rng.shuffled(near)

    def take(self) -> list[int]:
        return list(self._free.pop())


def rich_table(scenario: str, night: int, seats: int, key: str) -> dict[str, Any]:
    """A position in the Hero phase of a night, made by chance, the same for the same key."""
    rng = Stream(joined("rich", key))
    ground = Ground(scenario, night, rng)
    names = [f"s{number}" for number in range(1, seats + 1)]
    table = {
        "night": night,
        "phase": "heroes",
        "round": 2 + rng.below(2),
        "destiny": rng.choice(("left", "right")),
        "heroes": {name: hero(ground, rng) for name in names},
        "monsters": monsters(ground, rng),
        "constructions": constructions(ground, rng),
        "spawn": {"1": ["21", "22"], "2": ["11"], "4": ["12", "18"]},
        "reserve": {"gold": 3, "material": 3, "equipment": ["pavise", "hammer"]},
    }
    if night == 3:
        table["boss"] = boss(scenario, ground, rng)
    return table


def hero(ground: Ground, rng: Stream) -> dict[str, Any]:
    """A hero with as many cards as it can carry, some of them sideways, and tokens here and there."""
    data = content()
    profile = rng.choice(list(data.heroes.values()))
    tokens = rng.shuffled(profile.movement_tokens)
    one_handed = [weapon.id for weapon in data.weapons.values() if weapon.hands == 1]
    armor = [rng.choice([c.id for c in data.armor.values() if c.slot == slot]) for slot in ("legs", "torso", "shield")]
    weapons = [rng.choice(one_handed), rng.choice(list(data.weapons))]
    spent = {"bare-hands": 1, f"{weapons[0]}/{next(iter(data.weapons[weapons[0]].techniques))}": 1}
    return {
        "hero": profile.id,
        "at": ground.take(),
        "wounds": rng.below(3),
        "mana": 1 + rng.below(profile.mana),
        "actions": 3,
        "actions_max": 5,
        "spent": spent,
        "movement": {"ready": tokens[1:], "used": tokens[:1]},
        "points": rng.below(5),
        "weapons": weapons,
        "armor": [{"card": card, "used": rng.below(3) == 0} for card in armor],
        "potions": [{"kind": kind, "doses": 1 + rng.below(2)} for kind in data.potions],
        "scrolls": [rng.choice(list(data.scrolls))],
    }


def monsters(ground: Ground, rng: Stream) -> dict[str, Any]:
    """Two of each common kind, one of each giant."""
    kinds = [kind for kind in content().monsters.values() if not kind.boss and kind.count]
    found = {}
    for kind in kinds:
        if kind.id == "alerion":
            continue
        for number in range(1, 2 + (kind.count > 2)):
            stunned = rng.below(5) == 0
            found[f"{kind.id}/{number}"] = {"kind": kind.id, "at": ground.take(), "stunned": stunned}
    return found


def constructions(ground: Ground, rng: Stream) -> dict[str, Any]:
    """Some of each small construction, with towers and portals among them."""
    kinds = [kind.id for kind in content().constructions.values() if kind.size == (1, 1)]
    found: dict[str, Any] = {}
    for kind in kinds:
        for number in (1, 2):
            rocks = 2 if kind == "catapult" else 0
            found[f"{kind}/{number}"] = {"at": ground.take(), "flames": rng.below(2), "rocks": rocks}
    return found


def boss(scenario: str, ground: Ground, rng: Stream) -> dict[str, Any]:
    """The boss of the scenario, well on its way."""
    if scenario == "gildenberg":
        return {"kind": "corrupted-harpy", "alerions_slain": 3, "on_cliff": False, "at": ground.take(), "wounds": 2}
    if scenario == "lakeburg":
        cards = rng.shuffled(content().cetusia.cards)
        parts = {name: {"at": ground.take(), "wounds": rng.below(6)} for name in ("head", "tail")}
        level = 1 + rng.below(2)
        return {"kind": "cetusia", "level": level, "card": cards[0], "revealed": cards[:1], "deck": cards[1:], **parts}
    return {
        "kind": "putrefied-dryad",
        "growth": 1 + rng.below(3),
        "at": [[6, 17], [6, 18]],
        "wounds": 4,
        "monoliths": {"monolith/1": {"at": ground.take(), "flames": 2}},
        "incubators": {"incubator/1": {"at": ground.take()}, "incubator/2": {"at": ground.take(), "hatch": 2}},
        "bombards": {"bombard/1": {"at": ground.take()}},
    }


def _is_central(square: Square) -> bool:
    return all(8 <= coordinate <= 21 for coordinate in square)
