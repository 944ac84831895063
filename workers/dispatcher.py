"""`python -m workers.dispatcher`: follows the log, keeps the read models up to it, and sends work to workers."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Mapping

from redis import RedisError

from projections.lists import AiTurn
from projections.read_models import ReadModels
from service import logs
from service.bootstrap import build
from service.held import HeldAnswers
from service.settings import Settings, SettingsError
from service.signals import stop_signal
from workers.league import Chores
from workers.schedule import Schedule
from workers.turns import TurnQueue

SWEEP_SECONDS = 2.0
"""How often all open turns are looked at for lost ones."""

CHORES_SECONDS = 1.0
"""How often it is looked whether something of a series or league is due by the clock."""

SHORTEST_PAUSE = 0.02
LONGEST_PAUSE = 0.2
"""Seconds between two looks at the log: short while there is something new, longer and longer while not."""

RETRY_SECONDS = 1.0
"""How long to leave Redis alone when it does not answer."""

log = logging.getLogger(__name__)


class Dispatcher:
    """Derives due AI turns, and what series and leagues have to be done, from the read models, which it brings up to
    the log first.

    Nothing of its own is stored: a new dispatcher sees every open turn as new. When Redis does not answer, what
    is due waits. A turn whose answer is `held` for its table's release is not lost.
    """

    def __init__(
        self,
        read_models: ReadModels,
        held: HeldAnswers,
        queue: TurnQueue,
        pace: Mapping[str, float],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._read_models = read_models
        self._held = held
        self._queue = queue
        self._schedule = Schedule(pace)
        self._chores = Chores(read_models, queue)
        self._clock = clock
        self._seen = 0
        self._next_sweep = 0.0
        self._next_chores = 0.0
        self._next_try = 0.0
        self._redis_answers = True

    def step(self) -> bool:
        """Follow the log, schedule what it opened, send what is due, sweep from time to time.

        Whether the log had anything new. While the read models are far behind, their open turns are of the past,
        and nothing is sent.
        """
        if not self._read_models.follower.catch_up():
            return True
        news = self._see()
        now = self._clock()
        if now >= self._next_try:
            try:
                self._send(now)
                self._sweep(now)
                self._send_chores(now, news=news)
                self._redis_is_back()
            except RedisError as error:
                self._redis_is_gone(error, now)
        return news

    def pause(self, longest: float) -> float:
        """Seconds until something is due, `longest` at most."""
        due = self._schedule.next_time()
        return longest if due is None else min(longest, max(0.0, max(due, self._next_try) - self._clock()))

    def _see(self) -> bool:
        reached = self._read_models.follower.position()
        if reached == self._seen:
            return False
        self._schedule.see(self._read_models.lists.ai_turns(after=self._seen), self._clock())
        self._seen = reached
        return True

    def _send(self, now: float) -> None:
        while (turn := self._schedule.next_due(now)) is not None:
            self._queue.put(turn.game_id, turn.seat, turn.decision)
            self._schedule.put(turn, now)

    def _sweep(self, now: float) -> None:
        if now >= self._next_sweep:
            self._schedule.sweep(self._unanswered(), self._queue.waiting(), now)
            self._next_sweep = now + SWEEP_SECONDS

    def _unanswered(self) -> list[AiTurn]:
        """The open turns of AIs, without those whose answers wait already."""
        turns, answered = self._read_models.lists.ai_turns(), self._held.decisions()
        return [turn for turn in turns if f"{turn.game_id} {turn.decision}" not in answered]

    def _send_chores(self, now: float, *, news: bool) -> None:
        """What series and leagues have to be done comes with the log, or with the time."""
        if news or now >= self._next_chores:
            self._chores.send(now)
            self._next_chores = now + CHORES_SECONDS

    def _redis_is_gone(self, error: RedisError, now: float) -> None:
        if self._redis_answers:
            log.warning("Redis does not answer (%s); AI turns wait until it does", error)
        self._redis_answers = False
        self._next_try = now + RETRY_SECONDS

    def _redis_is_back(self) -> None:
        if not self._redis_answers:
            log.warning("Redis answers again")
        self._redis_answers = True


def main() -> None:
    """Run the dispatcher with the settings of the environment until a signal."""
    stop = stop_signal()
    try:
        settings = Settings.from_env(os.environ)
        logs.begin("dispatcher", settings.log)
        services = build(settings)
    except SettingsError as error:
        sys.exit(f"dispatcher: {error}")
    dispatcher = Dispatcher(services.read_models, services.held, TurnQueue(services.redis), services.settings.bot_pace)
    pause = SHORTEST_PAUSE
    while not stop.wait(dispatcher.pause(pause)):
        pause = SHORTEST_PAUSE if dispatcher.step() else min(pause * 1.5, LONGEST_PAUSE)


if __name__ == "__main__":
    main()
