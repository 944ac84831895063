"""The forms of challenges: a new one, and the seats of a group."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from domain.challenge.decide import DAYS
from domain.contract.facets.compared import compared_by
from domain.contract.game import Json
from domain.contract.quantities import PLACES
from domain.games.catalog import Catalog
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.language.names import described
from service.web.games.clock_form import read_clock_form, read_number, read_release_form
from service.web.games.options import read_options
from service.web.people.lobby import seat_wanted


@dataclass(frozen=True)
class NewChallenge:
    """A challenge as the form was filled in; `days` None: until its organiser ends it."""

    new: NewGame
    name: str
    days: int | None
    ai_seats: bool


def games_of(catalog: Catalog) -> list[str]:
    """The games of which there are challenges: those that are won and lost together."""
    return [game for game in catalog if compared_by(catalog[game])]


def read_challenge_form(catalog: Catalog, form: MultiDict[str, str]) -> NewChallenge:
    """The challenge that was asked for; `ServiceError` `malformed` for what cannot be read."""
    game = form.get("game", "")
    if game not in games_of(catalog):
        raise ServiceError("malformed", "there is no game {game!r}", game=game)
    new = NewGame(
        game=game,
        seats=[{}] * read_number(form, "seats", PLACES),
        options=read_options(described(catalog[game]).options, form),
        clock=read_clock_form(form),
        release=read_release_form(form),
    )
    return NewChallenge(new, form.get("name", ""), read_number(form, "days", DAYS) or None, bool(form.get("ai_seats")))


def read_group_form(form: MultiDict[str, str]) -> list[Json]:
    """The seats of a group, as the ledger is told of them."""
    return [seat_wanted(who, name) for who, name in zip(form.getlist("seat"), form.getlist("name"))]
