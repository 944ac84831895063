"""The games of an installation: the program's own, those of other distributions, and those that a setting adds.

A distribution brings games by entry points of the group `nightledger.games`, each an id with `module:object`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from domain.games.catalog import GAMES, Catalog, UnloadableGame
from service.settings import Settings, SettingsError

GROUP = "nightledger.games"


def catalog_of(
    settings: Settings,
    data: Mapping[str, Mapping[str, str]] | None = None,
    find: Callable[[str], str | None] | None = None,
) -> Catalog:
    """Return the installation's games, those beside the program loaded; `SettingsError` names one that cannot be.

    `data` and `find` give the data files that games can be played with, as `Catalog` says.
    """
    beside = games_beside(settings)
    catalog = Catalog(beside, data=data, find=find)
    try:
        for game_id in beside:
            catalog[game_id]
    except UnloadableGame as error:
        raise SettingsError(str(error)) from error
    return catalog


def games_beside(settings: Settings) -> dict[str, str]:
    """Return id -> `module:object` of the games beside the program's own, not yet loaded.

    What NIGHTLEDGER_EXTRA_GAMES says stands over everything else, so a game can be tried in another's place.
    """
    return {**installed_games(), **settings.extra_games}


def installed_games() -> dict[str, str]:
    """Return id -> `module:object` of the games of other distributions; `SettingsError` where two claim an id."""
    found: dict[str, EntryPoint] = {}
    for point in _entry_points(tuple(sys.path)):
        if point.name in GAMES:
            raise SettingsError(f"{_whose(point)} brings a game {point.name!r}, which is one of the program's own")
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            raise SettingsError(f"{_whose(other)} and {_whose(point)} both bring a game {point.name!r}")
    return {name: point.value for name, point in found.items()}


@cache
def _entry_points(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The games that distributions on this path bring, in the order of their names; looked for once."""
    return tuple(sorted(entry_points(group=GROUP), key=_whose))


def _whose(point: EntryPoint) -> str:
    """The distribution that an entry point is of."""
    return f"the distribution {point.dist.name}" if point.dist is not None else f"{GROUP} {point.value}"
