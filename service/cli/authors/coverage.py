"""`nightledger coverage`: what the golden games show."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games.catalog import Catalog
from service.cli._parts.games import game_named
from service.cli._parts.telling import say
from service.dev.golden import counted, golden_files
from service.dev.rules_run import rules_run


@click.command("coverage")
@click.argument("game", default="nightfall")
@click.option("--rules", "by_rule", is_flag=True, help="Decide every game again and list the rules whose code ran.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def command(game: str, by_rule: bool, root: Path) -> None:
    """In how many golden games of GAME each text, event, option and end shows; exit 1 if one shows in none.

    Example: nightledger coverage nightfall --rules
    """
    catalog = Catalog()
    game_named(catalog, game)
    count = counted(game, root, catalog)
    for feature, games in count.items():
        say(f"{games:4} {feature}", feature=feature, games=games)
    if by_rule:
        _tell_rules(game, root, catalog)
    lacking = [feature for feature, games in count.items() if not games]
    files = golden_files(root, game)
    line = f"{len(files)} golden games show {len(count) - len(lacking)} of {len(count)} features"
    say(line, games=len(files), shown=len(count) - len(lacking), features=len(count))
    raise SystemExit(1 if lacking or not count else 0)


def _tell_rules(game: str, root: Path, catalog: Catalog) -> None:
    run = rules_run(game, root, catalog)
    for rule, was_run in run.items():
        say(f" {'run' if was_run else '  -'} {rule}", rule=rule, run=was_run)
    ran = f"the code of {sum(run.values())} of {len(run)} rules was run"
    say(f"{ran}; the others are card texts, views and refusals", rules=len(run), run=sum(run.values()))
