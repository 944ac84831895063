"""The page docs/rules/changes.md: what each number of a game's rules decides otherwise, from `Game.changes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.contract.game import Change, Game
from domain.games.catalog import Catalog


def changes_page(catalog: Catalog) -> str:
    """The whole page, Markdown."""
    lines = [
        "# The numbers of the rules",
        "",
        "Made by `nightledger rules changes --write` from each game's `changes.py`; `GET /rules/{game}` gives it too.",
        "A game keeps the number that it was begun with, whatever comes later. Each row says which rules its number",
        "decides otherwise than the one before, and what was wrong until then.",
    ]
    for game in catalog.values():
        lines += ["", *_section(game)]
    return "\n".join(lines) + "\n"


def _section(game: Game[Any]) -> Iterator[str]:
    described = game.describe()
    yield f"## {described.labels['en'].get(described.game, described.game)}"
    yield ""
    yield "| number | rules | what was wrong before it |"
    yield "| --- | --- | --- |"
    yield from map(_row, game.changes)


def _row(change: Change) -> str:
    return f"| {change.number} | {', '.join(change.rules) or 'all'} | {change.what} |"
