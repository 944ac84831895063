"""What happens to minions in play: attacks, blocks, damage, and how they leave."""

from __future__ import annotations

from domain.contract.game import Event
from domain.games.nightfall.events.cause import Caused
from domain.games.nightfall.state import NightfallState


class AttackDeclared(Event, frozen=True):
    """Pairs (minion, attacked seat), in the order of resolution."""

    seat: str
    attacks: tuple[tuple[str, str], ...]

    def apply(self, state: NightfallState) -> None:
        state.attacks = self.attacks


class BlockDeclared(Event, frozen=True):
    """Pairs (minion, attacker); blockers of one attacker take damage in this order."""

    seat: str
    blocks: tuple[tuple[str, str], ...]

    def apply(self, state: NightfallState) -> None:
        state.blocks += [(minion, attacker, state.minions[minion].serial) for minion, attacker in self.blocks]


class DamageDealt(Caused, frozen=True):
    """A packet of damage to a seat or a minion, before it is shared out. That of an attacker begins a cause."""

    source: str
    target: str
    amount: int
    phase: str

    def apply(self, state: NightfallState) -> None:
        self.count(state, self.source.partition("/")[0])
        state.soaked = []


class MinionDamaged(Caused, frozen=True):
    """`left` is the health that is left."""

    minion: str
    amount: int
    left: int

    def apply(self, state: NightfallState) -> None:
        minion = state.minions[self.minion]
        minion.damage += self.amount
        state.soaked.append(minion.serial)


class MinionHealed(Caused, frozen=True):
    """A minion regains health; `left` is what it has then."""

    minion: str
    amount: int
    left: int

    def apply(self, state: NightfallState) -> None:
        state.minions[self.minion].damage -= self.amount


class _MinionLeft(Caused, frozen=True):
    """A minion leaves play `to` its owner's `discard` pile or `hand`, or to `exile`."""

    minion: str
    to: str

    def apply(self, state: NightfallState) -> None:
        gone = state.leave_play(self.minion)
        owner = state.players[gone.seat]
        if self.to == "discard":
            owner.discard.append(gone.card)
        elif self.to == "exile":
            state.exiled.append(gone.card)
        else:
            owner.return_to_hand(gone.card)


class MinionDestroyed(_MinionLeft, frozen=True):
    """It lost its last health, or a text destroyed it."""


class MinionDiscarded(_MinionLeft, frozen=True):
    """The discard at the end of combat, which is no destruction. The first begins a cause that is nobody's."""

    def apply(self, state: NightfallState) -> None:
        self.count(state, None)
        super().apply(state)


class MinionReturned(_MinionLeft, frozen=True):
    """A text takes a minion out of play without destroying it."""
