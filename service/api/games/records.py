"""Records taken in from elsewhere: games that were not played here, kept as they are."""

from __future__ import annotations

from uuid import UUID

from flask import Response, request, url_for
from marshmallow import fields

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Count, Wanted
from service.api.operations import Resource
from service.api.problems import Fault, Problem
from service.api.reading import MOST_RECORD_BYTES, read_body
from service.api.schemas import EyesQuery, LogQuery, Query
from service.games.imports import NotTakenIn
from service.games.shapes import records as shapes
from service.games.shapes.logs import Events, Record

records = Resource("records", __name__, scope="play", description="Records taken in from elsewhere.")

MOST = 100
"""Records on a page, at most."""


class RecordsQuery(Wanted):
    """Which records."""

    after = fields.UUID(metadata={"description": "The `next` of the page before."})
    limit = Count(1, MOST, load_default=50)


class RecordAtQuery(EyesQuery):
    """Through whose eyes, and which version."""

    at = Count(1, metadata={"description": "The version of the table; the last one if you leave it out."})


class RecordEventsQuery(LogQuery, EyesQuery):
    """Which part of the log, and through whose eyes."""


@records.route("/records", methods=["POST"])
@signed_in
@records.body(Record)
@records.response(200, shapes.TakenIn)
@records.alt_response(201, shapes.TakenIn)
def take_in_record(account: str) -> tuple[shapes.TakenIn, int, dict[str, str]]:
    """Take in the record of a game that was played elsewhere, as `GET /games/{id}/record` gives it.

    It is examined as `nightledger audit` does: what is wrong with a command is told in `errors`. One that is here
    already (by its final head) is answered with where it is. Any other with an id of this installation is refused.
    A record has 16 MiB and 50,000 events at most.
    """
    try:
        found = services().imports.take_in(account, read_body(request, MOST_RECORD_BYTES))
    except NotTakenIn as refused:
        raise Problem(refused.code, refused.reason, _faults(refused)) from None
    if found.played_here:
        place = url_for("games.look", game_id=found.id)
    else:
        place = url_for("records.look_at_record", record_id=found.id)
    return found, 200 if found.known else 201, {"Location": place}


@records.route("/records")
@records.arguments(RecordsQuery, location="query")
@records.response(200, shapes.Records)
def list_records(query: Query) -> shapes.Records:
    """The records that were taken in. None of them counts for anything."""
    after = query.get("after")
    found = services().imports.listed(None if after is None else str(after), query["limit"] + 1)
    shown = found[: query["limit"]]
    return shapes.Records(records=shown, next=shown[-1].id if len(found) > len(shown) else None)


@records.route("/records/<uuid:record_id>")
@records.arguments(RecordAtQuery, location="query")
@records.response(200, shapes.RecordGame)
def look_at_record(query: Query, record_id: UUID) -> shapes.RecordGame:
    """The game of a record at any version, through anybody's eyes."""
    return services().imports.view(str(record_id), query.get("seat"), query.get("at"))


@records.route("/records/<uuid:record_id>/events")
@records.arguments(RecordEventsQuery, location="query")
@records.response(200, Events)
def record_events(query: Query, record_id: UUID) -> Events:
    """The log of a record after a version."""
    after = query["after"]
    return Events.after(after, services().imports.events(str(record_id), query.get("seat"), after, query["limit"]))


@records.route("/records/<uuid:record_id>/record")
@records.response(200, Record)
def record_again(record_id: UUID) -> Response:
    """The record as it was taken in, to be audited by anybody."""
    return Response(services().imports.record(str(record_id)).encode(), mimetype="application/json")


def _faults(refused: NotTakenIn) -> list[Fault]:
    return [
        Fault(
            finding.reason if finding.command is None else f"command {finding.command}: {finding.reason}",
            pointer="#" if finding.version is None else f"#/events/{finding.version - 1}",
        )
        for finding in refused.findings
    ]
