"""Items, allies, tokens, security, Failures and damage."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.darkness.events.basis import Caused, without
from domain.games.darkness.state import DOWN, TOKEN, UP, DarknessState, Death, Disk, Token


class ItemGained(Caused, frozen=True):
    """An item or token came to a seat. `shots` is what it holds where uses are counted, else null."""

    seat: str
    item: str
    vp: int
    how: str
    shots: int | None = None

    def apply(self, state: DarknessState) -> None:
        state.disks.pop(self.item, None)
        state.tokens.pop(self.item, None)
        state.change(self.seat, items=(*state.people[self.seat].items, self.item))
        if self.shots is not None:
            state.shots[self.item] = self.shots
        if state.master is not None and self.item in state.master.thrown:
            thrown = {item: by for item, by in state.master.thrown.items() if item != self.item}
            state.master = replace(state.master, thrown=thrown)


class ItemLost(Caused, frozen=True):
    """An item or token left a seat; `gone` takes it out of the game."""

    seat: str
    item: str
    vp: int
    how: str
    gone: bool = False

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, items=without(state.people[self.seat].items, self.item))
        if self.gone:
            state.removed = (*state.removed, self.item)


class ThingLaid(Event, frozen=True):
    """An item or token lies face up on a space."""

    thing: str
    at: str

    def apply(self, state: DarknessState) -> None:
        if self.thing.startswith(TOKEN):
            state.tokens[self.thing] = Token(self.at, UP)
        else:
            state.disks[self.thing] = Disk(self.at, UP)


class ThingRemoved(Event, frozen=True):
    """A thing on the map left the game."""

    thing: str

    def apply(self, state: DarknessState) -> None:
        state.disks.pop(self.thing, None)
        state.tokens.pop(self.thing, None)
        state.removed = (*state.removed, self.thing)


class ItemUsedUp(Event, frozen=True):
    """An item had its last use and left the game; its VP are kept."""

    seat: str
    item: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, items=without(state.people[self.seat].items, self.item))
        state.shots.pop(self.item, None)
        state.removed = (*state.removed, self.item)


class ShotFired(Event, frozen=True):
    """A use of an item was spent."""

    seat: str
    item: str
    left: int

    def apply(self, state: DarknessState) -> None:
        state.shots[self.item] = self.left


class LimitChanged(Event, frozen=True):
    """A seat's carry limit is another."""

    seat: str
    limit: int

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, limit=self.limit)


class AllyGained(Caused, frozen=True):
    """An ally joined a seat."""

    seat: str
    ally: str
    how: str

    def apply(self, state: DarknessState) -> None:
        state.disks.pop(self.ally, None)
        state.change(self.seat, allies=(*state.people[self.seat].allies, self.ally))


class AllyLost(Caused, frozen=True):
    """An ally left a seat; `gone` takes it out of the game."""

    seat: str
    ally: str
    how: str
    gone: bool = False

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, allies=without(state.people[self.seat].allies, self.ally))
        if self.gone:
            state.removed = (*state.removed, self.ally)


class TokenTaken(Event, frozen=True):
    """A token was taken from its space."""

    seat: str
    token: str

    def apply(self, state: DarknessState) -> None:
        state.tokens.pop(self.token)


class TokenTurned(Event, frozen=True):
    """A face-down token was turned up."""

    seat: str
    token: str

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], face=UP)


class TokenDelivered(Caused, frozen=True):
    """A token, carried or following, reached its goal and left the game."""

    seat: str
    token: str

    def apply(self, state: DarknessState) -> None:
        person = state.people[self.seat]
        items = tuple(item for item in person.items if item != self.token)
        state.change(self.seat, items=items, delivered=person.delivered + 1)
        state.tokens.pop(self.token, None)
        state.removed = (*state.removed, self.token)


