"""Names that tell people and AIs apart where several have the same one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """The names by their ids; of several that are the same, those after the first with a number: `Greedy 2`."""
    shown: dict[str, str] = {}
    given = set(names.values())
    taken: set[str] = set()
    for one, name in names.items():
        numbered = (f"{name} {number}" for number in count(2))
        shown[one] = name if name not in taken else next(new for new in numbered if new not in given | taken)
        taken.add(shown[one])
    return shown
