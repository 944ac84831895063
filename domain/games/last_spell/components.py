"""What is printed on the components: heroes, cards, monsters, constructions, zones, dice and decks, typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.games.last_spell.rules.town.geometry import Facing, Offset, Square

Slot = Literal["legs", "torso", "shield"]


class Price(msgspec.Struct, frozen=True):
    """What a technique costs: Action tokens, mana and movement points (LS-WPN-6)."""

    action: int = 0
    mana: int = 0
    movement: int = 0


class Technique(msgspec.Struct, frozen=True):
    """One way to use a weapon. `x` is how often a repeated zone or Propagation goes on."""

    id: str
    cost: Price
    range: str
    zone: str
    effects: tuple[str, ...] = ()
    uses_per_hero_phase: int | None = None
    x: int = 1
    maneuver_to: Offset | None = None


class Weapon(msgspec.Struct, frozen=True):
    """A weapon and its techniques by id (LS-WPN-1); `damage` is what its attacks deal (LS-WPN-2). `starter` weapons
    count as level `starter` (R45)."""

    id: str
    type: Literal["melee", "ranged", "magic"]
    hands: int
    techniques: Mapping[str, Technique]
    damage: int = 1
    starter: bool = False


class Scroll(msgspec.Struct, frozen=True):
    """A scroll: one magic technique that is paid in mana alone (LS-SCR-1)."""

    id: str
    technique: Technique
    damage: int = 1


class Use(msgspec.Struct, frozen=True):
    """What happens when an armour or shield is used against an attack."""

    reduce: int
    gain_mana: int = 0
    recover_movement_tokens: int = 0
    heal_other_hero: int = 0
    wound_adjacent_monster: int = 0
    may_take_damage: int = 0
    then_recover_mana: int = 0
    then_recover_movement_tokens: int = 0


class ReactivationPrice(msgspec.Struct, frozen=True):
    """The price at which a card is reactivated: mana, or ready movement tokens (LS-ARM-3)."""

    mana: int = 0
    movement_tokens: int = 0


class Trigger(msgspec.Struct, frozen=True):
    """What a card gives when its hero has eliminated that many monsters in one turn."""

    kills_in_one_turn: int
    reactivate: bool = False
    recover_movement_tokens: int = 0


class Armor(msgspec.Struct, frozen=True):
    """An armour or a shield; `restriction` is `no-shields` or `no-armor`."""

    id: str
    slot: Slot
    level: str
    use: Use
    spend: ReactivationPrice | None = None
    trigger: Trigger | None = None
    restriction: str | None = None
    grants: str | None = None

    @property
    def is_shield(self) -> bool:
        """Whether it is a shield, which takes a hand; the others are armours."""
        return self.slot == "shield"


class PotionEffect(msgspec.Struct, frozen=True):
    """What one dose does; numbers of tokens, wounds or mana."""

    recover_movement_tokens: int = 0
    heal: int = 0
    recover_mana: int = 0
    recover_action_tokens: int = 0


class Potion(msgspec.Struct, frozen=True):
    """A potion of `doses` doses (LS-POT-6)."""

    id: str
    doses: int
    effect: PotionEffect


class Equipment(msgspec.Struct, frozen=True):
    """What a hero begins with (LS-SETUP-2)."""

    weapons: tuple[str, ...]
    legs: str | None = None
    torso: str | None = None
    shield: str | None = None

    @property
    def armor(self) -> tuple[str, ...]:
        """The armours and the shield."""
        return tuple(card for card in (self.legs, self.torso, self.shield) if card is not None)


class HeroProfile(msgspec.Struct, frozen=True):
    """A hero's life points, base mana, movement tokens and first equipment."""

    id: str
    health: int
    mana: int
    movement_tokens: tuple[int, ...]
    starting_equipment: Equipment


class MonsterKind(msgspec.Struct, frozen=True):
    """The sheet of a monster (LS-MON-1). `count` pieces are in the box; None means as many as are wanted."""

    id: str
    health: int
    movement: int
    attack: Literal["melee", "ranged", "explosion", "none"]
    damage: int
    dice: tuple[str, ...]
    abilities: tuple[str, ...] = ()
    level: int = 1
    count: int | None = None
    group: str | None = None
    range: int = 0
    strike_zone: str | None = None
    construction_damage: int = 0
    boss: bool = False

    @property
    def flies(self) -> bool:
        """Whether it has Flight (LS-ABIL-3)."""
        return "flight" in self.abilities


class ConstructionKind(msgspec.Struct, frozen=True):
    """A defence, a rampart or a building. `size` is width and height in squares."""

    id: str
    category: Literal["defense", "rampart", "building"]
    health: int
    size: tuple[int, int] = (1, 1)
    gold: int = 0
    material: int = 0
    blocks_sight: bool = False
    jumpable: bool = False
    hero_passable: bool = False
    buildable: bool = True
    obstacle: bool = True
    weapon: Technique | None = None
    impact_effects: tuple[str, ...] = ()
    damage: int = 0
    uses_per_hero_phase: int | None = None
    ammunition_count: int | None = None
    free_impact: bool = False
    travel_cost: Price | None = None
    climb_cost: Price | None = None
    leave_cost: Price | None = None


class Range(msgspec.Struct, frozen=True):
    """How far a technique reaches, in sectors, in squares, or to a hero."""

    id: str
    unit: Literal["sector", "square", "hero"]
    sectors: tuple[str, ...] = ()
    squares: int = 0
    targets: tuple[str, ...] = ()


