"""Stories in words: what has happened since a seat's last move, as its holder reads it on pages, in mails and in the
terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.contract.facets.told import sentences
from domain.contract.game import Game, Json
from domain.games.catalog import Catalog
from domain.table.stories import Happening, Story, happening, since_last_move, stories
from service.games.ledger import Ledger
from service.language.lines import GONE, with_words
from service.language.names import Names, capital

LOOKED_AT = 300
"""So many events back a last move is looked for."""


class Recaps:
    """Tells people what has happened at their tables."""

    def __init__(self, ledger: Ledger, catalog: Catalog) -> None:
        self._ledger = ledger
        self._catalog = catalog

    def since_last_move(self, game_id: str, account: str | None, seat: str, language: str) -> list[str]:
        """What has happened since the seat's last move, as the account may know it."""
        view = self._ledger.view(game_id, account, seat)
        played = self._catalog[view.game]
        entries = self._ledger.events(game_id, account, seat, max(0, view.version - LOOKED_AT), LOOKED_AT)
        return recap(entries, seat, played, Names.of(played, view, language))


def recap(entries: Sequence[Mapping[str, Json]], seat: str, game: Game[Any], names: Names) -> list[str]:
    """What has happened in log entries since the seat's last move, in sentences."""
    texts = {name: words for entry in entries for name, words in entry.get("texts", {}).items()}
    happened = since_last_move([_worded(happening(entry), texts, names) for entry in entries], seat)
    return told(stories(happened, sentences(game)), names)


def told(found: Iterable[Story], names: Names) -> list[str]:
    """Stories in words, a sentence each; what happens several times running is told once, with how often."""
    said = (_counted(filter(None, (names.told(*message) for message in story.told))) for story in found)
    return _counted(capital("; ".join(parts)) for parts in said if parts)


def _counted(said: Iterable[str]) -> list[str]:
    runs = ((text, len(list(run))) for text, run in groupby(said))
    return [text if times == 1 else f"{text} (× {times})" for text, times in runs]


def _worded(one: Happening, texts: Mapping[str, Json], names: Names) -> Happening:
    """An event with what people wrote in the place of the references to it."""
    missing = names.catalogue.told(GONE)
    return one._replace(data={name: with_words(value, texts, missing) for name, value in one.data.items()})
