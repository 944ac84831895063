"""What commands tell: a line for people, or with `--json` one JSON object a line for programs."""

from __future__ import annotations

import json
from typing import Any

import click

WANTED = "nightledger.json"
"""Where the context of a command keeps that `--json` was given."""


def _note(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    context.meta[WANTED] = value


def with_json(command: click.Command) -> click.Command:
    """The command, which takes `--json` as all below it do."""
    if isinstance(command, click.Group):
        for below in command.commands.values():
            with_json(below)
    elif not any("--json" in one.opts for one in command.params):
        told = "For programs: one JSON object a line."
        command.params.append(
            click.Option(["--json"], is_flag=True, is_eager=True, expose_value=False, callback=_note, help=told)
        )
    return command


def wants_json() -> bool:
    """Whether the command that runs was asked for JSON."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(WANTED))


def say(line: str, /, **told: Any) -> None:
    """Tell a line, or the same by its parts."""
    click.echo(json.dumps(told, ensure_ascii=False, default=str) if wants_json() else line)


def say_document(text: str) -> None:
    """Print a document as it is; one that is no JSON is a text within an object where JSON was asked for."""
    if wants_json() and not text.lstrip().startswith(("{", "[")):
        say("", document=text)
    else:
        click.echo(text, nl=not text.endswith("\n"))
