"""What the bosses do and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from domain.contract.game import Event
from domain.games.last_spell.events.causes import Caused, count_cause
from domain.games.last_spell.rules.bosses.bosses import Harpy, Monolith, Tile
from domain.games.last_spell.rules.bosses.bosses_data import DRYAD, HARPY, INCUBATOR
from domain.games.last_spell.rules.town.geometry import Facing, Square
from domain.games.last_spell.state import LastSpellState, cetusia_of, dryad_of, harpy_of


class HarpySideDrawn(Event, frozen=True):
    """The day's Destiny token: on which part of the cliff the Harpy will perch."""

    side: str

    def apply(self, state: LastSpellState) -> None:
        harpy_of(state).side = self.side


class CetusiaShuffled(Event, frozen=True):
    """Cetusia's four cards make a new face-down deck (LS-BOSS-CETUSIA-4); nobody knows its order (LS-INFO-1)."""

    deck: tuple[str, ...]
    private: ClassVar[Mapping[str, str]] = {"deck": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: LastSpellState) -> None:
        boss = cetusia_of(state)
        boss.deck, boss.revealed, boss.card = self.deck, (), None


class BossAppeared(Caused, frozen=True):
    """A boss comes. `at` is its square, or the list of the Dryad's; the Harpy may be `perched` on the cliff."""

    boss: str
    at: tuple[int | Square, ...]
    squares: tuple[Square, ...]
    facing: Facing
    perched: bool = False

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        if self.boss == DRYAD:
            dryad_of(state).at = self.squares
            state.structures.update(dict.fromkeys(self.squares, DRYAD))
            return
        [square] = self.squares
        put_boss(state, self.boss, square, self.facing)
        if self.boss == HARPY:
            harpy_of(state).on_cliff = self.perched


class BossMoved(Caused, frozen=True, rename={"origin": "from"}):
    """The Harpy, or a part of Cetusia, goes to another square."""

    boss: str
    origin: Square
    at: Square
    path: tuple[Square, ...]
    facing: Facing

    def apply(self, state: LastSpellState) -> None:
        put_boss(state, self.boss, self.at, self.facing)


class BossTurned(Event, frozen=True):
    """A part of Cetusia turns to its target (LS-BOSS-CETUSIA-10)."""

    boss: str
    facing: Facing

    def apply(self, state: LastSpellState) -> None:
        cetusia_of(state).part(self.boss).facing = self.facing


class HarpyCried(Caused, frozen=True):
    """The Harpy cries; `heroes` are those on her half of the board (LS-BOSS-HARPY-2)."""

    side: str
    heroes: tuple[str, ...]

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)


class CetusiaCardRevealed(Caused, frozen=True):
    """The top card of Cetusia's deck is turned up (LS-BOSS-CETUSIA-2)."""

    card: str
    discloses: ClassVar[bool] = True

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        boss = cetusia_of(state)
        boss.deck, boss.card, boss.revealed = boss.deck[1:], self.card, (*boss.revealed, self.card)


class CetusiaEvolved(Caused, frozen=True):
    """Both parts turn to the next level, all wounds are discarded (LS-BOSS-CETUSIA-6)."""

    level: int

    def apply(self, state: LastSpellState) -> None:
        boss = cetusia_of(state)
        boss.level = self.level
        boss.head.wounds = boss.tail.wounds = 0


class BossPartRemoved(Caused, frozen=True):
    """A part of Cetusia is beaten (LS-BOSS-CETUSIA-7)."""

    part: str

    def apply(self, state: LastSpellState) -> None:
        part = cetusia_of(state).part(self.part)
        if part.at is not None:
            del state.figures[part.at]
        part.at, part.removed = None, True


class BossSlain(Caused, frozen=True):
    """The boss is beaten (LS-NIGHT-4)."""

    boss: str

    def apply(self, state: LastSpellState) -> None:
        return


class GrowthAdvanced(Caused, frozen=True):
    """The Dryad reaches the next stage of growth (LS-BOSS-DRYAD-7)."""

    stage: int

    def apply(self, state: LastSpellState) -> None:
        dryad_of(state).growth = self.stage


class TerrainCleared(Caused, frozen=True):
    """Trees and crossable obstacles make room for the Dryad and her monoliths (LS-BOSS-DRYAD-2)."""

    squares: tuple[Square, ...]

    def apply(self, state: LastSpellState) -> None:
        state.board = state.board.cleared(self.squares)


class MonolithPlaced(Event, frozen=True):
    """A monolith rises round the Dryad (LS-BOSS-DRYAD-3)."""

    monolith: str
    squares: tuple[Square, ...]

    def apply(self, state: LastSpellState) -> None:
        dryad_of(state).monoliths[self.monolith] = Monolith(self.squares)
        state.structures.update(dict.fromkeys(self.squares, self.monolith))
        state.count(self.monolith)


class MonolithDamaged(Caused, frozen=True):
    """`amount` Flame tokens are put on a monolith (LS-BOSS-DRYAD-3)."""

    monolith: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        dryad_of(state).monoliths[self.monolith].flames += self.amount


class MonolithDestroyed(Caused, frozen=True):
    """A monolith leaves the board (LS-BOSS-DRYAD-3)."""

    monolith: str

    def apply(self, state: LastSpellState) -> None:
        for square in dryad_of(state).monoliths.pop(self.monolith).squares:
            del state.structures[square]


class TilePlaced(Caused, frozen=True):
    """An incubator on its first hatch, or a seed bombard, appears (LS-BOSS-DRYAD-9)."""

    tile: str
    at: Square
    facing: Facing

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        boss = dryad_of(state)
        tiles = boss.incubators if self.tile.startswith(INCUBATOR) else boss.bombards
        tiles[self.tile] = Tile(self.at, self.facing, hatch=int(tiles is boss.incubators))
        state.tiles[self.at] = self.tile
        state.count(self.tile)


class IncubatorPlaced(TilePlaced, frozen=True):
    """An incubator appears, on its first hatch."""


class BombardPlaced(TilePlaced, frozen=True):
    """A seed bombard appears."""


class IncubatorHatched(Caused, frozen=True):
    """An incubator is turned to its second hatch, or opens for good with the third (LS-BOSS-DRYAD-8)."""

    tile: str
    at: Square
    hatch: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        dryad_of(state).incubators[self.tile].hatch = self.hatch


class TileRemoved(Caused, frozen=True):
    """An incubator or seed bombard leaves the board."""

    tile: str
    at: Square

    def apply(self, state: LastSpellState) -> None:
        boss = dryad_of(state)
        boss.incubators.pop(self.tile, None)
        boss.bombards.pop(self.tile, None)
        del state.tiles[self.at]


class HeroHeld(Caused, frozen=True):
    """A tile has come up under a hero, who is immobilised (LS-BOSS-DRYAD-12)."""

    hero: str
    tile: str

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].held_by = self.tile


class HeroFreed(Caused, frozen=True):
    """A hero can move again; the tile's removal follows (LS-BOSS-DRYAD-13)."""

    hero: str
    tile: str

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].held_by = None


def put_boss(state: LastSpellState, name: str, square: Square, facing: Facing) -> None:
    """Put the Harpy or a part of Cetusia on a square, off the one where it stood."""
    figure = state.boss if isinstance(state.boss, Harpy) else cetusia_of(state).part(name)
    if figure.at is not None and state.figures.get(figure.at) == name:
        del state.figures[figure.at]
    figure.at, figure.facing = square, facing
    state.figures[square] = name
