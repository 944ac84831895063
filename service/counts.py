"""What this process has done so far, counted for monitoring."""

from __future__ import annotations

import threading
from collections import Counter


class Counts:
    """Counts by name. Thread-safe."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._guard = threading.Lock()

    def add(self, name: str, number: int = 1) -> None:
        """Count something."""
        with self._guard:
            self._counts[name] += number

    def counts(self) -> dict[str, int]:
        """Name -> how often."""
        with self._guard:
            return dict(self._counts)
