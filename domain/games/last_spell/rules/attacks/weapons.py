"""Weapons: prices, uses, ranges and what may be aimed at (chapter 3, LS-WPN)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.contract.game import Refused
from domain.contract.reason import Reason
from domain.games.last_spell.changes import is_exact
from domain.games.last_spell.components import Range, Technique
from domain.games.last_spell.rules.town.board import OPEN
from domain.games.last_spell.rules.town.geometry import FACINGS, Square, ahead, zone
from domain.games.last_spell.rules.town.pieces import construction_at, enemies_at, hero_at, squares_of
from domain.games.last_spell.rules.town.sight import Front, fronts, has_vision, is_hidden, needs_sight
from domain.games.last_spell.state import Hero, LastSpellState


class Tool(NamedTuple):
    """A technique as it is about to be used: of a weapon, a scroll or a defence.

    `kind` is `melee`, `ranged`, `magic` or `defence` (LS-WPN-1); `place` is where its Action tokens go, None for
    what is not counted: scrolls (LS-SCR-1), defences. The impact point of a `is_free` tool is free (R28).
    """

    source: str
    technique: Technique
    kind: str
    damage: int
    place: str | None
    is_free: bool = False


def tool_of_weapon(state: LastSpellState, weapon: str, technique: str) -> Tool:
    """A technique of a weapon; `Refused` if there is none."""
    known = state.content.weapons.get(weapon)
    if known is None or technique not in known.techniques:
        raise Refused("malformed", "there is no technique {weapon}/{technique}", weapon=weapon, technique=technique)
    return Tool(weapon, known.techniques[technique], known.type, known.damage, f"{weapon}/{technique}")


def tool_of_scroll(state: LastSpellState, scroll: str) -> Tool:
    """A scroll, as a magic technique (LS-SCR-2); `Refused` if there is none."""
    known = state.content.scrolls.get(scroll)
    if known is None:
        raise Refused("malformed", "there is no scroll {scroll!r}", scroll=scroll)
    return Tool(scroll, known.technique, "magic", known.damage, None)


def tools(state: LastSpellState, hero: str) -> Iterator[Tool]:
    """The techniques of the weapons that a hero carries."""
    for weapon in dict.fromkeys(state.heroes[hero].weapons):
        for technique in state.content.weapons[weapon].techniques:
            yield tool_of_weapon(state, weapon, technique)


def scroll_tools(state: LastSpellState, hero: str) -> Iterator[Tool]:
    """The scrolls that a hero carries."""
    return (tool_of_scroll(state, scroll) for scroll in dict.fromkeys(state.heroes[hero].scrolls))


def uses_left(hero: Hero, tool: Tool) -> bool:
    """Whether a technique can be used again in this Hero phase (LS-WPN-8): its uses are the tokens on it divided
    by its price, rounded up (R4), or where it costs none the uses counted."""
    most, place = tool.technique.uses_per_hero_phase, tool.place
    if most is None or place is None:
        return True
    price = tool.technique.cost.action
    uses = -(-hero.spent.get(place, 0) // price) if price else hero.uses.get(place, 0)
    return uses < most


def range_of(state: LastSpellState, tool: Tool) -> Range:
    """The range of a technique (LS-WPN-9)."""
    return state.content.ranges[tool.technique.range]


def reach(state: LastSpellState, origin: Square, reached: Range) -> Iterator[Square]:
    """The squares that a range covers from a square, in a fixed order.

    In sectors: the active one (LS-FX-active-sector-1), adjacent ones (LS-FX-adjacent-sector-1), far ones
    (LS-FX-far-sector-1), or two of these (LS-FX-active-adjacent-1, LS-FX-adjacent-far-1). In squares: straight
    along a row or column (LS-FX-melee-1, LS-FX-two-squares-1), or the own square (LS-FX-self-1). A square of no
    sector is reached by no sector range (LS-WPN-3, R47).
    """
    if reached.unit == "sector":
        for sector in sorted(_sectors(state, origin, reached)):
            yield from state.board.sector_squares[sector]
    elif not reached.squares:
        yield origin
    else:
        for facing in FACINGS:
            for count in range(1, reached.squares + 1):
                yield ahead(origin, facing, count)


class Aimer:
    """What a hero, or a defence, sees from where it stands: says of squares whether they may be aimed at."""

    def __init__(self, state: LastSpellState, origin: Square, tool: Tool, vision: bool) -> None:
        self._state, self._origin, self._tool = state, origin, tool
        reached = range_of(state, tool)
        free = tool.is_free or vision or "vision" in tool.technique.effects
        self._reach = dict.fromkeys(reach(state, origin, reached))
        self._fronts: tuple[Front, ...] = ()
        if not free and needs_sight(tool.kind, tool.technique, reached.unit):
            self._fronts = fronts(state, origin)
        self._minds_trees = reached.unit == "sector" and tool.kind != "melee" and not free
        self._near = frozenset(zone((origin,)))

    def problem(self, square: Square) -> Reason | None:
        """Why the square cannot be the impact point, in words; None if it can."""
        if square not in self._reach:
            return Reason("out of range")
        if self._tool.is_free:
            return None
        if not can_be_struck(self._state, square):
            return Reason("nothing to be struck can stand there")
        if self._fronts and is_hidden(self._origin, self._fronts, square):
            return Reason("out of sight")
        if self._minds_trees and square in self._state.board.covered:
            return Reason("a tree covers that square")
        if self._tool.kind == "ranged" and self._is_near(square):
            return Reason("a ranged weapon cannot target an enemy in the hero's zone")
        return None

    def _is_near(self, square: Square) -> bool:
        """Whether an enemy on the square stands in the zone of who aims, be it with another square of its own; under
        rules number 2 that one square alone counted."""
        stands = enemies_at(self._state, square)
        if not is_exact(self._state):
            return square in self._near and bool(stands)
        return any(not self._near.isdisjoint(squares_of(self._state, enemy)) for enemy in stands)

    def squares(self) -> list[Square]:
        """All possible impact points, in the order of the range."""
        return [square for square in self._reach if not self.problem(square)]


def aimer(state: LastSpellState, hero: str, tool: Tool) -> Aimer:
    """What a hero may aim at: within range, in sight (LS-LOS-1), not under a tree (LS-GLEN-1, which neither melee
    nor Vision minds, LS-GLEN-3, LS-FX-vision-1), and no enemy in its own zone with a ranged weapon (LS-WPN-4)."""
    at = state.heroes[hero].at
    assert at is not None
    return Aimer(state, at, tool, has_vision(state, hero))


def can_be_struck(state: LastSpellState, square: Square) -> bool:
    """Whether a square can be an impact point: an empty one, a monster's or a hero's (LS-WPN-10)."""
    if hero_at(state, square) is not None or enemies_at(state, square):
        return True
    if state.board.terrain.get(square) not in OPEN or square in state.figures:
        return False
    construction = construction_at(state, square)
    return construction is None or not state.construction_kind(construction).obstacle


def _sectors(state: LastSpellState, origin: Square, reached: Range) -> frozenset[str]:
    """The sectors that a range names, seen from the active one, in which the figure stands (LS-BOARD-2)."""
    active = state.board.sectors.get(origin)
    if active is None:
        return frozenset()
    found: frozenset[str] = frozenset()
    for name in reached.sectors:
        match name:
            case "active":
                found |= {active}
            case "adjacent":
                found |= state.board.adjacent[active]
            case _:
                found |= state.board.far[active]
    return found
