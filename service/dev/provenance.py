"""Where the values of the games' data come from; run as a program it prints the page docs/provenance.md."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.contract.facets.data_files import data_file
from domain.contract.provenance import RECONSTRUCTED, SOURCES, Value, values
from domain.games.catalog import Catalog

HEAD = """\
# Where the values come from

Rules are from the rulebooks; numbers that are printed on cards, tiles and boards could not all be found in one, nor on
a public page. Those are **reconstructed**: chosen so that they agree with all that the books say, and not what the box
has. Each value's source stands beside it in the game's data file; this page is made from them
(`python -m service.dev.provenance`).

`printed` is read off the component, `rulebook` in a rulebook or on a picture in it, `faq` in the publisher's answers,
`community` on a public page.

## Enter what your box has

* **By page**: an operator finds *What your box has* in the account, at `/operate/data`. Each value that is
  reconstructed stands there with a field for what is printed, or a tick where it is the same. What comes of it is
  checked as any data file is, and downloaded.
* **By file**: get the file of a game (`/api/v1/rules/GAME` names it by hash, `/api/v1/rules/GAME/files/SHA256` has it),
  change it, say `printed` in the row's `provenance`, and `nightledger data check GAME FILE` it.

`nightledger data install GAME FILE` checks it once more and lays it into the home folder, `data/GAME.toml`; when the
service is started again, new games are played with it. Of Nightfall it is a card set, `cards/NAME.toml`, which new
games offer beside the built-in cards ([how](how-to/add-a-card-set.md)).

A game is played to its end, and replayed for ever, with the file that it was begun with, whatever is corrected later.
"""


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
