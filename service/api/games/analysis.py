"""The analysis of a game that is over."""

from __future__ import annotations

from uuid import UUID

from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.operations import Resource
from service.games.shapes.mirror import Analysis

analysis = Resource("analysis", __name__, scope="play", description="What was played, beside the best that is found.")


@analysis.route("/games/<uuid:game_id>/analysis", methods=["POST"])
@signed_in
@analysis.response(202, Analysis)
def analyse(game_id: UUID, account: str) -> tuple[Analysis, int]:
    """Have a closed game analysed.

    A worker plays each decision on in tables that its seat may have had before it. That takes minutes: look again. A
    game is analysed once, and asking again changes nothing.
    """
    return services().mirror.ask(account, str(game_id)), 202


@analysis.route("/games/<uuid:game_id>/analysis")
@anybody
@analysis.response(200, Analysis)
def read_analysis(game_id: UUID, account: str | None) -> Analysis:
    """The analysis of a closed game, as far as it has come: for each decision of each seat what was played and the best
    that was found, each with how likely the seat is to win with it, where the game turned, and what AIs had weighed."""
    return services().mirror.look(account, str(game_id))
