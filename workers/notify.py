"""`python -m workers.notify`: follows the log, and tells people over their channels what waits for them."""

from __future__ import annotations

from service.bootstrap import Services
from workers import loop

PAUSE_SECONDS = 1.0
"""Between two looks at the outbox."""


def prepare(services: Services) -> loop.Step:
    """What the process does again and again: it looks at the outbox."""

    def step() -> float:
        services.post.step()
        return PAUSE_SECONDS

    return step


if __name__ == "__main__":
    loop.run("notify", prepare)
