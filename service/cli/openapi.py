"""`nightledger openapi`: the OpenAPI document, from which the typed client is made."""

from __future__ import annotations

import json
import tempfile

import click


@click.command("openapi")
def command() -> None:
    """Print the OpenAPI document of the API, as an installation with the games of this program serves it.

    Example: nightledger openapi > client/openapi.json
    """
    click.echo(json.dumps(own_document(), indent=1, ensure_ascii=False))


def own_document() -> dict[str, object]:
    """Return the OpenAPI document of an installation with the games that come with the program."""
    from service.app.application import create_app
    from service.bootstrap import build, init_database
    from service.cli.db import make_secret
    from service.settings import Settings

    with tempfile.TemporaryDirectory(prefix="nightledger-") as home:
        settings = Settings.from_env({"NIGHTLEDGER_HOME": home, "REDIS_URL": "unix:///nowhere"})
        make_secret(settings.secret_path)
        init_database(settings)
        services = build(settings)
        document: dict[str, object] = create_app(services).test_client().get("/api/v1/openapi.json").get_json()
        services.close()
    return document
