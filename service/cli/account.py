"""`nightledger account`: people of this installation."""

from __future__ import annotations

import os

import click

from service.cli._parts.telling import say
from service.settings import Settings


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
    from service.bootstrap import build

    services = build(Settings.from_env(os.environ))
    account = services.accounts.by_name(name)
    if account is None:
        raise click.ClickException(f"there is no account {name!r}")
    services.accounts.set_operator(account.id, not revoke)
    services.close()


@command.command("create")
@click.argument("name")
@click.option("--password", is_flag=True, help="Ask for a password too; without one, only the token logs in.")
def create(name: str, password: bool) -> None:
    """Create an account and print its API token, which is kept nowhere.

    Example: nightledger account create Marie
    """
    from service.bootstrap import build
    from service.errors import ServiceError

    chosen = click.prompt("Password", hide_input=True, confirmation_prompt=True) if password else None
    services = build(Settings.from_env(os.environ))
    try:
        _, token = services.accounts.create(name, chosen)
    except ServiceError as error:
        raise click.ClickException(error.reason) from None
    finally:
        services.close()
    say(token.secret, account=name, token=token.secret)
