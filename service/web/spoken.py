"""Messages that views say, in the reader's language."""

from __future__ import annotations

from service.api import session
from service.language.catalogues import catalogue


def gettext(message: str) -> str:
    """A message that belongs to no game."""
    return catalogue(session.language()).told(message)
