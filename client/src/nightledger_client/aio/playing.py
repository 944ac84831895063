"""A program that plays, and goes on whatever becomes of server and network."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import TypeAlias, TypeVar

import httpx
import msgspec
from msgspec import UNSET, UnsetType

from nightledger_client.aio.resources import Resources
from nightledger_client.decisions import ANSWERED, PAUSE, Action, Decision, pause_after
from nightledger_client.models import Answer, Game
from nightledger_client.problems import Problem

T = TypeVar("T")

REMEMBERED = 10_000
"""How many answered decisions are remembered, as the stream may still tell them."""

LISTENED = 60
"""Seconds after which a game that was named is looked at again: its end is told to whoever listens at that moment, and
may have come before."""

Bot: TypeAlias = Callable[[Decision], Awaitable[Action]]
"""Returns the action for a decision."""


async def all_legal(service: Resources, decision: Decision) -> Decision:
    """Return the decision with all the legal actions that the service lists."""
    listed, complete = list(decision.legal), decision.legal_complete
    following = None if complete else len(listed)
    while following is not None:
        part = await service.actions.legal(
            decision.game, seat=decision.seat, decision=decision.decision, after=following
        )
        listed, complete, following = [*listed, *part.legal], part.complete, part.next
    return msgspec.structs.replace(decision, legal=listed, legal_complete=complete)


class Player:
    """Plays an account's seats with a bot."""

    def __init__(self, service: Resources, bot: Bot) -> None:
        self._service = service
        self._bot = bot
        self._last: str | UnsetType = UNSET
        self._answered: OrderedDict[str, None] = OrderedDict()
        self._is_over = False

    async def play(self, game_id: str | None) -> Game | None:
        """Answer all that is asked until this game is closed, and return it; for ever if none is named."""
        while True:
            if game_id is not None and (closed := await self._closed(game_id)) is not None:
                return closed
            async with aclosing(self._asked(game_id)) as asked:
                async for decision in asked:
                    await self._answer(decision)

    async def _closed(self, game_id: str) -> Game | None:
        """Return the game if it is closed; as it was when the last seat was lost, where no more of it may be seen."""
        game = await self._surely(partial(self._service.games.look, game_id))
        goes_on = game is None or game.status in ("open", "running")
        return None if goes_on and not self._is_over else game

    async def _asked(self, game_id: str | None) -> AsyncGenerator[Decision, None]:
        """Yield decisions as they come, until the connection ends or this game is over; wait where it told nothing."""
        silent = True
        try:
            seconds = UNSET if game_id is None else LISTENED
            told = self._service.stream.stream_decisions(view=True, last_event_id=self._last, seconds=seconds)
            async with aclosing(told) as messages:
                async for message in messages:
                    silent = False
                    if message.event == "decision":
                        yield msgspec.convert(message.data, Decision)
                    elif message.event == "over" and message.data["game"] == game_id:
                        self._is_over = True
                        return
                    self._last = message.id or self._last
            if silent:
                await asyncio.sleep(PAUSE)
        except httpx.TransportError:
            await asyncio.sleep(PAUSE)
        except Problem as problem:
            await asyncio.sleep(pause_after(problem))

    async def _answer(self, asked: Decision | None) -> None:
        """Answer a decision, and those that follow for the same seat."""
        while asked is not None and asked.key not in self._answered:
            whole = await self._while_open(partial(all_legal, self._service, asked))
            if whole is None:
                return
            action = await self._bot(whole)
            try:
                answer = await self._while_open(partial(self._act, whole, action))
            except Problem as problem:
                asked = await self._anew(whole, problem)
                continue
            if answer is None:
                return
            self._remember(asked)
            asked = asked.following(answer.game)

    async def _anew(self, asked: Decision, problem: Problem) -> Decision | None:
        """Return the decision as it is now, where another seat was faster and took what was legal; else raise."""
        game = await self._surely(partial(self._service.games.look, asked.game, seat=asked.seat))
        if problem.code != "illegal" or game is None or game.version == asked.version:
            raise problem
        return Decision.of(game)

    async def _act(self, asked: Decision, action: Action) -> Answer:
        return await self._service.actions.act(
            asked.game, action=action, seat=asked.seat, decision=asked.decision, idempotency_key=asked.key
        )

    async def _while_open(self, ask: Callable[[], Awaitable[T]]) -> T | None:
        """Ask until the service answers; None where the decision does not wait any more."""
        try:
            return await self._surely(ask)
        except Problem as problem:
            if problem.code not in ANSWERED:
                raise
            return None

    async def _surely(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until the service answers. It does once what it is asked again under the same key."""
        while True:
            try:
                return await ask()
            except httpx.TransportError:
                await asyncio.sleep(PAUSE)
            except Problem as problem:
                await asyncio.sleep(pause_after(problem))

    def _remember(self, answered: Decision) -> None:
        self._answered[answered.key] = None
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
