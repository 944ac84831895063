"""`nightledger journal`: the public log of the installation's games."""

from __future__ import annotations

from pathlib import Path

import click

from domain.audit.forks import compared
from domain.audit.verdict import MALFORMED
from domain.log.checkpoint import signed_checkpoint
from domain.log.journal import BadJournal, checked, keys, leaves_of, read_journal
from domain.log.note import BadNote
from service.cli._parts.checking import FILE, KEY, Checking, contents
from service.cli._parts.installation import installation
from service.cli._parts.telling import say


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
    with installation() as services:
        raw = services.journal.document().encode()
    if out is None:
        click.echo(raw.decode(), nl=False)
    else:
        out.write_bytes(raw)


@command.command("compare", cls=Checking)
@click.argument("checkpoints", nargs=2, type=FILE, metavar="CHECKPOINT CHECKPOINT")
@click.option("--key", "signers", multiple=True, type=KEY, help="The key that signs the log's checkpoints.")
@click.option("--journal", type=FILE, help="The journal of the log: it lists the key, and tells of two sizes.")
def compare(checkpoints: tuple[Path, Path], signers: tuple[str, ...], journal: Path | None) -> None:
    """Whether two checkpoints of one log contradict each other: then they prove that its journal was rewritten.

    Two of one size need nothing else, two of different sizes the journal. Exit 0 if they go together, 1 for a fork, 2
    if it cannot be told, 5 for what is no checkpoint that the log has signed, 64 and 66 as for `nightledger audit`.

    Example: nightledger journal compare seen.note now.note --journal journal.json
    """
    try:
        document = None if journal is None else read_journal(contents(journal))
        known = [*signers, *keys(checked(document) if document else ())]
        if not known:
            raise click.UsageError("checkpoints need the key that signs them: --key, or --journal, which lists it")
        first, second = (signed_checkpoint(contents(file), known).checkpoint for file in checkpoints)
    except (BadJournal, BadNote) as bad:
        say(f"they cannot be compared: {bad}", verdict="malformed", reason=str(bad))
        raise SystemExit(MALFORMED) from None
    found = compared(first, second, leaves_of(document) if document else None)
    say(found.words, code=found.code, told=found.words)
    raise SystemExit(found.code)
