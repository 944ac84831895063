"""Series, leagues, challenges, shared seeds, analyses: jobs that do what is to be done by now, and when they are sent
to workers.

A job names one of them and the version that its log had. What is to be done it finds in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from projections.read_models import ReadModels
from service.bootstrap import Services
from service.operation.turns import TurnQueue, chore_id
from workers.patience import Sent
from workers.process import attempt, services

JOB = "workers.chores.do"

JOB_BEFORE = "workers.league.do"
"""What a job was called that lies in a queue since before an upgrade."""

THINKING = ("analysis",)
"""What takes its time, as AIs do that think ahead, and keeps nothing else waiting."""

Waiting = Callable[[], Iterable[tuple[str, int]]]

Kind = Literal["series", "league", "challenge", "share", "analysis"]


class Chore(NamedTuple):
    """A series, a league or a challenge, or a game that waits for its share, at a version; or a game whose analysis was
    gone on with so often. Something is to be done."""

    kind: Kind
    id: str
    version: int

    @property
    def job_id(self) -> str:
        """The id of its job."""
        return chore_id(self.kind, self.id, self.version)


class Chores:
    """Sends what is due to the workers. Kept in memory: all of it can be lost, and is found again in the read models.

    `waiting()` gives the games that wait for the partner of a shared seed, each with the version since which it does,
    `analysed()` those that are being analysed, each with how often that was gone on with. `send` raises
    `redis.RedisError` when Redis does not answer.
    """

    def __init__(
        self, read_models: ReadModels, queue: TurnQueue, waiting: Waiting = tuple, analysed: Waiting = tuple
    ) -> None:
        self._read_models = read_models
        self._queue = queue
        self._waiting = waiting
        self._analysed = analysed
        self._sent: dict[tuple[Kind, str], tuple[int, Sent]] = {}

    def send(self, now: float, elapsed: float) -> None:
        """Send what is due at `now` (seconds UTC), unless it was sent a moment ago, by seconds that nobody can set."""
        chores = {(chore.kind, chore.id): chore for chore in self._due(now)}
        self._sent = {name: self._sent[name] for name in chores if name in self._sent}
        for name, chore in chores.items():
            version, sent = self._sent.get(name, (None, Sent(elapsed)))
            is_known = version == chore.version
            if is_known and not sent.is_overdue(elapsed):
                continue
            self._queue.put_job(JOB, (chore.kind, chore.id), chore.job_id, thinks=chore.kind in THINKING)
            self._sent[name] = chore.version, sent.again(elapsed) if is_known else Sent(elapsed)

    def _due(self, now: float) -> Iterator[Chore]:
        """What has to be done, and the leagues that have moved since a worker has last seen to them: an organiser's
        decision may concern their games."""
        for series_id, version in self._read_models.series.due():
            yield Chore("series", series_id, version)
        leagues = self._read_models.leagues
        for league_id, version in (dict(leagues.due(now)) | dict(leagues.moved())).items():
            yield Chore("league", league_id, version)
        for challenge_id, version in self._read_models.challenges.due(now):
            yield Chore("challenge", challenge_id, version)
        for game_id, version in self._waiting():
            yield Chore("share", game_id, version)
        for game_id, slices in self._analysed():
            yield Chore("analysis", game_id, slices)


def do(kind: Kind, log_id: str) -> None:
    """The job, as rq calls it. Done twice, or late, it changes nothing."""
    attempt(lambda: do_with(services(), kind, log_id))


def do_with(parts: Services, kind: Kind, log_id: str) -> None:
    """Do what is to be done by now."""
    steps: dict[Kind, Callable[[str], object]] = {
        "series": parts.series.step,
        "league": parts.league_play.step,
        "challenge": parts.challenges.step,
        "share": parts.commands.settle,
        "analysis": parts.mirror.step,
    }
    steps[kind](log_id)
