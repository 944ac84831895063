"""`nightledger rules`: the rulebooks and where their rules are."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games.catalog import Catalog
from service.cli._parts.games import installed_catalog
from service.cli._parts.telling import say, say_document
from service.dev.changes_page import changes_page
from service.dev.rulebook import coverage_table, rules_of
from service.dev.tiebreak_tables import tables, with_tables
from service.dev.verb_page import verb_page


@click.group("rules")
def command() -> None:
    """Rules and where they are. Works in a checkout of the project.

    Example: nightledger rules coverage nightfall
    """


@command.command("coverage")
@click.argument("game")
@click.option("--write", is_flag=True, help="Write docs/rules/GAME-coverage.md.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def coverage(game: str, write: bool, root: Path) -> None:
    """Each rule of GAME with its code and cases; exit 1 if a rule has no code, or neither case nor test.

    Example: nightledger rules coverage nightfall --write
    """
    try:
        rules = rules_of(game, root)
    except (FileNotFoundError, KeyError) as error:
        raise click.ClickException(str(error)) from None
    if write:
        (root / "docs/rules" / f"{game}-coverage.md").write_text(coverage_table(game, rules))
    gaps = [rule for rule in rules if rule.gaps]
    for rule in gaps:
        say(f"{rule.id}: no {' and no '.join(rule.gaps)}", rule=rule.id, gaps=rule.gaps)
    line = f"{len(rules) - len(gaps)} of {len(rules)} rules have their code and a case or test"
    say(line, rules=len(rules), covered=len(rules) - len(gaps))
    if gaps:
        raise SystemExit(1)


@command.command("verbs")
@click.option("--write", is_flag=True, help="Write docs/verbs.md.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def verbs(write: bool, root: Path) -> None:
    """Every verb of every game with its arguments, as Markdown; written are those of the program's own games.

    Example: nightledger rules verbs --write
    """
    _tell(verb_page(_games(write)), root / "docs/verbs.md", write)


@command.command("changes")
@click.option("--write", is_flag=True, help="Write docs/rules/changes.md.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def changes(write: bool, root: Path) -> None:
    """What each number of a game's rules changed and why, as Markdown; written are those of the program's own games.

    Example: nightledger rules changes --write
    """
    _tell(changes_page(_games(write)), root / "docs/rules/changes.md", write)


@command.command("tiebreaks")
@click.option("--write", is_flag=True, help="Write the tables of docs/leagues.md.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def tiebreaks(write: bool, root: Path) -> None:
    """Every tie-break with its rule and source, as Markdown: those of plans, then those of FIDE's Handbook.

    Example: nightledger rules tiebreaks --write
    """
    page = root / "docs/leagues.md"
    if write:
        page.write_text(with_tables(page.read_text()))
    else:
        say_document("\n\n".join("\n".join(table) for table in tables()))


def _games(write: bool) -> Catalog:
    """The games of which a page is made: the program's own for the documents, the installation's for whoever asks."""
    return Catalog() if write else installed_catalog()


def _tell(page: str, file: Path, write: bool) -> None:
    """Write the page to its file, or print it."""
    if write:
        file.write_text(page)
    else:
        say_document(page)
