"""The chain phase: links, each seat's moment to add them, and when a link is kicked (chapter 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.contract.game import Decision, Refused
from domain.games.nightfall.actions import LinkCard, Pass
from domain.games.nightfall.events import CardLinked, ChainClosed, LinkPassed, PhaseBegan
from domain.games.nightfall.rules.naming import check_card
from domain.games.nightfall.state import NightfallRun, NightfallState
from domain.games.nightfall.steps import Answers, BeginChain, BeginClaim, CloseChain, Moment, ResolveLink

LINK = Decision("link", ("link", "pass"))


def begin_chain(run: NightfallRun, step: BeginChain) -> None:
    """The active seat may play the first link (NF-CHAIN-1)."""
    active = run.state.active_seat
    run.emit(PhaseBegan("chain", active))
    run.push(Moment(active), Answers())


def moment(run: NightfallRun, step: Moment) -> None:
    """A seat with a card in hand is asked, whether or not one fits; an empty hand is passed over (NF-AUTO-1)."""
    if run.state.players[step.seat].hand:
        run.ask(step.seat, LINK)
    else:
        run.emit(LinkPassed(step.seat))


def answers(run: NightfallRun, step: Answers) -> None:
    """When the active seat is done, each other seat has one moment, clockwise (NF-CHAIN-5).

    If the active seat started no chain nobody may (NF-CHAIN-7).
    """
    if run.state.chain:
        _, *others = run.state.clockwise(run.state.active_seat)
        run.push(*(Moment(seat) for seat in others), CloseChain())
    else:
        run.push(BeginClaim())


def close_chain(run: NightfallRun, step: CloseChain) -> None:
    """Each seat has had its moment (NF-CHAIN-6): cards that come to a hand from now on are too late (NF-RES-9)."""
    run.emit(ChainClosed(len(run.state.chain)))
    run.push(ResolveLink())


def link_card(run: NightfallRun, seat: str, action: LinkCard) -> None:
    """Add a link. It is kicked by the colour of the card before it, whoever played that (NF-KICK-1, NF-KICK-3).

    Its kick stands whatever becomes of that card (NF-KICK-4, NF-CARD-flank-attack-2). The seat may go on adding
    (NF-CHAIN-4). The card lies open (NF-CHAIN-8).
    """
    state, card = run.state, action.card
    if card not in state.players[seat].hand:
        check_card(state, card)
        raise Refused("illegal", "this card is not in the hand")
    if not that_fit(state, (card,)):
        raise Refused("illegal", "this card cannot be linked here")
    kick = bool(state.chain) and state.cards[state.chain[-1].card].color == state.cards[card].kick_color
    run.emit(CardLinked(seat, card, kick, len(state.chain) + 1, state.new_id(seat, card)))
    if state.players[seat].hand:
        run.ask(seat, LINK)
    else:
        run.emit(LinkPassed(seat))


def end_moment(run: NightfallRun, seat: str, action: Pass) -> None:
    """A seat that has passed adds nothing more to this chain (NF-CHAIN-5)."""
    run.emit(LinkPassed(seat))


def that_fit(state: NightfallState, cards: Iterable[str]) -> list[str]:
    """Those of the cards that can be linked now.

    Any order begins a chain (NF-CHAIN-1); later its colour must be a link colour of the last card, and of that one
    only (NF-CHAIN-2, NF-CHAIN-3, EM-19). Wounds cannot be linked (NF-CHAIN-8).
    """
    fitting = state.catalogue.followers[state.chain[-1].card] if state.chain else state.cards
    return list(filter(fitting.__contains__, cards))


def links(state: NightfallState, seat: str) -> Iterator[LinkCard]:
    """The cards of the hand that fit."""
    return map(LinkCard, that_fit(state, dict.fromkeys(state.players[seat].hand)))
