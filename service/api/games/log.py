"""The log of a game as the caller may read it: events, the table at any version, the record."""

from __future__ import annotations

from uuid import UUID

from flask import Response

from domain.log.canon import canonical
from service.api.callers import anybody
from service.api.context import services
from service.api.fields import Count
from service.api.held import has_come
from service.api.operations import Resource
from service.api.rendering import file_response
from service.api.schemas import EyesQuery, LogQuery, Query
from service.games.shapes import logs as shapes
from service.games.shapes.answers import Game
from service.server.waiting_room import LONGEST

log = Resource("log", __name__, description="The log: everything that happened, as far as you may know it.")


class EventsQuery(LogQuery, EyesQuery):
    """Which part of the log, and how long to wait for it."""

    wait = Count(
        0,
        3600,
        load_default=0,
        metadata={"description": f"Seconds to wait for news, {LONGEST} at most; 0 when the server is busy."},
    )


class AtQuery(EyesQuery):
    """Which version."""

    at = Count(1, required=True, metadata={"description": "The version of the table."})


class DiffQuery(EyesQuery):
    """Which versions."""

    before = Count(1, required=True, data_key="from", metadata={"description": "The version to compare with."})
    after = Count(1, required=True, data_key="to", metadata={"description": "The version that is compared."})


@log.route("/games/<uuid:game_id>/events")
@anybody
@log.arguments(EventsQuery, location="query")
@log.response(200, shapes.Events)
def events(query: Query, game_id: UUID, account: str | None) -> shapes.Events:
    """The log after a version; with `wait` the answer is held back until there is something new.

    A version that is not yet is waited for too; where a game is closed, or you have lost your seat, nothing is.
    """
    ledger, after = services().ledger, query["after"]
    eyes = str(game_id), account, query.get("seat")
    wanted = (*eyes, after, query["limit"])
    found = ledger.events(*wanted)
    last = ledger.ends_at(*eyes) if query["wait"] and not found else None
    may_come = not found and query["wait"] and (last is None or after < last)
    if may_come and has_come(ledger.news(str(game_id), after, min(query["wait"], LONGEST))):
        found = ledger.events(*wanted)
    heard = services().talk.heard(str(game_id), account, found)
    return shapes.Events.after(after, heard)


@log.route("/games/<uuid:game_id>/table")
@anybody
@log.arguments(AtQuery, location="query")
@log.response(200, Game)
def table_at(query: Query, game_id: UUID, account: str | None) -> Game:
    """The game as you saw it at a version."""
    return services().ledger.view(str(game_id), account, query.get("seat"), query["at"])


@log.route("/games/<uuid:game_id>/diff")
@anybody
@log.arguments(DiffQuery, location="query")
@log.response(200, shapes.Diff)
def diff(query: Query, game_id: UUID, account: str | None) -> Query:
    """What differs in the game, as you saw it, between two versions."""
    seat = query.get("seat")
    found = services().ledger.diff(str(game_id), query["before"], query["after"], account, seat)
    return {"differences": found}


@log.route("/games/<uuid:game_id>/timeline")
@anybody
@log.response(200, shapes.Timeline)
def show_timeline(game_id: UUID, account: str | None) -> Query:
    """Where turns and phases begin, and what happened to the game itself."""
    return services().ledger.timeline(str(game_id), account)


@log.route("/games/<uuid:game_id>/record")
@anybody
@log.arguments(EyesQuery, location="query")
@log.response(200, shapes.Record)
def record(query: Query, game_id: UUID, account: str | None) -> Response:
    """The whole record of a closed game; of a running one what you may read of it."""
    found = services().ledger.record(str(game_id), account, query.get("seat"))
    return file_response(canonical(found), f"{found['game']}-{game_id}.json")
