"""What follows from the decisions of When Darkness Comes, from the table as the seat sees it that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.contract.game import Decision, Json
from domain.contract.sentences import Message
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.data import Data
from domain.games.darkness.rules.checks.ladder import TOP, level_of, odds
from domain.games.darkness.rules.things.points import AVOID_COST
from domain.games.darkness.rules.town.movement import changed_by_fate

STAKES = {
    "setup/character": "You keep it for the whole game, and nobody else can play it.",
    "turn/unrolled": "You throw {dice:die|dice} for Speed: at least {least:space|spaces} to walk, twice as many on"
    " streets, unless fate steps in.",
    "turn/moving": "{left:street space is|street spaces are} left to walk; any other space counts as two.",
    "turn/free": "You may still act once in this turn.",
    "turn/spent": "You have acted in this turn.",
    "check": "With your {dice:die|dice} you pass in {percent} of 100 throws.",
    "orient": "Turning moves its doors and windows. You step onto it at once[, and {disks:disk comes|disks come} to lie"
    " on it face down].",
    "invite": "Who is invited may come in without a throw.",
    "enter": "You need no throw to go in, and your own turn stays whole either way.",
    "encounter": "If it goes wrong, everybody in the building is put out of it, and you get a Failure.",
    "damage": "Taking {amount} damage leaves you {left} of {full} health[: you die{dead?}].",
    "oh-crap": "Buying it off costs {cost} of your {vp} VP; otherwise two dice say what happens.",
}
"""Under the kind of the decision, and what of it holds."""


def at_stake(data: Data, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
    """What follows from a decision of the seat."""
    told = OF_KIND.get(asked.kind)
    return () if told is None else tuple(told(Glimpse(view, seat, data), asked))


def _setup(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    if "character" in asked.verbs:
        yield _said("setup/character")


def _turn(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    """How far one walks, and whether one can act: nothing in a game master's game, where nobody throws for it."""
    turn = glimpse.view["turn"]
    if glimpse.view["mode"] != "board":
        return
    if turn["move"] == "unrolled":
        least = changed_by_fate(glimpse.me["effects"], glimpse.defense)
        yield _said("turn/unrolled", dice=glimpse.dice_for("movement"), least=least)
    elif turn["move"] == "moving":
        yield _said("turn/moving", left=turn["left"])
    if turn["move"] != "unrolled" or turn["action"] != "free":
        yield _said("turn/free" if turn["action"] == "free" else "turn/spent")


def _check(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    """The chance with the dice that the view expects (WD-CHECK-2)."""
    check = glimpse.view["check"]
    if check is None or check["tn"] is None:
        return
    level = level_of(check["tn"]) + check["beyond"]
    percent = round(odds(check["dice"], level) / 10_000) if level <= TOP else 0
    yield _said("check", dice=check["dice"], percent=percent)


def _orient(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    pool = glimpse.view["pool"]
    spaces = glimpse.data.tiles[asked.details["tile"]].encounter
    yield _said("orient", disks=min(len(spaces), pool if isinstance(pool, int) else len(pool)))


def _damage(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    amount = asked.details.get("amount")
    if amount is None:
        return
    full = glimpse.defense + glimpse.me["damage"]
    left = max(glimpse.defense - amount, 0)
    yield _said("damage", amount=amount, left=left, full=full, dead=not left)


def _oh_crap(glimpse: Glimpse, asked: Decision) -> Iterator[Message]:
    yield _said("oh-crap", cost=AVOID_COST, vp=glimpse.me["vp"])


def _plainly(key: str) -> Callable[[Glimpse, Decision], Iterator[Message]]:
    """What follows in the same words however the table stands."""
    return lambda glimpse, asked: iter((_said(key),))


def _said(key: str, **fields: Json) -> Message:
    return Message((STAKES[key],), fields)


OF_KIND: Mapping[str, Callable[[Glimpse, Decision], Iterator[Message]]] = {
    "setup": _setup,
    "turn": _turn,
    "check": _check,
    "orient": _orient,
    "damage": _damage,
    "oh-crap": _oh_crap,
    **{key: _plainly(key) for key in ("invite", "enter", "encounter")},
}
"""Kind of decision -> what follows from one."""
