"""The seeds that the store keeps, by the id of what they are for: a game, a series, a stage of a league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import func, select

from service.store.event_store import Store
from service.store.relations import seeds

SEEDS = select(seeds.c.game)

NUMBER_OF_SEEDS = select(func.count(seeds.c.game).label("number"))


class Seeds(Mapping[str, bytes]):
    """Seeds by the ids that their commitments are bound to."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getitem__(self, source: str) -> bytes:
        found = self._store.reservation(source)
        if found is None:
            raise KeyError(source)
        return found.seed

    def __iter__(self) -> Iterator[str]:
        return iter(row["game"] for row in self._store.rows(SEEDS))

    def __len__(self) -> int:
        return int(self._store.rows(NUMBER_OF_SEEDS)[0]["number"])
