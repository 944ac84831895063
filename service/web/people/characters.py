"""The pages of an account's characters: the list, one of them, and a form to make one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.facets.characters import character_schema
from domain.contract.game import Game
from domain.log.canon import Json
from service.api import session
from service.api.context import services
from service.characters.ledger import MOST
from service.errors import ServiceError
from service.games.shapes.answers import Slot
from service.language.names import Names
from service.web.form_results import tell_refusal
from service.web.games.fields import Section, fields_of, read_arguments, sections_of
from service.web.spoken import gettext
from service.web.tables import drawing

characters = Blueprint("characters", __name__)

MAKING = "character"
"""The verb by which one is made at a table: what it may cost there, it may cost here."""


@dataclass(frozen=True)
class Making:
    """The form of a new character for a game."""

    game: str
    hint: str
    sections: Sequence[Section]


@characters.route("/characters")
def show() -> str:
    """All characters of whoever is signed in."""
    return _page(session.signed_in())


@characters.route("/characters", methods=["POST"])
def make() -> Response | tuple[str, int]:
    """Make one. What was filled in stays when it is refused."""
    account, form = session.signed_in(), request.form
    try:
        services().characters.make(account, form.get("game", ""), form.get("name") or None, read_arguments(form))
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
        return _page(account), error.status
    return redirect(url_for("pages.characters.show"), 303)


@characters.route("/characters/<character_id>/retire", methods=["POST"])
def retire(character_id: str) -> Response:
    """Put one away for good."""
    account = session.signed_in()
    try:
        services().characters.retire(account, character_id)
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
    return redirect(url_for("pages.characters.show"), 303)


def _page(account: str) -> str:
    catalog, kept = services().catalog, services().characters.of_account(account)
    schemas = {game: schema for game in catalog if (schema := character_schema(catalog[game])) is not None}
    names = {game: Names.of_game(catalog[game], session.language()) for game in schemas}
    making = [_making(catalog[game], schema, names[game]) for game, schema in schemas.items()]
    return render_template(
        "pages/characters.html", characters=kept, making=making, names=names, given=request.form or None, most=MOST
    )


def _making(game: Game[Any], schema: Mapping[str, Json], names: Names) -> Making:
    wording = drawing(game).wording.translated(names.catalogue)
    fields = fields_of(list(_slots(schema)), schema, names, wording.budgets(MAKING, names))
    return Making(game.id, wording.hint(MAKING), sections_of(fields))


def _slots(schema: Mapping[str, Json]) -> Iterator[Slot]:
    """What there is to choose: one of a list, several of one, or whole numbers under the names of an object."""
    for name, asked in schema["properties"].items():
        match asked:
            case {"type": "array", "items": {"enum": values}}:
                yield _slot(name, values, 0, len(values))
            case {"type": "object", "properties": parts}:
                for part, number in parts.items():
                    yield _slot(f"{name}.{part}", list(range(number["minimum"], number["maximum"] + 1)))
            case {"enum": values}:
                yield _slot(name, values)


def _slot(name: str, values: Sequence[Json], least: int | None = None, most: int | None = None) -> Slot:
    return Slot(name=name, values=list(values), min=least, max=most, ordered=False, once=None)
