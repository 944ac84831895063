"""Hands, decks, discard piles and the wound pile (chapter 4)."""

from __future__ import annotations

from msgspec import UNSET

from domain.games.nightfall.components import WOUND
from domain.games.nightfall.events import CardsDrawn, DeckShuffled, EndTriggered, WoundTaken
from domain.games.nightfall.state import NightfallRun, NightfallState, Player


def draw(run: NightfallRun, seat: str, count: int) -> int:
    """A seat draws from its own deck; how many it got.

    When the deck does not hold enough, what there is is drawn first, then the discard pile is shuffled into a new
    deck, and only then (NF-DECK-1, NF-DECK-2, NF-DECK-3, EM-20). With both piles empty the rest is lost (NF-DECK-4,
    NF-RUL-3).
    """
    player = run.state.players[seat]
    drawn = _draw_from_deck(run, player, count)
    if drawn < count and player.discard:
        run.emit(DeckShuffled(seat, tuple(run.shuffle(seat, player.discard))))
        drawn += _draw_from_deck(run, player, count - drawn)
    return drawn


def take_wounds(run: NightfallRun, seat: str, count: int) -> None:
    """A seat takes wounds, one after the other, into its discard pile (NF-DECK-7).

    Taking the last face-up one sets the end of the game (NF-END-1). If none is left anywhere the rest is not taken
    (NF-END-5).
    """
    state = run.state
    for _ in range(count):
        wound, origin = _next_wound(state)
        if wound is None:
            return
        top = _top_after(state) if state.says_more else UNSET
        run.emit(WoundTaken(seat, wound, origin, top, cause=state.present_cause))
        if origin == "face_up" and not state.face_up:
            run.emit(EndTriggered(seat))


def _top_after(state: NightfallState) -> str | None:
    """The type that lies on top face up when the next wound is taken, which everybody sees (NF-INFO-6)."""
    return state.face_up[1] if len(state.face_up) > 1 else None


def wounds_of(player: Player) -> int:
    """How many wounds a seat has, in hand, deck and discard pile together."""
    return sum(player.wounds.values())


def wounds_in_hand(player: Player) -> list[str]:
    """The wound cards of the hand, in their order."""
    return [card for card in player.hand if card.startswith(WOUND)]


def _draw_from_deck(run: NightfallRun, player: Player, count: int) -> int:
    cards = tuple(player.deck[:count])
    if cards:
        run.emit(CardsDrawn(player.id, len(cards), cards))
    return len(cards)


def _next_wound(state: NightfallState) -> tuple[str | None, str]:
    """The next wound and where it lies: face up, face down, or exiled, the last one first.

    (NF-END-3, NF-END-4, NF-RUL-13)
    """
    if state.face_up:
        return state.face_up[0], "face_up"
    if state.face_down:
        return state.face_down[0], "face_down"
    return (state.exiled_wounds[-1] if state.exiled_wounds else None), "exiled"
