"""Your vacation: while you are on it your clocks stand still, as far as each game allows."""

from __future__ import annotations

import logging

from domain.contract.quantities import INSTANTS
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Bounded, Wanted
from service.api.lists import PATIENCE
from service.api.operations import Resource
from service.api.schemas import Body
from service.errors import ServiceError
from service.people.answer_shapes import ShownVacation

logger = logging.getLogger(__name__)

vacations = Resource("vacations", __name__, scope="play", description="Vacations.")


class VacationSchema(Wanted):
    """When your vacation ends."""

    until = Bounded(INSTANTS, required=True, metadata={"description": "Seconds UTC."})


@vacations.route("/accounts/me/vacation")
@signed_in
@vacations.response(200, ShownVacation)
def own_vacation(account: str) -> ShownVacation:
    """Your vacation."""
    return _shown(account)


@vacations.route("/accounts/me/vacation", methods=["PUT"])
@signed_in
@vacations.arguments(VacationSchema)
@vacations.response(200, ShownVacation)
def take_vacation(body: Body, account: str) -> ShownVacation:
    """Go on vacation now, or change its end. In each game your clocks stand still as long as its terms allow."""
    services().vacations.take(account, body["until"])
    apply_to_games(account)
    return _shown(account)


@vacations.route("/accounts/me/vacation", methods=["DELETE"])
@signed_in
@vacations.response(204)
def end_vacation(account: str) -> None:
    """Come back: your clocks run again."""
    services().vacations.end(account)
    apply_to_games(account)


def apply_to_games(account: str) -> None:
    """Let the clocks of the account's running games stand still, or run, as its vacation says.

    What is wrong with one game keeps no other waiting; the clock's process tries that one again.
    """
    read_models = services().read_models
    read_models.follower.catch_up(PATIENCE)
    for game_id in read_models.lists.running_games_of(account):
        try:
            services().vacations.apply(account, game_id)
        except ServiceError as error:
            logger.warning("game %s: %s", game_id, error)


def _shown(account: str) -> ShownVacation:
    on = services().vacations.current(account)
    return ShownVacation(
        began=None if on is None else on.began,
        ends=None if on is None else on.ends,
        left=services().vacations.left(account),
    )
