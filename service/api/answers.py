"""How a use case's answer becomes a response."""

from __future__ import annotations

from typing import Any

from service.api.schemas import LOG_POSITION
from service.shapes import Answer

Headed = tuple[Any, dict[str, str]]
"""A body and its headers."""


COMMAND_HEADERS = {
    "Log_Position": "The log position from which on every read shows what was stored.",
    "Idempotent_Replayed": "`true`: an earlier request with this Idempotency-Key stored it.",
}
"""What the headers of a command's answer mean."""


def answered(answer: Answer) -> Headed:
    """The body `{game, events}` and the headers of a command's answer."""
    headers = {LOG_POSITION: str(answer.position)}
    if answer.repeated:
        headers["Idempotent-Replayed"] = "true"
    return {"game": answer.game, "events": answer.events}, headers
