"""The page of ratings: one game's tables of people and of programs, and its closed games with their verdicts."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from domain.league.ratings import REASONS
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.leagues.rated import rated_bots, rated_people

ratings = Blueprint("ratings", __name__)

RATED = 100
"""Lines of a table."""

SHOWN = 30
"""Closed games on a page."""


@ratings.route("/ratings")
def show() -> str:
    """The ratings of a game; of the first one if none is named."""
    games = list(services().catalog)
    game = request.args.get("game", games[0])
    if game not in games:
        raise ServiceError("not-found", "there is no game {game!r}", game=game)
    services().read_models.follower.catch_up(PATIENCE)
    read = services().read_models.ratings
    page = read.verdicts(game, request.args.get("older"), SHOWN)
    return render_template(
        "pages/ratings.html",
        game=game,
        games=games,
        people=rated_people(read, services().accounts, game, RATED),
        bots=rated_bots(read, services().accounts, game, RATED),
        closed=page.games,
        older=page.next,
        reasons=REASONS,
    )
