"""The page on which a reader checks a game, and the same as one file to keep, with the record in it.

Its script is the checker of `verifier/`, one file made of its modules: it runs in the reader's browser, and shares
nothing with the other scripts of the pages.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from domain.log.canon import canonical
from service.api import session
from service.api.context import services
from service.language.names import Names, game_title
from service.web.games.checker_words import checks, words
from service.web.inlined import source_of

checking = Blueprint("checking", __name__)

MODULES = ("verify", "strict", "record", "kept", "examine", "page")
"""What the script is made of, each before those that use it."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


@checking.route("/check.mjs")
def script() -> Response:
    """The checker as a script."""
    return Response(checker(), mimetype="text/javascript")


@checking.route("/games/<game_id>/check")
def show(game_id: str) -> str:
    """The page: it fetches the record as the reader may read it, and checks it."""
    seat = request.args.get("seat")
    return render_template("pages/check.html", seat=seat, **_about(game_id, seat))


@checking.route("/games/<game_id>/check.html")
def keep(game_id: str) -> Response:
    """The same as a file that needs no network: the record lies in it, and nothing else may be loaded."""
    seat = request.args.get("seat")
    record = services().ledger.record(game_id, session.account_id(), seat)
    style = files("service.web").joinpath("static", "check.css").read_text("utf-8")
    page = render_template(
        "pages/check_file.html",
        script=Markup(checker()),
        style=Markup(style),
        policy=f"default-src 'none'; script-src {source_of(checker())}; style-src {source_of(style)}; base-uri 'none'",
        record=inlaid(canonical(record)),
        **_about(game_id, seat),
    )
    response = Response(page, mimetype="text/html")
    response.headers.set("Content-Disposition", "attachment", filename=f"{record['game']}-{game_id}-check.html")
    return response


@cache
def checker() -> str:
    """The script: the modules one after the other, without what they import of each other."""
    sources = (files("verifier").joinpath(f"{name}.mjs").read_text("utf-8") for name in MODULES)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", source)) for source in sources)


def inlaid(record: bytes) -> Markup:
    """JSON within a page: the same value, in which no tag begins."""
    return Markup(record.decode().replace("<", "\\u003c"))


def _about(game_id: str, seat: str | None) -> dict[str, Any]:
    """What both forms of the page tell of the game."""
    view = services().ledger.view(game_id, session.account_id(), seat)
    played, keys = services().catalog[view.game], services().signer.keys()
    names, named = Names.of(played, view, session.language()), checks()
    return {
        "game": view,
        "title": game_title(played),
        "players": [names.seat(one) for one in view.seats],
        "is_closed": view.status not in ("open", "running"),
        "checks": named,
        "words": words(named),
        "keys": [known.key for known in keys],
    }
