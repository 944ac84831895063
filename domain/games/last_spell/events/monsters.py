"""What monsters do and what is done to them and to constructions."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.last_spell.changes import is_thorough
from domain.games.last_spell.events.causes import Caused, count_cause
from domain.games.last_spell.events.night import without_leftmost
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Dryad, Harpy
from domain.games.last_spell.rules.town.geometry import Facing, Square
from domain.games.last_spell.state import LastSpellState, QuestLog


class MonsterMoved(Caused, frozen=True, rename={"origin": "from"}):
    """A monster moves; `path` are the squares it entered or passed over, `facing` its facing afterwards."""

    monster: str
    origin: Square
    to: Square
    path: tuple[Square, ...]
    facing: Facing

    def apply(self, state: LastSpellState) -> None:
        monster = state.monsters[self.monster]
        del state.figures[self.origin]
        state.figures[self.to] = self.monster
        monster.at, monster.facing = self.to, self.facing


class MonsterAttacked(Caused, frozen=True):
    """A monster or boss attacks a hero, a construction or the circle."""

    monster: str
    target: str
    damage: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)


class MonsterExploded(Caused, frozen=True):
    """A monster explodes (LS-ABIL-5); what it does follows, then its removal."""

    monster: str
    at: Square

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)


class MonsterWounded(Caused, frozen=True):
    """A monster, a boss or a part takes `amount` wounds; `left` life points remain (LS-MON-3)."""

    monster: str
    amount: int
    left: int

    def apply(self, state: LastSpellState) -> None:
        if is_thorough(state):
            count_cause(state, self.cause)
        if (monster := state.monsters.get(self.monster)) is not None:
            monster.wounds += self.amount
        elif isinstance(state.boss, Cetusia):
            state.boss.part(self.monster).wounds += self.amount
        elif isinstance(state.boss, Harpy) or (isinstance(state.boss, Dryad) and state.boss.tile(self.monster) is None):
            state.boss.wounds += self.amount


class MonsterStunned(Caused, frozen=True):
    """A monster neither moves nor attacks until the end of the next Monster phase (LS-DIE-8)."""

    monster: str

    def apply(self, state: LastSpellState) -> None:
        if (monster := state.monsters.get(self.monster)) is not None:
            monster.stunned = True
        elif isinstance(state.boss, Dryad) and (tile := state.boss.tile(self.monster)) is not None:
            tile.stunned = True


class MonsterSlain(Caused, frozen=True):
    """A monster is eliminated. `hero` has it counted as slain in its turn, if any; `quests` count it (LS-QUEST-1)."""

    monster: str
    by: str
    hero: str | None = None
    quests: tuple[str, ...] = ()

    def apply(self, state: LastSpellState) -> None:
        if self.hero is not None:
            state.heroes[self.hero].slain += 1
        state.quests = counted(state.quests, self.quests)
        if self.monster in state.monsters:
            kind, at = state.monsters[self.monster].kind, state.monsters[self.monster].at
            remove_monster(state, self.monster)
            if isinstance(state.boss, Harpy) and kind == state.content.harpy.minion:
                state.boss.alerions_slain += 1
                state.boss.fallen = at


class MonsterRemoved(Caused, frozen=True):
    """A monster leaves the board without being slain: it has `exploded`, or a `boss` takes its place."""

    monster: str
    why: str

    def apply(self, state: LastSpellState) -> None:
        remove_monster(state, self.monster)


class ConstructionDamaged(Caused, frozen=True, rename={"source": "from"}):
    """`amount` Flame tokens are put on a construction, from the `panic` track or the `box` (LS-ATT-8)."""

    construction: str
    amount: int
    source: str
    by: str | UnsetType = UNSET

    def apply(self, state: LastSpellState) -> None:
        state.constructions[self.construction].flames += self.amount
        if self.source == "panic":
            state.panic = without_leftmost(state.panic, self.amount)


class ConstructionDestroyed(Caused, frozen=True):
    """A construction leaves the board (LS-ATT-9); a hero on it stays on the square (R52). `quests` count it."""

    construction: str
    quests: tuple[str, ...] = ()

    def apply(self, state: LastSpellState) -> None:
        for square in state.constructions.pop(self.construction).squares:
            del state.structures[square]
        for hero in state.heroes.values():
            if hero.tower == self.construction:
                hero.tower = None
        state.quests = counted(state.quests, self.quests)


class MagesLost(Caused, frozen=True):
    """The circle loses mages to `by` (LS-ATT-10); `left` remain."""

    amount: int
    left: int
    by: str | UnsetType = UNSET

    def apply(self, state: LastSpellState) -> None:
        state.mages = self.left


def remove_monster(state: LastSpellState, name: str) -> None:
    """Take a monster off the board."""
    del state.figures[state.monsters.pop(name).at]


def counted(quests: Mapping[str, QuestLog], ids: tuple[str, ...]) -> dict[str, QuestLog]:
    """The quests, one more counted for each of `ids`."""
    return {id: replace(log, count=log.count + (id in ids)) for id, log in quests.items()}
