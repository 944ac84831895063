"""Ratings: who is rated how in a game, and for each closed game whether it counted, or why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate

from domain.league.ratings import REASONS, Reason, Standing
from projections.games.lists import BadCursor
from projections.ratings import MOST, RatedGame
from service.api.context import services
from service.api.fields import Count, Shown, Text, Wanted
from service.api.games.listing import PATIENCE
from service.api.operations import Resource
from service.api.problems import Problem

ratings = Resource("ratings", __name__, description="Ratings, and the verdict on every closed game.")

Query = dict[str, Any]


class RatingsQuery(Wanted):
    """Of which game, and which part of its verdicts."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50, metadata={"description": "Verdicts, and lines of each table."})


class RatedSchema(Shown):
    """Somebody who is rated. The rating is what one is at least, with some certainty: 1000 before the first game."""

    name = fields.String(
        required=True, allow_none=True, metadata={"description": "A person, null if forgotten; or the level of an AI."}
    )
    rating = fields.Integer(required=True)
    mean = fields.Float(required=True)
    deviation = fields.Float(required=True)
    games = fields.Integer(required=True, metadata={"description": "How many games counted."})


class VerdictSchema(Shown):
    """Whether a game counted."""

    verdict = fields.String(required=True, validate=validate.OneOf(sorted(REASONS)))
    reason = fields.String(required=True, metadata={"description": "The same in words."})


class RatedGameSchema(Shown):
    """A closed game with the verdicts for the people and for the AIs at its table."""

    id = fields.UUID(required=True)
    closed = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    people = fields.Nested(VerdictSchema, required=True)
    ais = fields.Nested(VerdictSchema, required=True)


class RatingsSchema(Shown):
    """The ratings of a game, the best first, and its closed games, the last closed first."""

    game = fields.String(required=True)
    people = fields.List(fields.Nested(RatedSchema), required=True)
    ais = fields.List(fields.Nested(RatedSchema), required=True)
    games = fields.List(fields.Nested(RatedGameSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "The cursor of the next page; null on the last."}
    )


@ratings.route("/ratings")
@ratings.arguments(RatingsQuery, location="query")
@ratings.response(200, RatingsSchema)
def list_ratings(query: Query) -> Query:
    """Who is rated how, people and AIs apart, and whether each closed game counted."""
    game, limit = query["game"], query["limit"]
    if game not in services().catalog:
        raise Problem("not-found", f"there is no game {game!r}")
    services().read_models.follower.catch_up(PATIENCE)
    read = services().read_models.ratings
    people = read.best(game, limit=limit)
    try:
        page = read.verdicts(game, query.get("cursor"), limit)
    except BadCursor as error:
        raise Problem("malformed", str(error)) from None
    names = services().accounts.names(line.holder for line in people)
    return {
        "game": game,
        "people": [_rated(line, names.get(line.holder)) for line in people],
        "ais": [_rated(line, line.holder) for line in read.best(game, bots=True, limit=limit)],
        "games": [_verdicts(rated) for rated in page.games],
        "next": page.next,
    }


def _rated(line: Standing, name: str | None) -> Mapping[str, Any]:
    return {
        "name": name,
        "rating": line.rating,
        "mean": line.mu,
        "deviation": line.sigma,
        "games": line.games,
    }


def _verdicts(rated: RatedGame) -> Mapping[str, Any]:
    return {
        "id": rated.id,
        "closed": rated.closed,
        "people": _verdict(rated.people),
        "ais": _verdict(rated.bots),
    }


def _verdict(verdict: Reason) -> Mapping[str, str]:
    return {"verdict": verdict, "reason": REASONS[verdict]}
