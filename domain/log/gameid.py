"""The form of a game's id: what installations, simulations and golden games give, and what is taken in."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import UUID

FORM = "1 to 64 of a-z, 0-9 and -, and if it is a UUID in lower case with its four dashes"
"""The form in words."""

_FORM = re.compile("[a-z0-9-]{1,64}")
_DIGITS = re.compile("[0-9a-f]{32}")


def is_game_id(text: str) -> bool:
    """Whether a game may have this id. Of the ways to write a UUID one alone is an id: no game has two of them."""
    if not _FORM.fullmatch(text):
        return False
    digits = text.replace("-", "")
    return not _DIGITS.fullmatch(digits) or str(UUID(digits)) == text


def new_id(entropy: Callable[[int], bytes]) -> str:
    """A new id; `entropy(n)` gives n random bytes."""
    return str(UUID(bytes=entropy(16), version=4))
