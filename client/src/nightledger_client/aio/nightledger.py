"""The client: a service at an address, its resources, and following a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Self

import httpx
import msgspec
from msgspec import UNSET

from nightledger_client.aio.connection import LONGEST_WAIT, Connection
from nightledger_client.aio.playing import Bot, Player, all_legal
from nightledger_client.aio.resources import Resources
from nightledger_client.decisions import PAUSE, Decision, pause_after
from nightledger_client.models import Event, Game
from nightledger_client.problems import Problem

LONG_POLL = 25
"""Seconds that a question for events waits where there is no stream."""


class AsyncNightledger(Resources):
    """A service at an address, such as `http://127.0.0.1:8420`, for who has this token (None: for anybody).

    Each attribute is a resource with a method for each of its operations, named as in the OpenAPI document. Methods
    raise `Problem`, whose `code` is stable, and `httpx.TransportError` where no service is reached. A request that is
    one too many (429) waits until the service takes it, `longest_wait` seconds at most.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        super().__init__(Connection(address, token, transport, longest_wait))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def follow(self, game_id: str, *, after: int = 0, seat: str | None = None) -> AsyncGenerator[Event, None]:
        """Yield the events of a game after a version, each once, as they come, until the game is closed, or no more of
        it may be seen.

        It listens to the game's stream, goes on where a broken connection ended once the service is there again, and
        asks again and again where too many listen already.
        """
        version = after
        while True:
            async with aclosing(self._heard(game_id, version, seat)) as heard:
                async for event in heard:
                    if event is None:
                        return
                    version = event.version
                    yield event
                    if event.type == "GameClosed":
                        return

    async def play(self, bot: Bot, game_id: str | None = None) -> Game | None:
        """Answer the decisions of all one's seats with what `bot(decision)` returns, an action.

        Ends when this game is closed, and returns it; without one it goes on until it is interrupted. A server or a
        network that is away for a while is waited for, and nothing is answered twice. Raises `Problem` for what the
        service refuses for good: a token that is not valid any more, an action that is not legal.
        """
        return await Player(self, bot).play(game_id)

    async def all_legal(self, decision: Decision) -> Decision:
        """Return the decision with all the legal actions that the service lists, where it came with the first of them.

        A bot of `play` is asked such decisions. What is too much to be listed (`legal_complete` is False still) is made
        of the view's `slots`. Raises `Problem` (`decision-closed`) for a decision that is not open any more.
        """
        return await all_legal(self, decision)

    async def _heard(self, game_id: str, after: int, seat: str | None) -> AsyncGenerator[Event | None, None]:
        """Yield the events that are told now, and wait where there are none, or for a service that is away or has no
        room for a while."""
        silent = True
        try:
            async with aclosing(self._told(game_id, after, seat)) as told:
                async for event in told:
                    silent = False
                    yield event
            if silent:
                await asyncio.sleep(PAUSE)
        except httpx.TransportError:
            await asyncio.sleep(PAUSE)
        except Problem as problem:
            await asyncio.sleep(pause_after(problem))

    async def _told(self, game_id: str, after: int, seat: str | None) -> AsyncGenerator[Event | None, None]:
        """Yield the events of a stream until it ends, or those that there are in its place; None if none will come."""
        eyes = UNSET if seat is None else seat
        try:
            async with aclosing(self.stream.stream_game(game_id, after=after, seat=eyes)) as messages:
                async for message in messages:
                    if message.event == "end":
                        yield None
                    elif message.event == "message":
                        yield msgspec.convert(message.data, Event)
        except Problem as problem:
            if problem.code != "crowded":
                raise
            part = await self.log.events(game_id, after=after, wait=LONG_POLL, seat=eyes)
            for event in part.events:
                yield event
            if not part.events and await self._is_over(game_id, after):
                yield None

    async def _is_over(self, game_id: str, version: int) -> bool:
        """Tell whether the game is closed and has nothing after this version."""
        game = await self.games.look(game_id)
        return game is not None and game.status not in ("open", "running") and game.version <= version
