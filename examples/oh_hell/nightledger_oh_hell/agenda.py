"""The steps, each beside the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.contract.game import Step
from nightledger_oh_hell.rules import bidding, dealing, playing, scoring
from nightledger_oh_hell.state import OhHellRun
from nightledger_oh_hell.steps import Deal, EndTrick, NextCard, Score, ShowBids

AGENDA: Mapping[type[Step], Callable[[OhHellRun, Any], None]] = MappingProxyType(
    {
        Deal: dealing.deal,
        ShowBids: bidding.show_bids,
        NextCard: playing.next_card,
        EndTrick: playing.end_trick,
        Score: scoring.score,
    }
)
