"""`python -m workers.notify`: follows the log, and tells people over their channels what waits for them."""

from __future__ import annotations

from service.bootstrap import Services
from workers import loop
from workers.alone import Step, Swept

PAUSE_SECONDS = 1.0
"""Between two looks at the outbox."""


def prepare(services: Services, swept: Swept) -> Step:
    """What the process does again and again: it looks at the outbox. What the one before was sending is sent anew."""
    services.post.outbox.deliveries.give_back()

    def step() -> float:
        services.post.step()
        swept()
        return PAUSE_SECONDS

    return step


if __name__ == "__main__":
    loop.run("notify", {"notify": prepare})
