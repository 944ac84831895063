"""Planning ahead: private branches on worlds that a seat cannot tell from the true one, and what is noted there.

A branch is played on from the position by bots at all seats; each answer of the seat's own that its game can foresee
becomes a conditional answer.
"""

from __future__ import annotations

from typing import Any

from domain.bots.player import Player
from domain.bots.private_branch import PrivateBranch
from domain.contract.chance import Stream
from domain.contract.game import Game, Json, State
from domain.log.canon import canonical
from domain.table.rules.conditions import has_ended
from domain.table.rules.standing_orders import MOST_CONDITIONS

WORLDS = 12
"""How many branches are played."""

DEEP = 80
"""How many decisions a branch goes on for, at all seats together."""


def conditions_of(game: Game[Any], state: State, seat: str, player: Player, rng: Stream) -> list[dict[str, Json]]:
    """The conditional answers of a seat that has looked into branches; the most frequent answers first."""
    view = game.view(state, seat)
    found: dict[bytes, dict[str, Json]] = {}
    times: dict[bytes, int] = {}
    for _ in range(WORLDS):
        for made in _branch(game, state, seat, player, rng):
            if has_ended(view, made):
                continue
            key = canonical(made)
            found.setdefault(key, made)
            times[key] = times.get(key, 0) + 1
    return [found[key] for key in sorted(found, key=lambda key: -times[key])][:MOST_CONDITIONS]


def _branch(game: Game[Any], state: State, seat: str, player: Player, rng: Stream) -> list[dict[str, Json]]:
    branch = PrivateBranch(game, state, seat, rng)
    made: list[dict[str, Json]] = []
    for _ in range(DEEP):
        if branch.is_over:
            break
        [asked, *_] = branch.asked
        action = player(game, branch.world, asked, rng)
        if asked == seat:
            planned = branch.condition(action)
            made += [] if planned is None else [planned]
        branch.answer(asked, action)
    return made
