"""The last throw of a game, read from its events: the dice as they lie, what they came to, and what fate did then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.contract.game import Json


class Called(NamedTuple):
    """What fate did: the table that it was called from, the roll of its two dice, and the effect of that row."""

    table: str
    roll: int
    effect: str


BLOWS = ("initiative", "attack", "defense")
"""The checks of a fight."""


class Throw(NamedTuple):
    """A throw. `faces` begin with the fate die; `level` is what they reached and `success` whether that was enough,
    both None until the check is settled, `success` also where there is no target number; `movement` is what it gave to
    walk with, in spaces, and `defense` what current D had part in that, None for any other throw.

    `foe` is who a throw of a fight was against; `first` says who strikes first, `foe_left` what health the foe has left
    after a blow that hit, 0 when it fell, `harm` what damage came of the foe's blow; each None where it does not apply.
    """

    seat: str
    kind: str
    faces: tuple[int, ...]
    level: int | None = None
    success: bool | None = None
    fate: Called | None = None
    movement: int | None = None
    defense: int | None = None
    foe: str | None = None
    first: bool | None = None
    foe_left: int | None = None
    harm: int | None = None


def last_throw(events: Iterable[tuple[str, Mapping[str, Json]]]) -> Throw | None:
    """The last throw among events (name, data); None if there was none."""
    found: Throw | None = None
    foe: str | None = None
    for name, data in events:
        if name == "CombatBegan":
            foe = data["against"]
        found = _after(found, foe, name, data)
    return found


def _after(last: Throw | None, foe: str | None, name: str, data: Mapping[str, Json]) -> Throw | None:
    if name == "DiceRolled":
        met = foe if data["kind"] in BLOWS else None
        return Throw(data["seat"], data["kind"], tuple(data["results"]), foe=met)
    if last is None or data.get("seat") != last.seat:
        return last
    match name:
        case "DiceRerolled":
            return last._replace(faces=tuple(data["all"]))
        case "CheckResolved" if data["kind"] == last.kind:
            return last._replace(level=data["level"], success=data["success"])
        case "MovementGained":
            return last._replace(movement=data["movement"], defense=data["defense"])
        case "FateRolled":
            return last._replace(fate=Called(data["table"], data["roll"], data["effect"]))
    return last if last.foe is None else _after_blow(last, name, data)


def _after_blow(last: Throw, name: str, data: Mapping[str, Json]) -> Throw:
    match name:
        case "InitiativeTaken":
            return last._replace(first=data["first"])
        case "AdversaryHit" if data["disk"] == last.foe:
            return last._replace(foe_left=data["left"])
        case "AdversaryKilled" if data["disk"] == last.foe:
            return last._replace(foe_left=0)
        case "DamageTaken" if data["by"] == last.foe:
            return last._replace(harm=data["amount"])
    return last
