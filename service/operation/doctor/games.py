"""The games of an installation: whether all can be loaded, and whether its own data files are fit to play with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from domain.contract.facets.data_files import check_data
from domain.games.catalog import Catalog
from service.installed import catalog_of
from service.operation.doctor.findings import Finding, look, well, wrong
from service.settings import Settings, SettingsError
from service.store.own_files import CARDS, SETS_OF, check_own_files, own_files


def games(settings: Settings) -> Iterator[Finding]:
    """What is found of the games without opening the store; nothing starts where one of them is `wrong`."""
    try:
        catalog = catalog_of(settings)
    except SettingsError as error:
        yield wrong("games", str(error), "mend or uninstall its distribution, or look at NIGHTLEDGER_EXTRA_GAMES")
        return
    yield well("games", ", ".join(catalog))
    try:
        check_own_files(settings.home, catalog)
    except SettingsError as error:
        yield wrong("data", str(error), "mend the file or move it away: new games are played with the package's then")
        return
    unfit = list(_unfit_sets(settings.home, catalog))
    yield from unfit or [well("data", "every data file of its own is fit to play with")]


def _unfit_sets(home: Path, catalog: Catalog) -> Iterator[Finding]:
    """The card sets with which no game can begin; all else goes on."""
    for name, text in own_files(home)[SETS_OF].items():
        if faults := check_data(catalog[SETS_OF], text.encode()):
            file = home / CARDS / f"{name}.toml"
            yield look("data", f"{file}: {faults[0]}", f"mend it: nightledger cards check {file} says all")
