"""`nightledger audit`: what a record proves."""

from __future__ import annotations

import os
from pathlib import Path

import click

from domain.audit import CONSISTENT, REFUSED, Verdict, audit
from domain.catalog import Catalog
from domain.export import BadRecord, read
from service.settings import Settings


@click.command("audit")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--seen", "seen", multiple=True, metavar="VERSION:HEAD", help="A head that you kept; repeatable."
)
def command(files: tuple[Path, ...], seen: tuple[str, ...]) -> None:
    """Examine the records in FILES: chain, commitments, draws, legality, result.

    Exit 0 consistent, 1 refused, 2 a prefix (no closing event), 3 not a fair game; of several files the worst.

    Example: nightledger audit game.json --seen 120:5f0e...
    """
    catalog = Catalog(Settings.from_env(os.environ).extra_games)
    kept = dict(_kept(entry) for entry in seen)
    codes = [_examine(file, catalog, kept) for file in files]
    raise SystemExit(REFUSED if REFUSED in codes else max(codes, default=CONSISTENT))


def _examine(file: Path, catalog: Catalog, kept: dict[int, str]) -> int:
    try:
        verdict = audit(read(file.read_bytes()), catalog, kept)
    except BadRecord as bad:
        click.echo(f"{file}: refused: it is no record: {bad}")
        return REFUSED
    click.echo(f"{file}: {sentence(verdict)}")
    for remark in verdict.remarks:
        click.echo(f"  - {remark}")
    return verdict.code


def sentence(verdict: Verdict) -> str:
    """A verdict in one line: the first bad event, or how far the record reaches."""
    if verdict.code == REFUSED:
        place = "the record" if verdict.version is None else f"event {verdict.version}"
        return f"refused: {place}: {verdict.reason}"
    return f"{verdict.word}, {verdict.events} events, head {verdict.head}"


def _kept(entry: str) -> tuple[int, str]:
    version, colon, head = entry.partition(":")
    if not (colon and version.isdigit() and len(head) == 64):
        raise click.BadParameter(f"{entry!r} is not VERSION:HEAD", param_hint="--seen")
    return int(version), head
