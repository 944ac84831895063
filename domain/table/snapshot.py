"""A table as bytes that can be kept, so that a long log need not be folded from its beginning.

A snapshot is never needed: the log says the same. It fits only the program that made it, and the log up to its version,
which gives the game's events again when somebody asks for them. What set-up takes from the data of the rules (cards,
texts, a board) is not in it: that comes from the game's first event, as it did when the game was begun.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.facets.data_files import begun_with
from domain.contract.game import Event, Game
from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.earlier import Earlier, Span, spans
from domain.table.freezing import Frozen, fields_of, freeze, thaw
from domain.table.reading import read
from domain.table.table import Table

COMPRESSION = 1
"""The level of zlib: the fastest makes a fifth of it, the best a sixth."""

LEFT_OUT = ("_catalog", "_earlier", "_forms", "_game", "_history", "_upcasters")
"""What a table gets anew, and its past, which is in the log."""


class Snapshot(msgspec.Struct, frozen=True):
    """A frozen table: its game, the versions whose events count, and everything else that the table knows."""

    game: str
    counts: tuple[Span, ...]
    rest: Frozen


def snapshot(table: Table) -> bytes:
    """The table as bytes. It stands where a command has ended. `Unfreezable` if its state holds what cannot be kept."""
    game, known = table.game, vars(table)
    past: list[tuple[int, Event]] = known["_history"]
    earlier: Earlier | None = known["_earlier"]
    versions = [*(earlier.versions if earlier else ()), *(version for version, _ in past)]
    first = earlier.first if earlier else past[0][1] if past else None
    rest = {name: value for name, value in known.items() if name not in LEFT_OUT}
    frozen = freeze(rest, _packages(game), _given(game, first))
    return zlib.compress(msgspec.json.encode(Snapshot(game.id, spans(versions), frozen)), COMPRESSION)


def restore(content: bytes, catalog: Catalog, entries: Sequence[Entry]) -> Table:
    """The table that these bytes were made of, whose log begins with these entries."""
    kept = msgspec.json.decode(zlib.decompress(content), type=Snapshot)
    game = begun_with(catalog[kept.game], entries[0].read().data["data"])
    earlier = _past(kept.counts, entries, game, catalog)
    table = Table(catalog)
    vars(table).update(thaw(kept.rest, _packages(game), _given(game, earlier.first if earlier else None)))
    vars(table).update(_earlier=earlier)
    table.play_as(game)
    return table


def _past(counts: tuple[Span, ...], entries: Sequence[Entry], game: Game[Any], catalog: Catalog) -> Earlier | None:
    if not counts:
        return None
    first = read(entries[counts[0][0] - 1], game, catalog.upcasters).event
    return Earlier(counts, entries, first)


def _given(game: Game[Any], first: Event | None) -> Mapping[str, Any]:
    """What the first event puts into the state, by the names of the state's fields."""
    if first is None:
        return {}
    return {name: value for name, value in fields_of(game.evolve(None, first)).items() if value != ()}


def _packages(game: Game[Any]) -> tuple[str, str]:
    """Where the classes of a table's values are."""
    module = type(game).__module__
    return ("domain", module.rpartition(".")[0] or module)
