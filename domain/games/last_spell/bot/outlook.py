"""What the active hero could achieve from one square or another: worked out once for a table, remembered for it."""

from __future__ import annotations

from copy import copy
from functools import cached_property

from domain.games.last_spell.bot.danger import Threats, danger
from domain.games.last_spell.bot.odds import gain, to_circle, worth
from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.components import Zone
from domain.games.last_spell.rules.attacks.attacks import unready
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.attacks.weapons import Aimer, Tool, range_of, scroll_tools, tools
from domain.games.last_spell.rules.heroes.ways import reachable
from domain.games.last_spell.rules.town.geometry import Facing, Square, axis, distance, neighbours
from domain.games.last_spell.rules.town.pieces import enemies, is_monolith, is_tile, squares_of
from domain.games.last_spell.rules.town.sight import has_vision
from domain.games.last_spell.state import LastSpellState

MOST_TARGETS = 8
"""How many enemies are weighed as targets, those worth most."""


class Outlook:
    """A table seen by its active hero. `hero` is it, `worths` what each enemy is worth, by `weights`, but for those
    that are `spared`: a boss that is not hunted."""

    def __init__(self, state: LastSpellState, weights: Weights) -> None:
        assert state.active is not None
        self.state, self.name, self.weights = state, state.active, weights
        self.hero = state.heroes[self.name]
        self._lairs = [] if state.boss is None else [piece for piece in state.boss.enemies() if _is_lair(piece)]
        self.spared = frozenset(() if weights.hunt else self._lairs)
        found = (enemy for enemy in enemies(state) if not (is_monolith(enemy) or enemy in self.spared))
        self.worths = {enemy: worth(state, enemy, weights) for enemy in found}
        self.targets = sorted(self.worths, key=lambda enemy: -self.worths[enemy])[:MOST_TARGETS]
        self._goals = self._wanted_at()
        self._tools = self._usable()
        self._gains: dict[tuple[str, str, Square, str], int] = {}
        self._best_gains: dict[Square, int] = {}
        self._dangers: dict[Square, int] = {}

    def best_gain(self, square: Square) -> int:
        """The most that one attack from a square may bring, with what the hero can pay, had it not attacked."""
        if square not in self._best_gains:
            self._best_gains[square] = self._best_gain(square)
        return self._best_gains[square]

    def _best_gain(self, square: Square) -> int:
        best = 0
        for tool in self._tools:
            vision = square == self.hero.at and has_vision(self.state, self.name)
            sight = Aimer(self.state, square, tool, vision)
            for target in self.targets:
                for at in self._at(target):
                    if sight.problem(at) is None:
                        best = max(best, self.tool_gain(tool, square, at))
        return max(best, self._bare_hands(square))

    def can_attack(self) -> bool:
        """Whether the hero has a worthwhile attack from where it stands."""
        if self.hero.attacked or self.hero.at is None:
            return False
        return self.best_gain(self.hero.at) > self.weights.worthwhile

    def tool_gain(self, tool: Tool, origin: Square, at: Square) -> int:
        """What a technique may bring from one square against another, less its price."""
        zone = self.state.content.zones[tool.technique.zone]
        times = tool.technique.x if zone.repeat else 1
        return times * self.strike_gain(tool, zone, at, axis(origin, at)) - price(tool, self.weights)

    def strike_gain(self, tool: Tool, zone: Zone, at: Square, facing: Facing) -> int:
        """What a technique may bring on one impact point."""
        key = (tool.source, tool.technique.id, at, facing)
        if key not in self._gains:
            squares = strike_squares(zone, at, facing)
            second = tool.kind == "magic" and self.hero.mana > tool.technique.cost.mana
            effects = tool.technique.effects
            self._gains[key] = gain(self.state, squares, at, tool.damage, effects, second, self.weights)
        return self._gains[key]

    def danger(self, square: Square) -> int:
        """What the next Monster phase may cost the hero if it stands on a square."""
        if square not in self._dangers:
            self._dangers[square] = danger(self.state, self.name, square, self.weights, self._threats)
        return self._dangers[square]

    @cached_property
    def farther(self) -> dict[Square, tuple[Square, ...]]:
        """Where the hero could end with all its movement tokens, and by which way."""
        rested = copy(self.hero)
        rested.points += sum(rested.ready)
        return reachable(self.state, rested)

    @cached_property
    def _threats(self) -> Threats:
        return Threats(self.state)

    def away(self, square: Square) -> int:
        """How far a square is from where the hero is wanted: a boss, or a monster near the city; else the circle."""
        if not self._goals:
            return max(0, to_circle(self.state, (square,)) - 3)
        return min(distance(square, goal) for goal in self._goals)

    def ready_tools(self) -> list[Tool]:
        """The techniques that the hero can use now."""
        return [tool for tool in self._tools if not unready(self.state, self.hero, tool)]

    def _usable(self) -> list[Tool]:
        """The techniques with which the hero could attack, had it not attacked in this turn."""
        state, rested = self.state, copy(self.hero)
        rested.attacked = False
        found = (*tools(state, self.name), *scroll_tools(state, self.name))
        aimed = (tool for tool in found if range_of(state, tool).unit != "hero")
        return [tool for tool in aimed if not unready(state, rested, tool)]

    def _bare_hands(self, square: Square) -> int:
        if not self.hero.actions:
            return 0
        near = neighbours(square)
        reached = any(at in near for target in self.targets for at in self._at(target))
        return self.weights.worthwhile + 1 if reached else 0

    def _wanted_at(self) -> list[Square]:
        """Where the hero is wanted: at a boss, even before it can be wounded, and at monsters that are near the circle.

        With a boss on the board only those count that are at the circle already, since others come for ever.
        """
        lairs = [square for piece in self._lairs if piece not in self.spared for square in self._at(piece)]
        most = self.weights.alarm if lairs else self.weights.watch
        near = [target for target in self.targets if to_circle(self.state, self._at(target)) <= most]
        return lairs + [square for target in near for square in self._at(target)]

    def _at(self, target: str) -> tuple[Square, ...]:
        return squares_of(self.state, target)


def _is_lair(piece: str) -> bool:
    return not (is_monolith(piece) or is_tile(piece))


def price(tool: Tool, weights: Weights) -> int:
    """What the price of a technique is thought to be worth."""
    cost = tool.technique.cost
    return weights.action * cost.action + weights.mana * cost.mana + weights.movement * cost.movement
