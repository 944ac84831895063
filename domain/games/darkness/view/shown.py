"""The types of what is shown of a table."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from domain.games.darkness.rules.master.kept import LongAttempt
from domain.games.darkness.state import Boss, Disk, Sheet


class ShownPlace(TypedDict):
    """Where a tile lies, and how it is turned."""

    x: int
    y: int
    rot: int


class ShownToken(TypedDict):
    """A token on the map."""

    at: str
    face: str
    seen_by: list[str]
    follows: NotRequired[str | None]
    damage: int


ShownLock = TypedDict("ShownLock", {"for": str, "turns": int})
"""Who cannot steal a thing back yet, and for how many of its own turns."""


class ShownTurn(TypedDict):
    """What the active character has done of its turn."""

    move: str
    movement: int | None
    left: int
    action: str
    fresh: bool
    retreated: bool
    bought: dict[str, int]
    rerolled: dict[str, int]


class ShownCombat(TypedDict):
    """The fight that is fought."""

    by: str
    against: str
    round: int
    health: int
    helpers: list[str]
    approaching: dict[str, int]
    lowered: dict[str, int]


class ShownCheck(TypedDict):
    """The check that is made."""

    by: str
    kind: str
    attribute: str
    tn: str | None
    dice: int
    results: list[int]
    skill: str | None
    beyond: bool
    helpers: list[str]
    declined: list[str]
    sources: list[str]


class ShownSeat(TypedDict):
    """A character."""

    character: str
    at: str
    vp: int
    damage: int
    failures: int
    limit: int
    items: list[str]
    allies: list[str]
    trophies: list[str]
    shots: dict[str, int]
    effects: list[str]
    owes: bool
    perceived: bool
    delivered: int
    alive: bool
    sheet: NotRequired[Sheet]
    combat_damage: NotRequired[int]


class ShownPiece(TypedDict):
    """A piece of the game master's, whole for the game master."""

    kind: str
    at: str
    shown: bool
    health: NotRequired[int]
    values: NotRequired[dict[str, str] | None]


class ShownMaster(TypedDict):
    """What all see of the game master's, and what the game master sees of it."""

    environment: str
    pieces: dict[str, ShownPiece]
    chapter: NotRequired[str]
    wards: NotRequired[list[str]]
    attempts: NotRequired[dict[str, LongAttempt]]
    hidden: NotRequired[list[str]]
    acted: NotRequired[list[str]]
    found: NotRequired[list[str]]
    done: NotRequired[list[str]]


class Table(TypedDict):
    """A table of When Darkness Comes."""

    data: str
    scenario: str
    mode: str
    phase: str
    round: int
    active: str | None
    first: str | None
    countdown: int | None
    map: dict[str, ShownPlace]
    reserve: list[str] | int
    pool: list[str] | int
    removed: list[str]
    no_doors: list[str]
    flags: list[str]
    remembered: list[str]
    disks: dict[str, Disk]
    unknown: list[str]
    tokens: dict[str, ShownToken]
    unknown_tokens: list[str]
    bosses: dict[str, Boss]
    locks: dict[str, ShownLock]
    turn: ShownTurn
    combat: ShownCombat | None
    check: ShownCheck | None
    seats: dict[str, ShownSeat]
    gm: NotRequired[ShownMaster]
