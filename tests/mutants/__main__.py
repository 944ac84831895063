"""Tries the tests of areas by mutants, and says which of these survive."""

from __future__ import annotations

import sys

import click
import pytest
from hypothesis import Phase, settings

from tests.mutants.areas import AREAS
from tests.mutants.places import Mutant, Place
from tests.mutants.results import Results, chosen
from tests.mutants.session import KILLED, Result, Session

BUDGET = 20.0
"""Seconds of tests for a mutant that none of them kills."""


@click.command()
@click.argument("areas", nargs=-1, type=click.Choice(list(AREAS)))
@click.option("--count", type=int, help="Mutants of each area, drawn by the seed; all of them if this is left out.")
@click.option("--seed", default="1", show_default=True, help="What the sample is drawn with.")
@click.option("--budget", default=BUDGET, show_default=True, help="Seconds of tests that a mutant is tried with.")
@click.option("--again", is_flag=True, help="Try again what has survived.")
@click.option("--only-tell", is_flag=True, help="Try nothing; say what is known.")
def main(areas: tuple[str, ...], count: int | None, seed: str, budget: float, again: bool, only_tell: bool) -> None:
    """Try the tests of AREAS (of all) by mutants.

    What has been tried is not tried again, unless its function has changed.
    """
    table = []
    for area in areas or AREAS:
        places = chosen(area, count, seed)
        results = Results(area)
        if not only_tell:
            done = {place.key for place in places if place.key in results}
            if again:
                done = {key for key in done if results.outcome(key) == KILLED}
            _try(area, [place for place in places if place.key not in done], results, budget)
        rows = results.of(places)
        survivors = [row for row in rows if row["outcome"] != KILLED]
        for row in survivors:
            click.echo("{file}:{line} {function} {outcome}, {tried} tests\n{diff}\n".format(**row))
        table.append((area, len(rows), len(rows) - len(survivors)))
    _print(table)


def _try(area: str, places: list[Place], results: Results, budget: float) -> None:
    if not places:
        return

    def tell(mutant: Mutant, result: Result) -> None:
        results.add(mutant, result)
        click.echo(f"{area}: {result.outcome:9} {mutant.file}:{mutant.lines[0]} {result.by}", err=True)

    settings.register_profile("mutants", database=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
    settings.load_profile("mutants")
    options = ["-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "--no-header"]
    options += [f"--deselect={tests}" for tests in AREAS[area].without]
    mutants = (place.mutant() for place in places)
    code = pytest.main([*options, *AREAS[area].tests], plugins=[Session(AREAS[area], mutants, tell, budget)])
    if code:
        sys.exit(f"The tests of {area} ended with code {code}.")


def _print(table: list[tuple[str, int, int]]) -> None:
    click.echo("| area | mutants | killed | survivors | killed % |\n| --- | ---: | ---: | ---: | ---: |")
    for area, tried, killed in table:
        share = f"{100 * killed / tried:.1f}" if tried else "–"
        click.echo(f"| {area} | {tried} | {killed} | {tried - killed} | {share} |")


if __name__ == "__main__":
    main()
