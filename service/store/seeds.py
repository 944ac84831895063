"""The seeds that the store keeps, by the id of what they are for: a game, a series, a stage of a league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.store.event_store import Store


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
        return iter(row["game"] for row in self._store.rows("SELECT game FROM seeds"))

    def __len__(self) -> int:
        return int(self._store.rows("SELECT count(*) AS number FROM seeds")[0]["number"])