class Zone(msgspec.Struct, frozen=True):
    """A strike zone: offsets from the impact point, those of them that stun, and where it moves the hero."""

    id: str
    squares: tuple[Offset, ...]
    stun: tuple[Offset, ...] = ()
    repeat: str | None = None
    move_to: Offset | None = None

    @property
    def has_direction(self) -> bool:
        """Whether turning it changes which squares it covers (LS-WPN-15)."""
        turned = {(-lateral, forward) for forward, lateral in self.squares}
        return turned != set(self.squares) or self.move_to not in (None, (0, 0))


class Placed(msgspec.Struct, frozen=True):
    """A construction that stands in a city at first; `at` is its north-west square."""

    construction: str
    at: Square


class SlotPlace(msgspec.Struct, frozen=True):
    """A spawn location at the edge of the board: the facing of what enters, and its rows or columns."""

    number: int
    side: str
    facing: Facing
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None


class City(msgspec.Struct, frozen=True):
    """A scenario's board and what stands on it at first. `scenario` counts from 1."""

    id: str
    scenario: int
    boss: str
    spawn_tiers: tuple[int, ...]
    cliff: bool
    fog_sides: tuple[str, ...]
    slots: tuple[SlotPlace, ...]
    starting_constructions: tuple[Placed, ...]
    terrain: tuple[str, ...]
    arrows: tuple[str, ...]
    sectors: tuple[str, ...]
    harpy_perches: Mapping[str, Square] = {}

    def slot(self, number: int) -> SlotPlace | None:
        """The spawn location of that number; None if the city has none."""
        return next((slot for slot in self.slots if slot.number == number), None)


class Symbol(msgspec.Struct, frozen=True):
    """A monster on a spawn card: row and column, kind, and the scenario from which on it is placed."""

    at: tuple[int, int]
    monster: str
    tier: int = 1


class SpawnCard(msgspec.Struct, frozen=True):
    """A spawn card: its symbols in order, and whose `special` card it is, a boss's."""

    monsters: tuple[Symbol, ...]
    special: str | None = None


class Placement(msgspec.Struct, frozen=True):
    """The cards that lie on a slot, top first."""

    slot: int
    cards: tuple[str, ...]


class SpawnDeck(msgspec.Struct, frozen=True):
    """The spawn cards of a night; `placement` says where they lie if they are not shuffled."""

    scenario: str
    night: int
    cards: tuple[str, ...]
    boss_cards: tuple[str, ...] = ()
    placement: tuple[Placement, ...] = ()


class DirectionCard(msgspec.Struct, frozen=True):
    """A direction card (LS-SETUP-6): the slots it names, in order, in cities with a cliff and in others, and where the
    Dryad comes if she is shown (LS-BOSS-DRYAD-1)."""

    id: str
    slots_cliff: tuple[int, ...]
    slots_open: tuple[int, ...]
    dryad_slot: int
    dryad_shown: bool


class Reward(msgspec.Struct, frozen=True):
    """What a box of the panic track or a quest pays: resources, and a piece of equipment of a level."""

    gold: int = 0
    material: int = 0
    equipment_level: str | None = None


class Goal(msgspec.Struct, frozen=True):
    """What resolves a quest: a number to reach (`count`, `at_least`) or not to exceed (`max_destroyed`)."""

    kind: str
    count: int = 0
    level: int = 0
    at_least: int = 0
    max_destroyed: int = 0


class Quest(msgspec.Struct, frozen=True):
    """A quest of a scenario: what resolves it, and what it pays (LS-QUEST-1)."""

    id: str
    scenario: str
    goal: Goal
    reward: Reward


class CetusiaTechnique(msgspec.Struct, frozen=True):
    """An attack of one of Cetusia's parts: its zone, and its damage on each level."""

    id: str
    part: str
    zone: str
    damage_level_1: int
    damage_level_2: int

    def damage(self, level: int) -> int:
        """What it deals on a level, 1 or 2."""
        return self.damage_level_1 if level == 1 else self.damage_level_2


class CetusiaPart(msgspec.Struct, frozen=True):
    """Cetusia's head or tail: its life points, and its dice on each level (LS-BOSS-CETUSIA-5)."""

    id: str
    health: int
    dice_level_1: tuple[str, ...]
    dice_level_2: tuple[str, ...]


class CetusiaCard(msgspec.Struct, frozen=True):
    """Where a card of Cetusia's puts her parts, and with which technique each attacks."""

    id: str
    head: Square
    tail: Square
    head_technique: str
    tail_technique: str


class CetusiaSheet(msgspec.Struct, frozen=True):
    """Cetusia's parts, techniques and cards by id; her cards are shuffled again when so many have been revealed."""

    parts: Mapping[str, CetusiaPart]
    techniques: Mapping[str, CetusiaTechnique]
    cards: Mapping[str, CetusiaCard]
    reshuffle_after_revealed: int


class HarpySheet(msgspec.Struct, frozen=True):
    """The Harpy's sheet: what her dive deals, and the kind and number of monsters that keep her on the cliff."""

    dive_damage: int
    minion: str
    minion_count: int


class GrowthStage(msgspec.Struct, frozen=True):
    """A stage of the Dryad's growth: the sectors she attacks, whether she can be damaged, and how many mages the circle
    loses in a boss step where she can grow no more (LS-BOSS-DRYAD-5, LS-BOSS-DRYAD-7)."""

    stage: int
    attacks: tuple[str, ...]
    can_be_damaged: bool
    circle_damage_per_boss_step: int = 0


class DryadSheet(msgspec.Struct, frozen=True):
    """The Dryad's sheet. Offsets are seen from her first square in the facing of her location."""

    health: int
    dice: tuple[str, ...]
    damage: int
    footprint: tuple[Offset, ...]
    advance: int
    growth: tuple[GrowthStage, ...]
    brood_shift: tuple[int, ...]
    monolith_health: int
    monoliths: tuple[tuple[Offset, ...], ...]
    hatches: tuple[str, ...]
    most_broods: int
    held_damage: int
