"""What a command line says of games: the game, of those of the installation, its options, the levels of AIs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import click

from domain.bots.levels import LEVELS
from domain.contract.game import Game
from domain.games.catalog import Catalog
from domain.log.canon import NotCanonical, parse_typed
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


def parse_options(text: str) -> dict[str, Any]:
    """The options of a game, of `--options`; `click.BadParameter` unless it is a JSON object."""
    try:
        options = parse_typed(text)
    except NotCanonical as error:
        raise click.BadParameter(str(error), param_hint="--options") from None
    if not isinstance(options, dict):
        raise click.BadParameter("not a JSON object", param_hint="--options")
    return options


def check_levels(named: Iterable[str]) -> None:
    """`click.BadParameter` unless all are levels that an AI is offered at, of `--ai`."""
    if unknown := set(named) - set(LEVELS):
        raise click.BadParameter(f"unknown level {sorted(unknown)[0]!r}", param_hint="--ai")
