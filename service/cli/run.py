"""`nightledger run`: the whole installation in the foreground."""

from __future__ import annotations

import os
from pathlib import Path

import click

from service.operation.family import Failed
from service.operation.supervise import PROCFILE, SMALL, supervise
from service.settings import Settings


@click.command("run")
@click.option(
    "--procfile",
    type=click.Path(dir_okay=False, path_type=Path),
    default=PROCFILE,
    help="What to run, a line a process; the one beside the program if left out.",
)
@click.option(
    "--small",
    "procfile",
    flag_value=SMALL,
    type=click.Path(path_type=Path),
    help="Run fewer processes, for a machine with 512 MB of memory.",
)
@click.option("--end-with-parent", is_flag=True, help="Also end when the program that started this one ends (Linux).")
def command(procfile: Path, end_with_parent: bool) -> None:
    """Prepare the database, start Redis, web and workers, and print the address. Ctrl-C ends all of it.

    Exit 0 after a signal, 1 if it could not start. A process that ends by itself is started again.

    Example: NIGHTLEDGER_PORT=8000 nightledger run
    """
    try:
        supervise(Settings.from_env(os.environ), procfile, end_with_parent=end_with_parent)
    except Failed as failure:
        raise click.ClickException(str(failure)) from None
