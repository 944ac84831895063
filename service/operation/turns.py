"""The queues of the workers: nudges, most of them AI turns, under ids that follow from what is to be done."""

from __future__ import annotations

from datetime import datetime

import msgspec
from redis import Redis
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from domain.bots.levels import LEVELS
from domain.log.canon import Json
from projections.games.lists import AiTurn
from projections.read_models import ReadModels
from service.games.timing.delayed import DelayedAnswers
from service.operation.running import RunningJobs

QUEUE = "ai"
"""The queue of all that is quickly done. A worker serves one queue alone: with several, a crash between two steps loses
a job."""

THINKING = "thinking"
"""The queue of the turns of AIs that think ahead, and of analyses: they keep nothing else waiting."""

JOB = "workers.ai.answer"
JOB_SECONDS = 60
"""Seconds after which a job is given up; the dispatcher sends it again."""

FAILURES_KEPT_SECONDS = 24 * 3600


class JobState(msgspec.Struct, frozen=True):
    """A job that Redis knows: `queued` with so many `ahead` of it, `started`, or `failed` with an `error`; since when
    (seconds UTC), and of which `queue`."""

    status: str
    since: int | None
    ahead: int = 0
    error: str | None = None
    queue: str = QUEUE

    @property
    def shown(self) -> dict[str, Json]:
        """It as JSON, without its queue."""
        found: dict[str, Json] = msgspec.to_builtins(self)
        del found["queue"]
        return found


class TurnQueue:
    """Jobs that wait for a worker: turns of AIs, and what is to be done for series, leagues and the like. Everything
    here may be lost: the dispatcher derives it again.

    Methods raise `redis.RedisError` when Redis does not answer.
    """

    def __init__(self, redis: Redis) -> None:
        self.queue = Queue(QUEUE, connection=redis, serializer=JSONSerializer)
        self.thinking = Queue(THINKING, connection=redis, serializer=JSONSerializer)
        self.running = RunningJobs(redis)

    def put(self, game_id: str, seat: str, decision: str, level: str | None = None) -> None:
        """Ask a worker to answer this decision as an AI of this level. Asking twice does no harm."""
        self._enqueue(self._of(level), JOB, (game_id, seat, decision), job_id(game_id, decision))

    def put_job(self, job: str, arguments: tuple[str, ...], name: str, *, thinks: bool = False) -> None:
        """Ask a worker to call this function (`module.name`) under a name that follows from what is to be done; one of
        those that think ahead, if that takes its time."""
        self._enqueue(self.thinking if thinks else self.queue, job, arguments, name)

    def name_of(self, level: str) -> str:
        """The name of the queue in which the turns of an AI of this level wait."""
        return str(self._of(level).name)

    def _of(self, level: str | None) -> Queue:
        bot = None if level is None else LEVELS.get(level)
        return self.thinking if bot is not None and bot.thinks else self.queue

    def _enqueue(self, queue: Queue, job: str, arguments: tuple[str, ...], name: str) -> None:
        """Put a job into a queue, unless it is there already, or a worker is doing it."""
        if queue.get_job_position(name) is not None or self.running.is_running(name):
            return
        queue.enqueue_call(
            job,
            args=arguments,
            job_id=name,
            timeout=JOB_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURES_KEPT_SECONDS,
        )

    def busy(self) -> set[str]:
        """The ids of the jobs that wait for a worker, and of those that one is doing."""
        return self.waiting() | self.running.names()

    def waiting(self) -> set[str]:
        """The ids of the jobs that no worker has taken yet."""
        return {*self.queue.get_job_ids(), *self.thinking.get_job_ids()}

    def turn(self, game_id: str, decision: str) -> JobState | None:
        """The job for this decision, or one that plays on at its table; None if there is none."""
        found = self._state(job_id(game_id, decision))
        queues = (self.queue, self.thinking)
        playing = (self._job(name) for queue in queues for name in queue.started_job_registry.get_job_ids())
        return found or next((_started(job) for job in playing if job is not None and job.args[0] == game_id), None)

    def chore(self, kind: str, log_id: str, version: int) -> JobState | None:
        """The job for a series, a league or a challenge at this version; None if there is none."""
        return self._state(chore_id(kind, log_id, version))

    def _state(self, name: str) -> JobState | None:
        job = self._job(name)
        match None if job is None else job.get_status():
            case JobStatus.QUEUED if job is not None:
                queue = self.thinking if job.origin == THINKING else self.queue
                position = queue.get_job_position(name) or 0
                return JobState("queued", _seconds(job.enqueued_at), position, queue=job.origin)
            case JobStatus.STARTED if job is not None:
                return _started(job)
            case JobStatus.FAILED if job is not None:
                result = job.latest_result()
                trace = "" if result is None else str(result.exc_string or "").strip()
                error = trace.rpartition("\n")[2]
                return JobState("failed", _seconds(job.ended_at), error=error, queue=job.origin)
        return None

    def _job(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, self.queue.connection, self.queue.serializer)
        except NoSuchJobError:
            return None


def unanswered(read_models: ReadModels, delayed: DelayedAnswers) -> list[AiTurn]:
    """The open turns of AIs, the oldest first, without those whose answers wait already for their table's release."""
    turns, answered = read_models.lists.ai_turns(), delayed.answered_by_ais()
    return [turn for turn in turns if f"{turn.game_id} {turn.decision}" not in answered]


def _started(job: Job) -> JobState:
    return JobState("started", _seconds(job.started_at), queue=job.origin)


def _seconds(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp())


def job_id(game_id: str, decision: str) -> str:
    """The id of the job for this decision: `ai-<game>-<decision>`, with a dash for the dot that rq refuses."""
    return f"ai-{game_id}-{decision.replace('.', '-')}"


def chore_id(kind: str, log_id: str, version: int) -> str:
    """The id of the job for a series, a league or a challenge at this version of its log."""
    return f"{kind}-{log_id}-{version}"
