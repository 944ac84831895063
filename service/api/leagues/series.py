"""Apocalypse series: open one, sit down, look at its sums and games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from domain.contract.quantities import SUMS
from domain.series.decide import LIMIT
from domain.table.terms import RELEASE_MINUTES
from projections.series import MOST, ListedSeries, SeriesQuery
from service.api.answers import COMMAND_HEADERS, Headed, opened_once, replayed
from service.api.callers import anybody, signed_in
from service.api.conditions import OnceHeaders
from service.api.context import services
from service.api.fields import Bounded, Count, Documented, Hex32, Map, SeatId, Shown, Switch, Text, TrueOrFalse, Wanted
from service.api.games.games import MOST_SEATS, ClockTermsSchema, SeatWantedSchema
from service.api.games.listing import PATIENCE, seat_shown
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.schemas import EVENT, LOG_POSITION, OPTIONS, PLAYED, VISIBILITIES, SeatSchema
from service.games.shapes import NewGame

series = Resource("series", __name__, description="Apocalypse series: games in a row, one tally.")

Body = dict[str, Any]

STATUSES = ("running", "over", "void", "abandoned")


class NewSeriesSchema(Wanted):
    """A series to be opened: games with the same seats, options and terms, until a sum reaches the limit."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    options = Map(OPTIONS, load_default=dict)
    seats = fields.List(fields.Nested(SeatWantedSchema), required=True, validate=validate.Length(1, MOST_SEATS))
    limit = Bounded(SUMS, load_default=LIMIT, metadata={"description": "The sum that ends the series (wounds)."})
    clock = fields.Nested(ClockTermsSchema, allow_none=True, load_default=None)
    visibility = fields.String(load_default="public", validate=validate.OneOf(VISIBILITIES))
    rated = TrueOrFalse(load_default=False)
    release = Bounded(RELEASE_MINUTES, allow_none=True, load_default=None)
    entropy_hash = Hex32(
        allow_none=True,
        load_default=None,
        description="SHA-256 of the creator's entropy, for all games; opened when all have sat.",
    )
    several_seats = TrueOrFalse(
        load_default=False,
        metadata={
            "description": "Whether anybody may take a further seat, by its name. You always may, and whoever a seat is"
            " kept for."
        },
    )


class SeriesGameSchema(Shown):
    """A game of a series; `cause` is null until it was tallied."""

    number = fields.Integer(required=True)
    game_id = fields.UUID(required=True)
    cause = fields.String(required=True, allow_none=True)
    tally = fields.Dict(fields.String(), fields.Integer(), required=True)
    places = fields.Dict(fields.String(), fields.Integer(), required=True)


class SeriesSchema(Shown):
    """A series."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    rules = fields.Integer(required=True)
    options = Map(PLAYED, required=True)
    clock = Map(allow_none=True, metadata={"description": "The terms of the games' clocks; null: none."})
    visibility = fields.String(required=True)
    rated = fields.Boolean(required=True)
    release = fields.Integer(allow_none=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    limit = fields.Integer(required=True)
    lowest_wins = fields.Boolean(required=True)
    seats = fields.Dict(fields.String(), fields.Nested(SeatSchema), required=True)
    entropy = fields.Dict(fields.String(), fields.String(), metadata={"description": "Seat -> `sealed` or `opened`."})
    sums = fields.Dict(fields.String(), fields.Integer(), required=True)
    games = fields.List(fields.Nested(SeriesGameSchema), required=True)
    ranking = fields.List(fields.String(), required=True, allow_none=True, metadata={"description": "Best first."})
    commitment = fields.String(required=True, metadata={"description": "To the seed of all games, SHA-256, hex."})
    seed = fields.String(required=True, allow_none=True, metadata={"description": "Published at the end, hex."})
    league = Map(allow_none=True, metadata={"description": "The table of a league that it is played at."})
    version = fields.Integer(required=True)
    head = fields.String(required=True)


class SeriesQuerySchema(Wanted):
    """Which series."""

    mine = Switch(load_default=False, metadata={"description": "Those in which you sit."})
    status = fields.String(validate=validate.OneOf(STATUSES))
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50)


class ListedSeriesSchema(Shown):
    """A series in a list."""

    id = fields.UUID(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    limit = fields.Integer(required=True)
    seats = fields.Dict(fields.String(), fields.Nested(SeatSchema), required=True)
    sums = fields.Dict(fields.String(), fields.Integer(), required=True)
    ranking = fields.List(fields.String(), required=True, allow_none=True)
    games = fields.Integer(required=True, metadata={"description": "How many were opened."})
    opened = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    changed = fields.Integer(required=True, metadata={"description": "Seconds UTC."})


class SeriesPageSchema(Shown):
    """A page of the list, the newest series first."""

    series = fields.List(fields.Nested(ListedSeriesSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class SeriesSitSchema(Wanted):
    """Which seat, and the hash of what the caller adds to the chance of all games."""

    seat = SeatId(description="The one that you hold if you leave it out, else the first that is open to you.")
    entropy_hash = Hex32()


class SeriesEntropySchema(Wanted):
    """The entropy whose SHA-256 was given when sitting down."""

    entropy = Hex32(required=True)


class SeriesEventsQuery(Wanted):
    """Which part of the log."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, 500, load_default=200)


