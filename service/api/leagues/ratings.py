"""Ratings: who is rated how in a game, and for each closed game whether it counted, or why not."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from marshmallow import fields, validate

from domain.bots.levels import LEVELS
from domain.league.ratings import REASONS, Change, Reason
from projections.cursors import BadCursor
from projections.ratings import MOST, RatedGame
from service.api.callers import anybody
from service.api.context import services
from service.api.fields import Count, Text, Wanted
from service.api.lists import BEHIND, bring_up
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.schemas import Query
from service.games import views
from service.leagues import rating_shapes as shapes
from service.leagues.rated import is_ai, rated_bots, rated_people

ratings = Resource("ratings", __name__, description="Ratings, and the verdict on every closed game.")


class RatingsQuery(Wanted):
    """Of which game, and which part of its verdicts."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50, metadata={"description": "Verdicts, and lines of each table."})


class HistoryQuery(Wanted):
    """Whose rating in which game, and which part of its history."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(validate=validate.Length(1, 40), metadata={"description": "A person's name."})
    ai = fields.String(validate=validate.OneOf(list(LEVELS)), metadata={"description": "Or the level of an AI."})
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50)


@ratings.route("/ratings")
@ratings.arguments(RatingsQuery, location="query")
@ratings.response(200, shapes.Ratings, **BEHIND)
def list_ratings(query: Query) -> shapes.Ratings:
    """Who is rated how, people and programs apart, and whether each closed game counted; private games count too, and
    are not listed."""
    game, limit = query["game"], query["limit"]
    if game not in services().catalog:
        raise Problem("not-found", f"there is no game {game!r}")
    bring_up()
    read = services().read_models.ratings
    bots = rated_bots(read, services().accounts, game, limit)
    try:
        page = read.verdicts(game, query.get("cursor"), limit)
    except BadCursor as error:
        raise Problem("malformed", str(error)) from None
    return shapes.Ratings(
        game=game,
        people=rated_people(read, services().accounts, game, limit),
        bots=bots,
        ais=[shapes.Rated.copied(line) for line in bots if line.ai],
        games=[_verdicts(rated) for rated in page.games],
        next=page.next,
    )


@ratings.route("/games/<uuid:game_id>/rating")
@anybody
@ratings.response(200, shapes.GameRating, **BEHIND)
def explain_rating(game_id: UUID, account: str | None) -> shapes.GameRating:
    """What a closed game did to the rating of everybody who held a seat, and why it counted or not."""
    views.check_may_see(services().ledger.table(str(game_id)), account)
    bring_up()
    read = services().read_models.ratings
    verdict, changes = read.verdict(str(game_id)), read.changes(str(game_id))
    if verdict is None:
        raise Problem("not-found", "this game has no verdict: it is not closed, or cannot be read")
    names = services().accounts.names(one.holder for one in changes if not is_ai(one.holder))
    return shapes.GameRating(
        people=_verdict(verdict.people), ais=_verdict(verdict.bots), changes=[_change(one, names) for one in changes]
    )


@ratings.route("/ratings/history")
@ratings.arguments(HistoryQuery, location="query")
@ratings.response(200, shapes.RatingHistory, **BEHIND)
def rating_history(query: Query) -> shapes.RatingHistory:
    """How the rating of a person or an AI has changed in a game, from one public game to the next."""
    game, level = query["game"], query.get("ai")
    if game not in services().catalog:
        raise Problem("not-found", f"there is no game {game!r}")
    if (level is None) == ("name" not in query):
        raise Problem("malformed", "name a person, or the level of an AI")
    holder, name, bot = (level, level, True) if level is not None else _holder(query["name"])
    bring_up()
    read = services().read_models.ratings
    try:
        page = read.history(game, holder, bot=bot, cursor=query.get("cursor"), limit=query["limit"])
    except BadCursor as error:
        raise Problem("malformed", str(error)) from None
    return shapes.RatingHistory(
        game=game,
        name=name,
        rating=read.rating(game, holder, bot),
        games=[shapes.RatingStep.of(one.change, id=one.id, closed=one.closed) for one in page.games],
        next=page.next,
    )


def _holder(name: str) -> tuple[str, str, bool]:
    """The id and the name of an account, and whether it is a bot's."""
    found = services().accounts.by_name(name)
    if found is None:
        raise Problem("not-found", "there is nobody of this name")
    return found.id, found.name, found.bot


def _change(change: Change, names: Mapping[str, str]) -> shapes.RatingChange:
    ai = is_ai(change.holder)
    name = change.holder if ai else names.get(change.holder)
    return shapes.RatingChange.of(change, name=name, ai=ai, counted=_verdict(change.why))


def _verdicts(rated: RatedGame) -> shapes.RatedGame:
    return shapes.RatedGame.of(rated, people=_verdict(rated.people), ais=_verdict(rated.bots))


def _verdict(verdict: Reason) -> shapes.Verdict:
    return shapes.Verdict(verdict=verdict, reason=REASONS[verdict])
