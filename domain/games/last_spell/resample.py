"""Other tables that a seat cannot tell from the true one: the face-down cards in another order (LS-INFO-1).

The cards are first put into an order that tells nothing, so that tables which look the same give the same other one for
the same stream.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.chance import Stream
from domain.games.last_spell.data import INTRODUCTION
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Harpy
from domain.games.last_spell.state import LastSpellState, Pile


def resample(state: LastSpellState, rng: Stream) -> LastSpellState:
    """A table with the same open side. All seats and spectators know the same, so it is the same for all."""
    other = state.clone()
    if state.setting.scenario != INTRODUCTION:
        _shuffle_spawn(other, rng)
    if isinstance(other.boss, Cetusia):
        other.boss.deck = tuple(rng.shuffled(sorted(other.boss.deck)))
    return other


def _shuffle_spawn(state: LastSpellState, rng: Stream) -> None:
    """Put any of the night's cards that nobody has seen face down; at Gildenberg everybody knows on which place of
    which pile an alerion card lies (R62)."""
    state.deck = tuple(sorted(state.deck))
    unseen = list(state.deck)
    for card in _seen(state.spawn.values()):
        unseen.remove(card)
    special = {card for card in unseen if _is_marked(state, card)}
    marked = rng.shuffled(card for card in unseen if card in special)
    plain = rng.shuffled(card for card in unseen if card not in special)
    for slot, pile in state.spawn.items():
        left = tuple(marked.pop() if card in special else plain.pop() for card in pile.left)
        state.spawn[slot] = Pile(left, pile.revealed, pile.discarded)


def _seen(piles: Iterable[Pile]) -> list[str]:
    found = [card for pile in piles for card in pile.discarded]
    return found + [pile.revealed for pile in piles if pile.revealed is not None]


def _is_marked(state: LastSpellState, card: str) -> bool:
    return isinstance(state.boss, Harpy) and state.content.spawn_cards[card].special == state.boss.kind
