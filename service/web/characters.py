"""The pages of an account's characters: the list, one of them, and a form to make one."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from domain.canon import Json
from service.api.context import services
from service.errors import ServiceError
from service.web import session
from service.web.names import Names

characters = Blueprint("characters", __name__)


@characters.route("/characters")
def show() -> str:
    """All characters of whoever is signed in."""
    account = session.signed_in()
    return _page(services().characters.of_account(account))


@characters.route("/characters", methods=["POST"])
def make() -> Response:
    """Make one."""
    account, form = session.signed_in(), request.form
    try:
        services().characters.make(account, form["game"], form.get("name") or None, _given(form))
    except ServiceError as error:
        flash(f"This was not done: {error.reason}.", "refused")
    return redirect(url_for("pages.characters.show"), 303)


@characters.route("/characters/<character_id>/retire", methods=["POST"])
def retire(character_id: str) -> Response:
    """Put one away for good."""
    account = session.signed_in()
    try:
        services().characters.retire(account, character_id)
    except ServiceError as error:
        flash(f"This was not done: {error.reason}.", "refused")
    return redirect(url_for("pages.characters.show"), 303)


def _page(kept: list[dict[str, Json]]) -> str:
    catalog = services().catalog
    schemas = {game: schema for game in catalog if (schema := catalog[game].keepsake_schema()) is not None}
    names = {game: Names.of_game(catalog[game], session.language()) for game in schemas}
    return render_template("pages/characters.html", characters=kept, schemas=schemas, names=names)


def _given(form: MultiDict[str, str]) -> Mapping[str, Json]:
    """What was filled in, as the game's schema asks for it: one of a list, several of one, or whole numbers."""
    catalog, game = services().catalog, form["game"]
    schema = catalog[game].keepsake_schema() if game in catalog else None
    given: dict[str, Json] = {}
    for field, asked in (schema or {"properties": {}})["properties"].items():
        if asked["type"] == "array":
            given[field] = form.getlist(field)
        elif asked["type"] == "object":
            numbers = {name: form.get(f"{field}.{name}", "") for name in asked["properties"]}
            given[field] = {name: int(number) for name, number in numbers.items() if number.isdecimal()}
        else:
            given[field] = form.get(field, "")
    return given
