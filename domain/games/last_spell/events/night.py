"""What can happen in the course of a night: phases, steps, panic, destiny, spawn cards, turns, the end."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.last_spell.events.causes import Cause, Caused, count_cause
from domain.games.last_spell.rules.bosses.bosses import Dryad
from domain.games.last_spell.rules.heroes.belongings import refresh
from domain.games.last_spell.rules.town.geometry import Facing, Square
from domain.games.last_spell.state import LastSpellState, Monster, Pile


class MonsterPhaseBegan(Event, frozen=True):
    """A Monster phase begins, the `round`th of the night."""

    round: int

    def apply(self, state: LastSpellState) -> None:
        state.phase, state.round, state.active, state.early = "monsters", self.round, None, ()


class StepBegan(Caused, frozen=True):
    """A step of the Monster phase begins (LS-NIGHT-2)."""

    step: str

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        state.step = self.step


class PanicSpread(Caused, frozen=True):
    """`monsters` are inside the city; `removed` Flame tokens leave the track, the leftmost first (LS-PANIC-1)."""

    monsters: int
    removed: int

    def apply(self, state: LastSpellState) -> None:
        state.panic = without_leftmost(state.panic, self.removed)


class DestinyFlipped(Event, frozen=True):
    """The Destiny token shows `left` or `right` for this Monster phase (LS-DESTINY-1)."""

    side: str

    def apply(self, state: LastSpellState) -> None:
        state.destiny = self.side


class SpawnCardRevealed(Event, frozen=True):
    """The top spawn card of a slot, `location`, is turned up."""

    location: str
    card: str
    discloses: ClassVar[bool] = True

    def apply(self, state: LastSpellState) -> None:
        pile = state.spawn[self.location]
        state.spawn[self.location] = replace(pile, left=pile.left[1:], revealed=self.card)


class SpawnCardTaken(Caused, frozen=True):
    """The top spawn card of a slot leaves the game face down (LS-BOSS-DRYAD-1)."""

    location: str

    def apply(self, state: LastSpellState) -> None:
        pile = state.spawn[self.location]
        state.spawn[self.location] = replace(pile, left=pile.left[1:])


class SpawnCardDiscarded(Event, frozen=True):
    """A card revealed in this phase is discarded (LS-SPAWN-5)."""

    location: str
    card: str

    def apply(self, state: LastSpellState) -> None:
        pile = state.spawn[self.location]
        state.spawn[self.location] = Pile(pile.left, None, (*pile.discarded, self.card))


class MonsterSpawned(Caused, frozen=True):
    """A monster enters. One that was `hatched` moves at once and not in the movement step (LS-BOSS-DRYAD-10)."""

    monster: str
    kind: str
    at: Square
    facing: Facing
    health: int
    hatched: bool = False

    def apply(self, state: LastSpellState) -> None:
        state.monsters[self.monster] = Monster(self.kind, self.at, self.facing, self.health)
        state.figures[self.at] = self.monster
        state.count(self.monster)
        if self.hatched:
            state.early = (*state.early, self.monster)


class MonsterPhaseEnded(Event, frozen=True):
    """The Monster phase is over; stunned monsters are fit again (LS-DIE-8)."""

    round: int

    def apply(self, state: LastSpellState) -> None:
        state.step = None
        for monster in state.monsters.values():
            monster.stunned = False
        if isinstance(state.boss, Dryad):
            for tile in (*state.boss.incubators.values(), *state.boss.bombards.values()):
                tile.stunned = False


class HeroPhaseBegan(Event, frozen=True):
    """A Hero phase begins: tokens come back, ballistas are ready (LS-HERO-11, LS-DEF-2)."""

    round: int

    def apply(self, state: LastSpellState) -> None:
        state.phase, state.turn = "heroes", 0
        for hero in state.heroes.values():
            refresh(hero)
        for construction in state.constructions.values():
            construction.used = False


class TurnBegan(Event, frozen=True):
    """A hero's turn begins."""

    hero: str

    def apply(self, state: LastSpellState) -> None:
        state.active = self.hero
        state.turn += 1
        _clear_turn(state, self.hero)


class TurnEnded(Event, frozen=True):
    """A hero's turn ends; points not used are lost (LS-HERO-10)."""

    hero: str

    def apply(self, state: LastSpellState) -> None:
        _clear_turn(state, self.hero)


class HeroPassed(Event, frozen=True):
    """A hero leaves the Hero phase; its turn ends (LS-ACT-2)."""

    hero: str

    def apply(self, state: LastSpellState) -> None:
        _clear_turn(state, self.hero)
        state.heroes[self.hero].passed = True


class NightWon(Event, frozen=True):
    """The night is won; dawn breaks (LS-NIGHT-3, LS-NIGHT-4)."""

    night: int

    def apply(self, state: LastSpellState) -> None:
        state.phase, state.step, state.active, state.assault = "dawn", None, None, None


class QuestRead(msgspec.Struct, frozen=True):
    """How far a quest had come when it was read: what its goal counts, and how much of it was wanted or allowed."""

    goal: str
    count: int
    wanted: int


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """What decided the game, as far as it belongs to its outcome.

    `by` dealt the last blow, of `amount` wounds or mages, to `hero`, who had `health` life points, or to the circle;
    `heroes` are all that were eliminated, `quests` those that were read; `boss` was to be beaten in the last night.
    """

    round: int = 0
    by: str | None = None
    amount: int = 0
    hero: str | None = None
    health: int = 0
    heroes: tuple[str, ...] = ()
    quests: dict[str, QuestRead] = {}
    boss: str | None = None


class GameEnded(Event, frozen=True):
    """The game is over: `outcome` is `won` or `lost`, `cause` says in a word why it was lost.

    `reason` tells it in full; `caused_by` is the number of what began the last blow.
    """

    outcome: str
    night: int
    cause: str | None = None
    reason: Reason | UnsetType = UNSET
    caused_by: Cause = UNSET

    def apply(self, state: LastSpellState) -> None:
        state.phase, state.step, state.active, state.assault = "over", None, None, None
        detail = {"outcome": self.outcome, "night": self.night}
        state.result = detail if self.cause is None else {**detail, "cause": self.cause}


def without_leftmost(panic: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """The panic track with `amount` Flame tokens taken off, the leftmost first."""
    left = []
    for box in panic:
        taken = min(box, amount)
        left.append(box - taken)
        amount -= taken
    return tuple(left)


def _clear_turn(state: LastSpellState, name: str) -> None:
    hero = state.heroes[name]
    hero.points = hero.moved = hero.slain = 0
    hero.attacked = False