class CoffinTried(Event, frozen=True):
    """A coffin was not opened; that it did harm, or none, tells all whether it is the true one."""

    seat: str
    at: str
    stirred: bool

    discloses: ClassVar[bool] = True

    def apply(self, state: DarknessState) -> None:
        for name, token in state.tokens.items():
            if token.at == self.at and token.face == DOWN:
                state.tokens[name] = replace(token, tried=True)


class SurvivorTreated(Event, frozen=True):
    """A survivor was treated, for so many points, and follows."""

    seat: str
    token: str
    amount: int

    def apply(self, state: DarknessState) -> None:
        token = state.tokens[self.token]
        state.tokens[self.token] = replace(token, damage=token.damage - self.amount, follows=self.seat)


class SurvivorLeft(Event, frozen=True):
    """A survivor follows nobody any more."""

    token: str

    def apply(self, state: DarknessState) -> None:
        state.tokens[self.token] = replace(state.tokens[self.token], follows=None)


class SecurityPassed(Caused, frozen=True):
    """Security was outwitted; the disk lies in front of the seat."""

    seat: str
    disk: str

    def apply(self, state: DarknessState) -> None:
        state.disks.pop(self.disk, None)
        state.change(self.seat, trophies=(*state.people[self.seat].trophies, self.disk))


class SecurityKilled(Caused, frozen=True):
    """Security was killed; the disk is out of the game."""

    seat: str
    disk: str

    def apply(self, state: DarknessState) -> None:
        state.disks.pop(self.disk, None)
        state.removed = (*state.removed, self.disk)


class SecurityFailed(Caused, frozen=True):
    """Security was not passed: everybody in the building goes out."""

    seat: str
    disk: str


class FailureGained(Caused, frozen=True):
    """A Failure; the counters are not limited by the number in the box (WD-SETUP-8)."""

    seat: str
    why: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, failures=state.people[self.seat].failures + 1)


class FailureRemoved(Caused, frozen=True):
    """A Failure was put back."""

    seat: str
    why: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, failures=state.people[self.seat].failures - 1)


class FailuresOverflowed(Caused, frozen=True):
    """The third Failure: all Failures are put back, all items and allies are lost."""

    seat: str
    items: tuple[str, ...]
    allies: tuple[str, ...]

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, failures=0)


class DamageTaken(Caused, frozen=True):
    """A character took damage; `combat` is how much of it came from combat (GM play)."""

    seat: str
    amount: int
    by: str
    combat: int = 0

    def apply(self, state: DarknessState) -> None:
        person = state.people[self.seat]
        state.change(self.seat, damage=person.damage + self.amount, combat_damage=person.combat_damage + self.combat)


class DamageHealed(Caused, frozen=True):
    """Damage was put back; `combat` is how much of it came from combat (GM play)."""

    seat: str
    amount: int
    by: str
    combat: int = 0

    def apply(self, state: DarknessState) -> None:
        person = state.people[self.seat]
        state.change(self.seat, damage=person.damage - self.amount, combat_damage=person.combat_damage - self.combat)


class DamagePrevented(Caused, frozen=True):
    """An ally took the damage."""

    seat: str
    by: str


class CharacterDied(Caused, frozen=True):
    """A character is dead, by what, and out of the game; nobody helps in a combat or check any more who is."""

    seat: str
    by: str | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        if self.by is not UNSET and self.cause is not UNSET:
            state.deaths[self.seat] = Death(self.by, state.round, self.cause)
        if state.check is not None:
            helpers = tuple(helper for helper in state.check.helpers if helper.seat != self.seat)
            state.check = replace(state.check, helpers=helpers)
        state.change(self.seat, alive=False, effects=(), owes=False)
        if state.combat is not None:
            helpers = tuple(helper for helper in state.combat.helpers if helper.seat != self.seat)
            coming = tuple(helper for helper in state.combat.coming if helper.seat != self.seat)
            away = {seat: steps for seat, steps in state.combat.approaching.items() if seat != self.seat}
            state.combat = replace(state.combat, helpers=helpers, coming=coming, approaching=away)
