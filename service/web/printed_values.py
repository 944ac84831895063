"""Pages for operators: the values of a game's data with their sources, and what their box has in the place of those
that are reconstructed. What comes of it is a file to install; nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from domain.contract.datafiles import OWN, DataGame
from domain.contract.facets.data_files import data_for
from domain.contract.provenance import RECONSTRUCTED
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.operation.entered_values import NotEntered, Shown, entered, shown
from service.store.own_files import own_files, takes_own_file
from service.web.games.operating import check_operator

printed = Blueprint("printed", __name__)

BUILT_IN = "built-in"
"""The name of the program's own file among card sets."""

VALUE, SAME = "value:", "same:"
"""What the names of fields begin with: for what is printed, and for what is printed as it stands there."""


@dataclass(frozen=True)
class Typed:
    """What was sent with the form: the values by their keys, and the keys of those that are printed as they stand."""

    values: Mapping[str, str] = field(default_factory=dict)
    same: frozenset[str] = frozenset()


@printed.route("/operate/data")
def index() -> str:
    """The games that are played with data files, each with the files that there are to begin with."""
    check_operator(session.signed_in())
    return render_template("pages/data_files.html", games=[(game.id, list(_files(game))) for game in _games()])


@printed.route("/operate/data/<game>")
def show(game: str) -> str:
    """The values of a file: those that are reconstructed, or all."""
    check_operator(session.signed_in())
    return _page(_known(game), Typed(), ())


@printed.route("/operate/data/<game>", methods=["POST"])
def enter(game: str) -> Response:
    """The file with what is printed, to be downloaded; or what is wrong with it."""
    check_operator(session.signed_in())
    found, typed = _known(game), _typed()
    text = _text(found)
    as_it_stands = {one.key: one.is_now for one in shown(text) if one.key in typed.same}
    try:
        made = entered(text, {**as_it_stands, **typed.values})
    except NotEntered as error:
        return make_response(_page(found, typed, [str(error)]), 422)
    if faults := found.check_data(made.encode()):
        return make_response(_page(found, typed, faults), 422)
    response = make_response(made)
    response.headers["Content-Type"] = "application/toml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{found.id}.toml"'
    return response


def _page(game: DataGame[Any, Any], typed: Typed, faults: Sequence[str]) -> str:
    every = request.args.get("all") == "yes"
    wanted = [one for one in shown(_text(game)) if every or one.value.source == RECONSTRUCTED]
    tables = [(table, list(found)) for table, found in groupby(wanted, key=_table_of)]
    return render_template(
        "pages/printed.html",
        game=game.id,
        base=request.args.get("base", ""),
        every=every,
        tables=tables,
        typed=typed,
        faults=faults,
        value_field=VALUE,
        same_field=SAME,
    )


def _table_of(one: Shown) -> str:
    return one.value.table


def _typed() -> Typed:
    """What was filled in; a field that is left empty says nothing."""
    form = request.form
    values = {name.removeprefix(VALUE): text for name, text in form.items() if name.startswith(VALUE) and text}
    return Typed(values, frozenset(name.removeprefix(SAME) for name in form if name.startswith(SAME)))


def _games() -> list[DataGame[Any, Any]]:
    return [game for game in services().catalog.values() if isinstance(game, DataGame)]


def _known(game_id: str) -> DataGame[Any, Any]:
    game = services().catalog.get(game_id)
    if not isinstance(game, DataGame):
        raise ServiceError("not-found", "there is no game {game!r}", game=game_id)
    return game


def _files(game: DataGame[Any, Any]) -> Mapping[str, str]:
    """Name -> text of the files to begin with: card sets, or the one file that new games are played with."""
    [sha256] = data_for(game, {}).values()
    own = game.data_file(sha256) or ""
    if takes_own_file(game):
        return {OWN: own}
    return {BUILT_IN: own, **own_files(services().settings.home).get(game.id, {})}


def _text(game: DataGame[Any, Any]) -> str:
    """The text of the file that the address names; the first where it names none."""
    files = _files(game)
    name = request.args.get("base", next(iter(files)))
    if name not in files:
        raise ServiceError("not-found", "there is no such file")
    return files[name]
