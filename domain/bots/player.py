"""Bots at a table in this process: for simulations, the terminal and tests, which have the whole state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.bots.answers import Thought
from domain.bots.levels import LEVELS
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Game, Refused, State


def player(level: str, playouts: int | None = None) -> Callable[[Game[Any], State, str, Stream], Action]:
    """A function that chooses the answer of a seat; of the state it uses what the seat may know.

    A bot that thinks ahead makes so many `playouts` for a choice, or as many as it does by itself.
    KeyError for an unknown level; the function raises `Refused` if the rules accept no answer of the bot.
    """
    bot = LEVELS[level]

    def choose(game: Game[Any], state: State, seat: str, rng: Stream) -> Action:
        legal = game.legal(state, seat)
        view = game.view(state, seat) if bot.looks else {}
        thought = Thought(lambda stream: game.resample(state, seat, stream), playouts) if bot.thinks else None
        for action in bot.answers(game, view, seat, legal, state.open[seat], rng, thought):
            if action in legal.actions or _accepted(game, state, seat, action):
                return action
        raise Refused("illegal", f"{seat} has no answer to give")

    return choose


def _accepted(game: Game[Any], state: State, seat: str, action: Action) -> bool:
    """Whether the rules accept the action, tried on a copy; what it would draw is thrown away."""
    try:
        game.decide(state, seat, action, Seeded(b""))
    except Refused:
        return False
    return True
