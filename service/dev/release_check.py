"""The games of an installation before another program: digests of their tables, every command decided again.

The work is shared out among processes, a batch of games at a time; each opens the store for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from domain.audit.release_check import Checked, Difference, Digest, check_log, digests, digests_at
from domain.games.catalog import Catalog
from service.databases import store_at
from service.store.event_store import Store
from service.store.rule_files import RuleFiles

T = TypeVar("T")
R = TypeVar("R")

BATCH = 50
"""How many games a process takes at a time."""

SHOWN = 20
"""How many differing games of a group are told one by one."""


@dataclass(frozen=True)
class Games:
    """The games of a store, in a file or under a URL, with the file of its secret, and the games that are added."""

    place: str
    secret: Path
    extra: Mapping[str, str]
    processes: int = 1

    def open(self) -> Store:
        """The store, for one process."""
        return store_at(self.place, self.secret)

    def ids(self) -> list[str]:
        """The ids of all games."""
        store = self.open()
        try:
            return store.games()
        finally:
            store.close()

    def catalog(self, store: Store) -> Catalog:
        """The games of this program, with the data files that the store has kept."""
        return Catalog(self.extra, find=RuleFiles(store).text)

    def digests(self, ids: Sequence[str], samples: int) -> Iterator[list[Digest]]:
        """The digests of each game; of a closed one also at so many versions besides the last."""
        return self._shared(partial(_digests, samples=samples), ids)

    def check(self, ids: Sequence[str], *, moved: bool) -> Iterator[tuple[str, Checked]]:
        """Each game with what came of deciding it again; with `moved` under each later rules number too."""
        return self._shared(partial(_checked, moved=moved), ids)

    def compare(self, old: Sequence[Digest]) -> Iterator[list[str]]:
        """Of each game whose digests these are: what this program makes otherwise, in words."""
        of_game: dict[str, list[Digest]] = {}
        for one in old:
            of_game.setdefault(one.id, []).append(one)
        return self._shared(_compared, list(of_game.values()))

    def _shared(self, work: Callable[[Games, Sequence[T]], Iterable[R]], items: Sequence[T]) -> Iterator[R]:
        """What `work` makes of the items, in order."""
        batches = [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
        if self.processes == 1 or len(batches) < 2:
            return chain.from_iterable(work(self, batch) for batch in batches)
        pool = pool_of(min(self.processes, len(batches)))
        return _taken(pool, pool.map(partial(_listed, work, self), batches))


def pool_of(processes: int) -> ProcessPoolExecutor:
    """A pool of processes that inherit nothing of this one, whatever threads it has: they are forked from one that has
    imported this module and does nothing else."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return ProcessPoolExecutor(processes, context)


class Report:
    """What was found, game by game, told by rules numbers."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._checked: dict[tuple[str, int], list[tuple[str, Checked]]] = {}

    @property
    def differs(self) -> bool:
        """Whether any game comes out otherwise than it is stored."""
        return any(checked.differs for group in self._checked.values() for _, checked in group)

    def add(self, game_id: str, checked: Checked) -> None:
        """Take in one game."""
        self._checked.setdefault((checked.game, checked.rules), []).append((game_id, checked))

    def lines(self) -> Iterator[str]:
        """The report: for each game and rules number how many games differ, and how; then what later numbers change."""
        for (game, rules), group in sorted(self._checked.items()):
            differing = [(game_id, checked.differs) for game_id, checked in group if checked.differs]
            unkept = sum(not checked.kept for _, checked in group)
            decided = sum(checked.decided for _, checked in group)
            told = f"{game}, rules {rules}: {len(group)} games, {decided} commands, {len(differing)} games differ"
            yield told + (f", {unkept} under rules no longer kept" if unkept else "")
            yield from _differing(differing)
            yield from self._moved(game, group)

    def _moved(self, game: str, group: Sequence[tuple[str, Checked]]) -> Iterator[str]:
        for change in self._catalog[game].changes if game in self._catalog else ():
            found = [(i, (checked.moved[change.number],)) for i, checked in group if change.number in checked.moved]
            if found:
                ids = ", ".join(change.rules) or "no rule named"
                yield f"  rules {change.number} ({ids}: {change.what}) would decide {len(found)} games otherwise"
                yield from _differing(found)


def _differing(games: Sequence[tuple[str, Sequence[Difference]]]) -> Iterator[str]:
    for game_id, differs in games[:SHOWN]:
        first = differs[0]
        more = f" (and {len(differs) - 1} more commands)" if len(differs) > 1 else ""
        who = f"{first.verb} of {first.seat}" if first.seat else first.verb
        yield f"  {game_id}, version {first.version}, {who}, under rules {first.rules}: {first.reason}{more}"
    if len(games) > SHOWN:
        yield f"  and {len(games) - SHOWN} more games"


def _taken(pool: ProcessPoolExecutor, batches: Iterator[list[R]]) -> Iterator[R]:
    with pool:
        yield from chain.from_iterable(batches)


def _listed(work: Callable[[Games, Sequence[T]], Iterable[R]], games: Games, batch: Sequence[T]) -> list[R]:
    return list(work(games, batch))


def _digests(games: Games, ids: Sequence[str], samples: int) -> Iterator[list[Digest]]:
    store = games.open()
    catalog = games.catalog(store)
    for game_id in ids:
        yield list(digests(store.entries(game_id), catalog, samples))
    store.close()


def _checked(games: Games, ids: Sequence[str], moved: bool) -> Iterator[tuple[str, Checked]]:
    store = games.open()
    catalog = games.catalog(store)
    for game_id in ids:
        reserved = store.reservation(game_id)
        assert reserved is not None, f"{game_id} has no seed"
        yield game_id, check_log(store.entries(game_id), reserved.seed, catalog, moved=moved)
    store.close()


def _compared(games: Games, of_games: Sequence[Sequence[Digest]]) -> Iterator[list[str]]:
    store = games.open()
    catalog = games.catalog(store)
    for old in of_games:
        entries = store.entries(old[0].id)
        new = {found.version: found for found in digests_at(entries, catalog, {one.version for one in old})}
        yield [told for one in old if (told := _other_parts(one, new.get(one.version)))]
    store.close()


def _other_parts(old: Digest, new: Digest | None) -> str:
    parts = [part for part in ("table", "pending", "legal") if getattr(old, part) != getattr(new, part, None)]
    return f"{old.id}, version {old.version}: other {', '.join(parts)}" if parts else ""
