"""The installation that a command works on: that which the environment names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from service.settings import Settings

if TYPE_CHECKING:
    from service.bootstrap import Services


@contextmanager
def installation() -> Iterator[Services]:
    """Its services, until the block ends; what they refuse ends the command with a sentence."""
    from service.bootstrap import build
    from service.errors import ServiceError

    services = build(Settings.from_env(os.environ))
    try:
        yield services
    except ServiceError as error:
        raise click.ClickException(error.reason) from None
    finally:
        services.close()


def account_named(services: Services, name: str) -> str:
    """The id of the account of this name; who is not there ends the command with a sentence."""
    account = services.accounts.by_name(name)
    if account is None:
        raise click.ClickException(f"there is no account {name!r}")
    return account.id
