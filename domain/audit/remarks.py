"""What the reader of a verdict should know: what was proved, from when on, and what was not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.audit.stored import Stored
from domain.contract.facets.data_files import data_file
from domain.games.catalog import Catalog
from domain.records.export import Record
from domain.table.table import Table


def remarks(table: Table, seen: Mapping[int, str], *, rechecked: bool) -> Iterator[str]:
    """On a consistent record, whose table at the end this is."""
    if not rechecked:
        yield f"decisions not re-checked: rules before {table.game.rules_kept_from} are no longer kept"
    if table.header.seed_source == "given":
        yield "the seed was given, not drawn from the operating system"
    if table.branched_from is not None:
        yield "a branch: it begins from a given position"
    if not table.entropy and table.partner is None:
        yield "dealt by the operator alone: no seat gave entropy"
    yield from _on_heads(seen)
    yield from table.why
    if table.status != "over":
        yield f"the game was not played to its end: {table.status}"


def remarks_on_a_prefix(found: Stored, seen: Mapping[int, str]) -> Iterator[str]:
    """On a record without a closing event, or whose seed is kept back."""
    if found.publics[-1].type == "GameClosed":
        yield "the seed is kept back for now: decisions are not checked"
    else:
        yield "the game goes on, or the end was cut off: decisions are not checked"
    readers = {name: 0 for public in found.publics for name in public.commitments}
    for entry in found.entries:
        for name in entry.private:
            readers[name] += 1
    shown = {name: count for name, count in sorted(readers.items()) if count}
    for name, count in shown.items():
        yield f"{count} hidden parts of {name} are those that were committed to"
    if len(shown) < len(readers):
        yield "the other hidden parts are not in the record"
    yield from _on_heads(seen)


def remarks_on_data(record: Record, catalog: Catalog) -> tuple[str, ...]:
    """On data files that the record brings along and the installation has not."""
    if record.game not in catalog:
        return ()
    here = catalog[record.game]
    brought = [name for name, sha256 in record.data.items() if sha256 in record.files and not data_file(here, sha256)]
    return tuple(
        f"{name} is one that the record brings along: it is not among those of this installation" for name in brought
    )


def _on_heads(seen: Mapping[int, str]) -> Iterator[str]:
    if seen:
        yield f"it is the game as it was played up to version {max(seen)}: it passes through the kept heads"
    else:
        yield "that it is the game as it was played is proved only against heads kept outside (--seen, --receipt)"
