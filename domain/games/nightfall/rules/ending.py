"""The end of the game (chapter 11): after which phase it closes, and when nobody can be wounded any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from domain.contract.game import Step
from domain.games.nightfall.events import GameEnded
from domain.games.nightfall.outcome import ranking, rule_between, tally
from domain.games.nightfall.state import NightfallRun, NightfallState

LONGEST_PEACE = 200
"""Turns without a wound after which a table without people is void."""


def end_phase(run: NightfallRun, following: Step) -> None:
    """A phase is over: so is the game if the last face-up wound was taken in it (NF-END-1, NF-END-2, EM-17).

    No later phase of that turn takes place then (NF-END-6).
    """
    if run.state.ending:
        end_game(run)
    else:
        run.push(following)


def end_game(run: NightfallRun) -> None:
    """Count the wounds in deck, hand and discard pile; the fewest win (NF-END-7)."""
    state, order = run.state, ranking(run.state)
    sums = tally(state)
    if not state.says_more:
        run.emit(GameEnded(order, sums))
        return
    kinds = {seat: dict(player.wounds) for seat, player in state.players.items()}
    decided = tuple(rule_between(state, better, worse) for better, worse in pairwise(order))
    run.emit(GameEnded(order, sums, kinds, decided))


def can_wound_openly(state: NightfallState) -> bool:
    """Whether anything is left that can wound a player (NF-END-8, NF-RUL-48), but for secret archives: what everybody
    can know.

    A minion or an action that does, in any hand, deck, discard pile or archive, or in play.
    """
    return any(wounds(state, card) for card in _orders_left(state))


def can_wound_secretly(state: NightfallState) -> bool:
    """Whether a face-down archive can wound."""
    return any(wounds(state, card) for player in state.players.values() for card in player.secret)


def stalled(state: NightfallState) -> bool:
    """Whether nobody was wounded for very many turns (NF-RUL-47)."""
    return state.turn - state.wounded_turn >= LONGEST_PEACE


def wounds(state: NightfallState, card: str) -> bool:
    """Whether a card can wound a player: a minion, or an action whose text does."""
    return card in state.cards and (state.cards[card].is_minion or state.texts[card].wounds_players)


def _orders_left(state: NightfallState) -> Iterator[str]:
    yield from _stacked(state.commons.items())
    for player in state.players.values():
        yield from _stacked(player.private.items())
        yield from player.deck
        yield from player.discard
        yield from player.hand
        yield from (minion.card for minion in player.in_play)


def _stacked(archives: Iterable[tuple[str, int]]) -> Iterator[str]:
    return (card for card, left in archives if left)
