"""What came of the mutants, kept by area in a file with one line each, so that a run goes on where it was ended."""

from __future__ import annotations

import json
import random
from contextlib import suppress

from tests.mutants.areas import AREAS, ROOT
from tests.mutants.places import Mutant, Place, Source
from tests.mutants.session import UNFIT, Result

FOLDER = ROOT / "build" / "mutants"


class Results:
    """The results of an area. A key's last line counts."""

    def __init__(self, area: str) -> None:
        self._file = FOLDER / f"{area}.jsonl"
        self._lines: dict[str, dict[str, object]] = {}
        if self._file.exists():
            for line in self._file.read_text("utf-8").splitlines():
                with suppress(json.JSONDecodeError):  # A run may have been ended in the middle of a line.
                    row = json.loads(line)
                    self._lines[row["key"]] = row

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def outcome(self, key: str) -> str:
        """What came of a mutant that has been tried."""
        return str(self._lines[key]["outcome"])

    def add(self, mutant: Mutant, result: Result) -> None:
        """Stores it at once."""
        row = {
            "key": mutant.key,
            "file": mutant.file,
            "function": mutant.function,
            "line": mutant.lines[0],
            "diff": mutant.diff,
            **result._asdict(),
        }
        self._lines[mutant.key] = row
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps(row))

    def of(self, places: list[Place]) -> list[dict[str, object]]:
        """The rows of the mutants of these places that have been tried and are programs."""
        rows = [self._lines[place.key] for place in places if place.key in self._lines]
        return [row for row in rows if row["outcome"] != UNFIT]


def chosen(area: str, count: int | None, seed: str) -> list[Place]:
    """All places of an area, or a sample of `count`: with the same seed and code the same."""
    places = [place for file in AREAS[area].files() for place in Source(file).places]
    if count is None or count >= len(places):
        return places
    return random.Random(f"{seed} {area}").sample(places, count)
