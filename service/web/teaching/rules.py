"""The rules of a game in short: a page, and the drawer that is open at a table's phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from flask import Blueprint, render_template

from domain.contract.game import Game
from domain.contract.manual import Chapter, Manual
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes.answers import Game as View
from service.language.catalogues import package_of
from service.language.names import Names
from service.web.teaching.printed import Printed, lying, shelves

rules = Blueprint("rules", __name__)

OWN_TEXT = "RULES.md"
"""The file in which a game that has no manual may bring its rules as text."""


@dataclass(frozen=True)
class AtHand:
    """The rules at a table: the manual, the chapter that belongs to where the game is, and what lies there."""

    manual: Manual
    chapter: Chapter
    things: Sequence[Printed]


@rules.route("/rules/<game>")
def show(game: str) -> str:
    """The whole manual, and everything that is printed on cards and pieces; the game's own text where it has no
    manual."""
    catalog = services().catalog
    if game not in catalog:
        raise ServiceError("not-found", "There is no such game.")
    names = Names.of_game(catalog[game], session.language())
    return render_template(
        "pages/rules.html",
        game=game,
        manual=names.manual,
        shelves=shelves(names),
        own_text="" if names.manual is not None else own_text(catalog[game]),
    )


def at_hand(view: View, names: Names) -> AtHand | None:
    """The rules for whoever looks at this table; None where the game brings none."""
    manual = names.manual
    if manual is None:
        return None
    return AtHand(manual, manual.chapter_of(names.phase(view.table)), lying(view, names))


def own_text(game: Game[Any]) -> str:
    """The rules that a game brings as text beside its module; empty for none."""
    package = package_of(game)
    found = files(package) / OWN_TEXT if package else None
    return found.read_text() if found is not None and found.is_file() else ""
