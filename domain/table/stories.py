"""What has happened at a table in a few stories: each is what a command led to, by its most telling events.

They are message ids with their fields, made of what the reader may know; pages, mails and the terminal give the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from domain.contract.audience import join
from domain.contract.parts import Asked, Json
from domain.contract.sentences import Message, Phrases, Sentences
from domain.table.sentences import SENTENCES

T = TypeVar("T")

FEWEST, MOST = 3, 8
"""How many stories there are, where so much has happened that there is something to choose."""

PARTS = 3
"""How many events of a command a story tells at most."""

CLOSE = Asked.__name__
"""The event that closes a command."""


class Happening(NamedTuple):
    """An event as a reader knows it."""

    version: int
    kind: str
    data: Mapping[str, Json]


class Story(NamedTuple):
    """The versions of its first and its last event, and what is told, in that order."""

    first: int
    last: int
    told: tuple[Message, ...]


def happening(entry: Mapping[str, Json]) -> Happening:
    """The event of an entry, from its public part and the parts that the reader got."""
    parts = {name: shown["part"] for name, shown in entry["private"].items()}
    kind = next((part["type"] for part in parts.values() if "type" in part), entry["type"])
    return Happening(
        entry["version"], kind, join(entry["data"], {name: part.get("data", {}) for name, part in parts.items()})
    )


def since_last_move(happened: Sequence[Happening], seat: str) -> Sequence[Happening]:
    """What has happened since the seat last answered; everything where it has not."""
    answers = (at for at, one in enumerate(happened) if one.kind == CLOSE and seat in one.data["answered"])
    return happened[max(answers, default=-1) + 1 :]


def first_move_is_open(happened: Iterable[Happening], seat: str) -> bool:
    """Whether the seat has answered nothing in all that happened."""
    return not any(one.kind == CLOSE and seat in one.data["answered"] for one in happened)


def last_command(happened: Sequence[Happening]) -> Sequence[Happening]:
    """What the last command led to."""
    closes = [at for at, one in enumerate(happened) if one.kind == CLOSE]
    return happened[closes[-2] + 1 if len(closes) > 1 else 0 :]


def singled_out(happened: Iterable[Happening], words: Sentences, most: int) -> list[Story]:
    """So many of what happened, each event a story by itself: the most telling ones, in their order."""
    rank, phrases = _ranks(words), _phrases(words)
    telling = [one for one in happened if one.kind in rank and _tells(one, words)]
    return [_story([one], phrases) for one in _most_telling(telling, most, lambda one: rank[one.kind])]


def each(happened: Iterable[Happening], words: Sentences) -> list[Story]:
    """All that happened and has a sentence, each event a story by itself."""
    phrases = _phrases(words)
    return [_story([one], phrases) for one in happened if one.kind in phrases]


def stories(happened: Iterable[Happening], words: Sentences) -> list[Story]:
    """The stories of what happened, by the game's words: one for each command that tells something.

    Of more commands than `MOST` the most telling ones are told; of fewer than `FEWEST` each event by itself.
    """
    rank = _ranks(words)
    telling = [one for one in happened if one.kind == CLOSE or (one.kind in rank and _tells(one, words))]
    commands = [command for command in _commands(telling) if command]
    if len(commands) < FEWEST:
        commands = [[one] for command in commands for one in command]
    chosen = _most_telling(commands, MOST, lambda command: min(rank[one.kind] for one in command))
    return [_story(_most_telling(command, PARTS, lambda one: rank[one.kind]), _phrases(words)) for command in chosen]


def _ranks(words: Sentences) -> Mapping[str, int]:
    """Event of which stories are made -> how telling it is, the most telling ones least."""
    return {kind: at for at, kind in enumerate((*SENTENCES.telling, *words.telling))}


def _phrases(words: Sentences) -> Phrases:
    return {**SENTENCES.events, **words.events}


def _tells(one: Happening, words: Sentences) -> bool:
    return one.kind not in words.only_with or bool(one.data.get(words.only_with[one.kind]))


def _commands(happened: Iterable[Happening]) -> Iterator[list[Happening]]:
    """The events of each command; the last one may not be closed yet."""
    events: list[Happening] = []
    for one in happened:
        if one.kind == CLOSE:
            yield events
            events = []
        else:
            events.append(one)
    yield events


def _most_telling(told: Sequence[T], most: int, rank: Callable[[T], int]) -> list[T]:
    """So many of them, those of the lowest rank and of these the latest, in their order."""
    best = sorted(range(len(told)), key=lambda at: (rank(told[at]), -at))[:most]
    return [told[at] for at in sorted(best)]


def _story(events: Sequence[Happening], phrases: Phrases) -> Story:
    told = tuple(Message(phrases.get(one.kind, ()), one.data) for one in events)
    return Story(events[0].version, events[-1].version, told)
