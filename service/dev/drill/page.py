"""The page docs/reliability.md: the table of the days that were played, between its two marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from service.dev.drill.course import Outcome, table

BEGIN, END = "<!-- made by nightledger drill -->", "<!-- until here -->"


class NoMarks(ValueError):
    """A page without the marks between which the table is written."""


def write_table(page: Path, outcomes: Sequence[Outcome]) -> None:
    """Write the table between the marks of a page."""
    before, begins, rest = page.read_text("utf-8").partition(BEGIN)
    _, ends, after = rest.partition(END)
    if not (begins and ends):
        raise NoMarks(f"{page} has no {BEGIN} and {END}")
    page.write_text("\n".join([f"{before}{BEGIN}", "", *table(outcomes), "", f"{END}{after}"]), "utf-8")
