"""The types of what is shown of a table. A list that the viewer may not see is replaced by its number of items."""

from __future__ import annotations

from typing import NotRequired, TypedDict

Listed = list[str] | int
"""Ids of cards, or how many there are."""


class ShownWounds(TypedDict):
    """The pile of wounds."""

    face_down: int
    next: NotRequired[str]
    face_up: NotRequired[int]
    face_up_types: NotRequired[list[str]]
    face_down_types: NotRequired[list[str]]


class ShownExile(TypedDict):
    """What was taken out of the game."""

    cards: list[str]
    wounds: int
    wound_types: NotRequired[list[str]]


class ShownEffects(TypedDict, total=False):
    """What holds until the end of the turn."""

    cost_reduction: dict[str, int]
    enemy_claims: dict[str, int]
    no_forced_block: list[str]
    influence_doubled: list[str]


class ShownMinion(TypedDict):
    """A minion in play."""

    card: str
    damage: int
    id: NotRequired[str]


class ShownSeat(TypedDict):
    """A player's cards."""

    hand: Listed
    deck: Listed
    discard: Listed
    in_play: list[ShownMinion]
    private: dict[str, int]
    influence: int
    wounds: NotRequired[dict[str, int]]
    secret: NotRequired[Listed]
    packet: NotRequired[Listed]
    picks: NotRequired[Listed]


class ShownDraft(TypedDict):
    """The draft."""

    round: int
    centre: Listed
    rest: Listed
    removed: Listed


class ShownLink(TypedDict):
    """A card in the chain."""

    card: str
    by: str
    kick: bool
    id: NotRequired[str]
    cancelled: NotRequired[bool]
    chooser: NotRequired[str]
    twice: NotRequired[bool]


class ShownCombat(TypedDict):
    """The attacks and blocks as they were declared."""

    attacks: list[list[str]]
    blocks: list[list[str]]


class Table(TypedDict):
    """A table of Nightfall."""

    edition: str
    cards: str
    phase: str
    turn: int
    active: str | None
    start_player: str | None
    wound_pile: ShownWounds
    commons: dict[str, int]
    chain: list[ShownLink]
    exiled: ShownExile
    effects: ShownEffects
    seats: dict[str, ShownSeat]
    draft: NotRequired[ShownDraft]
    used_archives: NotRequired[list[str]]
    combat: NotRequired[ShownCombat]
