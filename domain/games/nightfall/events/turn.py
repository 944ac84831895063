"""What happens to the turn, to influence, and to the game at its end."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.nightfall.events.cause import Caused
from domain.games.nightfall.state import NightfallState, TurnEffects


class TurnBegan(Caused, frozen=True):
    """A seat is active; `turn` counts from 1. It begins a cause: that of the influence of the turn."""

    seat: str
    turn: int

    def apply(self, state: NightfallState) -> None:
        self.count(state, self.seat)
        state.active = self.seat
        state.turn = self.turn


class PhaseBegan(Event, frozen=True):
    """A phase begins. With the claim phase what is left of the influence ends (NF-TURN-3, EM-23)."""

    phase: str
    seat: str

    def apply(self, state: NightfallState) -> None:
        state.phase = self.phase
        state.text = None
        state.attacks = ()
        state.blocks = []
        if self.phase == "cleanup":
            state.players[self.seat].influence = 0


class InfluenceGained(Caused, frozen=True):
    """`amount` is what was added to reach `total`; `source` is `turn`, `discard` or a card."""

    seat: str
    amount: int
    total: int
    source: str

    def apply(self, state: NightfallState) -> None:
        state.players[self.seat].influence = self.total


class InfluenceLost(Caused, frozen=True):
    """A text took influence; or, with the source `claim`, what was left when that phase ended (NF-TURN-3)."""

    seat: str
    amount: int
    total: int
    source: str

    def apply(self, state: NightfallState) -> None:
        self.count(state, None)
        state.players[self.seat].influence = self.total


class TurnEffectBegan(Event, frozen=True):
    """An effect that lasts until the turn ends: a field of `TurnEffects`, counted where it adds up."""

    effect: str
    seat: str

    def apply(self, state: NightfallState) -> None:
        effect = getattr(state.effects, self.effect)
        if isinstance(effect, list):
            effect.append(self.seat)
        else:
            effect[self.seat] = effect.get(self.seat, 0) + 1


class TurnEnded(Event, frozen=True):
    """Effects of the turn end."""

    seat: str
    turn: int

    def apply(self, state: NightfallState) -> None:
        state.effects = TurnEffects()
        state.treated = False


class EndTriggered(Event, frozen=True):
    """The seat took the last face-up wound."""

    seat: str

    def apply(self, state: NightfallState) -> None:
        state.ending = True


class GameEnded(Event, frozen=True):
    """The game is over: seats from best to worst, each seat's wounds, in number and by type, and for each two
    neighbours of the ranking the rule that set them apart."""

    ranking: tuple[str, ...]
    wounds: dict[str, int]
    kinds: dict[str, dict[str, int]] | UnsetType = UNSET
    decided: tuple[str, ...] | UnsetType = UNSET

    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        state.phase = "over"
        state.ranking = self.ranking
