"""`python -m workers.dispatcher`: follows the log, keeps the read models up to it, and sends work to workers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from time import monotonic

from redis import RedisError

from projections.read_models import ReadModels
from service.bootstrap import Services
from service.games.timing.delayed import DelayedAnswers
from service.operation.trouble import Trouble
from service.operation.turns import TurnQueue, unanswered
from workers import loop
from workers.alone import Step, Swept
from workers.chores import Chores, Waiting
from workers.schedule import Schedule

SWEEP_SECONDS = 2.0
"""How often all open turns are looked at for lost ones."""

CHORES_SECONDS = 1.0
"""How often it is looked whether something beside turns is due by the clock."""

SHORTEST_PAUSE = 0.02
LONGEST_PAUSE = 0.2
"""Seconds between two looks at the log: short while there is something new, longer and longer while not."""

RETRY_SECONDS = 1.0
"""How long to leave Redis alone when it does not answer."""

log = logging.getLogger(__name__)


class Dispatcher:
    """Derives which AI turns are due, and what is to be done for series, leagues and challenges, from the read models,
    which it brings up to the log first.

    It keeps nothing of its own: a new dispatcher sees every open turn as new. When Redis does not answer, what is due
    waits. A turn whose answer is `delayed` until its table's release is not lost. `waiting()` gives the games that wait
    for the partner of a shared seed, `analysed()` those that are being analysed; both are sent to workers too.
    `swept()` is called whenever all open turns were looked at.

    `clock()` is the time in seconds UTC, for what is due at an instant; all waiting goes by `elapsed()`, seconds that
    nobody can set.
    """

    def __init__(
        self,
        read_models: ReadModels,
        delayed: DelayedAnswers,
        queue: TurnQueue,
        pace: Mapping[str, float],
        clock: Callable[[], float],
        elapsed: Callable[[], float] = monotonic,
        waiting: Waiting = tuple,
        swept: Callable[[], None] = lambda: None,
        analysed: Waiting = tuple,
    ) -> None:
        self._read_models = read_models
        self._delayed = delayed
        self._queue = queue
        self._schedule = Schedule(pace)
        self._chores = Chores(read_models, queue, waiting, analysed)
        self._clock = clock
        self._elapsed = elapsed
        self._swept = swept
        self._seen = 0
        self._idle = SHORTEST_PAUSE
        self._next_sweep = 0.0
        self._next_chores = 0.0
        self._next_try = 0.0
        self._redis = Trouble(
            log, "Redis does not answer (%s); AI turns wait until it does", "Redis answers again", RETRY_SECONDS
        )

    def look(self) -> float:
        """Step: the seconds until the next look, longer and longer while the log has nothing new."""
        self._idle = SHORTEST_PAUSE if self.step() else min(self._idle * 1.5, LONGEST_PAUSE)
        return self.pause(self._idle)

    def step(self) -> bool:
        """Follow the log, schedule what it opened, send what is due, sweep from time to time.

        Whether the log had anything new. While the read models are far behind, their open turns are of the past,
        and nothing is sent.
        """
        if not self._read_models.follower.catch_up():
            return True
        news = self._see()
        now = self._elapsed()
        if now >= self._next_try:
            try:
                self._send(now)
                self._sweep(now)
                self._send_chores(now, news=news)
                self._redis.ends()
            except RedisError as error:
                self._next_try = now + self._redis.begins(error)
        return news

    def pause(self, longest: float) -> float:
        """Seconds until something is due, `longest` at most."""
        due = self._schedule.next_time()
        return longest if due is None else min(longest, max(0.0, max(due, self._next_try) - self._elapsed()))

    def _see(self) -> bool:
        reached = self._read_models.follower.position()
        if reached == self._seen:
            return False
        self._schedule.see(self._read_models.lists.ai_turns(after=self._seen), self._elapsed())
        self._seen = reached
        return True

    def _send(self, now: float) -> None:
        while (turn := self._schedule.next_due(now)) is not None:
            self._queue.put(turn.game_id, turn.seat, turn.decision, turn.level)
            self._schedule.put(turn, now)

    def _sweep(self, now: float) -> None:
        if now >= self._next_sweep:
            self._schedule.sweep(unanswered(self._read_models, self._delayed), self._queue.busy(), now)
            self._next_sweep = now + SWEEP_SECONDS
            self._swept()

    def _send_chores(self, now: float, *, news: bool) -> None:
        """What is to be done beside turns comes with the log, or with the time."""
        if news or now >= self._next_chores:
            self._chores.send(self._clock(), now)
            self._next_chores = now + CHORES_SECONDS


def prepare(services: Services, swept: Swept) -> Step:
    """What the process does again and again."""
    queue, pace = TurnQueue(services.redis), services.settings.bot_pace
    return Dispatcher(
        services.read_models,
        services.delayed,
        queue,
        pace,
        services.clock,
        services.elapsed,
        services.partners.waiting,
        swept,
        services.mirror.due,
    ).look


if __name__ == "__main__":
    loop.run("dispatcher", {"dispatcher": prepare})
