"""What happens in the attack of a hero or a defence."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.last_spell.events.causes import Caused, count_cause
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import Assault, LastSpellState

BARE_HANDS = "bare-hands"
"""The place of the Action tokens that bare hands cost, and the name of their attack."""

Aim = tuple[int | Square, ...]
"""An impact point `(x, y)`, or several; empty where a hero is the target."""


class AttackDeclared(Caused, frozen=True):
    """A hero attacks: with a technique of a weapon, a scroll or bare hands, at a price.

    `at` is the impact point, or several of them. The Action tokens go to `place`; `counts` says that the use is
    counted though it lays no token (LS-WPN-8), `attacks` that it is the turn's attack (LS-WPN-7).
    """

    hero: str
    weapon: str
    technique: str
    at: Aim
    assault: Assault | None
    target: str | None = None
    actions: int = 0
    mana: int = 0
    movement: int = 0
    place: str | None = None
    counts: bool = False
    attacks: bool = True

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        hero = state.heroes[self.hero]
        hero.actions -= self.actions
        hero.mana -= self.mana
        hero.points -= self.movement
        hero.attacked = hero.attacked or self.attacks
        if self.place is not None and self.actions:
            hero.spent = {**hero.spent, self.place: hero.spent.get(self.place, 0) + self.actions}
        if self.place is not None and self.counts:
            hero.uses = {**hero.uses, self.place: hero.uses.get(self.place, 0) + 1}
        state.assault = self.assault


class DefenceFired(Caused, frozen=True):
    """A hero lets a ballista or catapult shoot, for `rocks` (LS-DEF-1)."""

    hero: str
    defence: str
    at: Square
    assault: Assault
    rocks: int = 0

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        construction = state.constructions[self.defence]
        construction.used = not self.rocks
        construction.rocks -= self.rocks
        state.assault = self.assault


class DefenceRolled(Caused, frozen=True):
    """A monster rolls its dice. `hit`: this roll hits; `stun`: this roll stuns it (LS-DIE-1).

    `targeted` is false of a roll for Stun only in an attack with Propagation, which may still go on to the monster
    (R43); elsewhere it makes no difference and is left out.
    """

    monster: str
    results: tuple[str, ...]
    hit: bool
    stun: bool
    targeted: bool | UnsetType = UNSET

    def apply(self, state: LastSpellState) -> None:
        if state.assault is None or self.targeted is False or self.monster in state.assault.targeted:
            return
        state.assault = replace(state.assault, targeted=(*state.assault.targeted, self.monster))


class RerollTaken(Caused, frozen=True):
    """A missed monster is to roll again: by `magic`, for mana, by `isolation` or by `momentum`."""

    hero: str
    monster: str
    source: str
    mana: int = 0

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].mana -= self.mana
        if state.assault is not None:
            taken = (*state.assault.rerolls, (self.monster, self.source))
            state.assault = replace(state.assault, rerolls=taken)


class AttackCompleted(Event, frozen=True):
    """All of an attack has been carried out."""

    hero: str

    def apply(self, state: LastSpellState) -> None:
        state.assault = None
