"""`nightledger why`: what something waits for."""

from __future__ import annotations

import os
import sys

import click
import msgspec

from service.bootstrap import build
from service.cli._parts.telling import say
from service.errors import ServiceError
from service.operation.why.explaining import explain
from service.settings import Settings

NOT_FOUND = 3
"""The exit status where nothing has the id."""

FAILED = 1
"""The exit status where it could not be found out."""


@click.command("why")
@click.argument("id")
def command(id: str) -> None:
    """What a game waits for, or a series, a league, a challenge: whose decision, and what has to be done by itself.

    Exit 0 if that could be told, 3 if nothing has the id. Nothing is written.

    Example: nightledger why 6f9619ff-8b86-4d11-b42d-00cf4fc964ff
    """
    services = build(Settings.from_env(os.environ))
    try:
        found = explain(services, id)
    except ServiceError as error:
        click.echo(error.reason, err=True)
        sys.exit(NOT_FOUND if error.code == "not-found" else FAILED)
    finally:
        services.close()
    say("\n".join(found.lines()), **msgspec.to_builtins(found))
