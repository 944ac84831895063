"""Bots at a table in this process: for simulations, the terminal and tests, which have the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from domain.bots.answers import Bot, Thought
from domain.bots.levels import LEVELS
from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Game, Refused, State

Player = Callable[[Game[Any], State, str, Stream], Action]
"""Chooses the answer of a seat; it may look at the whole state only through what the seat may know."""

SEEING = "seeing"
"""A twin of the bot that thinks ahead, which sees the whole table: all hands, and the order of the decks. It is offered
to nobody; matches against it tell what it is worth to see the cards."""

AT_TABLES: Mapping[str, Bot] = {**LEVELS, SEEING: LEVELS["search"]}
"""Who may play in this process: the levels that are offered, and the twin."""


def player(level: str, playouts: int | None = None) -> Player:
    """A player of a level, or of `SEEING`, which alone uses more of the state than what the seat may know.

    A bot that thinks ahead makes so many `playouts` for a choice, or as many as it does by itself.
    KeyError for an unknown level; the player raises `Refused` if the rules accept no answer of the bot.
    """
    bot = AT_TABLES[level]

    def world(game: Game[Any], state: State, seat: str, rng: Stream) -> Any:
        return state if level == SEEING else game.resample(state, seat, rng)

    def choose(game: Game[Any], state: State, seat: str, rng: Stream) -> Action:
        legal = game.legal(state, seat)
        view = game.view(state, seat) if bot.looks else {}
        thought = Thought(partial(world, game, state, seat), playouts) if bot.thinks else None
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
