"""What the tables of all games are set from: facts, areas, and lists of things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import ASCII, ROUNDED
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.text import Text

Fact = tuple[str, str]
"""What is counted or named, and its value."""


class Area:
    """A part of the table under a heading, in a frame; `active` is the one whose turn it is."""

    def __init__(self, heading: str, *parts: RenderableType, active: bool = False) -> None:
        self._heading = heading
        self._parts = parts
        self._active = active

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Panel(
            Group(*self._parts),
            title=Text(self._heading, "bold"),
            title_align="left",
            border_style="green" if self._active else "dim",
            box=ASCII if options.ascii_only else ROUNDED,
        )


def facts(pairs: Iterable[Fact]) -> Text:
    """Facts side by side."""
    return Text("   ").join([Text.assemble((name, "dim"), " ", (value, "bold")) for name, value in pairs])


def listed(heading: str, lines: Sequence[str | Text], empty: str = "") -> Text:
    """Things under each other, with what they are."""
    if not lines:
        return Text.assemble((heading, "dim"), f" {empty}")
    text = Text(heading, "dim")
    for line in lines:
        text.append("\n  ").append_text(line if isinstance(line, Text) else Text(line))
    return text


def some(*parts: RenderableType | None) -> Group:
    """Those of the parts that there are."""
    return Group(*(part for part in parts if part is not None and not (isinstance(part, Text) and not part.plain)))
