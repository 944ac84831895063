"""What happens to the links of the chain."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.nightfall.components import SECRET
from domain.games.nightfall.events.cause import Caused
from domain.games.nightfall.state import Link, NightfallState, TextUnderWay

PieceId = str | UnsetType
"""The id of a link or minion; nothing in games of the first rules number, where positions were names."""


class CardLinked(Event, frozen=True):
    """A card of the hand lies open in the chain; `position` counts from 1, `link` is its id there."""

    seat: str
    card: str
    kick: bool
    position: int
    link: PieceId = UNSET

    def apply(self, state: NightfallState) -> None:
        state.players[self.seat].lose_from_hand(self.card)
        state.pieces += 1
        state.chain.append(Link(self.card, self.seat, self.kick, self.link or None))


class TextBegan(Caused, frozen=True):
    """A part of a text begins to be carried out, and with it a cause: the `chain` text or the `kick`.

    `seat` is its player, `link` the link that brings it about, `run` 1, or 2 when that link is doubled. `place` is
    where the card is: in the `chain`, or fetched into `play` or into the `hand`.
    """

    seat: str
    card: str
    link: str
    part: str
    run: int
    place: str

    def apply(self, state: NightfallState) -> None:
        self.count(state, self.seat)
        state.text = TextUnderWay(self.link, self.part, self.run)


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
        """Nothing lies differently for it; of secret archives all know then that one of them can wound, of a hand in
        which a text finds no order that it holds none (NF-RUL-38)."""
        if self.source == SECRET:
            state.opened_since_told = ()
        elif self.source in state.texts and not state.players[self.seat].has_order:
            state.players[self.seat].tell_wounds_alone()


class TargetChosen(Caused, frozen=True):
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
    link: PieceId = UNSET

    def apply(self, state: NightfallState) -> None:
        """What the kick did happened by events of its own."""


class CardResolved(Caused, frozen=True):
    """The texts of a link are finished. It leaves the chain by the event that follows, whose cause begins here."""

    seat: str
    card: str
    link: PieceId = UNSET

    def apply(self, state: NightfallState) -> None:
        """What the card did happened by events of its own."""
        self.count(state, self.seat)


class LinkCancelled(Caused, frozen=True):
    """The last link goes to its player's discard pile instead of being resolved; `by` is the seat that hit it.

    It is a cause of its own.
    """

    seat: str
    card: str
    by: str
    link: PieceId = UNSET

    def apply(self, state: NightfallState) -> None:
        self.count(state, self.by)
        state.chain.pop()
        state.players[self.seat].discard.append(self.card)


class MinionEnteredPlay(Caused, frozen=True, rename={"origin": "from"}):
    """`origin` is `chain`, its last link, or `discard`, the oldest copy there; `minion` its id in play."""

    seat: str
    card: str
    damage: int
    origin: str
    minion: PieceId = UNSET

    def apply(self, state: NightfallState) -> None:
        if self.origin == "chain":
            state.chain.pop()
        else:
            state.players[self.seat].discard.remove(self.card)
        state.enter_play(self.seat, self.card, self.damage, self.minion or None)
