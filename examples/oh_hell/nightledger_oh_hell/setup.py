"""How a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json
from nightledger_oh_hell.data import Deck
from nightledger_oh_hell.events import GameCreated
from nightledger_oh_hell.options import deal_sizes
from nightledger_oh_hell.state import OhHellRun, OhHellState
from nightledger_oh_hell.steps import Deal


def begin(run: OhHellRun, options: Mapping[str, Json], seats: Sequence[str], rules: int, data: str) -> None:
    """Create the game and have the first cards dealt; `data` is the hash of the deck."""
    run.emit(GameCreated(tuple(seats), dict(options), rules, data, deal_sizes(options)))
    run.push(Deal(1))


def create(event: GameCreated, deck: Deck) -> OhHellState:
    """The table before the first deal."""
    return OhHellState(event.seats, event.rules, deck, event.deals)
