"""A game again from its beginning, as a film: any version of the table, seen through one's own eyes as it was then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template, request

from domain.bots.levels import LEVELS, USUAL
from service.api import session
from service.api.context import services
from service.games import views
from service.games.shapes.answers import Game
from service.language.lines import Line
from service.language.stories import LOOKED_AT
from service.web.games.branch import position_of
from service.web.games.film.charts import Chart, charts_of
from service.web.games.film.reel import Look, reel_of
from service.web.games.game import eyes, in_words, shown
from service.web.games.mirror import marked, told_at
from service.web.games.recap import Recap, recap_after, recap_in
from service.web.games.shown import reasons_of
from service.web.numbers import asked, asked_if_there
from service.web.spoken import gettext

replay = Blueprint("replay", __name__)

AROUND = 12
"""How many events before and after the one shown are listed."""


@replay.route("/games/<game_id>/replay")
def show(game_id: str) -> str:
    """The table at the version `at`, by default the first; beyond the ends of the log its ends.

    With `spoilers=no` nothing is shown of what comes after it. With `story=V` what has happened since version V is
    played, with `told=yes` that is the position of a notice, and the way leads on to the present one.
    """
    ledger, account, seat = services().ledger, session.account_id(), request.args.get("seat")
    now = ledger.view(game_id, account, seat)
    at = min(max(1, asked(request.args, "at", 1)), now.version)
    # Later on another of the viewer's seats may be the one that acts: the eyes stay those of now.
    past = ledger.view(game_id, account, seat or now.seat, at)
    table, found = ledger.table(game_id), shown(past)
    own = views.own_seats(table, account)
    look = Look(game_id, seat, request.args.get("spoilers") != "no", asked_if_there(request.args, "story"))
    return render_template(
        "pages/replay.html",
        shown=found,
        reasons=reasons_of(table, found.names),
        at=at,
        last=now.version,
        status=now.status,
        look=look,
        is_told=request.args.get("told") == "yes",
        seat=seat,
        levels=LEVELS,
        usual=USUAL,
        eyes=eyes(now, own),
        **_told(now, past, account, own, look),
    )


def _told(now: Game, past: Game, account: str | None, own: Sequence[str], look: Look) -> dict[str, Any]:
    """What is told beside the table: the stories, the log, the charts, and where the film goes on."""
    story = None if look.story is None else _story_of(now, account, look.story)
    film = services().films.film(now.id, account, now.seat)
    film = marked(film, now, account) if look.spoilers else film
    log = _log(now if look.spoilers else past, past, account)
    scenes = [one.version for one in story.episodes] if story is not None else []
    return {
        "log": log,
        "story": story,
        "recap": _recap(past, account),
        "said": _said(past, account, film.scene_before(past.version), log),
        "reel": reel_of(film, past.version, now.version, look, scenes),
        "charts": _charts(now, past, account, look),
        "mirror": told_at(past, account) if look.spoilers else None,
        "place": position_of(now, account, own, film, past.version),
    }


def _entries(view: Game, account: str | None, after: int, limit: int) -> Sequence[dict[str, Any]]:
    read = services().films.events(view.id, account, view.seat, max(0, after), limit)
    return services().talk.heard(view.id, account, read)


def _log(reach: Game, past: Game, account: str | None) -> list[Line]:
    """The events around the version that is shown, as far as `reach` goes."""
    first, last = max(0, past.version - AROUND - 1), min(reach.version, past.version + AROUND)
    return in_words(reach, account, _entries(past, account, first, last - first))


def _recap(past: Game, account: str | None) -> Recap:
    return recap_in(past, _entries(past, account, past.version - LOOKED_AT, LOOKED_AT))


def _story_of(now: Game, account: str | None, since: int) -> Recap:
    return recap_after(now, _entries(now, account, since, LOOKED_AT), since)


def _said(past: Game, account: str | None, since: int, log: Sequence[Line]) -> Sequence[str]:
    """What happened at the version that is shown; at the end of a command what all of it led to."""
    if at := [line.text for line in log if line.version == past.version]:
        return at
    whole = recap_after(past, _entries(past, account, since, past.version - since), since)
    plain = [line.text for line in log if since < line.version <= past.version]
    return [one.text for one in whole.episodes] or plain[-1:] or [gettext("The next decisions are open.")]


def _charts(now: Game, past: Game, account: str | None, look: Look) -> list[Chart]:
    until = None if look.spoilers else past.version
    moments = services().films.course(now.id, account, past.seat, until)
    is_over = look.spoilers and now.status not in ("open", "running")
    return charts_of(past, moments, gettext("end") if is_over else gettext("now"))
