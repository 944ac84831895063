"""The replay of a game as one HTML file to keep: it holds all that it shows, and asks nothing of anybody."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, render_template, request

from domain.log.canon import Json, canonical
from domain.records.film import Film
from service.api import session
from service.api.context import services
from service.errors import ServiceError
from service.games.shapes.answers import Game
from service.web.games.film.charts import charts_of
from service.web.games.film.reel import Look, reel_of
from service.web.games.game import in_words, shown
from service.web.games.mirror import marked
from service.web.games.recap import recap_after
from service.web.games.shown import reasons_of
from service.web.inlined import source_of
from service.web.spoken import gettext

film_file = Blueprint("film_file", __name__)

MOST_SCENES = 120
"""Scenes of a file that is asked for over HTTP, as each takes a while to draw; the command keeps all of them."""

STYLES = ("pages.css", "table.css", "film.css")
SCRIPTS = ("table.js", "map.js", "kept_film.js", "film.js")
"""What of the pages goes into a file, in this order."""

STYLE_LINK = re.compile(r'<link rel="stylesheet" href="[^"]*/([a-z_]+\.css)[^"]*">\n?')
"""What a table asks for to be drawn."""


@dataclass(frozen=True)
class Inlined:
    """Text that stands in the page itself, and the hash by which its content policy lets it be."""

    text: str

    @property
    def source(self) -> str:
        """It as a source of a content policy."""
        return source_of(self.text)


@film_file.route("/games/<game_id>/film")
def keep(game_id: str) -> Response:
    """The file, of a closed game."""
    made = film_page(game_id, session.account_id(), request.args.get("seat"), MOST_SCENES)
    response = Response(made, mimetype="text/html")
    response.headers.set("Content-Disposition", "attachment", filename=f"{game_id}.html")
    return response


def film_page(game_id: str, account: str | None, seat: str | None, most: int | None = None) -> str:
    """The file of a game through the eyes of a seat, with so many scenes at most (None: all of them); `illegal` for a
    game that is not closed."""
    now = services().ledger.view(game_id, account, seat)
    if now.status in ("open", "running"):
        raise ServiceError("illegal", "only a closed game is kept as a film; this one is not closed")
    film = marked(services().films.film(game_id, account, seat), now, account)
    frames, styles = _frames(now, account, film, most)
    scripts = [_inlined(name) for name in SCRIPTS]
    sheet = Inlined("\n".join(_static(name) for name in (*STYLES, *styles)))
    moments, found = services().films.course(game_id, account, seat), shown(now)
    return render_template(
        "pages/film_file.html",
        view=now,
        shown=found,
        reasons=reasons_of(services().ledger.table(game_id), found.names),
        last=now.version,
        reel=reel_of(film, 0, now.version, Look(game_id, seat, True, None), ()),
        charts=charts_of(now, moments, gettext("end")),
        log=in_words(now, account, services().films.events(game_id, account, now.seat, 0, now.version)),
        data=_packed(frames),
        sheet=sheet,
        scripts=scripts,
        language=session.language(),
    )


def _frames(now: Game, account: str | None, film: Film, most: int | None) -> tuple[Json, list[str]]:
    """The scenes with what is told of them and the lines of their tables, and the styles that these ask for.

    A line that stands in several tables is kept once.
    """
    scenes = _chosen(film.scenes, most)
    lines: dict[str, int] = {}
    styles: dict[str, None] = {}
    told, before = [], 0
    read = services().films.events(now.id, account, now.seat, 0, now.version)
    entries = services().talk.heard(now.id, account, read)
    for view in services().films.views(now.id, account, now.seat, scenes):
        table = _table(view)
        styles.update(dict.fromkeys(STYLE_LINK.findall(table)))
        said = recap_after(view, entries[before : view.version], before)
        kept = [lines.setdefault(line, len(lines)) for line in STYLE_LINK.sub("", table).split("\n") if line.strip()]
        told.append({"at": view.version, "said": [one.text for one in said.episodes], "table": kept})
        before = view.version
    landmarks = {kind: _of(film, kind) for kind, _ in film.jumps(0)}
    return {"lines": list(lines), "scenes": told, "landmarks": landmarks}, list(styles)


def _chosen(scenes: Sequence[int], most: int | None) -> list[int]:
    """So many scenes at most, evenly, with the last one."""
    every = 1 if most is None else -(-len(scenes) // most)
    return [scene for at, scene in enumerate(scenes, 1) if at % every == 0 or at == len(scenes)]


def _of(film: Film, kind: str) -> list[int]:
    return [mark.version for mark in (*film.marks, *film.landmarks) if mark.mark == kind]


def _table(view: Game) -> str:
    found = shown(view)
    if found.drawn is None:
        return ""
    return render_template(found.template, shown=found, drawn=found.drawn, view=view)


def _packed(frames: Any) -> str:
    return base64.b64encode(zlib.compress(canonical(frames), 9)).decode()


def _inlined(name: str) -> Inlined:
    return Inlined(f"\n{_static(name)}")


def _static(name: str) -> str:
    return (files("service.web") / "static" / name).read_text("utf-8")
