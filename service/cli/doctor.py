"""`nightledger doctor`: an installation is examined."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from random import Random

import click
import msgspec

from service.cli._parts.telling import say
from service.cli._parts.troubles import trouble_of
from service.operation.doctor.findings import Finding, well, wrong
from service.operation.doctor.games import games
from service.operation.doctor.machine import machine
from service.operation.doctor.stored import stored
from service.settings import Settings, SettingsError

SICK = 1
"""The exit status where something is wrong."""


@click.command("doctor")
def command() -> None:
    """Examine the installation: settings, home, memory, disk, games and their data, clock, schema, chains of a sample
    of logs, processes.

    Each thing is well, to be looked at, or wrong, with what to do. It may be run while everything goes on, and stores
    nothing. Exit 0 unless something is wrong, then 1.

    Example: nightledger doctor
    """
    states = set()
    for finding in examined():
        say(finding.line(), **msgspec.to_builtins(finding))
        states.add(finding.state)
    sys.exit(SICK if "wrong" in states else 0)


def examined() -> Iterator[Finding]:
    """All findings, as far as it can be looked: without settings there is no home, without games or a schema nothing
    stored."""
    try:
        settings = Settings.from_env(os.environ)
    except SettingsError as error:
        yield wrong("settings", str(error), "docs/operating.md lists all settings")
        return
    yield well("settings", "all are understood")
    yield from machine(settings)
    of_games = list(games(settings))
    yield from of_games
    if any(finding.state == "wrong" for finding in of_games):
        return
    try:
        yield from _of_the_store(settings)
    except SettingsError as error:
        yield wrong(
            "store", str(error), "nightledger db init makes it, nightledger db upgrade brings it to this release"
        )
    except Exception as error:  # Whatever it is, it is found, and what was found before stands.
        yield wrong("store", trouble_of(error)[0], "see docs/operating.md, When something ends, and Backups")


def _of_the_store(settings: Settings) -> Iterator[Finding]:
    from service.bootstrap import build

    with closing(build(settings)) as services:
        yield from stored(services, Random())
