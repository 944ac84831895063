"""What counts for who will win, and how far a playout goes before that is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.contract.facets.searched import Assets, read_weights
from domain.games.nightfall.components import Card
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.damage import health_left, strength
from domain.games.nightfall.state import NightfallState, Player

BEFORE_CHAIN = ("draft", "combat")

TENTH = 0.1
"""One wound, card or point of a minion, beside the ten or so that there are in the middle of a game."""

ARCHIVE = 0.3
"""One of two or so."""

PRINTED = 200
"""What the cards of a seat are worth in the middle of a game, by what is printed on them."""


WEIGHTS = read_weights("domain.games.nightfall.bot")


def assets(state: NightfallState, seat: str) -> Assets:
    """Of a seat its wounds, its hand, its minions and those of others that threaten it, each of its cards and archives.

    Wounds count again as `late`, the more the fewer lie face up, and cards as `early`, the more the more do. All cards
    count by what is printed on them, too: so do those that were not in the games to which the weights are fitted.
    """
    player = state.players[seat]
    early = len(state.face_up) / (state.catalogue.face_up_per_seat * len(state.seats))
    wounds = TENTH * sum(player.wounds.values())
    strengths = [(minion.seat, strength(state, minion)) for minion in state.minions.values()]
    found = {
        "wounds": wounds,
        "late wounds": wounds * (1 - early),
        "hand": TENTH * len(player.hand),
        "strength": TENTH * sum(points for owner, points in strengths if owner == seat),
        "threat": TENTH * sum(points for owner, points in strengths if owner != seat),
        "health": TENTH * sum(health_left(state, minion) for minion in player.in_play),
    }
    cards, printed = state.catalogue.cards, 0
    for card, copies in _owned(state, player).items():
        found[card] = TENTH * copies
        found[f"early {card}"] = early * TENTH * copies
        printed += copies * _printed(cards[card])
    for card in _archives(player):
        found[f"archive {card}"] = ARCHIVE
    found["printed"] = printed / PRINTED
    found["early printed"] = early * printed / PRINTED
    return found


def _printed(card: Card) -> int:
    """What a card counts by what is printed on it."""
    return 3 * card.cost + 2 * card.power + (4 if TEXTS[card.id].wounds_players else 0)


def _archives(player: Player) -> Sequence[str]:
    """The archives from which the seat alone can claim, and its picks that will be some."""
    return [*(card for card, left in player.private.items() if left), *player.secret, *player.picks]


def _owned(state: NightfallState, player: Player) -> Counter[str]:
    """The orders of a seat, wherever they are."""
    piles = (player.hand, player.deck, player.discard, [minion.card for minion in player.in_play])
    return Counter(card for pile in piles for card in pile if card in state.cards)


def moment(state: NightfallState) -> int:
    """Twice the turn, and one more from the chain phase on."""
    return 2 * state.turn + (state.phase not in BEFORE_CHAIN)


def horizon(state: NightfallState) -> int:
    """The chain phase of one round later: what enters play now has attacked, and been attacked.

    The draft is too far from all that: a pick is valued as it is.
    """
    if state.draft is not None:
        return moment(state)
    return 2 * (state.turn + len(state.seats)) + 1
