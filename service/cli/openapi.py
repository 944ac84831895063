"""`nightledger openapi`: the OpenAPI document, from which the typed client is made."""

from __future__ import annotations

import json

import click


@click.command("openapi")
def command() -> None:
    """Print the OpenAPI document of the API, as an installation with the games of this program serves it.

    Example: nightledger openapi > client/openapi.json
    """
    from service.app.own_document import own_document

    click.echo(json.dumps(own_document(), indent=1, ensure_ascii=False))
