"""The verbs, each beside its answers. Who is absent bids nothing, and plays the lowest card: the first of each list."""

from __future__ import annotations

from domain.contract.verbs import Verb, Verbs
from nightledger_oh_hell.actions import Bid, Play
from nightledger_oh_hell.rules import bidding, playing

VERBS = Verbs(
    Verb(action=Bid, carry_out=bidding.bid, listing=bidding.bids),
    Verb(action=Play, carry_out=playing.play, listing=playing.plays),
)
