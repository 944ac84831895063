"""The plans that are taken here: how large a league may be, and whether its games can be played at every size of
table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.facets.series import Series
from domain.contract.game import Game, Refused, to_json
from domain.league.plan import MOST_ENTRANTS, Plan, options_in_final, read_plan
from domain.log.canon import Json, NotCanonical, check
from service.errors import ServiceError
from service.games.opening.first_commands import check_terms
from service.games.shapes import NewGame
from service.leagues.calendar import check_zone
from service.sharing.partners import Partners

MOST_DIVISIONS, MOST_STAGES = 50, 20
"""Of a season."""


def planned(game: Game[Any], plan: Mapping[str, Json], partners: Partners) -> dict[str, Json]:
    """The plan of a season with all defaults. `ServiceError`: `malformed` for one that does not fit the game, is too
    large, or has a zone that there is not; `illegal` for shared seeds where there is nobody to share them with."""
    try:
        check(dict(plan))
        read = read_plan(plan, game)
        _check_plan(game, read)
    except NotCanonical as error:
        raise ServiceError("malformed", f"plan: {error}") from None
    except Refused as refused:
        raise ServiceError.of(refused) from None
    if read.shared_seed:
        partners.check_named()
    return dict(to_json(read))


def _check_plan(game: Game[Any], read: Plan) -> None:
    """`Refused("malformed")` for a plan that is too large, or whose options or clock do not fit all of its tables."""
    if len(read.divisions) > MOST_DIVISIONS or len(read.stages) > MOST_STAGES or read.size > MOST_ENTRANTS:
        raise Refused(
            "malformed",
            "a league has up to {most_divisions} divisions, {most_stages} stages and {most_entrants} places",
            most_divisions=MOST_DIVISIONS,
            most_stages=MOST_STAGES,
            most_entrants=MOST_ENTRANTS,
        )
    check_zone(read)
    for number, stage in enumerate(read.stages, 1):
        for seats in range(read.fewest_of(number), read.seats_of(number) + 1):
            _check_table(game, read, [f"s{seat}" for seat in range(1, seats + 1)], stage.kind)
    check_terms(NewGame(game.id, (), read.options, clock=read.clock, release=read.release, rated=read.rated))


def _check_table(game: Game[Any], plan: Plan, seats: list[str], kind: str) -> None:
    if kind == "apocalypse-final":
        if not isinstance(game, Series):
            raise Refused("malformed", "{game} has no tally that a final could add up", game=game.id)
        game.check_options(options_in_final(game, plan, seats), seats)
    else:
        game.check_options(plan.options, seats)
