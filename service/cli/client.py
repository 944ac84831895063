"""`nightledger client`: the typed client, made from the OpenAPI document."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import click

FOLDER = Path(__file__).parents[2] / "client/src/nightledger_client"


@click.command("client")
@click.option("--write", is_flag=True, help="Write the modules that differ; without it they are only named.")
def command(write: bool) -> None:
    """Make the modules of the client from the OpenAPI document. Exit 1 if some differ and are not written.

    Example: nightledger client --write
    """
    from service.dev.client_writer import modules

    texts = {path_of(name): laid_out(path_of(name), text) for name, text in modules(own_document()).items()}
    differing = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    for path in differing:
        if write:
            path.write_text(texts[path])
        click.echo(f"{path.name} {'is written' if write else 'differs'}")
    if differing and not write:
        sys.exit(1)


def own_document() -> dict[str, object]:
    """The OpenAPI document of an installation with the games that come with the program."""
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


def path_of(name: str) -> Path:
    """Where the module of this name lies."""
    return FOLDER / f"{name}.py"


def laid_out(path: Path, text: str) -> str:
    """A module as the rest of the program is laid out, by ruff, which comes with the extra `test`."""
    for arguments in (["format"], ["check", "--fix", "--exit-zero"], ["format"]):
        command_line = [sys.executable, "-m", "ruff", *arguments, "--quiet", "--stdin-filename", str(path), "-"]
        done = subprocess.run(command_line, input=text, capture_output=True, text=True, cwd=FOLDER, check=False)
        if done.returncode:
            raise click.ClickException(f"{path.name} cannot be laid out: {done.stderr.strip()}")
        text = done.stdout
    return text
