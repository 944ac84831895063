"""What heroes do and what is done to them, attacks apart."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.last_spell.events.causes import Cause, Caused, count_cause
from domain.games.last_spell.rules.heroes.belongings import turn_ready, turn_used
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import Bottle, LastSpellState

PROTECT = "protect"
"""The place of the Action token laid aside for Protect, and what a reduction by it is called."""


class MovementTokenSpent(Caused, frozen=True):
    """A hero turns a ready movement token and gains `points` (LS-HERO-9)."""

    hero: str
    value: int
    points: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        hero = state.heroes[self.hero]
        turn_used(hero, self.value)
        hero.points += self.points


class HeroMoved(Event, frozen=True, rename={"origin": "from"}):
    """A hero goes or is moved, for `points` and `mana`; `squares` count as moved. `tower` is where it stands then.

    `cause` says how it goes; the number of what began it is `caused_by`.
    """

    hero: str
    origin: Square
    to: Square
    path: tuple[Square, ...]
    cause: str
    points: int = 0
    mana: int = 0
    squares: int = 0
    tower: str | None = None
    caused_by: Cause = UNSET

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.caused_by)
        hero = state.heroes[self.hero]
        del state.figures[self.origin]
        state.figures[self.to] = self.hero
        hero.at, hero.tower = self.to, self.tower
        hero.points -= self.points
        hero.mana -= self.mana
        hero.moved += self.squares


class ProtectionTaken(Caused, frozen=True):
    """A hero lays `actions` Action tokens aside to protect itself (LS-HERO-8)."""

    hero: str
    actions: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        hero = state.heroes[self.hero]
        hero.actions -= self.actions
        hero.spent = {**hero.spent, PROTECT: hero.spent.get(PROTECT, 0) + self.actions}
        hero.uses = {**hero.uses, PROTECT: hero.uses.get(PROTECT, 0) + 1}
        hero.protected = True


class PotionDrunk(Caused, frozen=True):
    """A hero drinks a dose; with none left the potion is gone (LS-POT-6)."""

    hero: str
    kind: str
    doses_left: int

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        hero = state.heroes[self.hero]
        at = next(index for index, bottle in enumerate(hero.potions) if bottle.kind == self.kind)
        left = (Bottle(self.kind, self.doses_left),) if self.doses_left else ()
        hero.potions = (*hero.potions[:at], *left, *hero.potions[at + 1 :])


class WoundHealed(Caused, frozen=True):
    """A hero is healed of `amount` wounds."""

    hero: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].wounds -= self.amount


class ManaGained(Caused, frozen=True):
    """A hero gains `amount` mana."""

    hero: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].mana += self.amount


class ManaDrained(Caused, frozen=True):
    """A hero loses mana to a monster (LS-ABIL-8)."""

    hero: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].mana -= self.amount


class ActionRecovered(Caused, frozen=True, rename={"place": "from"}):
    """An Action token comes back from where it lay; from Protect, the hero's guard is gone with it."""

    hero: str
    place: str

    def apply(self, state: LastSpellState) -> None:
        hero = state.heroes[self.hero]
        hero.actions += 1
        left = hero.spent.get(self.place, 0) - 1
        hero.spent = {place: n for place, n in hero.spent.items() if place != self.place}
        if left > 0:
            hero.spent = {**hero.spent, self.place: left}
        if self.place == PROTECT:
            hero.protected = False


class MovementRecovered(Caused, frozen=True):
    """A used movement token turns ready."""

    hero: str
    value: int

    def apply(self, state: LastSpellState) -> None:
        turn_ready(state.heroes[self.hero], self.value)


class MovementLost(Caused, frozen=True):
    """The Harpy's cry turns a ready movement token, which the next refresh leaves (LS-BOSS-HARPY-2, 9)."""

    hero: str
    value: int

    def apply(self, state: LastSpellState) -> None:
        hero = state.heroes[self.hero]
        turn_used(hero, self.value)
        hero.lost = (*hero.lost, self.value)


class HeroStruck(Caused, frozen=True):
    """A friend's attack covers a hero (LS-WPN-11); `amount` is before any reduction."""

    hero: str
    by: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        return


class DamageReduced(Caused, frozen=True):
    """Damage is `amount` less, thanks to a card or to `protect`, which is used up."""

    hero: str
    by: str
    amount: int

    def apply(self, state: LastSpellState) -> None:
        if self.by == PROTECT:
            state.heroes[self.hero].protected = False


class ArmorUsed(Caused, frozen=True):
    """An armour or shield is turned sideways (LS-ARM-2)."""

    hero: str
    card: str

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        _turn_card(state, self.hero, self.card, True)


class ArmorReactivated(Caused, frozen=True):
    """A card can be used again, for mana or a movement token, or by its own trigger (LS-ARM-3)."""

    hero: str
    card: str
    mana: int = 0
    token: int | None = None

    def apply(self, state: LastSpellState) -> None:
        count_cause(state, self.cause)
        hero = state.heroes[self.hero]
        hero.mana -= self.mana
        if self.token is not None:
            turn_used(hero, self.token)
        _turn_card(state, self.hero, self.card, False)


class HeroWounded(Caused, frozen=True):
    """A hero takes `amount` wounds."""

    hero: str
    amount: int
    by: str

    def apply(self, state: LastSpellState) -> None:
        state.heroes[self.hero].wounds += self.amount


class HeroEliminated(Caused, frozen=True):
    """A hero leaves the board for good (LS-HERO-1)."""

    hero: str

    def apply(self, state: LastSpellState) -> None:
        hero = state.heroes[self.hero]
        if hero.at is not None:
            del state.figures[hero.at]
        hero.at = hero.tower = hero.held_by = None
        hero.in_play, hero.protected = False, False


def _turn_card(state: LastSpellState, name: str, card: str, used: bool) -> None:
    hero = state.heroes[name]
    hero.armor = tuple(
        replace(worn, used=used) if worn.card == card and worn.used != used else worn for worn in hero.armor
    )
