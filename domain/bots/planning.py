"""Planning ahead: private branches on worlds that a seat cannot tell from the true one, and what is noted there.

A branch is played on from the position by bots at all seats; each answer of the seat's own that its game can foresee
becomes a conditional answer.
"""

from __future__ import annotations

from typing import Any

from domain.bots.players import Player
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Game, Json, State
from domain.log.canon import canonical
from domain.table.rules.conditions import condition
from domain.table.rules.standing_orders import MOST_CONDITIONS

WORLDS = 12
"""How many branches are played."""

DEEP = 16
"""How many decisions a branch goes on for, at all seats together."""


def conditions_of(game: Game[Any], state: State, seat: str, player: Player, rng: Stream) -> list[dict[str, Json]]:
    """The conditional answers of a seat that has looked into branches; the most frequent answers first."""
    found: dict[bytes, dict[str, Json]] = {}
    times: dict[bytes, int] = {}
    for _ in range(WORLDS):
        for made in _branch(game, state, seat, player, rng):
            key = canonical(made)
            found.setdefault(key, made)
            times[key] = times.get(key, 0) + 1
    return [found[key] for key in sorted(found, key=lambda key: -times[key])][:MOST_CONDITIONS]


def _branch(game: Game[Any], state: State, seat: str, player: Player, rng: Stream) -> list[dict[str, Json]]:
    world, chance = game.resample(state, seat, rng), Seeded(rng.random_bytes(32))
    made: list[dict[str, Json]] = []
    for _ in range(DEEP):
        if game.is_over(world):
            break
        asked = next(iter(world.open))
        action = player(game, world, asked, rng)
        if asked == seat:
            planned = condition(game, game.view(world, seat), seat, world.open[seat], action)
            made += [] if planned is None else [planned]
        world = game.advance(world, asked, action, chance).state
    return made
