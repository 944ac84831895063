"""What the commands share that say whether something is as it should be: exit codes that are no verdict's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.audit.verdict import NO_FILE, USAGE
from domain.log.hexes import is_hex

FILE = click.Path(dir_okay=True, path_type=Path)
"""A file to read, which need not be there: `contents` says so with an exit code of its own."""


class Missing(click.ClickException):
    """A file that cannot be read."""

    exit_code = NO_FILE


class Misused(click.UsageError):
    """A command line that makes no sense."""

    exit_code = USAGE


class Checking(click.Command):
    """A command whose exit code is a verdict: of what is wrong with its command line it says so with another."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _told_apart():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _told_apart():
            return super().invoke(ctx)


@contextmanager
def _told_apart() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        raise Misused(error.format_message(), error.ctx) from None


class _Hex(click.ParamType[str]):
    """32 bytes in hex, of either case; in lower case for the program."""

    name = "HEX"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not is_hex(value.lower()):
            self.fail(f"{value!r} is not 32 bytes in hex", param, ctx)
        return str(value.lower())


KEY = _Hex()
"""A public key."""


def contents(file: Path) -> bytes:
    """What is in a file; `Missing` if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise Missing(f"{file}: there is no such file to read ({error.strerror})") from None
