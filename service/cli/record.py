"""`nightledger record`: games as files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from domain.contract.audience import REFEREE, SPECTATOR
from domain.records.export import BadRecord, read
from domain.records.replay import shown
from service.cli._parts.games import installed_catalog
from service.cli._parts.installation import account_named, installation
from service.cli._parts.telling import say, say_document
from service.language.catalogues import SOURCE, TRANSLATED

FINDINGS = 20
"""How many faults of a record are told when it is taken in."""


@click.group("record")
def command() -> None:
    """Games as JSON files: export them, look into them.

    Example: nightledger record show game.json --at 40 --as s1
    """


@command.command("show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", "version", type=int, help="The version to show; the last one if left out.")
@click.option("--as", "audience", default=SPECTATOR, show_default=True, help="A seat, spectator or referee.")
def show(file: Path, version: int | None, audience: str) -> None:
    """The event at a version of a closed game and the table after it, as an audience saw them, as JSON.

    Example: nightledger record show game.json --at 40 --as s1
    """
    catalog = installed_catalog()
    try:
        record = read(file.read_bytes())
        if audience not in (SPECTATOR, REFEREE, *record.seats):
            raise click.BadParameter(f"{audience!r} is no seat of this game", param_hint="--as")
        say_document(json.dumps(shown(record, catalog, audience, version), indent=2, ensure_ascii=False))
    except BadRecord as bad:
        raise click.ClickException(str(bad)) from None


@command.command("export")
@click.argument("game_id")
@click.option("--secrets", is_flag=True, help="With all hidden parts of a running game; the log will say so.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if left out.")
def export(game_id: str, secrets: bool, out: Path | None) -> None:
    """One game of this installation, redacted while it runs.

    Example: nightledger record export 2f1c... --out game.json
    """
    from domain.log.canon import canonical

    with installation() as services:
        record = services.ledger.record(game_id, secrets=secrets, operator=True)
    raw = canonical(record)
    if out is None:
        click.echo(raw.decode(), nl=False)
    else:
        out.write_bytes(raw)


@command.command("film")
@click.argument("game_id")
@click.option("--as", "seat", default=REFEREE, show_default=True, help="A seat, spectator or referee.")
@click.option("--account", "name", help="For whom; needed for a private game.")
@click.option("--language", type=click.Choice([SOURCE, *TRANSLATED]), default=SOURCE, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The HTML file to write.")
def make_film(game_id: str, seat: str, name: str | None, language: str, out: Path) -> None:
    """A closed game of this installation as a film: one HTML file that plays in any browser, without a network.

    Example: nightledger record film 2f1c... --as s1 --out game.html
    """
    from service.app.application import create_app
    from service.web.games.film.film_file import film_page

    with installation() as services:
        account = None if name is None else account_named(services, name)
        with create_app(services).test_request_context(headers={"Accept-Language": language}):
            out.write_text(film_page(game_id, account, seat), "utf-8")


@command.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--account", "name", help="Who takes it in; nobody in particular if left out.")
def take_in(file: Path, name: str | None) -> None:
    """Take in the record of a closed game that was played elsewhere, and print its id here.

    It is examined first: what is wrong with which command is told, and nothing is kept. It counts for nothing. No other
    record is taken in under the id of a game of this installation.

    Example: nightledger record import game.json
    """
    from service.games.imports import MARK, NotTakenIn

    with installation() as services:
        account = None if name is None else account_named(services, name)
        try:
            found = services.imports.take_in(account, file.read_bytes(), FINDINGS)
        except NotTakenIn as refused:
            for finding in refused.findings:
                click.echo(f"event {finding.version}, command {finding.command}: {finding.reason}", err=True)
            raise
    line = f"{found.id}: {'known here already' if found.known else MARK}"
    say(line, id=found.id, known=found.known)


@command.command("schema")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if left out.")
def schema(out: Path | None) -> None:
    """The JSON Schema of a record.

    Example: nightledger record schema --out docs/record.schema.json
    """
    from domain.records.schema import record_schema

    text = json.dumps(record_schema(), indent=2) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text)
