"""Golden games: whole recorded games that each version of the program must still decide as they were decided.

They lie in tests/games/GAME, one compressed record a file, and are made once: a file that is there is never written
again. `search` plays until the games show between them all that the game names as its features.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.bots import player
from domain.catalog import Catalog
from domain.export import Record, export, read
from domain.game import Json
from domain.replay import table_at
from domain.simulation import play_logged

SUFFIX = ".json.xz"

LEVELS = (("greedy",), ("greedy", "random"), ("random",))
"""Who plays: these levels, repeated round the table."""

STRIDE = 37
"""The forms are taken in steps, so that few games are of many kinds."""

BATCH = 60
MOST_GAMES = 99

FIRST_SECOND = 1_700_000_000
"""The time of a golden game's first event, in seconds of Unix time."""


@dataclass(frozen=True)
class Found:
    """A game that was played in the search: its record's bytes and the features that it shows."""

    name: str
    raw: bytes
    shown: frozenset[str]


def folder(root: Path, game: str) -> Path:
    """Where the golden games of a game lie in a checkout."""
    return root / "tests/games" / game


def golden_files(root: Path, game: str) -> list[Path]:
    """The golden games of a game, by name."""
    return sorted(folder(root, game).glob(f"*{SUFFIX}"))


def read_golden(path: Path) -> Record:
    """The record in a file; `BadRecord` if it holds none."""
    return read(lzma.decompress(path.read_bytes()))


def shown_by(record: Record, catalog: Catalog) -> set[str]:
    """The features that a finished game shows."""
    table = table_at(record, catalog.with_files(record.files))
    return table.game.exercised(event for _, event in table.history)


def counted(game: str, root: Path, catalog: Catalog) -> Counter[str]:
    """In how many golden games each feature shows; those that show in none are there with 0."""
    count = Counter(dict.fromkeys(catalog[game].features(), 0))
    for path in golden_files(root, game):
        count.update(shown_by(read_golden(path), catalog))
    return count


def search(game: str, catalog: Catalog, games: int, tries: int) -> Iterator[Found]:
    """Golden games to keep: `games` over the forms of the game, the shortest of `tries` each, then what is lacking.

    The same arguments give the same games.
    """
    lacking = set(catalog[game].features())
    forms = list(catalog[game].forms())
    for number in range(games):
        seats, options = forms[number * STRIDE % len(forms)]
        found = [_play(game, catalog, seats, options, f"{number:03}", at) for at in range(tries)]
        best = min(found, key=lambda one: len(one.raw))
        lacking -= best.shown
        yield best
    for number in range(games, MOST_GAMES):
        if not lacking:
            return
        best = _that_shows(game, catalog, forms, lacking, f"{number:03}")
        lacking -= best.shown
        yield best


def write(found: Found, root: Path, game: str) -> Path:
    """Write a golden game; FileExistsError if there is one of that name: it is never made anew."""
    path = folder(root, game) / f"{found.name}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(lzma.compress(found.raw, preset=9))
    return path


def _that_shows(
    game: str, catalog: Catalog, forms: Sequence[tuple[int, Mapping[str, Json]]], lacking: set[str], number: str
) -> Found:
    """The game out of a batch that shows the most of what is lacking for its length."""
    kinds = [forms[at * STRIDE % len(forms)] for at in range(BATCH)]
    batch = (_play(game, catalog, seats, options, number, at) for at, (seats, options) in enumerate(kinds))
    return max(batch, key=lambda one: len(one.shown & lacking) / len(one.raw))


def _play(game: str, catalog: Catalog, seats: int, options: Mapping[str, Json], number: str, at: int) -> Found:
    ids = [f"s{seat + 1}" for seat in range(seats)]
    named = LEVELS[at % len(LEVELS)]
    levels = {seat: named[place % len(named)] for place, seat in enumerate(ids)}
    players = {seat: player(level) for seat, level in levels.items()}
    key = f"golden/{game}/{number}/{at}".encode()
    name = f"{number}-{seats}-seats"
    log = play_logged(catalog, f"golden-{game}-{number}", game, options, ids, key, players, levels, FIRST_SECOND)
    raw = export(log.table, log.entries, levels, ()).encode()
    shown = log.table.game.exercised(event for _, event in log.table.history)
    return Found(name, raw, frozenset(shown))
