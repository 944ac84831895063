"""How the table is drawn, and what its events and questions are called."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from domain.contract.layout import Area, Layout, Piece, Row
from domain.contract.sentences import Sentences
from nightledger_oh_hell.actions import Play
from nightledger_oh_hell.data import Deck, rank_of

SENTENCES = Sentences(
    events={
        "GameCreated": ("The game begins: {options}",),
        "CardsDealt": (
            "Deal {deal}: {trump} is turned up, {first} will lead; dealt: {hands}",
            "Deal {deal}: {trump} is turned up, {first} will lead",
        ),
        "BidMade": ("{seat} bids {tricks}", "{seat} has bid"),
        "BidsShown": ("The bids are shown: {bids}",),
        "CardPlayed": ("{seat} plays {card}[, having none of the suit led{void?}]",),
        "LastTrickPlayed": ("The last trick: {cards}",),
        "TrickTaken": ("{seat} takes the trick",),
        "DealScored": ("Deal {deal} brings {points}",),
        "GameEnded": ("The game is over: {scores}",),
    },
    decisions={"bid": ("How many tricks will you take?",), "play": ("Play a card",)},
    telling=("GameEnded", "DealScored", "TrickTaken", "BidsShown", "CardPlayed", "BidMade"),
    hints={"bid": "Exactly so many bring points."},
)

HEADINGS = ("Deal", "Deals", "Trump", "Score", "Bid", "Taken", "Cards", "Trick", "Hand")


def drawing(view: Mapping[str, Json], deck: Deck) -> Layout:
    """What lies on the table, of which this is the view."""
    facts = (("Deal", view["deal"]), ("Deals", len(view["deals"])), ("Trump", view["trump"]))
    trick = tuple(_piece(card, deck, note=seat) for seat, card in view["trick"].items())
    seats = (_seat(view, seat, deck) for seat in view["seats"])
    return Layout(facts, (Area("Trick", rows=(Row("Cards", trick),)), *seats))


def _seat(view: Mapping[str, Json], seat: str, deck: Deck) -> Area:
    own = view["seats"][seat]
    facts = (("Score", own["score"]), ("Bid", own["bid"]), ("Taken", own["taken"]), ("Cards", own["cards"]))
    hand = tuple(_piece(card, deck, action=Play(card)) for card in own["hand"] or ())
    return Area(seat, facts, (Row("Hand", hand),) if hand else (), active=view["turn"] == seat)


def _piece(card: str, deck: Deck, note: str | None = None, action: Play | None = None) -> Piece:
    suit = deck.suit(card)
    return Piece(card, f"{rank_of(card)}{suit.symbol}", suit.color, note, action)
