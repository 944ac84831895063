"""What a seat can do: one class a verb, in the order of the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from domain.contract.game import Action, Json


class Draft(Action, tag="draft", frozen=True):
    """Pick a card of one's packet."""

    card: str
    private: ClassVar[tuple[str, ...]] = ("card",)


class Assault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One minion and the seat it attacks."""

    minion: str
    seat: str


class Attack(Action, tag="attack", frozen=True):
    """Every own minion exactly once; the order is the order of resolution."""

    attacks: tuple[Assault, ...]


class Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One minion and the attacker that it blocks."""

    minion: str
    attacker: str


class Block(Action, tag="block", frozen=True):
    """Own minions with the attackers they block; blockers of one attacker take damage in this order."""

    blocks: tuple[Guard, ...]


class LinkCard(Action, tag="link", frozen=True):
    """Add a card of the hand to the chain."""

    card: str


class Pass(Action, tag="pass", frozen=True):
    """Be done: no more links, no more claims, no wound effect."""


class Choose(Action, tag="choose", frozen=True):
    """A target, a card, or a list in order, as a text asks."""

    value: str | tuple[str, ...]


def with_strings_alone(raw: Mapping[str, Json]) -> Mapping[str, Json]:
    """A posted action, whose answer is an empty list where one holds something else than strings: any list that is no
    legal answer is `illegal`, and not `malformed` (NF-AUTO-6)."""
    value = raw.get("value")
    if raw.get("type") == "choose" and isinstance(value, list) and not all(isinstance(item, str) for item in value):
        return {**raw, "value": []}
    return raw


class Discard(Action, tag="discard", frozen=True):
    """One influence for a card of the hand."""

    card: str


class Claim(Action, tag="claim", frozen=True):
    """Buy the top card of an archive, `commons/card` or `seat/card`."""

    archive: str


class Treat(Action, tag="treat", frozen=True):
    """Use the wound effect on the first `count` wounds of the hand."""

    count: int


ACTIONS: tuple[type[Action], ...] = (Draft, Attack, Block, LinkCard, Pass, Choose, Discard, Claim, Treat)
