"""The list of games: what there is to see, to join, and to answer."""

from __future__ import annotations

from marshmallow import fields, validate

from projections.games.lists import MOST, GamesQuery, ListedGame, Waiting
from service.api.answers import Headed
from service.api.callers import anybody
from service.api.context import services
from service.api.fields import Count, Switch, Text, Wanted
from service.api.lists import BEHIND, bring_up, seats_shown
from service.api.operations import Resource
from service.api.problems import unauthorized
from service.api.schemas import LOG_POSITION, Query
from service.games.shapes import answers as answer_shapes

listing = Resource("listing", __name__, description="Lists of games.")


class GamesQuerySchema(Wanted):
    """Which games."""

    mine = Switch(load_default=False, metadata={"description": "Those in which you sit, or an AI keeps your seat."})
    my_turn = Switch(
        load_default=False, metadata={"description": "Those in which you must decide, or answer who asks to take back."}
    )
    open = Switch(load_default=False, metadata={"description": "Those with a free seat that you may take."})
    game = fields.String(validate=validate.Length(1, 40))
    status = fields.String(validate=validate.OneOf(answer_shapes.STATUSES))
    league = fields.UUID(metadata={"description": "Those of a league's tables, and of the series in it."})
    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, MOST, load_default=50)
    position = Count(
        metadata={
            "description": "The Log-Position of an earlier answer: the list shows at least what was stored by then,"
            " or is answered `behind`. Without it, what there is within a moment."
        }
    )


@listing.route("/games")
@anybody
@listing.arguments(GamesQuerySchema, location="query")
@listing.response(
    200, answer_shapes.GamesPage, Log_Position="The log position up to which the list shows everything.", **BEHIND
)
def list_games(query: Query, account: str | None) -> Headed:
    """Games, the newest first. Private ones are listed for those who belong to them."""
    if account is None and (query["mine"] or query["my_turn"]):
        raise unauthorized("`mine` and `my_turn` need a bearer token")
    bring_up(query.pop("position", None))
    reached = services().read_models.follower.position()
    apart = services().blocks.apart(account)
    league = query.pop("league", None)
    answered = services().delayed.answered(account) if query["my_turn"] else frozenset()
    wanted = GamesQuery(
        account=account, apart=apart, answered=answered, league=None if league is None else str(league), **query
    )
    page = services().read_models.lists.games(wanted)
    seats = seats_shown([game.seats for game in page.games])
    games = [_shown(game, held) for game, held in zip(page.games, seats)]
    return answer_shapes.GamesPage(games=games, next=page.next), {LOG_POSITION: str(reached)}


def _shown(game: ListedGame, seats: dict[str, answer_shapes.Seat]) -> answer_shapes.ListedGame:
    return answer_shapes.ListedGame(
        id=game.id,
        game=game.game,
        options=dict(game.options),
        status=game.status,
        seats=seats,
        pending={seat: _waiting(decision) for seat, decision in game.waiting.items()},
        takeback=list(game.takeback),
        version=game.version,
        visibility=game.terms["visibility"],
        rated=game.terms["rated"],
        opened=game.opened,
        changed=game.changed,
    )


def _waiting(one: Waiting) -> answer_shapes.Waiting:
    return answer_shapes.Waiting(decision=one.decision, kind=one.kind, verbs=list(one.verbs), since=one.since)
