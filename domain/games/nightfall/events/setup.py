"""What happens in the set-up and the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from domain.contract.game import Event
from domain.games.nightfall.state import DraftTable, NightfallState, draft_of


class GameCreated(Event, frozen=True):
    """The first event. `position` is the table that a rule case starts from."""

    edition: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int
    position: dict[str, Any] | None = None

    private: ClassVar[Mapping[str, str]] = {"position": "referee"}


class WoundsShuffled(Event, frozen=True, rename={"top": "next"}):
    """The wound pile, top first; the first `turned_up` of it lie face up, `top` on top of all (NF-INFO-6)."""

    order: tuple[str, ...]
    turned_up: int
    top: str | UnsetType = UNSET

    private: ClassVar[Mapping[str, str]] = {"order": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: NightfallState) -> None:
        state.face_up = list(self.order[: self.turned_up])
        state.face_down = list(self.order[self.turned_up :])


class DraftShuffled(Event, frozen=True):
    """The draft cards, top first. Its draws include that of the quick-start pairs."""

    order: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"order": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: NightfallState) -> None:
        state.draft = DraftTable()
        state.draft.rest = list(self.order)


class DraftPackDealt(Event, frozen=True):
    """A packet, in the order dealt."""

    seat: str
    cards: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"cards": "seat"}
    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        player.packet = list(self.cards)
        player.packets.append(self.cards)
        del draft_of(state).rest[: len(self.cards)]


class DraftCardPicked(Event, frozen=True):
    """A pick; `to` is where it goes: `private`, `centre` or `removed`. The pick is sealed (NF-INFO-5)."""

    seat: str
    card: str
    to: str
    round: int

    private: ClassVar[Mapping[str, str]] = {"card": "seat"}

    def apply(self, state: NightfallState) -> None:
        player, draft = state.players[self.seat], draft_of(state)
        player.packet.remove(self.card)
        player.drafted.append(self.card)
        piles = {"private": player.picks, "centre": draft.centre, "removed": draft.removed}
        piles[self.to].append(self.card)

    def seal(self) -> str:
        return sealed_pick(self.seat, self.round)


class DraftPacksPassed(Event, frozen=True):
    """Every packet goes to the left; `round` is the one that ended."""

    round: int

    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        draft_of(state).round = self.round + 1
        packets = [state.players[seat].packet for seat in state.seats]
        for at, seat in enumerate(state.seats):
            player = state.players[seat]
            player.packet = packets[at - 1]
            player.packets.append(tuple(player.packet))


class ArchivesRevealed(Event, frozen=True, rename={"private_archives": "private"}):
    """Archives of `size` cards are laid out. `ends_draft` is false where the commons lie open before it.

    `secret` are private draft cards that stay face down; `opened` the picks that can now be read by all.
    """

    commons: tuple[str, ...]
    private_archives: dict[str, tuple[str, ...]]
    secret: dict[str, tuple[str, ...]]
    size: int
    ends_draft: bool
    opened: tuple[str, ...] = ()

    private: ClassVar[Mapping[str, str]] = {"secret": "each"}
    discloses: ClassVar[bool] = True

    def apply(self, state: NightfallState) -> None:
        state.commons.update(dict.fromkeys(self.commons, self.size))
        for seat, cards in self.private_archives.items():
            state.players[seat].private = dict.fromkeys(cards, self.size)
        for seat, cards in self.secret.items():
            state.players[seat].secret = list(cards)
        if self.ends_draft:
            state.draft = None
            for player in state.players.values():
                player.packet, player.picks = [], []
        elif state.draft is not None:
            del state.draft.rest[: len(self.commons)]

    def opens(self) -> tuple[str, ...]:
        return self.opened


class ArchiveRevealed(Event, frozen=True):
    """A secret archive is turned up because its owner claims from it. In which round it was picked stays unseen."""

    seat: str
    card: str
    size: int

    def apply(self, state: NightfallState) -> None:
        player = state.players[self.seat]
        player.secret.remove(self.card)
        player.private[self.card] = self.size
        if state.opened_since_told is not None:
            state.opened_since_told += (self.card,)


class StartPlayerChosen(Event, frozen=True):
    """The first player, drawn at random."""

    seat: str

    def apply(self, state: NightfallState) -> None:
        state.start_player = self.seat


def sealed_pick(seat: str, round: int) -> str:
    """The key of a pick's sealed part; it tells nothing of the card."""
    return f"{seat}/{round}"
