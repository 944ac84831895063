"""The results of a match in a file, a line a game, after a line that says of what match they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import msgspec


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a file of results is of: its first line."""

    game: str
    seats: int
    levels: list[str]
    options: dict[str, Any]
    seed: str
    playouts: int | None
    goal: bool = False
    value: dict[str, float] = {}
    ratings: dict[str, float] = {}


def read(results: Path | None, terms: Terms) -> list[bool]:
    """What the games so far came to; a new or empty file is begun with what it is of.

    Half a line at its end, of a match that was broken off, is taken out. `click.BadParameter` for a file of another
    match, and for one of something else.
    """
    if results is None:
        return []
    if not results.exists() or not results.stat().st_size:
        note(results, msgspec.to_builtins(terms))
        return []
    try:
        whole, _, broken = results.read_text("utf-8").rpartition("\n")
        first, *lines = map(json.loads, whole.splitlines())
    except ValueError:
        raise click.BadParameter("it holds no results of a match", param_hint="--results") from None
    if first != msgspec.to_builtins(terms):
        raise click.BadParameter(f"it holds another match: {json.dumps(first)}", param_hint="--results")
    if broken:
        results.write_text(f"{whole}\n", "utf-8")
    return [line["won"] for line in lines]


def note(results: Path | None, line: Any) -> None:
    if results is not None:
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
