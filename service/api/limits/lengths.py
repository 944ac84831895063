"""How long a request may be, by what it asks for."""

from __future__ import annotations

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.limits.limiter import EXAMINERS
from service.api.reading import MOST_BYTES, MOST_RECORD_BYTES


def most_bytes(asked: Request) -> int:
    """The length of the longest body that is taken; longer is what holds a record."""
    return MOST_RECORD_BYTES if asked.endpoint in EXAMINERS else MOST_BYTES


def check_length(asked: Request) -> None:
    """`RequestEntityTooLarge` for a body that says that it is too long; one that comes in chunks is cut off there.

    What is typed into a form may be as long as the body that it comes in.
    """
    most, length = most_bytes(asked), asked.content_length
    asked.max_form_memory_size = most
    if length is None:
        asked.max_content_length = most + 1  # One more, as it is cut off without an error.
    elif length > most:
        raise RequestEntityTooLarge
