"""Playing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Decision, Refused
from nightledger_oh_hell.actions import Play
from nightledger_oh_hell.data import Deck, suit_of
from nightledger_oh_hell.events import CardPlayed, LastTrickPlayed, TrickTaken
from nightledger_oh_hell.state import OhHellRun, OhHellState
from nightledger_oh_hell.steps import EndTrick, NextCard, Score


def next_card(run: OhHellRun, step: NextCard) -> None:
    """Ask whose turn it is for a card (OH-PLAY-1), unless all hold their last one (OH-PLAY-5)."""
    state = run.state
    if not state.trick and len(state.hands[state.leader]) == 1:
        run.emit(LastTrickPlayed({seat: card for seat, (card,) in state.hands.items()}))
        run.push(EndTrick())
    else:
        run.ask(on_turn(state), Decision("play", ("play",)))


def play(run: OhHellRun, seat: str, action: Play) -> None:
    """Play a card to the trick."""
    state, card = run.state, action.card
    if card not in state.hands[seat]:
        raise Refused("illegal", "{seat} does not hold that card", seat=seat)
    led = led_suit(state)
    if card not in playable(state, seat):
        raise Refused("illegal", "a card of the suit led must be played")
    run.emit(CardPlayed(seat, card, None if led in (None, suit_of(card)) else led))
    run.push(NextCard() if len(state.trick) < len(state.seats) else EndTrick())


def plays(state: OhHellState, seat: str) -> Iterator[Play]:
    """The cards that may be played now, the lowest of each suit first."""
    return map(Play, playable(state, seat))


def end_trick(run: OhHellRun, step: EndTrick) -> None:
    """Give the trick to whoever has taken it, who leads to the next one if there is one (OH-PLAY-4)."""
    state = run.state
    run.emit(TrickTaken(taker(state.deck, state.trick, state.leader, state.trump)))
    run.push(NextCard() if state.hands[state.leader] else Score())


def on_turn(state: OhHellState) -> str:
    """Whose turn it is: clockwise from the leader (OH-PLAY-1)."""
    return state.seats[(state.seats.index(state.leader) + len(state.trick)) % len(state.seats)]


def playable(state: OhHellState, seat: str) -> tuple[str, ...]:
    """The cards of a hand that may be played: those of the suit led, or any (OH-PLAY-2)."""
    hand, led = state.hands[seat], led_suit(state)
    return tuple(card for card in hand if suit_of(card) == led) or hand


def led_suit(state: OhHellState) -> str | None:
    """The suit led; None before a card is."""
    return suit_of(state.trick[state.leader]) if state.trick else None


def taker(deck: Deck, trick: Mapping[str, str], leader: str, trump: str) -> str:
    """Who takes a trick, or would if it ended here: the highest trump, else the highest card of the suit led
    (OH-PLAY-3)."""
    ranking = [suit_of(trick[leader]), suit_of(trump)]

    def power(seat: str) -> tuple[int, int]:
        suit = suit_of(trick[seat])
        return ranking.index(suit) if suit in ranking else -1, deck.strength(trick[seat])

    return max(trick, key=power)
