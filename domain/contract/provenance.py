"""Where the values of a data file come from: what each row of it says of itself, and how another value is entered.

A row names its source under `provenance`: one for all its values, with the exceptions beside it, or each value's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

SOURCES = ("printed", "rulebook", "faq", "community", "reconstructed")
"""What a value may come from, the surest first."""

PRINTED, RECONSTRUCTED = SOURCES[0], SOURCES[-1]

OF_A_ROW = "provenance"
"""The source of all values of a row that it names no other of; or each value's own, by its name."""

OF_SOME = ("field_provenance", "provenance_by_field")
"""The sources of values that come from elsewhere than their row."""

OURS = {"id", "note", "schema"}
"""Values that are of the file, and on no component."""

UNSAID = {"meta", "rule", "ruling", "seed_gap"}
"""Tables of a file that no game is played with."""


class Value(NamedTuple):
    """A value of a data file: its table, its row's name ('' where the table has one row), its name, its source.

    `place` is the number of the row in its table from 0; None where the table has one row.
    """

    table: str
    row: str
    name: str
    source: str
    place: int | None = None


def values(data: Mapping[str, Any]) -> Iterator[Value]:
    """The values of a data file that say where they come from."""
    for table, found in data.items():
        if table in UNSAID:
            continue
        rows = enumerate(found) if isinstance(found, list) else [(None, found)]
        for place, row in rows:
            if isinstance(row, dict):
                name = str(row.get("id", row.get("code", row.get("name", ""))))
                for field, source in _sources(row).items():
                    if field not in OURS:
                        yield Value(table, name, field, source, place)


def row_of(data: Mapping[str, Any], value: Value) -> Any:
    """The row of a data file that the value stands in."""
    return data[value.table] if value.place is None else data[value.table][value.place]


def _sources(row: Mapping[str, Any]) -> Mapping[str, str]:
    """Value -> source of a row."""
    known = row.get(OF_A_ROW)
    if isinstance(known, str):
        others = {name: source for key in OF_SOME for name, source in row.get(key, {}).items()}
        return {name: others.get(name, known) for name in row if name not in (OF_A_ROW, *OF_SOME)}
    return known or {}
