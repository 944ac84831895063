"""How many dice a check has: attribute, one skill, items (WD-CHECK-3 to WD-CHECK-5, WD-CHAR-9)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.darkness.rules.differences import medicine_fits_its_damage
from domain.games.darkness.rules.things.equipment import (
    FIREARM,
    HAND,
    THROWN,
    bonus_of,
    goods_of,
    is_limited,
    kind_of,
    weapon_skill,
)
from domain.games.darkness.rules.things.needs import INFLAMMABLE
from domain.games.darkness.state import Character, Check, DarknessState, Pool

HEALING = ("heal", "heal-self")
MATCHES = "matches"


def skill_dice(person: Character, skill: str | None) -> int:
    """Dice of a skill: one for a rating of 1 to 3, two for more, none if it is not owned (WD-CHAR-9)."""
    rating = person.sheet.skills.get(skill or "", 0)
    return 2 if rating >= 4 else min(rating, 1)


def open_approaches(state: DarknessState, check: Check, weapon: str | None) -> tuple[str, ...]:
    """The approaches that the check allows; in an attack they follow from the weapon (WD-CHECK-6)."""
    if check.kind != "attack":
        return check.approaches
    skill = weapon_skill(state, weapon) if weapon else HAND
    return (HAND, "martial-arts") if skill == HAND else (str(skill),)


def best_approach(state: DarknessState, person: Character, check: Check, weapon: str | None) -> str | None:
    """The approach that gives most dice, of equal ones the first in the check's list (WD-CHECK-4)."""
    approaches = open_approaches(state, check, weapon)
    if not approaches:
        return None
    return max(approaches, key=lambda skill: skill_dice(person, skill) + item_dice(state, person, check, skill, weapon))


def pool_of(
    state: DarknessState, person: Character, check: Check, skill: str | None, weapon: str | None, bought: int = 0
) -> Pool:
    """The pool, in the order of the rule (WD-CHECK-3)."""
    return Pool(
        attribute=person.attribute(check.attribute),
        skill=skill_dice(person, skill),
        items=item_dice(state, person, check, skill, weapon),
        vp=bought,
        other=check.other,
    )


def helper_dice(state: DarknessState, helper: str, check: Check, skill: str | None) -> int:
    """Dice that a helper lets reroll: its own attribute, skill and items, of weapons the best (WD-HELP-6).

    A weapon with limited shots never counts.
    """
    person, own = state.people[helper], replace(check, other=0)
    weapons: list[str | None] = [None]
    if check.kind == "attack":
        weapons += [item for item in person.items if _lends(state, item, skill)]
    return max(pool_of(state, person, own, skill, weapon).dice for weapon in weapons)


def item_dice(state: DarknessState, person: Character, check: Check, skill: str | None, weapon: str | None) -> int:
    """Dice of the carried items for this check and approach (WD-CHECK-5)."""
    armed = weapon_dice(state, check, skill, weapon) if weapon else 0
    return armed + sum(_dice(state, item, check, skill) for item in person.items)


def weapon_dice(state: DarknessState, check: Check, skill: str | None, weapon: str) -> int:
    """Dice of the weapon that is used; in GM play by the distance (WD-GM-8, WD-GM-23)."""
    if weapon_skill(state, weapon) != skill or check.kind != "attack":
        return 0
    goods = goods_of(state, weapon)
    if goods is None:
        bonus = bonus_of(state, weapon)
        return bonus.dice if bonus else 0
    if kind_of(state, weapon) in INFLAMMABLE and not is_bomb(state, weapon):
        return 1
    return goods.dice_at(check.distance)


def reaches(state: DarknessState, person: Character, weapon: str, distance: int) -> bool:
    """Whether a weapon can be used over a distance; alcohol that is no bomb needs matches (WD-GM-8, WD-GM-23)."""
    if kind_of(state, weapon) in INFLAMMABLE and not is_bomb(state, weapon):
        return distance == 1 and any(kind_of(state, item) == MATCHES for item in person.items)
    goods = goods_of(state, weapon)
    return distance == 0 if goods is None else goods.dice_at(distance) > 0


def is_bomb(state: DarknessState, weapon: str) -> bool:
    """Whether alcohol was built into a bomb (WD-GM-23)."""
    return state.master is not None and weapon in state.master.bombs


def _lends(state: DarknessState, item: str, skill: str | None) -> bool:
    return weapon_skill(state, item) == skill and not is_limited(state, item)


def _dice(state: DarknessState, item: str, check: Check, skill: str | None) -> int:
    """Dice that a carried thing gives without being used as a weapon."""
    goods = goods_of(state, item)
    if goods and goods.bonus_on == check.kind:
        return goods.dice_at(check.distance)
    if goods and goods.heal_bonus and check.kind in HEALING:
        return goods.heal_bonus.dice
    bonus = bonus_of(state, item)
    if bonus is None or bonus.attribute != check.attribute or weapon_skill(state, item) in (HAND, FIREARM, THROWN):
        return 0
    if bonus.skills and skill not in bonus.skills:
        return 0
    if goods and goods.bonus_per_dollars:
        return bonus.dice * state.shots.get(item, 1)
    if goods and goods.only and not _suits(state, goods.only, check):
        return 0
    return bonus.dice


def _suits(state: DarknessState, only: str, check: Check) -> bool:
    """Whether the check heals damage of the kind that a medicine is for (WD-GM-18)."""
    if check.kind not in HEALING and check.target is None:
        return not medicine_fits_its_damage(state)
    patient = state.people[check.target or check.by]
    if only == "damage-from-combat":
        return patient.combat_damage > 0
    return patient.damage > patient.combat_damage
