"""What is kept of a person, as the person may take it along: one JSON object after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import select

from domain.log.canon import Json
from projections.games.lists import GamesQuery
from projections.read_models import ReadModels
from projections.statements import matching
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.people.personal import SHOWN, WITHHELD
from service.store.event_store import Store
from service.up_to_date import check_up_to_date

ROWS = {
    str(column.table.name): select(*(one for one in column.table.c if one not in WITHHELD)).where(matching(column))
    for column in SHOWN
}
"""Relation -> the rows that are a person's."""

OWN_KIND = "row_kind"
"""What the column `kind` of a row is called, since a line's own says of which relation it is."""

BY = {str(column.table.name): column.name for column in SHOWN}
"""Relation -> the name of the column by which they are."""


class OwnData:
    """Gathers what is kept of a person. Raises `ServiceError`: `behind` while it is not known which games those are."""

    def __init__(self, store: Store, ledger: Ledger, read_models: ReadModels) -> None:
        self._store = store
        self._ledger = ledger
        self._read_models = read_models

    def lines(self, account_id: str) -> Iterator[Mapping[str, Json]]:
        """Rows as they lie in the store, each with the name of its relation as `kind`; then each game in which the
        person sits as its record, `{kind: "game", id, record}`, of a running one what the person may read of it; then
        the leagues in which the person has a place."""
        check_up_to_date(self._read_models)
        return self._gathered(account_id)

    def _gathered(self, account_id: str) -> Iterator[Mapping[str, Json]]:
        for relation, rows in ROWS.items():
            for row in self._store.rows(rows, **{BY[relation]: account_id}):
                own = {OWN_KIND if name == "kind" else name: value for name, value in dict(row).items()}
                yield {"kind": relation, **own}
        for game in self._read_models.lists.all_games(GamesQuery(account_id, mine=True)):
            try:
                yield {"kind": "game", "id": game.id, "record": self._ledger.record(game.id, account_id)}
            except ServiceError as error:
                yield {"kind": "game", "id": game.id, "unreadable": error.reason}
        for league_id in self._read_models.leagues.places_of(account_id):
            yield {"kind": "league", "id": league_id}
