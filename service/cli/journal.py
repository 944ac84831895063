"""`nightledger journal`: the public log of the installation's games."""

from __future__ import annotations

import os
from pathlib import Path

import click

from service.settings import Settings


@click.group("journal")
def command() -> None:
    """The public log of all reservations, starts, ends and imports of this installation.

    Example: nightledger journal export --out journal.json
    """


@command.command("export")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if left out.")
def export(out: Path | None) -> None:
    """The whole journal as one JSON document, for `nightledger audit --journal`.

    Example: nightledger journal export --out journal.json
    """
    from service.bootstrap import build

    services = build(Settings.from_env(os.environ))
    raw = services.journal.document().encode()
    services.close()
    if out is None:
        click.echo(raw.decode(), nl=False)
    else:
        out.write_bytes(raw)
