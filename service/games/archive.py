"""The archive: closed games one after the other, those of a player and those of a month, never all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.log.canon import Json
from projections.games.archive import PlayedQuery
from projections.games.scores import GameResult
from projections.read_models import ReadModels
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.shapes.archive import PlayedGame, PlayedSeat
from service.people.accounts import Accounts
from service.up_to_date import check_up_to_date

NO_RECORD: Mapping[str, UnsetType] = MappingProxyType({"record": UNSET, "unreadable": UNSET})


class Month(msgspec.Struct, frozen=True):
    """A month of UTC."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year}-{self.number:02}"

    @property
    def begins(self) -> int:
        """Its first second."""
        return int(datetime(self.year, self.number, 1, tzinfo=UTC).timestamp())

    @property
    def next(self) -> Month:
        """The one that follows."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)


class GameArchive:
    """Reads closed games. Raises `ServiceError`: `behind` while it is not known which games those are."""

    def __init__(self, accounts: Accounts, ledger: Ledger, read_models: ReadModels, clock: Callable[[], int]) -> None:
        self._accounts = accounts
        self._ledger = ledger
        self._read_models = read_models
        self._clock = clock

    def played(self, query: PlayedQuery, limit: int, *, records: bool) -> Iterator[PlayedGame]:
        """The first closed games of a player that the query wants, as its reader may see them, with their records or
        without. `BadCursor` for a cursor that no game gave."""
        check_up_to_date(self._read_models)
        found = islice(self._read_models.archive.played(query), limit)
        return (self._shown(result, query.reader, records=records) for result in found)

    def of_month(self, month: Month) -> Iterator[Mapping[str, Json]]:
        """The records of the public games that were closed in a month, the first closed first, and always the same:
        without names and words, which may be forgotten. `malformed` for a month that is not over."""
        if self._clock() < month.next.begins:
            raise ServiceError("malformed", "the month is not over: games may still be closed in it")
        check_up_to_date(self._read_models)
        found = self._read_models.archive.closed_publicly(month.begins, month.next.begins)
        return (self._ledger.lasting_record(result.id) for result in found)

    def _shown(self, result: GameResult, reader: str | None, *, records: bool) -> PlayedGame:
        names = self._accounts.names(seat.account for seat in result.seats.values() if seat.account is not None)
        seats = {
            name: PlayedSeat.held(
                seat, names, role=seat.role, place=seat.place, unranked=seat.unranked, resigned=seat.resigned
            )
            for name, seat in result.seats.items()
        }
        record = self._record(result.id, reader) if records else NO_RECORD
        return PlayedGame.of(
            result,
            cursor=str(result.position),
            status=result.cause,
            visibility="public" if result.public else "private",
            seats=seats,
            **record,
        )

    def _record(self, game_id: str, reader: str | None) -> dict[str, Any]:
        try:
            return {**NO_RECORD, "record": self._ledger.record(game_id, reader)}
        except ServiceError as error:
            return {**NO_RECORD, "unreadable": error.reason}
