"""The set-up (chapter 2): what is created, shuffled and dealt before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.games.nightfall.components import Catalogue
from domain.games.nightfall.events import DeckShuffled, GameCreated, StartPlayerChosen, WoundsShuffled
from domain.games.nightfall.options import procedure
from domain.games.nightfall.rules import draft, piles, quick_start
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.editions import EDITIONS
from domain.games.nightfall.state import NightfallRun, NightfallState, Player
from domain.games.nightfall.steps import BeginTurn, DealHands

FIRST_HAND = 5


def begin(run: NightfallRun, options: Mapping[str, Any], seats: Sequence[str], rules: int) -> None:
    """Create the game, lay out the wound pile, and begin the draft, or the quick start that has none."""
    run.emit(GameCreated(options["edition"], tuple(seats), dict(options), rules))
    _shuffle_wounds(run)
    if procedure(options) is None:
        quick_start.begin_quick_start(run)
    else:
        draft.begin_draft(run)


def create(event: GameCreated, catalogue: Catalogue) -> NightfallState:
    """The table as it comes out of the box: every seat with the same starter deck (NF-SETUP-3)."""
    state = empty_table(event, catalogue)
    for player in state.players.values():
        player.deck = list(catalogue.starting_deck)
    return state


def empty_table(event: GameCreated, catalogue: Catalogue) -> NightfallState:
    """A table with nothing on it."""
    state = NightfallState(event.seats, event.rules, EDITIONS[event.edition], event.options, catalogue, TEXTS)
    for seat in event.seats:
        state.players[seat] = Player(seat, dict.fromkeys(catalogue.wound_types, 0))
    return state


def _shuffle_wounds(run: NightfallRun) -> None:
    """60 wounds, ten a seat face up on top in the order they lie (NF-SETUP-1, NF-SETUP-2, NF-RUL-1, NF-INFO-6)."""
    data = run.state.catalogue
    order = tuple(run.shuffle("wounds", data.wounds))
    top = order[0] if run.state.says_more else UNSET
    run.emit(WoundsShuffled(order, data.face_up_per_seat * len(run.state.seats), top))


def deal_hands(run: NightfallRun, step: DealHands) -> None:
    """Every seat shuffles its deck and draws five cards, in seat order (NF-SETUP-4).

    Then the first player is drawn (NF-SETUP-6, EM-3); in a series anew for each game (NF-VAR-8, NF-RUL-18).
    """
    state = run.state
    for seat in state.seats:
        run.emit(DeckShuffled(seat, tuple(run.shuffle(seat, state.players[seat].deck))))
        piles.draw(run, seat, FIRST_HAND)
    first = run.pick("start_player", state.seats)
    run.emit(StartPlayerChosen(first))
    run.push(BeginTurn(first))
