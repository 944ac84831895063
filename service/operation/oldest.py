"""How long what is due has waited: the age of the oldest deadline, AI turn, notice and the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from service.operation.turns import unanswered

if TYPE_CHECKING:
    from service.bootstrap import Services

Age = Callable[["Services"], int]


def _since(due: int | None, services: Services) -> int:
    """The seconds since an instant; 0 if that is to come, or there is none."""
    return 0 if not due else max(0, services.clock() - due)


def deadline(services: Services) -> int:
    """How long ago the oldest deadline came that is not enforced."""
    return _since(services.clockwork.due.oldest(), services)


def reminder(services: Services) -> int:
    """How long ago the oldest reminder came that is not given."""
    return _since(services.post.reminders.due.oldest(), services)


def release(services: Services) -> int:
    """How long ago the oldest answer was to appear that has not."""
    return _since(services.delayed.oldest(), services)


def ai_turn(services: Services) -> int:
    """How long the oldest decision of an AI is open that it has not answered."""
    return _since(next((turn.since for turn in unanswered(services.read_models, services.delayed)), None), services)


def notice(services: Services) -> int:
    """How long the oldest notice is due that is not sent."""
    return _since(services.post.outbox.deliveries.oldest(), services)


AGES: Mapping[str, Age] = {
    "deadline": deadline,
    "reminder": reminder,
    "release": release,
    "ai_turn": ai_turn,
    "notice": notice,
}
"""What may be due -> the seconds that the oldest of its kind has waited."""
