"""What a bot thinks of the cards of a set, worked out once: what each is worth, and the best chain of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.games.nightfall.bot.weights import Weights
from domain.games.nightfall.components import WOUND, Card, Catalogue
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.targets import A_MINION
from domain.games.nightfall.rules.text import Aim

LONGEST = 5
"""So many links of one's own are looked ahead."""
MOST_KNOWN = 50_000
"""So many hands are remembered."""

Line = tuple[float, tuple[str, ...]]
"""Links one after the other, and what they are worth together."""


class Moment(NamedTuple):
    """What of the table counts for a link: whether enemies have minions in play, and whether it is one's own turn."""

    enemies: bool
    active: bool


class Book:
    """A card set as a bot knows it that goes by some weights. `worth` is what a card is worth to own."""

    __slots__ = ("_lines", "cards", "weights", "worth")

    def __init__(self, data: Catalogue, weights: Weights) -> None:
        self.cards = data.cards
        self.weights = weights
        self.worth: Mapping[str, float] = {
            **{WOUND + kind: weights.own_wound for kind in data.wound_types},
            **{card.id: _worth(card, weights) for card in data.cards.values()},
        }
        self._lines: dict[tuple[Moment, str | None, tuple[str, ...], int], Line] = {}

    def best_line(self, moment: Moment, last: str | None, hand: tuple[str, ...], most: int = LONGEST) -> Line:
        """The best that the orders of a hand can add to a chain after `last`."""
        asked = (moment, last, hand, most)
        found = self._lines.get(asked)
        if found is None:
            if len(self._lines) >= MOST_KNOWN:
                self._lines.clear()
            found = self._lines[asked] = self._best_line(moment, last, hand, most)
        return found

    def line(self, moment: Moment, name: str, last: str | None, hand: tuple[str, ...], most: int = LONGEST) -> Line:
        """A link after `last`, with the best that can follow if that is any good."""
        card = self.cards[name]
        kicked = last is not None and self.cards[last].color == card.kick_color
        at = hand.index(name)
        points, links = self.best_line(moment, name, (*hand[:at], *hand[at + 1 :]), most - 1)
        if points <= 0:
            points, links = 0.0, ()
        linked = self.weights.link + self.weights.linked_power * card.power
        return linked + _rate_texts(self.weights, moment, card, kicked) + points, (name, *links)

    def _best_line(self, moment: Moment, last: str | None, hand: tuple[str, ...], most: int) -> Line:
        if not most:
            return 0.0, ()
        cards = self.cards
        fits = [card for card in dict.fromkeys(hand) if last is None or cards[card].color in cards[last].links]
        return max((self.line(moment, card, last, hand, most) for card in fits), default=(0.0, ()))


def book_of(data: Catalogue, weights: Weights) -> Book:
    """The book of a card set."""
    found = _BOOKS.get((data.sha256, weights))
    if found is None:
        found = _BOOKS[data.sha256, weights] = Book(data, weights)
    return found


_BOOKS: dict[tuple[str, Weights], Book] = {}


def aims(card: str | None, *parts: str) -> Sequence[Aim]:
    """What the texts of a card have to choose; of a minion, an own one if there is no other."""
    clauses = [getattr(TEXTS[card], part) for part in parts] if card is not None else []
    return [clause.aim for clause in clauses if clause is not None and clause.aim is not None]


def _worth(card: Card, weights: Weights) -> float:
    wounding = weights.wounding if TEXTS[card.id].wounds_players else 0
    return weights.cost * card.cost + weights.power * card.power + wounding


def _rate_texts(weights: Weights, moment: Moment, card: Card, kicked: bool) -> float:
    """Damage to players is welcome, to minions only if an enemy has some."""
    points = weights.kicked if kicked else 0.0
    if TEXTS[card.id].wounds_players:
        points += weights.wounding_link
    if A_MINION in aims(card.id, "chain"):
        points += weights.aimed if moment.enemies else weights.aimed_at_own
    if TEXTS[card.id].your_chain is not None and moment.active:
        points += weights.own_chain
    return points
