"""A program that plays: what it is asked, and that it goes on whatever becomes of server and network."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from nightledger_client.connection import Problem
from nightledger_client.models import Answer, Game
from nightledger_client.resources import Resources

T = TypeVar("T")

PAUSE = 1.0
"""Seconds to wait before a connection that broke is tried again."""

PASSING = frozenset((429, 502, 503, 504))
"""The answers of a service, or of what stands before it, that is away or has no room for a while."""

REMEMBERED = 10_000
"""How many answered decisions are remembered, as the stream may still tell them."""


class Decision(msgspec.Struct, frozen=True):
    """A decision to answer: its id, seat and kind, the actions to choose from (all of them if `legal_complete`), and
    the game as the seat sees it."""

    game: str
    seat: str
    decision: str
    kind: str
    version: int
    legal: list[dict[str, Any]]
    legal_complete: bool
    view: Game


Bot = Callable[[Decision], dict[str, Any]]
"""Returns the action for a decision."""


class Player:
    """Plays an account's seats with a bot."""

    def __init__(self, service: Resources, bot: Bot) -> None:
        self._service = service
        self._bot = bot
        self._last: str | UnsetType = UNSET
        self._answered: OrderedDict[tuple[str, str], None] = OrderedDict()

    def play(self, game_id: str | None) -> Game | None:
        """Answer all that is asked until this game is closed, and return it; for ever if none is named."""
        while True:
            if game_id is not None and (closed := self._closed(game_id)) is not None:
                return closed
            for decision in self._asked(game_id):
                self._answer(decision)

    def _closed(self, game_id: str) -> Game | None:
        """Return the game if it is closed."""
        game = self._surely(lambda: self._service.games.look(game_id))
        return None if game is None or game.status in ("open", "running") else game

    def _asked(self, game_id: str | None) -> Iterator[Decision]:
        """Yield decisions as they come, until the connection ends or this game is over."""
        try:
            for message in self._service.stream.stream_decisions(view=True, last_event_id=self._last):
                if message.event == "decision":
                    yield msgspec.convert(message.data, Decision)
                elif message.event == "over" and message.data["game"] == game_id:
                    return
                self._last = message.id or self._last
        except httpx.TransportError:
            time.sleep(PAUSE)
        except Problem as problem:
            _wait_for(problem)

    def _answer(self, asked: Decision | None) -> None:
        """Answer a decision, and those that follow for the same seat."""
        while asked is not None and (asked.game, asked.decision) not in self._answered:
            action = self._bot(asked)
            try:
                answer = self._surely(partial(self._act, asked, action))
            except Problem as problem:
                if problem.code not in ("decision-closed", "game-over"):
                    raise
                return
            self._remember(asked)
            asked = _following(answer.game, asked)

    def _act(self, asked: Decision, action: dict[str, Any]) -> Answer:
        key = f"{asked.game}-{asked.decision}"
        return self._service.actions.act(asked.game, action=action, decision=asked.decision, idempotency_key=key)

    def _surely(self, ask: Callable[[], T]) -> T:
        """Ask until the service answers. It does once what it is asked again under the same key."""
        while True:
            try:
                return ask()
            except httpx.TransportError:
                time.sleep(PAUSE)
            except Problem as problem:
                _wait_for(problem)

    def _remember(self, answered: Decision) -> None:
        self._answered[answered.game, answered.decision] = None
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)


def _following(game: Game, asked: Decision) -> Decision | None:
    """Return what the seat is asked next, if it is its turn again."""
    if game.decision is None or game.decision == asked.decision or game.seat != asked.seat:
        return None
    kind = game.pending[asked.seat].kind
    return Decision(game.id, asked.seat, game.decision, kind, game.version, game.legal, game.legal_complete, game)


def _wait_for(problem: Problem) -> None:
    """Wait as long as a service says that is away or has no room; raise any other problem."""
    if problem.status not in PASSING:
        raise problem
    time.sleep(problem.retry_after or PAUSE)
