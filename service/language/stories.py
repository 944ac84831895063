"""Stories in words: what has happened since a seat's last move, as its holder reads it on pages, in mails and in the
terminal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from domain.contract.facets.told import sentences
from domain.contract.game import Game, Json
from domain.contract.sentences import Message
from domain.games.catalog import Catalog
from domain.table.stories import Happening, Story, each, happening, since_last_move, stories
from domain.table.stories import singled_out as of_events
from service.games.ledger import Ledger
from service.language.filling import FIELD
from service.language.lines import GONE, with_words
from service.language.names import Names, capital

LOOKED_AT = 300
"""So many events back a last move is looked for."""


class Episode(NamedTuple):
    """A story in words, and the version at which it had happened; `ids` are what it names, as they are named."""

    version: int
    text: str
    ids: tuple[str, ...] = ()


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


def singled_out(what: Iterable[Happening], game: Game[Any], names: Names, most: int) -> list[Episode]:
    """So many of the most telling events among what happened, each by itself, in words."""
    return _episodes(of_events(what, sentences(game), most), names)


def about(what: Iterable[Happening], game: Game[Any], names: Names, asked: Container[str]) -> Episode | None:
    """The last event among what happened that names any of these, in words; None if none does."""
    said = (_episode(story, names) for story in reversed(each(what, sentences(game))))
    return next((one for one in said if one is not None and any(named in asked for named in one.ids)), None)


def told(found: Iterable[Story], names: Names) -> list[str]:
    """Stories in words, a sentence each; what happens several times running is told once, with how often."""
    return [one.text for one in _episodes(found, names)]


def _episodes(found: Iterable[Story], names: Names) -> list[Episode]:
    said = [_episode(story, names) for story in found]
    runs = [list(run) for _, run in groupby(filter(None, said), lambda one: one.text)]
    return [run[-1]._replace(text=_times(run[0].text, len(run))) for run in runs]


def _episode(story: Story, names: Names) -> Episode | None:
    """A story in words; None for one of which nothing can be told."""
    parts = _counted(filter(None, (names.told(*message) for message in story.told)))
    ids = tuple(dict.fromkeys(one for message in story.told for one in _ids(message)))
    return Episode(story.last, capital("; ".join(parts)), ids) if parts else None


def _ids(message: Message) -> Iterator[str]:
    """The texts that the fields of a message hold, in the order of its first sentence."""
    for field in FIELD.findall(message.sentences[0]) if message.sentences else ():
        yield from _texts(message.fields.get(field, message.fields.get(field.rpartition("_")[0])))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (text for item in value for text in _texts(item))


def _counted(said: Iterable[str]) -> list[str]:
    return [_times(text, len(list(run))) for text, run in groupby(said)]


def _times(text: str, times: int) -> str:
    return text if times == 1 else f"{text} (× {times})"


def _worded(one: Happening, texts: Mapping[str, Json], names: Names) -> Happening:
    """An event with what people wrote in the place of the references to it."""
    missing = names.catalogue.told(GONE)
    return one._replace(data={name: with_words(value, texts, missing) for name, value in one.data.items()})
