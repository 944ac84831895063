"""The pages that tell of people: a profile, and the search for people and games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, render_template, request

from projections.games.archive import PlayedQuery
from projections.games.lists import GamesQuery
from projections.games.players import OpponentTally
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.games.shapes.answers import STATUSES
from service.language.catalogues import catalogue
from service.language.names import ai_name, holders
from service.people.account import Account
from service.web.people.lobby import listed
from service.web.people.rating_chart import RatingChart, chart_of
from service.web.people.trophies import trophies_of

profiles = Blueprint("profiles", __name__)

SHOWN = 20
"""Games on a page, and people found."""

MOST_STEPS = 200
"""Of how many closed games the ratings are drawn."""


@dataclass(frozen=True)
class Opponent:
    """Somebody who was met: `name` (None: an account that is deleted), whether it is a person, and the results."""

    name: str | None
    is_person: bool
    tally: OpponentTally


@profiles.route("/people/<path:name>")
def show(name: str) -> str:
    """What somebody has played in public: results, ratings over time, trophies, games."""
    found, parts = services().accounts.by_name(name), services()
    if found is None:
        raise ServiceError("not-found", "There is nobody of this name.")
    parts.read_models.follower.catch_up(PATIENCE)
    query = PlayedQuery(player=found.id, reader=session.account_id(), cursor=request.args.get("older"))
    games = list(islice(parts.archive.played(query, SHOWN + 1, records=False), SHOWN + 1))
    return render_template(
        "pages/profile.html",
        person=found,
        vacation=parts.vacations.current(found.id),
        tallies=parts.read_models.players.by_game(found.id),
        opponents=list(_opponents(found)),
        charts=list(_charts(found)),
        trophies=trophies_of(found.id),
        games=games[:SHOWN],
        called={one.id: holders(one.seats, catalogue(session.language())) for one in games},
        older=games[SHOWN - 1].cursor if len(games) > SHOWN else None,
    )


@profiles.route("/search")
def search() -> str:
    """People whose names begin with some words, and games of a kind and state."""
    services().read_models.follower.catch_up(PATIENCE)
    name, game, status = (request.args.get(field, "").strip() for field in ("name", "game", "status"))
    if game not in ("", *services().catalog) or status not in ("", *STATUSES):
        raise ServiceError("not-found", "There is no such game.")
    account = session.account_id()
    query = GamesQuery(
        account,
        game=game or None,
        status=status or None,
        limit=SHOWN,
        cursor=request.args.get("older"),
        apart=services().blocks.apart(account),
    )
    rows, older = listed(query) if game or status else ([], None)
    return render_template(
        "pages/search.html",
        name=name,
        game=game,
        status=status,
        playable=list(services().catalog),
        statuses=STATUSES,
        people=services().accounts.beginning_with(name, SHOWN) if name else [],
        rows=rows,
        older=older,
    )


def _opponents(person: Account) -> Iterator[Opponent]:
    met = services().read_models.players.by_opponent(person.id)
    names = services().accounts.names(one.account for one in met if one.account is not None)
    for one in met:
        if one.level is not None:
            yield Opponent(ai_name(one.level, catalogue(session.language())), False, one)
        else:
            yield Opponent(names.get(one.account or ""), True, one)


def _charts(person: Account) -> Iterator[RatingChart]:
    """The ratings over time in each game in which the person is rated."""
    for game in services().catalog:
        history = services().read_models.ratings.history(game, person.id, limit=MOST_STEPS, private=True)
        if history.games:
            yield chart_of(game, list(reversed(history.games)))
