"""Names that tell people and AIs apart where several have the same one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """The names by their ids; of several that are the same, those after the first with a number: `Expert 2 (AI)`."""
    shown: dict[str, str] = {}
    given = set(names.values())
    taken: set[str] = set()
    for one, name in names.items():
        numbered = (_numbered(name, number) for number in count(2))
        shown[one] = name if name not in taken else next(new for new in numbered if new not in given | taken)
        taken.add(shown[one])
    return shown


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """The first letters of the names by their ids; of several that are the same, those after the first with a number:
    `B2`."""
    letters = {one: name[:1].upper() for one, name in names.items()}
    before: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for one, letter in letters.items():
        before[letter] += 1
        shown[one] = letter if before[letter] == 1 else f"{letter}{before[letter]}"
    return shown


def _numbered(name: str, number: int) -> str:
    """The name with a number, which stands before what is said of it in brackets."""
    called, bracket, more = name.partition(" (")
    return f"{called} {number}{bracket}{more}"
