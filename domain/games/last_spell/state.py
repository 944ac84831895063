"""The table: what is on the board, what the heroes have, how far the night has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Json, Run, State
from domain.games.last_spell.components import ConstructionKind, MonsterKind
from domain.games.last_spell.data import Content
from domain.games.last_spell.rules.bosses.bosses import Boss, Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.town.board import Board
from domain.games.last_spell.rules.town.geometry import Facing, Square

CIRCLE = "circle"
"""The name of the magic circle where a target is named."""

PHASE_STEPS = (
    "panic-spread", "destiny-toss", "boss-appearance", "monster-spawn", "monster-movement", "monster-attack",
)  # fmt: skip
"""The six steps of the Monster phase, in order (LS-NIGHT-2)."""


class Card(msgspec.Struct, frozen=True):
    """An equipped armour or shield; `used` means turned sideways (LS-ARM-2)."""

    card: str
    used: bool = False


class Bottle(msgspec.Struct, frozen=True):
    """A potion and the doses that are left in it."""

    kind: str
    doses: int


class Hero(msgspec.Struct):
    """A hero. Maps and tuples in it are replaced, never changed, so that copies may share them.

    `ready` and `used` are movement tokens in ascending order, `lost` those of the used that the Harpy's cry keeps
    down at the next refresh (LS-BOSS-HARPY-9). `spent` is place -> Action tokens that lie there, `uses` technique ->
    uses that lay no token (LS-WPN-8).
    """

    profile: str
    health: int
    mana: int
    mana_max: int
    actions: int
    actions_max: int
    ready: tuple[int, ...]
    used: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    in_play: bool = True
    at: Square | None = None
    wounds: int = 0
    spent: Mapping[str, int] = {}
    uses: Mapping[str, int] = {}
    points: int = 0
    moved: int = 0
    attacked: bool = False
    passed: bool = False
    protected: bool = False
    tower: str | None = None
    held_by: str | None = None
    slain: int = 0
    weapons: tuple[str, ...] = ()
    armor: tuple[Card, ...] = ()
    potions: tuple[Bottle, ...] = ()
    scrolls: tuple[str, ...] = ()


class Monster(msgspec.Struct):
    """A monster on the board; `health` are its life points, of which `wounds` are gone."""

    kind: str
    at: Square
    facing: Facing
    health: int
    wounds: int = 0
    stunned: bool = False


class Construction(msgspec.Struct):
    """A construction; `at` is its north-west square, `squares` all of them, `rocks` what a catapult has left."""

    kind: str
    at: Square
    squares: tuple[Square, ...]
    health: int
    flames: int = 0
    rocks: int = 0
    used: bool = False


class Pile(msgspec.Struct, frozen=True):
    """The spawn cards of a slot: face down, top first; face up in this phase; discarded."""

    left: tuple[str, ...] = ()
    revealed: str | None = None
    discarded: tuple[str, ...] = ()


class QuestLog(msgspec.Struct, frozen=True):
    """How far a quest has come: what its goal counts, and whether it was resolved (LS-QUEST-1)."""

    count: int = 0
    resolved: bool = False


class Assault(msgspec.Struct, frozen=True):
    """The attack of a hero or a defence that is being carried out.

    `source` is a weapon, a scroll, a defence or `bare-hands`; `points` are the impact points, `aimed` the enemy
    on each, None where there was none. `momentum` is how many rerolls it gives against each target; `targeted` are
    the enemies that have rolled as they were attacked, `rerolls` a pair (enemy, source) for each reroll taken. All
    that follows carries its `cause`.
    """

    hero: str
    source: str
    damage: int
    zone: str
    facing: Facing
    points: tuple[Square, ...]
    aimed: tuple[str | None, ...]
    effects: tuple[str, ...] = ()
    impact_effects: tuple[str, ...] = ()
    x: int = 1
    is_magic: bool = False
    is_defence: bool = False
    curse: str | None = None
    die: str | None = None
    momentum: int = 0
    maneuver_to: tuple[int, int] | None = None
    targeted: tuple[str, ...] = ()
    rerolls: tuple[tuple[str, str], ...] = ()
    cause: int | UnsetType = UNSET


class Setting(msgspec.Struct, frozen=True):
    """What a game was created with: the options, every default filled in. Those that rules number 1 did not know are
    left out of the first event of such a game."""

    scenario: str
    night: int = 1
    until: int = 3
    mode: str = "adventure"
    solo: bool = False
    harpy_side: str | None = None
    movement_order: str = "westernmost"
    cetusia_first: bool = True
    dryad_growth: str = "no-cards-left"
    incubator_monsters: str = "move-once"
    encirclement_on_empty: bool = False
    market: bool = False


class LastSpellState(State):
    """The table. `figures` is square -> hero, monster, Harpy or part of Cetusia; `structures` square -> construction,
    Dryad or monolith; `tiles` square -> incubator or bombard. `counts` is kind -> pieces named so far; `deck` are
    all spawn cards of the night, wherever they are; `early` the monsters that have moved before their step; `causes` is
    how many causes have begun.
    """

    __slots__ = (
        "active", "assault", "board", "boss", "causes", "constructions", "content", "counts", "deck", "destiny",
        "direction", "early", "equipment", "figures", "first_setup", "gold", "has_own_board", "heroes", "mages",
        "material", "monsters", "night", "panic", "phase", "prepared", "quests", "result", "round", "setting",
        "spawn", "step", "structures", "tiles", "turn",
    )  # fmt: skip

    content: Content
    setting: Setting
    board: Board
    night: int
    phase: str
    first_setup: bool
    has_own_board: bool
    round: int
    step: str | None
    destiny: str | None
    active: str | None
    turn: int
    panic: tuple[int, ...]
    mages: int
    spawn: dict[str, Pile]
    deck: tuple[str, ...]
    direction: str | None
    heroes: dict[str, Hero]
    monsters: dict[str, Monster]
    constructions: dict[str, Construction]
    boss: Boss | None
    quests: Mapping[str, QuestLog]
    gold: int
    material: int
    equipment: tuple[str, ...]
    prepared: tuple[str, ...]
    counts: dict[str, int]
    figures: dict[Square, str]
    structures: dict[Square, str]
    tiles: dict[Square, str]
    early: tuple[str, ...]
    causes: int
    assault: Assault | None
    result: Mapping[str, Json] | None

    def __init__(self, seats: Sequence[str], rules: int, content: Content, setting: Setting, board: Board) -> None:
        super().__init__(seats, rules)
        self.content, self.setting, self.board = content, setting, board
        self.night, self.phase, self.first_setup, self.has_own_board = setting.night, "setup", True, False
        self.round, self.step, self.destiny, self.active, self.turn = 0, None, None, None, 0
        self.panic, self.mages = (), 0
        self.spawn, self.deck, self.direction = {}, (), None
        self.heroes, self.monsters, self.constructions, self.boss = {}, {}, {}, None
        self.quests = {}
        self.gold, self.material, self.equipment, self.prepared = 0, 0, (), ()
        self.counts, self.figures, self.structures, self.tiles = {}, {}, {}, {}
        self.early, self.causes, self.assault, self.result = (), 0, None, None

    def clone(self) -> LastSpellState:
        """An independent copy. What never changes in place is shared."""
        other = LastSpellState.__new__(LastSpellState)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.spawn = dict(self.spawn)
        other.heroes = {name: copy(hero) for name, hero in self.heroes.items()}
        other.monsters = {name: copy(monster) for name, monster in self.monsters.items()}
        other.constructions = {name: copy(piece) for name, piece in self.constructions.items()}
        other.boss = None if self.boss is None else self.boss.clone()
        other.counts = dict(self.counts)
        other.figures, other.structures = dict(self.figures), dict(self.structures)
        other.tiles = dict(self.tiles)
        return other

    def in_play(self) -> Iterator[str]:
        """The heroes that are not eliminated, in seat order."""
        return (name for name, hero in self.heroes.items() if hero.in_play)

    def hero_in_turn(self) -> tuple[str, Hero]:
        """The hero whose turn it is, with its name."""
        assert self.active is not None
        return self.active, self.heroes[self.active]

    def monster_kind(self, name: str) -> MonsterKind:
        """The sheet of a monster on the board."""
        return self.content.monsters[self.monsters[name].kind]

    def construction_kind(self, name: str) -> ConstructionKind:
        """The kind of a construction on the board."""
        return self.content.constructions[self.constructions[name].kind]

    def next_name(self, kind: str) -> str:
        """The name of the next piece of a kind: counted by kind in the order of entering."""
        return f"{kind}/{self.counts.get(kind, 0) + 1}"

    def count(self, name: str) -> None:
        """Remember that a piece of this name has entered."""
        kind, _, number = name.rpartition("/")
        self.counts[kind] = max(self.counts.get(kind, 0), int(number))


def seat_of(hero: str) -> str:
    """The seat of a hero: `s1` of `s1` and of `s1/2`."""
    return hero.partition("/")[0]


def assault_of(state: LastSpellState) -> Assault:
    """The attack of a hero or a defence under way, where there is one."""
    assert state.assault is not None
    return state.assault


def harpy_of(state: LastSpellState) -> Harpy:
    """The Harpy, where she is the boss."""
    assert isinstance(state.boss, Harpy)
    return state.boss


def cetusia_of(state: LastSpellState) -> Cetusia:
    """Cetusia, where she is the boss."""
    assert isinstance(state.boss, Cetusia)
    return state.boss


def dryad_of(state: LastSpellState) -> Dryad:
    """The Dryad, where she is the boss."""
    assert isinstance(state.boss, Dryad)
    return state.boss


_COPIED = frozenset(
    ("spawn", "heroes", "monsters", "constructions", "boss", "counts", "figures", "structures", "tiles")
)
_SHARED = tuple(name for name in (*State.__slots__, *LastSpellState.__slots__) if name not in _COPIED)

LastSpellRun = Run[LastSpellState]
