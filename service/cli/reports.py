"""`nightledger reports`: messages that players hold against their authors."""

from __future__ import annotations

import time

import click
import msgspec

from service.cli._parts.installation import installation
from service.cli._parts.telling import say


@click.group("reports")
def command() -> None:
    """Messages that players hold against their authors.

    Example: nightledger reports list
    """


@command.command("list")
def show() -> None:
    """The reports that are not settled, the oldest first: id, game and message, what was said, and why it was reported.

    Example: nightledger reports list
    """
    with installation() as services:
        for report in services.talk.reports():
            at = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(report.at))
            lines = [
                f"{report.id}  {at}  game {report.game} message {report.number}",
                f"  {report.author or '(deleted account)'} said: {_on_a_line(report.words)}",
                f"  {report.by or '(deleted account)'} reports: {_on_a_line(report.reason)}",
            ]
            say("\n".join(lines), **msgspec.to_builtins(report))


@command.command("settle")
@click.argument("report")
@click.option("--remove", is_flag=True, help="Delete the words of the message.")
def settle(report: str, remove: bool) -> None:
    """A report needs nothing more.

    Example: nightledger reports settle 3f09a1c2d4e5b607 --remove
    """
    with installation() as services:
        services.talk.settle(report, remove)


def _on_a_line(words: str) -> str:
    """Words of others as they may go to a terminal: no line breaks, nothing that steers it."""
    return "".join(letter if letter.isprintable() else " " for letter in words)
