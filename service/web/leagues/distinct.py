"""Names that tell people and AIs apart where several have the same one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """The names by their ids; of several that are the same, those after the first with a number: `Greedy 2`."""
    seen: Counter[str] = Counter()
    shown = {}
    for one, name in names.items():
        seen[name] += 1
        shown[one] = name if seen[name] == 1 else f"{name} {seen[name]}"
    return shown
