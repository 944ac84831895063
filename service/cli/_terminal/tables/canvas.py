"""A sheet of characters that grows to where something is put."""

from __future__ import annotations

from rich.text import Text


class Canvas:
    """Characters by column and row, which may be negative, each with its style; what is put later lies above."""

    def __init__(self) -> None:
        self._put: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Put a text at a column and row; its blanks cover nothing."""
        for at, sign in enumerate(text):
            if sign != " " or (x + at, y) not in self._put:
                self._put[x + at, y] = (sign, style)

    def corner(self, x: int, y: int) -> None:
        """Where edges meet."""
        self.put(x, y, "+", "dim")

    def text(self) -> Text:
        """All of it, from the westmost column and the northmost row; it is not wrapped."""
        lines = Text(no_wrap=True, overflow="ignore")
        if not self._put:
            return lines
        xs, ys = {x for x, _ in self._put}, {y for _, y in self._put}
        for y in range(min(ys), max(ys) + 1):
            for x in range(min(xs), max(xs) + 1):
                lines.append(*self._put.get((x, y), (" ", "")))
            lines.append("\n")
        lines.rstrip()
        return lines
