"""Where the values of the games' data come from; run as a program it prints the page docs/provenance.md."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.contract.facets.data_files import data_file
from domain.games.catalog import Catalog

SOURCES = ("printed", "rulebook", "faq", "community", "reconstructed")
"""What a value may come from, the surest first."""

RECONSTRUCTED = SOURCES[-1]

OF_A_ROW = "provenance"
"""The source of all values of a row that it names no other of; or each value's own, by its name."""

OF_SOME = ("field_provenance", "provenance_by_field")
"""The sources of values that come from elsewhere than their row."""

OURS = {"id", "note", "schema"}
"""Values that are of the file, and on no component."""

UNSAID = {"meta", "rule", "ruling", "seed_gap"}
"""Tables of a file that no game is played with."""

HEAD = """\
# Where the values come from

Rules are from the rulebooks; numbers that are printed on cards, tiles and boards could not all be found in one, nor on
a public page. Those are **reconstructed**: chosen so that they agree with all that the books say, and not what the box
has. Each value's source stands beside it in the game's data file; this page is made from them
(`python -m service.dev.provenance`).

`printed` is read off the component, `rulebook` in a rulebook or on a picture in it, `faq` in the publisher's answers,
`community` on a public page.

## Enter what your box has

* **Nightfall**: copy `cards.toml` to `var/cards/NAME.toml`, change it, say `printed` in the card's `provenance`, and
  `nightledger cards check` the file: new games offer `NAME` beside the built-in cards
  ([how](how-to/add-a-card-set.md)).
* **When Darkness Comes**, **The Last Spell**: change `data.toml` and `nightledger data check` it
  ([how](how-to/change-the-data.md)).

A game is played to its end, and replayed for ever, with the file that it was begun with, whatever is corrected later.
"""


class Value(NamedTuple):
    """A value of a data file: its table, its row's name ('' where the table has one row), its name, its source."""

    table: str
    row: str
    name: str
    source: str


def values(data: Mapping[str, Any]) -> Iterator[Value]:
    """The values of a data file that say where they come from."""
    for table, found in data.items():
        for row in found if isinstance(found, list) else [found]:
            if isinstance(row, dict) and table not in UNSAID:
                yield from _of_row(table, row)


def _of_row(table: str, row: Mapping[str, Any]) -> Iterator[Value]:
    known = row.get(OF_A_ROW)
    if isinstance(known, str):
        others = {name: source for key in OF_SOME for name, source in row.get(key, {}).items()}
        known = {name: others.get(name, known) for name in row if name not in (OF_A_ROW, *OF_SOME)}
    name = str(row.get("id", row.get("code", row.get("name", ""))))
    for field, source in (known or {}).items():
        if field not in OURS:
            yield Value(table, name, field, source)


def page(catalog: Catalog) -> str:
    """The page about all games of the catalogue that are played with a data file."""
    parts = [HEAD]
    for game in catalog.values():
        told = game.describe()
        texts = [data_file(game, sha256) for sha256 in told.data.values()]
        title = told.labels["en"][told.game]
        parts += ["\n".join(_part(title, tomllib.loads(text))) for text in texts if text is not None]
    return "\n".join(parts)


def _part(title: str, data: Mapping[str, Any]) -> Iterator[str]:
    found = list(values(data))
    tables = list(dict.fromkeys(value.table for value in found))
    yield f"## {title}\n"
    yield f"| table | {' | '.join(SOURCES)} |"
    yield f"| --- |{' ---: |' * len(SOURCES)}"
    for table in tables:
        counted = Counter(value.source for value in found if value.table == table)
        yield f"| `{table}` | {' | '.join(str(counted[source] or '') for source in SOURCES)} |"
    counted = Counter(value.source for value in found)
    yield f"| together | {' | '.join(str(counted[source]) for source in SOURCES)} |"
    yield "\nReconstructed are:\n"
    for table in tables:
        of_table = [value for value in found if value.table == table]
        if told := "; ".join(_told(of_table)):
            yield f"* `{table}`: {told}"
    yield ""


def _told(of_table: Iterable[Value]) -> Iterator[str]:
    """The names of a table's values that are reconstructed, each with its rows, or alone where it always is."""
    rows: dict[str, list[str]] = {}
    made_up: dict[str, list[str]] = {}
    for value in of_table:
        rows.setdefault(value.name, []).append(value.row)
        if value.source == RECONSTRUCTED:
            made_up.setdefault(value.name, []).append(value.row)
    always = [name for name, of in made_up.items() if of == rows[name]]
    if always:
        yield ", ".join(always)
    for name, of in made_up.items():
        if name not in always:
            yield f"{name} of {', '.join(of) if all(of) else len(of)}"


if __name__ == "__main__":
    print(page(Catalog()), end="")
