"""Golden games: whole recorded games that each version of the program must still decide as they were decided.

They lie in tests/games/GAME, one compressed record a file, and are made once for each number of the rules: a file that
is there is never written again. `search` plays until the games show between them all that the game names as its
features.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.bots import player
from domain.bots.simulation import play_logged, random_player
from domain.contract.facets.exercised import exercised, features
from domain.contract.facets.exercised import forms as forms_of
from domain.contract.game import Json
from domain.games.catalog import Catalog
from domain.records.export import Record, export, read
from domain.records.replay import table_at

SUFFIX = ".json.xz"

ANY = "any"
"""A player that may give every legal answer, words and all, where the random bot puts together what slots hold."""

TEAMS = (("greedy",), ("greedy", "random"), ("random",), (ANY,))
"""Who plays: these levels, repeated round the table."""

FIRST_SECOND = 1_700_000_000
"""The time of a golden game's first event, in seconds of Unix time."""


@dataclass(frozen=True)
class Plan:
    """A game to be played: the number of its form with its seats and options, and which attempt it is."""

    game: str
    form: int
    at: int
    seats: int
    options: Mapping[str, Json]


@dataclass(frozen=True)
class Sketch:
    """What a game has shown when it was played, and the bytes of its record."""

    plan: Plan
    shown: frozenset[str]
    size: int


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


def has_golden(root: Path, game: str, rules: int) -> bool:
    """Whether there are golden games that were played under this number of the rules."""
    return any(read_golden(path).rules == rules for path in golden_files(root, game))


def read_golden(path: Path) -> Record:
    """The record in a file; `BadRecord` if it holds none."""
    return read(lzma.decompress(path.read_bytes()))


def shown_by(record: Record, catalog: Catalog) -> set[str]:
    """The features that a finished game shows."""
    table = table_at(record, catalog)
    return exercised(table.game, (event for _, event in table.history))


def counted(game: str, root: Path, catalog: Catalog) -> Counter[str]:
    """In how many golden games each feature shows; those that show in none are there with 0."""
    count = Counter(dict.fromkeys(features(catalog[game]), 0))
    for path in golden_files(root, game):
        count.update(shown_by(read_golden(path), catalog))
    return count


def search(game: str, catalog: Catalog, games: int, rounds: int) -> Iterator[Found]:
    """Golden games to keep: as few bytes as show all features, and up to `games` the shortest of other forms.

    They are picked out of `rounds` games by each team in each form. The same arguments give the same games.
    """
    plans = [
        Plan(game, form, at, seats, options)
        for at in range(rounds * len(TEAMS))
        for form, (seats, options) in enumerate(forms_of(catalog[game]))
    ]
    sketches = [_sketch(plan, catalog) for plan in plans]
    kept = _covering(set(features(catalog[game])), sketches)
    taken = {sketch.plan.form for sketch in kept}
    for sketch in sorted(sketches, key=lambda one: one.size):
        if len(kept) < games and sketch.plan.form not in taken:
            taken.add(sketch.plan.form)
            kept.append(sketch)
    for sketch in kept:
        yield _play(sketch.plan, catalog)


def search_more(game: str, root: Path, catalog: Catalog, rounds: int) -> Iterator[Found]:
    """Golden games to add for the features that none of those in a checkout shows, until they show all of them or
    `rounds` games by each team in each form have been played. The newest forms are played first."""
    lacking = {feature for feature, games in counted(game, root, catalog).items() if not games}
    forms = list(enumerate(forms_of(catalog[game])))
    for at in range(rounds * len(TEAMS)):
        for form, (seats, options) in reversed(forms):
            if not lacking:
                return
            found = _play(Plan(game, form, at, seats, options), catalog)
            if found.shown & lacking and not _path(found, root, game).exists():
                lacking -= found.shown
                yield found


def write(found: Found, root: Path, game: str) -> Path:
    """Write a golden game; FileExistsError if there is one of that name: it is never made anew."""
    path = _path(found, root, game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(lzma.compress(found.raw, preset=9))
    return path


def _path(found: Found, root: Path, game: str) -> Path:
    return folder(root, game) / f"{found.name}{SUFFIX}"


def _covering(lacking: set[str], sketches: Sequence[Sketch]) -> list[Sketch]:
    """Games that show between them all that the sketches can show, each picked for what it adds for its length."""
    kept: list[Sketch] = []
    while best := max(sketches, key=lambda one: len(one.shown & lacking) / one.size):
        if not best.shown & lacking:
            break
        kept.append(best)
        lacking = lacking - best.shown
    return kept


def _sketch(plan: Plan, catalog: Catalog) -> Sketch:
    found = _play(plan, catalog)
    return Sketch(plan, found.shown, len(found.raw))


def _play(plan: Plan, catalog: Catalog) -> Found:
    team = TEAMS[plan.at % len(TEAMS)]
    levels = {f"s{place + 1}": team[place % len(team)] for place in range(plan.seats)}
    players = {seat: random_player if level == ANY else player(level) for seat, level in levels.items()}
    game_id = f"golden-{plan.game}-{plan.form}-{plan.at}"
    log = play_logged(
        catalog, game_id, plan.game, plan.options, list(levels), game_id.encode(), players, levels, FIRST_SECOND
    )
    raw = export(log.table, log.entries, levels, ()).encode()
    shown = exercised(log.table.game, (event for _, event in log.table.history))
    number = "" if log.table.rules == 1 else f"rules-{log.table.rules}-"
    return Found(f"{number}{plan.form:03}-{plan.at}-{plan.seats}-seats", raw, frozenset(shown))
