"""`nightledger dump`: the public games of a month in one file, for whoever wants all of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from domain.log.canon import Json, canonical
from service.cli._parts.installation import installation
from service.cli._parts.telling import say

if TYPE_CHECKING:
    from service.games.archive import Month

FORMAT = "nightledger/dump/1"


Out = IO[bytes] | gzip.GzipFile


def _month(ctx: click.Context, param: click.Parameter, value: str) -> Month:
    """The month that a text names, such as 2026-11."""
    from service.games.archive import Month

    if (found := re.fullmatch(r"(2\d{3})-(0[1-9]|1[0-2])", value, re.ASCII)) is None:
        raise click.BadParameter(f"{value!r} is no month such as 2026-11")
    return Month(int(found[1]), int(found[2]))


@click.command("dump")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--month", callback=_month, required=True, help="The month (UTC) in which the games were closed.")
def command(file: Path, month: Month) -> None:
    """Write the records of all public games that were closed in a month into FILE, one a line.

    The same month makes the same bytes, whenever it is asked for; where FILE ends with `.gz` they are compressed. What
    is in it is told in docs/dumps.md.

    Example: nightledger dump --month 2026-11 2026-11.ndjson.gz
    """
    with installation() as services, _replacing(file) as out:
        count = _write(out, month, services.archive.of_month(month))
    say(f"{count} games", games=count)


def _write(out: Out, month: Month, records: Iterable[Mapping[str, Json]]) -> int:
    """Write a head, the records, and how many there were, which says that the file is whole; returns that."""
    count = 0
    out.write(_line({"format": FORMAT, "month": str(month)}))
    for record in records:
        out.write(_line(dict(record)))
        count += 1
    out.write(_line({"games": count}))
    return count


def _line(value: Json) -> bytes:
    return canonical(value) + b"\n"


@contextmanager
def _replacing(file: Path) -> Iterator[Out]:
    """A file that takes the place of this one when all of it is written; it is compressed if its name says so."""
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as raw, _packed(raw) if file.suffix == ".gz" else nullcontext(raw) as out:
            yield out
        part.replace(file)
    except BaseException:
        with suppress(FileNotFoundError):
            part.unlink()
        raise


def _packed(raw: IO[bytes]) -> gzip.GzipFile:
    """What compresses into a file, to the same bytes whenever that is."""
    return gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)
