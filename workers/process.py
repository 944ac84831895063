"""What a worker's process has: its services, wired when the first job asks for them, and kept for the next."""

from __future__ import annotations

import os
from functools import cache

from service.bootstrap import Services, build
from service.settings import Settings


@cache
def services() -> Services:
    """The services of this process, with the settings of the environment."""
    return build(Settings.from_env(os.environ))
