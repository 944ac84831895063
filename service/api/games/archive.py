"""Closed games of a player, one a line, as many as are asked for and as they are read."""

from __future__ import annotations

from flask import Response
from marshmallow import fields, validate

from projections.games.archive import PlayedQuery
from service.api.callers import anybody
from service.api.context import services
from service.api.fields import Count, Switch, Text, Wanted
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.rendering import NDJSON, ndjson_response
from service.api.schemas import Query
from service.games.shapes.archive import PlayedGame

archive = Resource("archive", __name__, description="Closed games of a player.")

MOST = 1000
"""Games in an answer, at most."""


class PlayedQuerySchema(Wanted):
    """Which games of the player."""

    game = fields.String(validate=validate.Length(1, 40), metadata={"description": "What was played: `nightfall`."})
    edition = fields.String(validate=validate.Length(1, 40), metadata={"description": "By which edition: `de`."})
    scenario = fields.String(validate=validate.Length(1, 60), metadata={"description": "Which scenario: `lakeburg`."})
    role = fields.String(
        validate=validate.Length(1, 40), metadata={"description": "As what: `player`, or in a game's own word (`gm`)."}
    )
    rated = Switch(metadata={"description": "Games that were opened as rated ones, or those that were not."})
    since = Count(metadata={"description": "Closed at this instant or later, seconds UTC."})
    until = Count(metadata={"description": "Closed before this instant, seconds UTC."})
    records = Switch(load_default=False, metadata={"description": "With the whole record of each game."})
    cursor = Text("[0-9]{1,18}", "no game gave this cursor", "The `cursor` of the last game that you have.")
    limit = Count(1, MOST, load_default=100, metadata={"description": "How many games at most."})


@archive.route("/players/<name>/games")
@anybody
@archive.arguments(PlayedQuerySchema, location="query")
@archive.response(200, PlayedGame, content_type=NDJSON)
def games_of_player(query: Query, name: str, account: str | None) -> Response:
    """The closed games in which somebody sat at the end, a JSON object a line, the last closed first.

    Private ones are there for those who belong to them. Fewer lines than `limit` say that there are no more games;
    to go on where an answer ended, or broke off, send the `cursor` of its last line.
    """
    player = services().accounts.by_name(name)
    if player is None:
        raise Problem("not-found", f"there is no account {name!r}")
    limit, records = query.pop("limit"), query.pop("records")
    wanted = PlayedQuery(player=player.id, reader=account, **query)
    return ndjson_response(services().archive.played(wanted, limit, records=records))
