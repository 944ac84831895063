"""Apocalypse series: open one, sit down, look at its sums and games."""

from __future__ import annotations

from uuid import UUID

from flask import Response, url_for
from marshmallow import fields, validate

from domain.contract.quantities import SUMS
from domain.series.decide import LIMIT
from domain.table.terms import RELEASE_MINUTES
from projections.series import ListedSeries, SeriesQuery
from service.api.answers import COMMAND_HEADERS, POSITION_HEADER, Headed, position
from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import Bounded, Hex32, Map, SeatId, Switch, TrueOrFalse, Wanted
from service.api.games.games import MOST_SEATS, ClockTermsSchema, HolderWantedSchema
from service.api.lists import BEHIND, bring_up, seats_shown
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.rendering import file_response
from service.api.schemas import OPTIONS, VISIBILITIES, Body, LogQuery, PageQuery
from service.games.shapes import NewGame
from service.games.shapes.answers import Seat
from service.series import answer_shapes as shapes
from service.shape import Document, LogPart

series = Resource("series", __name__, scope="play", description="Apocalypse series: games in a row, one tally.")


class NewSeriesSchema(Wanted):
    """A series to be opened: games with the same seats, options and terms, until a sum reaches the limit."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    options = Map(OPTIONS, load_default=dict)
    seats = fields.List(fields.Nested(HolderWantedSchema), required=True, validate=validate.Length(1, MOST_SEATS))
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
    shared_seed = TrueOrFalse(
        load_default=False,
        metadata={
            "description": "Whether another installation shares the seed of each game, which then begins when that one"
            " answers; GET /api/v1/shared-seeds names it."
        },
    )


class SeriesQuerySchema(PageQuery):
    """Which series."""

    mine = Switch(load_default=False, metadata={"description": "Those in which you sit."})
    status = fields.String(validate=validate.OneOf(shapes.STATUSES))


class SeriesSitSchema(Wanted):
    """Which seat, and the hash of what the caller adds to the chance of all games."""

    seat = SeatId(description="The one that you hold if you leave it out, else the first that is open to you.")
    entropy_hash = Hex32()


class SeriesEntropySchema(Wanted):
    """The entropy whose SHA-256 was given when sitting down."""

    entropy = Hex32(required=True)


@series.route("/series", methods=["POST"])
@signed_in
@series.arguments(NewSeriesSchema)
@series.response(201, shapes.Series, Location="The series.", **COMMAND_HEADERS)
def open_series(body: Body, account: str) -> Headed:
    """Open a series. The first game begins when every seat is taken; each next one by itself."""
    limit = body.pop("limit")
    series_id = services().series.open(account, NewGame(**body), limit)
    shown, told = _answered(series_id, account)
    return shown, {**told, "Location": url_for("series.look_at_series", series_id=series_id)}


@series.route("/series")
@anybody
@series.arguments(SeriesQuerySchema, location="query")
@series.response(200, shapes.SeriesPage, **BEHIND)
def list_series(query: Body, account: str | None) -> shapes.SeriesPage:
    """Series, the newest first. Private ones are listed for those who belong to them."""
    if account is None and query["mine"]:
        raise Problem("unauthorized", "`mine` needs a bearer token")
    bring_up()
    apart = services().blocks.apart(account)
    page = services().read_models.series.page(SeriesQuery(account=account, apart=apart, **query))
    seats = seats_shown([one.seats for one in page.series])
    return shapes.SeriesPage(series=[_listed(one, held) for one, held in zip(page.series, seats)], next=page.next)


@series.route("/series/<uuid:series_id>")
@anybody
@series.response(200, shapes.Series)
def look_at_series(series_id: UUID, account: str | None) -> shapes.Series:
    """The series: who sits where, the games with their tallies, the sums."""
    return services().series.view(str(series_id), account)


@series.route("/series/<uuid:series_id>", methods=["DELETE"])
@signed_in
@series.response(200, shapes.Series, **POSITION_HEADER)
def end_series(series_id: UUID, account: str) -> Headed:
    """End a series as void: your own before its first game, an operator at any time."""
    ledger, ended = services().series, str(series_id)
    ledger.close(account, ended)
    # Whoever has ended it without a part in it is an operator, to whom private ones are shown as well.
    return ledger.view(ended, account, operator=not ledger.has_part(account, ended)), position()


@series.route("/series/<uuid:series_id>/seats", methods=["POST"])
@signed_in
@series.arguments(SeriesSitSchema)
@series.response(200, shapes.Series, **POSITION_HEADER)
def sit_in_series(body: Body, series_id: UUID, account: str) -> Headed:
    """Take a seat in all games of a series."""
    services().series.sit(account, str(series_id), **body)
    return _answered(str(series_id), account)


@series.route("/series/<uuid:series_id>/seats/<seat>/entropy", methods=["PUT"])
@signed_in
@series.arguments(SeriesEntropySchema)
@series.response(200, shapes.Series, **POSITION_HEADER)
def open_series_entropy(body: Body, series_id: UUID, seat: str, account: str) -> Headed:
    """Open your sealed entropy, when all have sat. The first game begins when it was the last that was owed."""
    services().series.open_entropy(account, str(series_id), seat, body["entropy"])
    return _answered(str(series_id), account)


@series.route("/series/<uuid:series_id>/events")
@anybody
@series.arguments(LogQuery, location="query")
@series.response(200, LogPart)
def series_events(query: Body, series_id: UUID, account: str | None) -> LogPart:
    """The log of the series after a version."""
    found = services().series.events(str(series_id), account, query["after"], query["limit"])
    return LogPart.after(query["after"], found)


@series.route("/series/<uuid:series_id>/record")
@anybody
@series.response(200, Document)
def series_record(series_id: UUID, account: str | None) -> Response:
    """The whole log, to be audited by anybody."""
    return file_response(services().series.document(str(series_id), account).encode(), f"series-{series_id}.json")


def _answered(series_id: str, account: str) -> Headed:
    return services().series.view(series_id, account), position()


def _listed(one: ListedSeries, seats: dict[str, Seat]) -> shapes.ListedSeries:
    return shapes.ListedSeries.of(one, seats=seats, sums={name: seat.total for name, seat in one.seats.items()})
