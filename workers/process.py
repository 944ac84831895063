"""What a worker's process has: its services, wired when the first job asks for them, and kept for the next."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import cache

from projections.unavailable import Unavailable
from service.bootstrap import Services, build
from service.operation.trouble import Trouble
from service.settings import Settings

log = logging.getLogger(__name__)


@cache
def services() -> Services:
    """The services of this process, with the settings of the environment."""
    return build(Settings.from_env(os.environ))


def attempt(job: Callable[[], object]) -> None:
    """Do a job, or leave it while the store is away: it is only a nudge, and the dispatcher sends it again."""
    try:
        job()
    except Unavailable as error:
        _store().begins(error)
    else:
        _store().ends()


@cache
def _store() -> Trouble:
    return Trouble(log, "%s; jobs are left until that is over", "jobs are done again")
