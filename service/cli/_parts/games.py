"""The games that a command line can name: those of the installation."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import click

from domain.contract.game import Game
from domain.games.catalog import Catalog
from service.installed import catalog_of
from service.settings import Settings


def installed_catalog() -> Catalog:
    """The games of the installation that the environment names, those of other distributions among them."""
    return catalog_of(Settings.from_env(os.environ))


def game_named(catalog: Catalog, name: str) -> Game[Any]:
    """The game of this id; `click.BadParameter` lists those that there are."""
    if name not in catalog:
        raise click.BadParameter(f"unknown game; there are {', '.join(catalog)}", param_hint="GAME")
    return catalog[name]


def games_named(catalog: Catalog, names: Iterable[str]) -> list[Game[Any]]:
    """The games of these ids, all of them where no id is given."""
    return [game_named(catalog, name) for name in names or catalog]
