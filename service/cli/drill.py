"""`nightledger drill`: the bad days of an installation, played on one that is thrown away."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from service.cli._parts.telling import say, wants_json


@click.command("drill")
@click.option("--day", "names", multiple=True, metavar="NAME", help="Only this day; repeatable.")
@click.option("--database", "databases", multiple=True, metavar="KIND", help="sqlite or postgresql; both if left out.")
@click.option("--scale", default=1.0, show_default=True, help="By how much all waits are longer or shorter.")
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Where outcomes are kept, to go on from them."
)
@click.option(
    "--page", type=click.Path(dir_okay=False, exists=True, path_type=Path), help="Write the table into this page."
)
def command(
    names: Sequence[str], databases: Sequence[str], scale: float, folder: Path | None, page: Path | None
) -> None:
    """Play the bad days, each on an installation of its own that is thrown away, and tell what came of it.

    A full disk (for root alone), a database that is gone for 1, 6 and 30 minutes, Redis emptied and gone, processes
    killed at random and while they start, clocks that are wrong, a backup under load, a machine lost. At the end of
    each: what was acknowledged is stored once, chains are whole, read models agree with the log, nobody has lost time,
    games go on, and /readyz told the truth. Both databases at full length take four hours; with a folder a drill that
    was ended goes on where it was. Exit 1 if anything was wrong.

    Example: nightledger drill --scale 0.05 --day redis-gone --database sqlite
    """
    try:
        from service.dev.drill.course import play_all, playable, table
        from service.dev.drill.databases import DATABASES
        from service.dev.drill.days import days
        from service.dev.drill.page import write_table
    except ImportError as error:
        raise click.ClickException(f"install nightledger[test] ({error})") from None
    _refuse_others(names, [day.name for day in days()], "--day")
    _refuse_others(databases, DATABASES, "--database")
    if not 0 < scale <= 1:
        raise click.BadParameter("above 0, and 1 at most", param_hint="--scale")
    wanted = [day for day in days() if not names or day.name in names]
    for day in wanted:
        if not playable(day):
            say(f"{day.title}: not played, only root has a disk to fill", day=day.name, played=False)
    with TemporaryDirectory(prefix="nightledger-drill-") as thrown_away:
        played = [*filter(playable, wanted)]
        outcomes = []
        for one in play_all(played, databases or DATABASES, scale, folder or Path(thrown_away)):
            outcomes.append(one.outcome)
            say(one.outcome.line(), **msgspec.to_builtins(one.outcome), played=one.new)
    if not wants_json():
        click.echo("\n".join(table(outcomes)))
    if page is not None:
        write_table(page, outcomes)
    sys.exit(0 if all(outcome.well for outcome in outcomes) else 1)


def _refuse_others(given: Sequence[str], there: Sequence[str], option: str) -> None:
    for one in given:
        if one not in there:
            raise click.BadParameter(f"{one!r} is none of {', '.join(there)}", param_hint=option)
