"""Ratings: who is rated how in a game, and for each closed game whether it counted, or why not."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from domain.league.ratings import REASONS, Reason, Standing
from projections.games.lists import BadCursor
from projections.ratings import MOST, RatedGame
from service.api.context import services
from service.api.fields import Count, Text, Wanted
from service.api.games.listing import PATIENCE
from service.api.operations import Resource
from service.api.problems import Problem
from service.leagues import rating_shapes as shapes

ratings = Resource("ratings", __name__, description="Ratings, and the verdict on every closed game.")

Query = dict[str, Any]


class RatingsQuery(Wanted):
    """Of which game, and which part of its verdicts."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50, metadata={"description": "Verdicts, and lines of each table."})


@ratings.route("/ratings")
@ratings.arguments(RatingsQuery, location="query")
@ratings.response(200, shapes.Ratings)
def list_ratings(query: Query) -> shapes.Ratings:
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
    return shapes.Ratings(
        game=game,
        people=[_rated(line, names.get(line.holder)) for line in people],
        ais=[_rated(line, line.holder) for line in read.best(game, bots=True, limit=limit)],
        games=[_verdicts(rated) for rated in page.games],
        next=page.next,
    )


def _rated(line: Standing, name: str | None) -> shapes.Rated:
    return shapes.Rated(name=name, rating=line.rating, mean=line.mu, deviation=line.sigma, games=line.games)


def _verdicts(rated: RatedGame) -> shapes.RatedGame:
    return shapes.RatedGame.of(rated, people=_verdict(rated.people), ais=_verdict(rated.bots))


def _verdict(verdict: Reason) -> shapes.Verdict:
    return shapes.Verdict(verdict=verdict, reason=REASONS[verdict])
