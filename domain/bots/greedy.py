"""The greedy bot: it takes the answer that looks best now, and looks no further."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.bots.answers import Thought
from domain.contract.chance import Stream
from domain.contract.facets.bot_hints import BotHints
from domain.contract.game import Action, Decision, Game, Json, Legal


def answers(
    game: Game[Any],
    view: Mapping[str, Json],
    seat: str,
    legal: Legal,
    decision: Decision,
    rng: Stream,
    thought: Thought | None = None,
) -> Iterator[Action]:
    """The game's candidates by their rating, best first; among the best any, each as likely as the others."""
    rated = _rated(game, view, seat, legal)
    if rated:
        best = max(rating for rating, _ in rated)
        yield rng.choice([action for rating, action in rated if rating == best])
    for _, action in sorted(rated, key=lambda pair: -pair[0]):
        yield action
    yield from legal.actions


def _rated(game: Game[Any], view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[tuple[float, Action]]:
    if not isinstance(game, BotHints):
        return [(0, action) for action in legal.actions]
    return game.rated(view, seat, legal)
