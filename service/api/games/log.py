"""The log of a game as the caller may read it: events, the table at any version, the record."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields

from domain.log.canon import canonical
from service.api.callers import anybody
from service.api.context import services, waiting_room
from service.api.fields import Count, Documented, Map, Shown
from service.api.limits import counted_as
from service.api.operations import Resource
from service.api.schemas import EVENT, EyesQuery, GameSchema, WordsSchema
from service.api.waiting import LONGEST
from service.games.views import has_ended_by

log = Resource("log", __name__, description="The log: everything that happened, as far as you may know it.")

Query = dict[str, Any]

MOST_EVENTS = 500
"""How many events one answer holds at most."""


class EventsQuery(EyesQuery):
    """Which part of the log, and how long to wait for it."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, MOST_EVENTS, load_default=200)
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


class DifferenceSchema(Shown):
    """A place that differs; the side that has nothing there is left out."""

    path = fields.String(required=True, metadata={"description": "A JSON pointer into the game."})
    before = fields.Raw(allow_none=True)
    after = fields.Raw(allow_none=True)


class DiffSchema(Shown):
    """What differs."""

    differences = fields.List(fields.Nested(DifferenceSchema), required=True)


class MarkSchema(Shown):
    """Something that begins or happens at a version."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    mark = fields.String(required=True, metadata={"description": "`turn`, `phase`, `takeback`, `end` and so on."})
    type = fields.String(required=True, metadata={"description": "The type of the event."})
    data = Map(required=True, metadata={"description": "The public data of the event."})
    counts = fields.Boolean(required=True, metadata={"description": "False if it was taken back."})


class TimelineSchema(Shown):
    """A log at a glance."""

    marks = fields.List(fields.Nested(MarkSchema), required=True)
    boundaries = fields.List(
        fields.Integer(), required=True, metadata={"description": "The versions at which a command ended."}
    )
    texts = fields.Dict(
        fields.String(), fields.Nested(WordsSchema), required=True, metadata={"description": "Id -> words, if any."}
    )


class EventsSchema(Shown):
    """A part of the log, oldest first."""

    events = fields.List(Documented(EVENT), required=True)
    next = fields.Integer(required=True, metadata={"description": "What to send as `after` next."})


class RecordSchema(Shown):
    """A game as one document: what is kept, audited and replayed. Canonical JSON."""

    format = fields.String(required=True)
    id = fields.UUID(required=True)
    game = fields.String(required=True)
    rules = fields.Integer(required=True)
    data = fields.Dict(fields.String(), fields.String(), required=True, metadata={"description": "File -> SHA-256."})
    options = Map(required=True)
    seats = fields.List(fields.String(), required=True)
    names = fields.Dict(fields.String(), fields.String(), required=True)
    events = fields.List(Documented(EVENT), required=True)
    head = fields.String(required=True)
    files = fields.Dict(
        fields.String(), fields.String(), metadata={"description": "SHA-256 -> text of the data files, if kept."}
    )
    texts = fields.Dict(
        fields.String(),
        fields.Nested(WordsSchema),
        metadata={"description": "Id -> the words that references in the events stand for, while they exist."},
    )


@log.route("/games/<uuid:game_id>/events")
@anybody
@log.arguments(EventsQuery, location="query")
@log.response(200, EventsSchema)
def events(query: Query, game_id: UUID, account: str | None) -> Query:
    """The log after a version; with `wait` the answer is held back until there is something new.

    A version that is not yet is waited for too; where a game is closed nothing is.
    """
    ledger, after = services().ledger, query["after"]
    wanted = (str(game_id), account, query.get("seat"), after, query["limit"])
    found = ledger.events(*wanted)
    if not found and query["wait"] and not has_ended_by(ledger.table(str(game_id)), after):
        with waiting_room().place(counted_as()) as entered:
            if entered and ledger.wait_for(str(game_id), after, min(query["wait"], LONGEST)):
                found = ledger.events(*wanted)
    heard = services().talk.heard(str(game_id), account, found)
    return {"events": heard, "next": found[-1]["version"] if found else after}


@log.route("/games/<uuid:game_id>/table")
@anybody
@log.arguments(AtQuery, location="query")
@log.response(200, GameSchema)
def table_at(query: Query, game_id: UUID, account: str | None) -> Query:
    """The game as you saw it at a version."""
    return services().ledger.view(str(game_id), account, query.get("seat"), query["at"])


@log.route("/games/<uuid:game_id>/diff")
@anybody
@log.arguments(DiffQuery, location="query")
@log.response(200, DiffSchema)
def diff(query: Query, game_id: UUID, account: str | None) -> Query:
    """What differs in the game, as you saw it, between two versions."""
    seat = query.get("seat")
    found = services().ledger.diff(str(game_id), query["before"], query["after"], account, seat)
    return {"differences": found}


@log.route("/games/<uuid:game_id>/timeline")
@anybody
@log.response(200, TimelineSchema)
def show_timeline(game_id: UUID, account: str | None) -> Query:
    """Where turns and phases begin, and what happened to the game itself."""
    return services().ledger.timeline(str(game_id), account)


@log.route("/games/<uuid:game_id>/record")
@anybody
@log.arguments(EyesQuery, location="query")
@log.response(200, RecordSchema)
def record(query: Query, game_id: UUID, account: str | None) -> Response:
    """The whole record of a closed game; of a running one what you may read of it."""
    found = services().ledger.record(str(game_id), account, query.get("seat"))
    response = Response(canonical(found), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=f"{found['game']}-{game_id}.json")
    return response
