"""Seeds, keys and hashes as they are written: hex of their size, in the one way that there is."""

from __future__ import annotations

import re

_DIGITS = re.compile("[0-9a-f]*")


def is_hex(given: object, size: int = 32) -> bool:
    """Whether this is a text of so many bytes in lower-case hex: in another case it would be another text."""
    return isinstance(given, str) and len(given) == 2 * size and _DIGITS.fullmatch(given) is not None
