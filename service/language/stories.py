"""Stories in words: what has happened since a seat's last move, as its holder reads it on pages, in mails and in the
terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from domain.contract.facets.told import sentences
from domain.contract.game import Game, Json
from domain.games.catalog import Catalog
from domain.table.stories import Happening, Story, happening, since_last_move, stories
from service.games.ledger import Ledger
from service.language.lines import GONE, with_words
from service.language.names import Names, capital

LOOKED_AT = 300
"""So many events back a last move is looked for."""


class Episode(NamedTuple):
    """A story in words, and the version at which it had happened."""

    version: int
    text: str


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
    return [one.text for one in episodes(since_last_move(happened(entries, names), seat), game, names)]


def happened(entries: Sequence[Mapping[str, Json]], names: Names, after: int = 0) -> list[Happening]:
    """The events of log entries after a version as their reader knows them, with what people wrote in any of them."""
    texts = {name: words for entry in entries for name, words in entry.get("texts", {}).items()}
    return [_worded(happening(entry), texts, names) for entry in entries if entry["version"] > after]


def episodes(what: Iterable[Happening], game: Game[Any], names: Names) -> list[Episode]:
    """The stories of what happened, in words."""
    return _episodes(stories(what, sentences(game)), names)


def told(found: Iterable[Story], names: Names) -> list[str]:
    """Stories in words, a sentence each; what happens several times running is told once, with how often."""
    return [one.text for one in _episodes(found, names)]


def _episodes(found: Iterable[Story], names: Names) -> list[Episode]:
    said = [(story.last, _counted(filter(None, (names.told(*message) for message in story.told)))) for story in found]
    sentences = [Episode(last, capital("; ".join(parts))) for last, parts in said if parts]
    runs = [list(run) for _, run in groupby(sentences, lambda one: one.text)]
    return [Episode(run[-1].version, _times(run[0].text, len(run))) for run in runs]


def _counted(said: Iterable[str]) -> list[str]:
    return [_times(text, len(list(run))) for text, run in groupby(said)]


def _times(text: str, times: int) -> str:
    return text if times == 1 else f"{text} (× {times})"


def _worded(one: Happening, texts: Mapping[str, Json], names: Names) -> Happening:
    """An event with what people wrote in the place of the references to it."""
    missing = names.catalogue.told(GONE)
    return one._replace(data={name: with_words(value, texts, missing) for name, value in one.data.items()})