class LogPartSchema(Shown):
    """A part of a log, oldest first."""

    events = fields.List(Documented(EVENT), required=True)
    next = fields.Integer(required=True, metadata={"description": "What to send as `after` next."})


class DocumentSchema(Shown):
    """The log of a series or a league as one document, for `nightledger audit`. Canonical JSON."""

    format = fields.String(required=True)
    id = fields.UUID(required=True)
    events = fields.List(Documented(EVENT), required=True)
    head = fields.String(required=True)


@series.route("/series", methods=["POST"])
@signed_in
@series.arguments(OnceHeaders, location="headers")
@series.arguments(NewSeriesSchema)
@series.response(201, SeriesSchema, Location="The series.", **COMMAND_HEADERS)
def open_series(headers: Body, body: Body, account: str) -> Headed:
    """Open a series. The first game begins when every seat is taken; each next one by itself."""
    limit = body.pop("limit")
    new, ledger = NewGame(**body), services().series
    key = headers.get("idempotency_key")
    series_id, repeated = opened_once(account, key, lambda keep: ledger.open(account, new, limit, keep))
    shown, told = _answered(series_id, account)
    place = url_for("series.look_at_series", series_id=series_id)
    return shown, {**told, **replayed(repeated), "Location": place}


@series.route("/series")
@anybody
@series.arguments(SeriesQuerySchema, location="query")
@series.response(200, SeriesPageSchema)
def list_series(query: Body, account: str | None) -> Body:
    """Series, the newest first. Private ones are listed for those who belong to them."""
    if account is None and query["mine"]:
        raise Problem("unauthorized", "`mine` needs a bearer token")
    services().read_models.follower.catch_up(PATIENCE)
    apart = services().blocks.apart(account)
    page = services().read_models.series.page(SeriesQuery(account=account, apart=apart, **query))
    held = (seat for one in page.series for seat in one.seats.values())
    names = services().accounts.names({a for seat in held for a in (seat.account, seat.invited) if a is not None})
    return {"series": [_listed(one, names) for one in page.series], "next": page.next}


@series.route("/series/<uuid:series_id>")
@anybody
@series.response(200, SeriesSchema)
def look_at_series(series_id: UUID, account: str | None) -> Body:
    """The series: who sits where, the games with their tallies, the sums."""
    return services().series.view(str(series_id), account)


@series.route("/series/<uuid:series_id>", methods=["DELETE"])
@signed_in
@series.response(200, SeriesSchema, Log_Position=COMMAND_HEADERS["Log_Position"])
def end_series(series_id: UUID, account: str) -> Headed:
    """End a series as void: your own before its first game, an operator at any time."""
    services().series.close(account, str(series_id))
    return _answered(str(series_id), account)


@series.route("/series/<uuid:series_id>/seats", methods=["POST"])
@signed_in
@series.arguments(SeriesSitSchema)
@series.response(200, SeriesSchema, Log_Position=COMMAND_HEADERS["Log_Position"])
def sit_in_series(body: Body, series_id: UUID, account: str) -> Headed:
    """Take a seat in all games of a series."""
    services().series.sit(account, str(series_id), **body)
    return _answered(str(series_id), account)


@series.route("/series/<uuid:series_id>/seats/<seat>/entropy", methods=["PUT"])
@signed_in
@series.arguments(SeriesEntropySchema)
@series.response(200, SeriesSchema, Log_Position=COMMAND_HEADERS["Log_Position"])
def open_series_entropy(body: Body, series_id: UUID, seat: str, account: str) -> Headed:
    """Open your sealed entropy, when all have sat. The first game begins when it was the last that was owed."""
    services().series.open_entropy(account, str(series_id), seat, body["entropy"])
    return _answered(str(series_id), account)


@series.route("/series/<uuid:series_id>/events")
@anybody
@series.arguments(SeriesEventsQuery, location="query")
@series.response(200, LogPartSchema)
def series_events(query: Body, series_id: UUID, account: str | None) -> Body:
    """The log of the series after a version."""
    found = services().series.events(str(series_id), account, query["after"], query["limit"])
    return {"events": found, "next": found[-1]["version"] if found else query["after"]}


@series.route("/series/<uuid:series_id>/record")
@anybody
@series.response(200, DocumentSchema)
def series_record(series_id: UUID, account: str | None) -> Response:
    """The whole log, to be audited by anybody."""
    return document_answer(services().series.document(str(series_id), account).encode(), f"series-{series_id}.json")


def document_answer(content: bytes, name: str, kind: str = "application/json") -> Response:
    """A file to be kept."""
    response = Response(content, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _answered(series_id: str, account: str) -> Headed:
    return services().series.view(series_id, account), {LOG_POSITION: str(services().store.position())}


def _listed(one: ListedSeries, names: Mapping[str, str]) -> Body:
    return {
        "id": one.id,
        "game": one.game,
        "status": one.status,
        "limit": one.limit,
        "seats": {name: seat_shown(seat, names) for name, seat in one.seats.items()},
        "sums": {name: seat.total for name, seat in one.seats.items()},
        "ranking": one.ranking,
        "games": one.games,
        "opened": one.opened,
        "changed": one.changed,
    }
