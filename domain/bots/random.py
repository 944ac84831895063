"""The random bot: it picks a verb, then fills in its arguments, each choice as likely as the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.bots.answers import Thought
from domain.bots.slots import fill
from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Game, Json, Legal, verb_of

ATTEMPTS = 4
"""How many actions are put together from slots before the bot takes a listed one."""


def answers(
    game: Game[Any],
    view: Mapping[str, Json],
    seat: str,
    legal: Legal,
    decision: Decision,
    rng: Stream,
    thought: Thought | None = None,
) -> Iterator[Action]:
    """Any legal action; one put together from slots may be refused, since slots do not know every rule."""
    if legal.complete and legal.actions:
        yield rng.choice(legal.actions)
    elif legal.slots:
        for _ in range(ATTEMPTS):
            action = _any_action(game, legal, rng)
            if action is not None:
                yield action
    yield from rng.shuffled(legal.actions)


def _any_action(game: Game[Any], legal: Legal, rng: Stream) -> Action | None:
    listed: dict[str, list[Action]] = {}
    for action in legal.actions:
        listed.setdefault(verb_of(action), []).append(action)
    verb = rng.choice(sorted(listed.keys() | legal.slots.keys()))
    if verb in legal.slots:
        filled = fill(game, verb, legal.slots[verb], rng)
        if filled is not None:
            return filled
    return rng.choice(listed[verb]) if verb in listed else None
