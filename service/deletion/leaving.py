"""What is left when a person goes: as far as it is still to be left, and can be."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from service.errors import ServiceError, passing_over

log = logging.getLogger(__name__)

GONE_ALREADY = ("forbidden", "game-over", "illegal", "not-found", "not-your-decision")
"""The codes of a place that is no longer the person's, or of something that has ended meanwhile."""


@contextmanager
def as_far_as_possible(what: str) -> Iterator[None]:
    """Gives up in its block `what` the person has. What is no longer the person's is passed over, and so is what cannot
    be read: nobody can do anything there, and it must not keep the person's data here. Any other `ServiceError` is
    raised."""
    with passing_over(*GONE_ALREADY):
        try:
            yield
        except ServiceError as error:
            if error.code != "unreadable":
                raise
            log.warning("%s: nothing is given up there: %s", what, error)
