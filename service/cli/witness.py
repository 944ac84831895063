"""`nightledger witness`: follow the checkpoints of installations. It needs no installation of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from service.cli._parts.checking import KEY
from service.cli._parts.telling import say
from service.witness.keys import BadFolder, WitnessKey, witness_key
from service.witness.remote import Away, Installation
from service.witness.witness import Witness

ALL_WENT_ON, REFUSED, AWAY = 0, 1, 3

STATE = click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("witness"),
    show_default=True,
    help="The folder of the witness: its key, and what it has seen.",
)

NAME = click.option("--name", help="The witness's name, when it is new: such as eye.example.org.")


def _addresses(context: click.Context, parameter: click.Parameter, urls: tuple[str, ...]) -> tuple[str, ...]:
    for url in urls:
        try:
            parts = urlsplit(url)
            is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_one = False
        if not is_one:
            raise click.BadParameter(f"{url!r} is no address such as https://games.example.org")
    return urls


@click.group("witness")
def command() -> None:
    """Follow the checkpoints of installations, and sign those that go on from the last one.

    Example: nightledger witness run https://games.example.org --name eye.example.org
    """


@command.command("key")
@STATE
@NAME
def key(state: Path, name: str | None) -> None:
    """Print the witness's public key, which installations name in NIGHTLEDGER_WITNESSES. Makes one if there is none.

    Example: nightledger witness key --name eye.example.org
    """
    known = _key(state, name).public.encode()
    say(known, key=known)


@command.command("run")
@click.argument("urls", nargs=-1, required=True, metavar="URL...", callback=_addresses)
@STATE
@NAME
@click.option("--key", "keys", multiple=True, type=KEY, help="The installations' public keys, if you know them.")
@click.option("--every", default=60, show_default=True, type=click.IntRange(1), help="Seconds between two looks.")
@click.option("--once", is_flag=True, help="Look once and end.")
def run(urls: tuple[str, ...], state: Path, name: str | None, keys: tuple[str, ...], every: int, once: bool) -> None:
    """Look at the checkpoints of the installations at these addresses, again and again.

    A checkpoint that does not go on from the last one is refused and kept. With --once exit 0 if all went on, 1 if one
    was refused, 3 if an installation did not answer.

    Example: nightledger witness run https://games.example.org --name eye.example.org
    """
    witness, logs = Witness(state, _key(state, name)), [Installation(url) for url in urls]
    while True:
        codes = [_look(witness, log, keys) for log in logs]
        if once:
            raise SystemExit(REFUSED if REFUSED in codes else max(codes))
        time.sleep(every)


def _look(witness: Witness, log: Installation, keys: Sequence[str]) -> int:
    """Look once, and say what came of it."""
    try:
        found = witness.look(log, int(time.time()), keys)
    except Away as away:
        say(f"{log.url}: {away}", url=log.url, away=str(away))
        return AWAY
    lines = [
        f"{log.url}: {'refused: ' if found.is_refused else ''}{found.words}",
        *(f"  - {file}" for file in found.files),
    ]
    say("\n".join(lines), url=log.url, refused=found.is_refused, told=found.words, files=found.files)
    return REFUSED if found.is_refused else ALL_WENT_ON


def _key(state: Path, name: str | None) -> WitnessKey:
    try:
        return witness_key(state, name)
    except BadFolder as bad:
        raise click.ClickException(str(bad)) from None
