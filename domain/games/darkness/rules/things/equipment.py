"""Carried things: what they weigh, pay and give (WD-CHECK-5, WD-WT-1, WD-GM-8).

A thing is an item disk (`item-rope`), a token (`token-1`), or goods of GM play (`knife`, `knife/2`).
"""

from __future__ import annotations

from domain.games.darkness.components import Bonus, Goods, TokenRow
from domain.games.darkness.rules.differences import ammunition_is_fired
from domain.games.darkness.state import TOKEN, DarknessState

FIREARM, THROWN, HAND = "ranged-mechanical-weapon", "ranged-hand-weapon", "hand-to-hand"
WEAPON_SKILLS = (HAND, FIREARM, THROWN)
AMMUNITION = "ammunition"


def token_row(state: DarknessState, token: str) -> TokenRow:
    """A token's row; KeyError if the scenario has none of that number."""
    scenario = state.data.scenarios[state.scenario]
    for row in (*scenario.token, *(row for chapter in scenario.chapter for row in chapter.tokens)):
        if row.id == token:
            return row
    raise KeyError(token)


def is_known(state: DarknessState, thing: str) -> bool:
    """Whether anything in the game is called that, wherever it is."""
    data = state.data
    if thing in data.encounters or goods_kind(thing) in data.goods:
        return True
    return state.scenario in data.scenarios and thing.startswith(TOKEN) and _has_token(state, thing)


def goods_kind(thing: str) -> str:
    """The kind of goods that a thing is named after: `knife/2` is a `knife`."""
    return thing.partition("/")[0]


def kind_of(state: DarknessState, thing: str) -> str:
    """What a thing is: `pistol`, `flashlight`, `leaf`."""
    if thing.startswith(TOKEN):
        return token_row(state, thing).stands_for
    disk = state.data.encounters.get(thing)
    return disk.kind if disk else goods_kind(thing)


def is_item(state: DarknessState, thing: str) -> bool:
    """Whether the rules for items hold for a carried thing: items, and tokens that may be traded (WD-SCEN-1)."""
    return not thing.startswith(TOKEN) or token_row(state, thing).tradable


def is_stealable(state: DarknessState, thing: str) -> bool:
    """Whether a carried thing can be taken from its owner by force or fate (WD-SCEN-1)."""
    return not thing.startswith(TOKEN) or token_row(state, thing).stealable


def can_lift(state: DarknessState, thing: str) -> bool:
    """Whether a thing lying about can be carried: items, tokens that are taken with a check, small vehicles."""
    if thing.startswith(TOKEN):
        row = token_row(state, thing)
        return row.carriable and (row.take_check is not None or row.stands_for in ("bike", "skateboard"))
    disk = state.data.encounters.get(thing)
    return disk is None or disk.category == "item"


def weight_of(state: DarknessState, thing: str) -> int:
    """The weight of a thing (WD-WT-1); fatigues are worn in GM play (WD-GM-8)."""
    if thing.startswith(TOKEN):
        row = token_row(state, thing)
        return row.wt or (goods.wt if (goods := state.data.goods.get(row.stands_for)) and state.gm else 0)
    disk = state.data.encounters.get(thing)
    if disk and not state.gm:
        return disk.wt
    goods = state.data.goods.get(kind_of(state, thing))
    if goods is None:
        return disk.wt if disk else 0
    return goods.wt if goods.wt_when_worn is None else goods.wt_when_worn


def burden_of(state: DarknessState, seat: str) -> int:
    """The weight of all that a seat carries (WD-WT-1)."""
    return sum(weight_of(state, thing) for thing in state.people[seat].items)


def overloaded(state: DarknessState) -> list[str]:
    """Living seats that carry more than they can (WD-WT-4)."""
    return [seat for seat in state.living if burden_of(state, seat) > state.people[seat].limit]


def worth_of(state: DarknessState, thing: str) -> int:
    """The VP of a thing, which go where it goes (WD-VP-8)."""
    if thing.startswith(TOKEN):
        return token_row(state, thing).vp
    disk = state.data.encounters.get(thing)
    return disk.vp if disk else state.worth.get(thing, 0)


def goods_of(state: DarknessState, thing: str) -> Goods | None:
    """The row of the game master's tables that holds for a thing in GM play, also for an item disk."""
    return state.data.goods.get(kind_of(state, thing)) if state.gm else None


def bonus_of(state: DarknessState, thing: str) -> Bonus | None:
    """The dice that a thing gives in checks."""
    if goods := goods_of(state, thing):
        return goods.bonus
    disk = state.data.encounters.get(thing)
    return disk.bonus if disk else None


def weapon_skill(state: DarknessState, thing: str) -> str | None:
    """The skill that a thing is a weapon for, None if it is no weapon (WD-CHECK-5)."""
    if goods := goods_of(state, thing):
        skills = goods.skills
    else:
        bonus = bonus_of(state, thing)
        skills = bonus.skills if bonus and bonus.attribute == "A" else ()
    return next((skill for skill in WEAPON_SKILLS if skill in skills), None)


def is_limited(state: DarknessState, thing: str) -> bool:
    """Whether the uses of a thing are counted (WD-DISK-ITEM-3, WD-GM-8)."""
    if goods := goods_of(state, thing):
        return bool(goods.ammo) and thing in state.shots
    return uses_of(state, thing) > 0


def uses_of(state: DarknessState, thing: str) -> int:
    """The uses that a thing has in the beginning, 0 if they are not counted."""
    if thing.startswith(TOKEN):
        return token_row(state, thing).uses
    disk = state.data.encounters.get(thing)
    return disk.uses if disk and not state.gm else 0


def shots_left(state: DarknessState, thing: str) -> int:
    """The uses that a thing has left."""
    return state.shots.get(thing, uses_of(state, thing))


def fired_from(state: DarknessState, seat: str, weapon: str) -> str | None:
    """What an attack with a weapon of counted uses is fired from, None if nothing is left (WD-GM-8).

    Its own rounds come first, then ammunition in hand.
    """
    if shots_left(state, weapon) > 0:
        return weapon
    own = goods_of(state, weapon)
    boxes = state.people[seat].items if own and own.ammo and ammunition_is_fired(state) else ()
    return next((box for box in boxes if kind_of(state, box) == AMMUNITION and state.shots.get(box, 0) > 0), None)


def is_loaded(state: DarknessState, seat: str, weapon: str) -> bool:
    """Whether a weapon has shots left, or needs none."""
    return not is_limited(state, weapon) or fired_from(state, seat, weapon) is not None


def carries(state: DarknessState, seat: str, kind: str) -> bool:
    """Whether a seat carries a thing of a kind."""
    return any(kind_of(state, thing) == kind for thing in state.people[seat].items)


def _has_token(state: DarknessState, token: str) -> bool:
    try:
        token_row(state, token)
    except KeyError:
        return False
    return True
