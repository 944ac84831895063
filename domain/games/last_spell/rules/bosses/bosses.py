"""What the table knows of each boss. Their rules are in `harpy`, `cetusia` and `dryad`."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import msgspec

from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.town.geometry import Facing, Square


class Harpy(msgspec.Struct):
    """The Corrupted Harpy. `fallen` is where the last alerion died, from which she is to enter."""

    side: str | None = None
    at: Square | None = None
    facing: Facing = "south"
    on_cliff: bool = False
    wounds: int = 0
    alerions_slain: int = 0
    fallen: Square | None = None

    kind = HARPY

    def enemies(self) -> Iterator[str]:
        """Her name when she can be attacked: not on the cliff (LS-BOSS-HARPY-4)."""
        if self.at is not None and not self.on_cliff:
            yield HARPY

    def squares(self, name: str) -> tuple[Square, ...]:
        """Where she stands; empty before she has come."""
        return () if self.at is None else (self.at,)

    def clone(self) -> Harpy:
        return copy(self)


class Part(msgspec.Struct):
    """Cetusia's head or tail. `at` is None before it has come and when it has been removed."""

    at: Square | None = None
    facing: Facing = "south"
    wounds: int = 0
    removed: bool = False


class Cetusia(msgspec.Struct):
    """Cetusia. `card` is the one that was revealed last, `revealed` those since the last shuffle, `deck` top first."""

    head: Part
    tail: Part
    level: int = 1
    card: str | None = None
    revealed: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()

    kind = CETUSIA

    def part(self, name: str) -> Part:
        """The part of that name."""
        return self.head if name == "head" else self.tail

    def enemies(self) -> Iterator[str]:
        """Her parts on the board, the head first."""
        return (name for name in ("head", "tail") if self.part(name).at is not None)

    def squares(self, name: str) -> tuple[Square, ...]:
        """Where a part stands; empty if it is not on the board."""
        at = self.part(name).at
        return () if at is None else (at,)

    def clone(self) -> Cetusia:
        other = copy(self)
        other.head, other.tail = copy(self.head), copy(self.tail)
        return other


class Monolith(msgspec.Struct):
    """A monolith and the Flame tokens on it."""

    squares: tuple[Square, ...]
    flames: int = 0


class Tile(msgspec.Struct):
    """An incubator, or a seed bombard, whose `hatch` stays 0."""

    at: Square
    facing: Facing
    hatch: int = 0
    stunned: bool = False


class Dryad(msgspec.Struct):
    """The Putrefied Dryad. `slot` is where she is to come, None if no card shows her; `at` is empty before."""

    slot: int | None = None
    at: tuple[Square, ...] = ()
    growth: int = 1
    wounds: int = 0
    monoliths: dict[str, Monolith] = {}
    incubators: dict[str, Tile] = {}
    bombards: dict[str, Tile] = {}

    kind = DRYAD

    def enemies(self) -> Iterator[str]:
        """The Dryad, her monoliths, incubators and seed bombards on the board."""
        if self.at:
            yield DRYAD
        yield from self.monoliths
        yield from self.incubators
        yield from self.bombards

    def tile(self, name: str) -> Tile | None:
        """The incubator or bombard of that name."""
        return self.incubators.get(name) or self.bombards.get(name)

    def squares(self, name: str) -> tuple[Square, ...]:
        """Where a piece of hers stands; empty if it is not on the board."""
        if name == DRYAD:
            return self.at
        if name in self.monoliths:
            return self.monoliths[name].squares
        tile = self.tile(name)
        return () if tile is None else (tile.at,)

    def clone(self) -> Dryad:
        other = copy(self)
        other.monoliths = {name: copy(monolith) for name, monolith in self.monoliths.items()}
        other.incubators = {name: copy(tile) for name, tile in self.incubators.items()}
        other.bombards = {name: copy(tile) for name, tile in self.bombards.items()}
        return other


Boss = Harpy | Cetusia | Dryad
