"""Records taken in from elsewhere. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import (
    Clock,
    Decision,
    Events,
    HeldAnswer,
    Link,
    Origin,
    Record,
    Result,
    Seat,
    Slot,
    TakebackAsked,
    Words,
)


class TakenIn(msgspec.Struct, kw_only=True, frozen=True):
    """Where the record is."""

    id: str
    known: bool
    played_here: bool


class KeptRecord(msgspec.Struct, kw_only=True, frozen=True):
    """A record that was taken in."""

    id: str
    source: str
    game: str
    seats: dict[str, str]
    events: int
    head: str
    taken_in: int
    mark: str


class Records(msgspec.Struct, kw_only=True, frozen=True):
    """A page of records, the one that came last first."""

    records: list[KeptRecord]
    next: str | None


class RecordGame(msgspec.Struct, kw_only=True, frozen=True):
    """The game of a record."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    status: str
    visibility: str
    rated: bool
    open_talk: bool
    seats: dict[str, Seat]
    seat: str
    commitment: str
    at: int
    version: int
    head: str
    table: dict[str, Any] | None
    pending: dict[str, Decision]
    decision: str | None
    legal: list[dict[str, Any]]
    legal_complete: bool
    slots: dict[str, list[Slot]]
    standing: dict[str, list[Slot]]
    held: HeldAnswer | None
    takeback: TakebackAsked | None
    may_take_back: list[int]
    branch: Origin | None
    chain: Link | None
    league: dict[str, Any] | None = None
    series: dict[str, Any] | None = None
    entropy: dict[str, str]
    texts: dict[str, Words]
    clock: dict[str, Any] | None
    release: int | None
    clocks: dict[str, Clock]
    result: Result | None
    why: list[str]
    record: KeptRecord


class RecordsResource:
    """Records taken in from elsewhere."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_records(self, *, after: str | Unset = UNSET, limit: int | Unset = UNSET) -> Records:
        """The records that were taken in. None of them counts for anything."""
        return self._connection.ask(Records, "GET", "/api/v1/records", query={"after": after, "limit": limit})

    def take_in_record(
        self,
        *,
        format: str,
        id: str,
        game: str,
        rules: int,
        data: dict[str, str],
        options: dict[str, Any],
        seats: list[str],
        names: dict[str, str],
        events: list[dict[str, Any]],
        head: str,
        files: dict[str, str] | Unset = UNSET,
        texts: dict[str, Words] | Unset = UNSET,
    ) -> TakenIn:
        """Take in the record of a game that was played elsewhere, as `GET /games/{id}/record` gives it.

        It is examined as `nightledger audit` does: what is wrong with a command is told in `errors`. One that
        is here already (by its final head) is answered with where it is. Any other with an id of this
        installation is refused.
        """
        return self._connection.ask(
            TakenIn,
            "POST",
            "/api/v1/records",
            body={
                "format": format,
                "id": id,
                "game": game,
                "rules": rules,
                "data": data,
                "options": options,
                "seats": seats,
                "names": names,
                "events": events,
                "head": head,
                "files": files,
                "texts": texts,
            },
        )

    def look_at_record(self, record_id: str, *, seat: str | Unset = UNSET, at: int | Unset = UNSET) -> RecordGame:
        """The game of a record at any version, through anybody's eyes."""
        return self._connection.ask(
            RecordGame,
            "GET",
            self._connection.path("/api/v1/records/{record_id}", record_id),
            query={"seat": seat, "at": at},
        )

    def record_events(
        self, record_id: str, *, seat: str | Unset = UNSET, after: int | Unset = UNSET, limit: int | Unset = UNSET
    ) -> Events:
        """The log of a record after a version."""
        return self._connection.ask(
            Events,
            "GET",
            self._connection.path("/api/v1/records/{record_id}/events", record_id),
            query={"seat": seat, "after": after, "limit": limit},
        )

    def record_again(self, record_id: str) -> Record:
        """The record as it was taken in, to be audited by anybody."""
        return self._connection.ask(
            Record, "GET", self._connection.path("/api/v1/records/{record_id}/record", record_id)
        )
