"""What people type to take part in chance: it becomes 32 bytes, of which the seal is kept until it is typed again."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping

from domain.table.rules.seating import entropy_hash
from domain.table.table import Table


def seal_in(form: Mapping[str, str]) -> str | None:
    """The seal (hex) that a form gives, made by the browser or of what was typed; None for none."""
    return form.get("entropy_hash") or sealed(form.get("entropy", ""))


def takes_entropy(table: Table) -> bool:
    """Whether who sits down at a table may give something to its chance."""
    return table.status == "open" and table.deal is None


def to_open(table: Table, own: Iterable[str]) -> dict[str, str]:
    """Those of one's own seats whose sealed entropy the game waits for, with their seals."""
    if table.status != "open" or not table.all_sit:
        return {}
    return {name: str(table.seats[name].entropy_hash) for name in own if table.seats[name].owes_entropy}


def sealed(text: str) -> str | None:
    """The seal (hex) of a typed text; None for no text."""
    given = typed(text)
    return None if given is None else entropy_hash(given)


def typed(text: str) -> str | None:
    """The 32 bytes (hex) that a typed text gives to chance, spaces around it left out; None for no text."""
    text = unicodedata.normalize("NFC", text.strip())
    return hashlib.sha256(text.encode()).hexdigest() if text else None
