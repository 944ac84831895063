"""The tables of tie-breaks in docs/leagues.md, made from the registry."""

from __future__ import annotations

from collections.abc import Sequence

from domain.league.tiebreaks.registry import IN_PLANS, TIEBREAKS

Table = Sequence[str]
"""The lines of a table, its heading first."""


def tables() -> tuple[Table, Table]:
    """Those that a plan may name, and those of FIDE's Handbook."""
    plans = [
        "| id | name | value, the highest first | taken from |",
        "| --- | --- | --- | --- |",
        *(f"| {one.rule} | `{name}` | {one.value} | {one.source} |" for name, one in IN_PLANS.items()),
    ]
    codes = [
        "| code | article of C.07 | value, the highest first | since |",
        "| --- | --- | --- | --- |",
        *(
            f"| `{name}` | {one.article} | {one.value} | {one.edition} |"
            for name, one in TIEBREAKS.items()
            if name not in IN_PLANS
        ),
    ]
    return plans, codes


def with_tables(page: str) -> str:
    """The page with each table made anew; ValueError if it has no table with that heading."""
    lines = page.split("\n")
    for table in tables():
        begin = lines.index(table[0])
        end = next(at for at in range(begin, len(lines)) if not lines[at].startswith("|"))
        lines[begin:end] = table
    return "\n".join(lines)
