"""The data of the rules (card sets, boards, tables) that games were begun with, kept by content for ever.

A release may mend a card; a game that was begun before it goes on with the card as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from domain.contract.facets.data_files import data_file
from domain.contract.game import Game
from projections.statements import matching, once
from service.store.event_store import Change, Store, executing
from service.store.relations import rule_files

FILE = select(rule_files).where(matching(rule_files.c.sha256))

KEEP = once(rule_files)


@dataclass(frozen=True)
class RuleFile:
    """A data file: the game and the name that it was first kept under, its SHA-256 (hex) and its text."""

    game: str
    name: str
    sha256: str
    text: str


class RuleFiles:
    """The data files of all games that were begun in this installation."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def file(self, sha256: str) -> RuleFile | None:
        """The file with this content, if a game was begun with it."""
        for row in self._store.rows(FILE, sha256=sha256):
            return RuleFile(row["game"], row["name"], row["sha256"], row["content"])
        return None

    def text(self, sha256: str) -> str | None:
        """The text of the file with this content, if a game was begun with it."""
        found = self.file(sha256)
        return None if found is None else found.text


def keeping(game: Game[Any], data: Mapping[str, str]) -> list[Change]:
    """The changes that keep the files (name -> SHA-256, hex) that a game of this kind begins with."""
    texts = [(name, sha256, data_file(game, sha256)) for name, sha256 in data.items()]
    return [
        executing(KEEP, sha256=sha256, game=game.id, name=name, content=text)
        for name, sha256, text in texts
        if text is not None
    ]
