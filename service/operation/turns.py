"""The queue of the workers: nudges, most of them AI turns, under ids that follow from what is to be done."""

from __future__ import annotations

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

QUEUE = "ai"
"""The queue's name. A worker serves this queue alone: with several, a crash between two steps loses a job."""

JOB = "workers.ai.answer"
JOB_SECONDS = 60
"""A job that takes longer is given up; the sweeper puts the decision into the queue again."""

FAILURES_KEPT_SECONDS = 24 * 3600


class TurnQueue:
    """AI turns that wait for a worker. Everything here may be lost: the dispatcher derives it again.

    Methods raise `redis.RedisError` when Redis does not answer.
    """

    def __init__(self, redis: Redis) -> None:
        self.queue = Queue(QUEUE, connection=redis, serializer=JSONSerializer)

    def put(self, game_id: str, seat: str, decision: str) -> None:
        """Ask a worker to answer this decision. Asking twice does no harm."""
        self.put_job(JOB, (game_id, seat, decision), job_id(game_id, decision))

    def put_job(self, job: str, arguments: tuple[str, ...], name: str) -> None:
        """Ask a worker to call this function (`module.name`) under a name that follows from what is to be done."""
        self.queue.enqueue_call(
            job,
            args=arguments,
            job_id=name,
            timeout=JOB_SECONDS,
            result_ttl=0,
            failure_ttl=FAILURES_KEPT_SECONDS,
        )

    def waiting(self) -> set[str]:
        """The ids of the jobs that no worker has taken yet."""
        return set(self.queue.get_job_ids())


def job_id(game_id: str, decision: str) -> str:
    """The id of the job for this decision: `ai-<game>-<decision>`, with a dash for the dot that rq refuses."""
    return f"ai-{game_id}-{decision.replace('.', '-')}"
