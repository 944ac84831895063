"""What has happened at a table in a few sentences, as pages tell it and play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domain.log.canon import Json
from domain.table.stories import Happening, happening, since_last_move
from service.api import session
from service.api.context import services
from service.games.shapes.answers import Game
from service.language.names import Names
from service.language.stories import LOOKED_AT, Episode, episodes, happened


@dataclass(frozen=True)
class Recap:
    """What has happened since a version, each episode with the version at which it had."""

    since: int
    episodes: Sequence[Episode]


def recap_of(view: Game, account: str | None) -> Recap:
    """What has happened since the last move of the seat through whose eyes the view is."""
    after = max(0, view.version - LOOKED_AT)
    return recap_in(view, services().ledger.events(view.id, account, view.seat, after, LOOKED_AT))


def recap_in(view: Game, entries: Sequence[dict[str, Json]]) -> Recap:
    """The same, of these log entries as far as the view goes."""
    own = since_last_move([happening(entry) for entry in entries if entry["version"] <= view.version], view.seat)
    return _recap(view, _happened(view, entries, own[0].version - 1) if own else [])


def recap_after(view: Game, entries: Sequence[dict[str, Json]], after: int) -> Recap:
    """What has happened in log entries after a version."""
    return _recap(view, _happened(view, entries, after))


def _recap(view: Game, told: Sequence[Happening]) -> Recap:
    since = told[0].version - 1 if told else view.version
    return Recap(since, episodes(told, services().catalog[view.game], _names(view)))


def _happened(view: Game, entries: Sequence[dict[str, Json]], after: int) -> list[Happening]:
    return happened([entry for entry in entries if entry["version"] <= view.version], _names(view), after)


def _names(view: Game) -> Names:
    return Names.of(services().catalog[view.game], view, session.language())
