"""What happens to the links of the chain."""

from __future__ import annotations

from typing import ClassVar

from domain.game import Event
from domain.nightfall.state import Link, NightfallState


class CardLinked(Event, frozen=True):
    """A card of the hand lies open in the chain; `position` counts from 1."""

    seat: str
    card: str
    kick: bool
    position: int

    def apply(self, state: NightfallState) -> None:
        state.players[self.seat].lose_from_hand(self.card)
        state.chain.append(Link(self.card, self.seat, self.kick))


class LinkPassed(Event, frozen=True):
    """A seat ends its moment, by itself or with an empty hand."""

    seat: str

    def apply(self, state: NightfallState) -> None:
        """Nothing lies differently for it."""


class ChainClosed(Event, frozen=True):
    """Every seat has had its moment."""

    links: int

    def apply(self, state: NightfallState) -> None:
        """Nothing lies differently for it."""


class SecretTold(Event, frozen=True):
    """What happens next tells everybody something that was hidden: of the hand of the seat, or of secret archives.

    `source` is the card, `treat` or `secret-archives` that brings it to light.
    """

    seat: str
    source: str

    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        """Nothing lies differently for it."""


class TargetChosen(Event, frozen=True):
    """A target, an order or another choice that the text of `card` asked for; `auto` if there was but one."""

    seat: str
    card: str
    target: str | tuple[str, ...]
    auto: bool

    def apply(self, state: NightfallState) -> None:
        """What follows from it follows by events of its own."""


class LinkMarked(Event, frozen=True):
    """A link of the chain is `cancelled` or `twice`, or `by` is its `chooser`."""

    link: str
    mark: str
    by: str

    def apply(self, state: NightfallState) -> None:
        link = state.link_named(self.link)
        if self.mark == "cancelled":
            link.cancelled_by = self.by
        elif self.mark == "twice":
            link.twice = True
        else:
            link.chooser = self.by


class KickResolved(Event, frozen=True):
    """A kick text was carried out, as far as possible."""

    seat: str
    card: str

    def apply(self, state: NightfallState) -> None:
        """What the kick did happened by events of its own."""


class CardResolved(Event, frozen=True):
    """The texts of a link are finished. It leaves the chain by the event that follows."""

    seat: str
    card: str

    def apply(self, state: NightfallState) -> None:
        """What the card did happened by events of its own."""


class LinkCancelled(Event, frozen=True):
    """The last link goes to its player's discard pile instead of being resolved; `by` is the seat that hit it."""

    seat: str
    card: str
    by: str

    def apply(self, state: NightfallState) -> None:
        state.chain.pop()
        state.players[self.seat].discard.append(self.card)


class MinionEnteredPlay(Event, frozen=True, rename={"origin": "from"}):
    """`origin` is `chain`, its last link, or `discard`, the oldest copy there."""

    seat: str
    card: str
    damage: int
    origin: str

    def apply(self, state: NightfallState) -> None:
        if self.origin == "chain":
            state.chain.pop()
        else:
            state.players[self.seat].discard.remove(self.card)
        state.enter_play(self.seat, self.card, self.damage)
