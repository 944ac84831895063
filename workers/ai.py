"""The turns of the AIs: a job reads the log again, answers as the seat, and does nothing when that is done.

Bots that think ahead have a queue of their own, and until the middle of a job's time to find an answer.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from domain.bots import LEVELS
from domain.bots.answers import Thought
from domain.contract.chance import Stream
from domain.contract.game import Game, to_json
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.shapes import BotTurn
from service.operation.turns import JOB_SECONDS, TurnQueue
from workers.process import attempt, services

THINK_SECONDS = JOB_SECONDS / 2
"""How long a bot may think about an answer: what it has found by then it plays."""

BATCH_SECONDS = 5.0
"""How long one job plays on at a table without people before it makes room for others."""


class NoAnswer(Exception):
    """The rules accepted no answer of a bot: a fault of the program."""


class Bots:
    """Answers decisions of AI seats through the ledger, with what it hands out as the only knowledge."""

    def __init__(
        self,
        ledger: Ledger,
        catalog: Mapping[str, Game[Any]],
        queue: TurnQueue,
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        self._ledger = ledger
        self._catalog = catalog
        self._queue = queue
        self._batch_seconds = batch_seconds

    def play(self, game_id: str, seat: str, decision: str) -> None:
        """Answer this decision if it is still open; at a table without people play on.

        A table without people that makes no more progress is closed as void. `NoAnswer` when the rules accept
        none of the bot's answers, `ServiceError` when the ledger is busy or does not write.
        """
        turn = self._ledger.bot_turn(game_id, seat)
        if turn is None or turn.decision != decision:
            return
        until, thinker = time.monotonic() + self._batch_seconds, LEVELS[turn.level].thinks
        while turn is not None:
            if turn.stalled:
                self._ledger.close(game_id, "void")
                return
            if not self._answer(turn) or turn.people:
                return
            turn = self._next_turn(game_id)
            if turn is not None and (time.monotonic() > until or (LEVELS[turn.level].thinks and not thinker)):
                self._queue.put(turn.game_id, turn.seat, turn.decision, turn.level)
                return

    def _answer(self, turn: BotTurn) -> bool:
        """Answer the decision: whether it was still open. If not, another worker plays here."""
        bot, game, rng = LEVELS[turn.level], self._catalog[turn.game], Stream(turn.key)
        until, refused = time.monotonic() + THINK_SECONDS, "none was given"
        thought = Thought(turn.worlds, in_time=lambda: time.monotonic() < until) if bot.thinks else None
        for action in bot.answers(game, turn.view, turn.seat, turn.legal, turn.pending, rng, thought):
            try:
                return self._ledger.act_as_bot(turn.game_id, turn.seat, turn.decision, to_json(action))
            except ServiceError as error:
                if error.code not in ("illegal", "malformed"):
                    raise
                refused = str(error)
        raise NoAnswer(
            f"{turn.level} has no answer to {turn.pending.kind} in game {turn.game_id}, {turn.decision}: {refused}"
        )

    def _next_turn(self, game_id: str) -> BotTurn | None:
        for seat in self._ledger.table(game_id).pending:
            turn = self._ledger.bot_turn(game_id, seat)
            if turn is not None:
                return turn
        return None


@cache
def bots() -> Bots:
    """The bots of this process, wired when they are first asked for."""
    parts = services()
    return Bots(parts.ledger, parts.catalog, TurnQueue(parts.redis))


def answer(game_id: str, seat: str, decision: str) -> None:
    """The job, as rq calls it."""
    attempt(lambda: bots().play(game_id, seat, decision))
