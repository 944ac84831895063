"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json, Outcome
from nightledger_oh_hell.state import OhHellState


def outcome(state: OhHellState) -> Outcome | None:
    """The places by points; who has the same number shares one (OH-SCORE-2). None while the game goes on."""
    if not state.over:
        return None
    scores = state.scores
    places = {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
    return Outcome(places, {"scores": dict(scores)})


def why(ended: Mapping[str, Json]) -> tuple[str, ...]:
    """A sentence for each seat, the best first, from the data of `GameEnded` alone."""
    scores = ended["scores"]
    most = max(scores.values())
    return tuple(
        f"{seat} has won with {scores[seat]} points" if scores[seat] == most
        else f"{seat} has {scores[seat]} points, {most - scores[seat]} fewer than the most"
        for seat in sorted(scores, key=lambda seat: -scores[seat])
    )  # fmt: skip
