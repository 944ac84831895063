"""What people type to take part in chance: it becomes 32 bytes, of which the seal is kept until it is typed again."""

from __future__ import annotations

import hashlib
import unicodedata

from domain.table.rules.seating import entropy_hash


def sealed(text: str) -> str | None:
    """The seal (hex) of a typed text; None for no text."""
    given = typed(text)
    return None if given is None else entropy_hash(given)


def typed(text: str) -> str | None:
    """The 32 bytes (hex) that a typed text gives to chance, spaces around it left out; None for no text."""
    text = unicodedata.normalize("NFC", text.strip())
    return hashlib.sha256(text.encode()).hexdigest() if text else None
