"""The types of what is shown of a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.games.last_spell.rules.town.board import ShownBoard
from domain.games.last_spell.rules.town.geometry import Facing

ShownSquare = Annotated[list[int], Meta(min_length=2, max_length=2, examples=[[4, 7]])]
"""A square of the board: `[x, y]`."""

SomeSquares = Annotated[list[Any], Meta(description="A square, `[x, y]`, or several of them in a list.")]
"""One square, or several."""


class ShownPile(TypedDict):
    """The cards of a spawn slot."""

    left: int
    revealed: str | None
    discarded: list[str]
    pile: NotRequired[list[str]]


class ShownMovement(TypedDict):
    """A hero's movement tokens."""

    ready: list[int]
    used: list[int]
    lost: list[int]


class ShownArmor(TypedDict):
    """A card of armour."""

    card: str
    used: bool


class ShownPotion(TypedDict):
    """A potion with what is left of it."""

    kind: str
    doses: int


class ShownHero(TypedDict):
    """A hero."""

    hero: str
    in_play: bool
    at: ShownSquare | None
    health: int
    wounds: int
    mana: int
    mana_max: int
    actions: int
    actions_max: int
    spent: dict[str, int]
    uses: dict[str, int]
    movement: ShownMovement
    points: int
    moved: int
    attacked: bool
    passed: bool
    protected: bool
    tower: str | None
    held_by: str | None
    slain: int
    weapons: list[str]
    armor: list[ShownArmor]
    potions: list[ShownPotion]
    scrolls: list[str]


class ShownMonster(TypedDict):
    """A monster on the board."""

    kind: str
    at: ShownSquare
    facing: Facing
    health: int
    wounds: int
    stunned: bool


class ShownConstruction(TypedDict):
    """A construction on the board."""

    kind: str
    at: ShownSquare
    health: int
    flames: int
    rocks: int
    used: bool


class ShownPart(TypedDict):
    """The head or the tail of Cetusia."""

    at: ShownSquare | None
    facing: Facing
    wounds: int
    in_play: bool
    removed: bool


class ShownMonolith(TypedDict):
    """A monolith: on one square, or on several."""

    at: SomeSquares
    flames: int


class ShownTile(TypedDict):
    """An incubator, which hatches, or a bombard."""

    at: ShownSquare
    facing: Facing
    stunned: bool
    hatch: NotRequired[int]


class ShownBoss(TypedDict):
    """A boss; which of the rest it has depends on its kind."""

    kind: Literal["corrupted-harpy", "cetusia", "putrefied-dryad"]
    at: NotRequired[SomeSquares | None]
    wounds: NotRequired[int]
    facing: NotRequired[Facing]
    side: NotRequired[str | None]
    on_cliff: NotRequired[bool]
    alerions_slain: NotRequired[int]
    level: NotRequired[int]
    head: NotRequired[ShownPart]
    tail: NotRequired[ShownPart]
    card: NotRequired[str | None]
    revealed: NotRequired[list[str]]
    deck_left: NotRequired[int]
    deck: NotRequired[list[str]]
    slot: NotRequired[int | None]
    growth: NotRequired[int]
    monoliths: NotRequired[dict[str, ShownMonolith]]
    incubators: NotRequired[dict[str, ShownTile]]
    bombards: NotRequired[dict[str, ShownTile]]


class ShownQuest(TypedDict):
    """How far a quest is."""

    count: int
    resolved: bool


class ShownReserve(TypedDict):
    """What all heroes have together."""

    gold: int
    material: int
    equipment: list[str]


class ShownReadings(TypedDict):
    """How contested sentences of the book are read at this table."""

    movement_order: str
    cetusia_first: bool
    dryad_growth: str
    incubator_monsters: str
    encirclement_on_empty: bool


class Table(TypedDict):
    """A table of The Last Spell."""

    data: str
    scenario: str
    mode: str
    night: int
    phase: str
    round: int
    step: str | None
    destiny: str | None
    active: str | None
    turn: int
    decision: dict[str, Any] | None
    panic: list[int]
    mages: int
    direction: str | None
    spawn: dict[str, ShownPile]
    monster_count: int
    monster_health: int
    heroes: dict[str, ShownHero]
    monsters: dict[str, ShownMonster]
    constructions: dict[str, ShownConstruction]
    boss: ShownBoss | None
    quests: dict[str, ShownQuest]
    reserve: ShownReserve
    prepared: list[str]
    board: ShownBoard
    rules: NotRequired[int]
    readings: NotRequired[ShownReadings]
    prices: NotRequired[dict[str, int]]
