"""What happens to cards and wounds on their way between hand, deck, discard pile, archives and exile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.events.cause import Caused
from domain.games.nightfall.state import NightfallState


class DeckShuffled(Event, frozen=True):
    """A seat's new deck, top first, made of its starters or of its discard pile; the one before it was empty."""

    seat: str
    order: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"order": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        player.deck = list(self.order)
        player.discard = []
        player.tell_whole_hand()


class CardsDrawn(Event, frozen=True):
    """Cards from the top of the deck come to the hand of its owner."""

    seat: str
    count: int
    cards: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"cards": "seat"}
    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        player.hand += self.cards
        del player.deck[: self.count]


class WoundTaken(Caused, frozen=True, rename={"origin": "from", "top": "next"}):
    """`origin` is where the wound lay: `face_up`, `face_down` or `exiled`.

    `top` is the type that lies on top face up now, None when none does (NF-INFO-6).
    """

    seat: str
    wound: str
    origin: str
    top: str | UnsetType | None = UNSET

    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        if self.origin == "face_up":
            del state.face_up[0]
        elif self.origin == "face_down":
            del state.face_down[0]
        else:
            del state.exiled_wounds[-1]
        player = state.players[self.seat]
        player.discard.append(WOUND + self.wound)
        player.wounds[self.wound] += 1
        state.wounded_turn = state.turn


class CardDiscarded(Caused, frozen=True, rename={"origin": "from"}):
    """`origin` is `hand`, or `chain` for its last link. A discard for influence or as a wound effect begins a cause."""

    seat: str
    card: str
    origin: str

    def apply(self, state: NightfallState) -> None:
        self.count(state, self.seat)
        player = state.players[self.seat]
        if self.origin == "hand":
            player.lose_from_hand(self.card)
        else:
            state.chain.pop()
        player.discard.append(self.card)


class CardTaken(Caused, frozen=True, rename={"origin": "from"}):
    """A text moves a card from the `discard` pile to the `hand`, or from an archive to the `discard` pile."""

    seat: str
    card: str
    origin: str
    to: str

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        if self.origin == "discard":
            player.discard.remove(self.card)
        else:
            _take_from_archive(state, self.origin)
        if self.to == "hand":
            player.return_to_hand(self.card)
        else:
            player.discard.append(self.card)


class CardExiled(Caused, frozen=True, rename={"origin": "from"}):
    """The card leaves the game for good (NF-DECK-6).

    `origin` is an archive, `hand`, `discard`, or `play`, which the event before has moved the card from. `seat` is its
    owner, None for a card of a common archive; `by` the seat that did it, None when nobody did.
    """

    card: str
    origin: str
    seat: str | None
    by: str | UnsetType | None = UNSET

    def apply(self, state: NightfallState) -> None:
        if self.origin == "play":
            return
        if self.origin == "hand":
            state.players[str(self.seat)].lose_from_hand(self.card)
        elif self.origin == "discard":
            state.players[str(self.seat)].discard.remove(self.card)
        else:
            _take_from_archive(state, self.origin)
        if self.card.startswith(WOUND):
            kind = self.card[len(WOUND) :]
            state.players[str(self.seat)].wounds[kind] -= 1
            state.exiled_wounds.append(kind)
        else:
            state.exiled.append(self.card)


class CardClaimed(Event, frozen=True):
    """The top card of an archive, paid with `cost` influence, goes to the discard pile."""

    seat: str
    card: str
    archive: str
    cost: int

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        _take_from_archive(state, self.archive)
        player.discard.append(self.card)
        player.influence -= self.cost


class PermissionUsed(Event, frozen=True):
    """A card was taken from an opponent's archive by the permission of Indigo Six."""

    seat: str
    archive: str

    def apply(self, state: NightfallState) -> None:
        state.effects.enemy_claims[self.seat] -= 1
        state.effects.used_archives.append(self.archive)


class WoundEffectUsed(Caused, frozen=True):
    """The wound effect of the turn: how many wounds were discarded and cards drawn for them."""

    seat: str
    discarded: int
    drawn: int

    def apply(self, state: NightfallState) -> None:
        state.treated = True


def _take_from_archive(state: NightfallState, archive: str) -> None:
    place, card = archive.split("/")
    state.archives(place)[card] -= 1
