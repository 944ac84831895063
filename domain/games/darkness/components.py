"""What the box holds, as typed records: tiles, characters, disks, tables and scenarios of `data.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.games.darkness.rules.town.layout import Cell, Plan


class DataRow(msgspec.Struct, frozen=True):
    """A table row; keys of the data that no rule reads are left out."""


class Bonus(DataRow, frozen=True):
    """Dice that a thing gives in checks of an attribute, for any of `skills` (none named: for all)."""

    attribute: str
    dice: int
    skills: tuple[str, ...] = ()


class CheckRow(DataRow, frozen=True):
    """A check as the data writes it; `tn` is a code, or `by-table`."""

    attribute: str
    skills: tuple[str, ...] = ()
    tn: str = ""


class AllyReroll(DataRow, frozen=True):
    """What an ally gives: dice to throw again in checks of an attribute."""

    attribute: str
    dice: int


LETTERS = {"initiative": "I", "attack": "A", "defense": "D"}
"""The rulebook's letters for an opponent's three numbers."""


class Fighter(DataRow, frozen=True, rename=LETTERS):
    """Target numbers of an opponent."""

    initiative: str
    attack: str
    defense: str

    def number(self, letter: str) -> str:
        """The number that goes by that letter: I, A or D."""
        return {"I": self.initiative, "A": self.attack, "D": self.defense}[letter]


class Encounter(DataRow, frozen=True, rename=LETTERS):
    """An encounter disk; `vp` is what it pays as printed, `tn` empty for an adversary."""

    id: str
    category: str
    kind: str
    vp: int
    tn: str = ""
    wt: int = 0
    bonus: Bonus | None = None
    uses: int = 0
    reroll: AllyReroll | None = None
    check: CheckRow | None = None
    can_fight: bool = False
    combat: Fighter | None = None
    initiative: str = ""
    attack: str = ""
    defense: str = ""
    S: int = 0
    rounds_per_turn: int = 1

    @property
    def fighter(self) -> Fighter:
        """Its target numbers in combat."""
        return self.combat or Fighter(self.initiative, self.attack, self.defense)


class DoorRow(DataRow, frozen=True):
    """A door of a tile: its inside cell and side."""

    cell: Cell
    side: str
    locks: int
    tn: str


class WindowRow(DataRow, frozen=True):
    """A window of a tile: its inside cell and side, and the number that must be passed."""

    cell: Cell
    side: str
    nearest_door: Cell
    must_beat: str


class EdgeRow(DataRow, frozen=True):
    """A fence or a join edge of a tile."""

    cell: Cell
    side: str


class TileRow(DataRow, frozen=True):
    """A tile: its drawing, and what the drawing holds once more as lists."""

    id: str
    names: Mapping[str, str]
    layout: tuple[str, ...]
    building_contents: str
    doors: tuple[DoorRow, ...]
    windows: tuple[WindowRow, ...]
    fences: tuple[EdgeRow, ...]
    encounter_cells: tuple[Cell, ...]
    event_cells: tuple[Cell, ...]
    street_cells: tuple[Cell, ...]
    yard_cells: tuple[Cell, ...]
    rotations: tuple[int, ...]
    join_edges: tuple[EdgeRow, ...] = ()
    paired_with: str | None = None
    pair_offset_rot0: Cell = (0, 0)
    contents_room: str | None = None


class Space(DataRow, frozen=True):
    """One cell of a tile: `id` is `TILE/ROW/COL`, `building` None outdoors."""

    id: str
    tile: str
    cell: Cell
    kind: str
    building: str | None

    @property
    def street(self) -> bool:
        """Whether its cost is half a point."""
        return self.kind == "s"


class SkillRow(DataRow, frozen=True):
    """A skill and what it costs."""

    id: str
    attribute: str
    cost: int
    bonus_dice: int
    names: Mapping[str, str]


class OccupationRow(DataRow, frozen=True):
    """An activity and what it asks of a character."""

    id: str
    names: Mapping[str, str]
    required_attribute: str
    required_value: int
    required_skills: tuple[str, ...] = ()
    required_skill_any_of_attribute: str | None = None


class CharacterRow(DataRow, frozen=True):
    """A pre-made character."""

    id: str
    names: Mapping[str, str]
    occupation: str
    attributes: Mapping[str, int]
    skills: tuple[str, ...]


class RangeRow(DataRow, frozen=True):
    """Dice of a weapon at a distance."""

    distance: int
    dice: int


class Goods(DataRow, frozen=True):
    """A weapon or piece of equipment of the game master's tables."""

    id: str
    wt: int = 0
    carriable: bool = True
    bonus: Bonus | None = None
    heal_bonus: Bonus | None = None
    skills: tuple[str, ...] = ()
    range: tuple[RangeRow, ...] = ()
    bonus_on: str | None = None
    ammo: str | None = None
    quantity: str | None = None
    thrown: bool = False
    needs: tuple[str, ...] = ()
    only: str | None = None
    speed_multiplier: int = 1
    bonus_per_dollars: int = 0
    wt_when_worn: int | None = None

    def dice_at(self, distance: int) -> int:
        """Dice of the weapon at that distance, 0 out of its range."""
        return next((row.dice for row in self.range if row.distance == distance), 0)


