"""`nightledger league standings`: the standings of a league, now or after a round, and what points are made of."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from service.cli._parts.installation import installation
from service.cli._parts.telling import say, say_document
from service.leagues.answer_shapes import StageStandings
from service.leagues.files import part_in_words
from service.leagues.looking import Stages
from service.leagues.views import Names


@click.command("standings")
@click.argument("league_id", metavar="ID")
@click.option("--season", type=click.IntRange(1), help="Left out: the last one that has begun.")
@click.option("--division", help="Left out: all of them.")
@click.option("--round", "after", type=click.IntRange(1), help="After this round. Left out: now.")
@click.option("--parts", is_flag=True, help="What points and tie-breaks are made of, with the events of the log.")
@click.option("--csv", "as_csv", is_flag=True, help="The same file that the API gives.")
def command(
    league_id: str, season: int | None, division: str | None, after: int | None, parts: bool, as_csv: bool
) -> None:
    """Print the standings of a league's stages.

    Example: nightledger league standings 2f9c0d0e-8f1e-4b53-9b07-0d1a4c1d2b7e --round 2 --parts
    """
    wanted = Stages(season, division)
    with installation() as services:
        views = services.league_views
        if as_csv:
            say_document(views.standings_csv(league_id, wanted, after))
            return
        names = views.names_of(league_id)
        for shown in views.standings(league_id, wanted, after):
            say("\n".join(_lines(shown, names, parts=parts)), **msgspec.to_builtins(shown))


def _lines(shown: StageStandings, names: Names, *, parts: bool) -> Iterator[str]:
    state = "frozen" if shown.frozen else f"after round {shown.round} of {shown.rounds}"
    yield f"division {shown.division}, {shown.stage}: {state}"
    for line in shown.lines:
        values = [f"{value.name} {value.value}" for value in line.values if value.value is not None]
        told = ", ".join([f"{line.points} points", *values])
        yield f"{line.rank:3}. {names[line.entrant]} ({line.entrant}): {told}"
        if parts:
            yield from (f"       {part_in_words(part)}" for part in line.parts)
            for value in line.values:
                yield from (f"       {value.name}: {part_in_words(part)}" for part in value.parts)
