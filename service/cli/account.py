"""`nightledger account`: people of this installation."""

from __future__ import annotations

import click

from service.cli._parts.installation import account_named, installation
from service.cli._parts.telling import say


@click.group("account")
def command() -> None:
    """People of this installation.

    Example: nightledger account create Marie
    """


@command.command("operator")
@click.argument("name")
@click.option("--revoke", is_flag=True, help="Take the mark away.")
def operator(name: str, revoke: bool) -> None:
    """Mark an account as an operator's: it may correct games, each time with a reason that all may read.

    Example: nightledger account operator Marie
    """
    with installation() as services:
        services.accounts.set_operator(account_named(services, name), not revoke)


@command.command("create")
@click.argument("name")
@click.option("--password", is_flag=True, help="Ask for a password too; without one, only the token logs in.")
def create(name: str, password: bool) -> None:
    """Create an account and print its API token, which is kept nowhere.

    Example: nightledger account create Marie
    """
    chosen = click.prompt("Password", hide_input=True, confirmation_prompt=True) if password else None
    with installation() as services:
        _, token = services.accounts.create(name, chosen)
    say(token.secret, account=name, token=token.secret)