class ContentsItem(DataRow, frozen=True):
    """Something to be found in a building, and the number it takes."""

    item: str
    tn: str
    room: str | None = None


class Contents(DataRow, frozen=True):
    """What the game master's list says of a building; `security` is a kind of disk or `none`."""

    id: str
    security: str
    items: tuple[ContentsItem, ...]


class Environment(DataRow, frozen=True):
    """Sight and movement under the sky of a chapter."""

    id: str
    line_of_sight: int
    movement_modifier: int


class Placement(DataRow, frozen=True):
    """A tile on a preset map."""

    tile: str
    x: int
    y: int
    rot: int


class TokenRow(DataRow, frozen=True):
    """A numbered token of a scenario."""

    number: int
    stands_for: str
    place: Mapping[str, Any]
    face: str = "up"
    wt: int = 0
    vp: int = 0
    carriable: bool = True
    take_check: CheckRow | None = None
    tradable: bool = False
    stealable: bool = False
    shuffle_group: str | None = None
    true_coffin: bool = False
    deliver_to: Mapping[str, Any] | None = None
    deliver_vp: int = 0
    damage: int = 0
    vp_on_bus: int = 0
    uses: int = 0

    @property
    def id(self) -> str:
        """`token-N`."""
        return f"token-{self.number}"


class ActionRow(DataRow, frozen=True):
    """An action of a scenario; what it does is in the scenario's module."""

    id: str
    where: Mapping[str, Any]
    check: CheckRow | None = None
    needs_token: int = 0
    needs_tokens: tuple[int, ...] = ()
    automatic: bool = False


class BossRow(DataRow, frozen=True, rename=LETTERS):
    """A boss of a scenario."""

    id: str
    names: Mapping[str, str]
    initiative: str
    attack: str
    defense: str
    S: int
    health: int
    start: Any = None

    @property
    def fighter(self) -> Fighter:
        """Its target numbers before anything lowers them."""
        return Fighter(self.initiative, self.attack, self.defense)


class NpcRow(DataRow, frozen=True):
    """Somebody whom the game master plays."""

    id: str
    names: Mapping[str, str]
    attributes: Mapping[str, int]
    skills: tuple[str, ...]


class TaskRow(DataRow, frozen=True):
    """A task of a chapter; `vp` is a number, `level` or `points-healed`."""

    id: str
    at: str
    check: CheckRow
    vp: int | str
    item: str | None = None
    actions: int = 1
    needs: tuple[str, ...] = ()
    waived_by: str | None = None
    failure_damage: int = 0
    requires: str | None = None
    bonus_per_100_dollars: int = 0


class Chapter(DataRow, frozen=True):
    """A chapter of the campaign."""

    id: str
    names: Mapping[str, str]
    environment: str
    map: str
    tiles: tuple[Placement, ...]
    start: Mapping[str, Any]
    tasks: tuple[TaskRow, ...]
    tokens: tuple[TokenRow, ...]


class SetUp(DataRow, frozen=True):
    """How a scenario begins."""

    map: str
    start_place: Mapping[str, Any]
    disks: Mapping[str, Any]
    start_tile: str | None = None
    tiles: tuple[Placement, ...] = ()
    reserve: tuple[str, ...] = ()
    countdown: int | None = None


class ScenarioRow(DataRow, frozen=True):
    """A scenario's numbers and places; what it does is in its module."""

    id: str
    names: Mapping[str, str]
    mode: str
    players: Mapping[str, int]
    summary: str
    setup: SetUp | None = None
    token: tuple[TokenRow, ...] = ()
    action: tuple[ActionRow, ...] = ()
    boss: tuple[BossRow, ...] = ()
    npc: tuple[NpcRow, ...] = ()
    chapter: tuple[Chapter, ...] = ()


class Tile(DataRow, frozen=True):
    """A tile ready for play: its row, its plan, and its spaces in reading order."""

    row: TileRow
    plan: Plan
    spaces: tuple[Space, ...]
    encounter: tuple[str, ...]
    event: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its name."""
        return self.row.id
