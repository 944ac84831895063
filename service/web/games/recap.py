"""What has happened at a table in a few sentences, as pages tell it and play it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from domain.contract.facets.told import asked_about
from domain.log.canon import Json
from domain.table.stories import Happening, happening, since_last_move
from service.api import session
from service.api.context import services
from service.games.shapes.answers import Game
from service.language.names import Names, texts_in
from service.language.stories import LOOKED_AT, Episode, episodes, happened
from service.web.tables import drawing
from service.web.tables.drawing import Sign

MOST_SIGNS = 3
"""So many drawings stand beside a sentence at most."""

LATELY = 2
"""So many sentences stand in the bar."""

BEFORE = 2
"""So many sentences tell what happened last, where nothing has since one's own move."""


@dataclass(frozen=True)
class Actor:
    """Whom a sentence is about first: the name, its sign, and the number of the seat at the table from 1."""

    name: str
    initial: str
    number: int


@dataclass(frozen=True)
class Told:
    """A sentence of what has happened by a version, with whom it is about, what it names, and drawings of that."""

    version: int
    text: str
    actor: Actor | None
    ids: Sequence[str]
    signs: Sequence[Sign]


@dataclass(frozen=True)
class Recap:
    """What has happened since a version, the oldest first. `is_new` unless it is from before one's own last move;
    `asked` are the ids that the open question names."""

    since: int
    episodes: Sequence[Told]
    is_new: bool = True
    asked: frozenset[str] = frozenset()

    @property
    def lately(self) -> Sequence[Told]:
        """The few that the bar tells, the newest first; before them the newest one that the open question is about."""
        newest = self.episodes[::-1]
        first = [one for one in newest if self.asked.intersection(one.ids)][:1]
        return [*first, *(one for one in newest if one not in first)][:LATELY]


def recap_of(view: Game, account: str | None) -> Recap:
    """What has happened since the last move of the seat through whose eyes the view is; if nothing has, what did
    before."""
    after = max(0, view.version - LOOKED_AT)
    entries = services().ledger.events(view.id, account, view.seat, after, LOOKED_AT)
    found, asked = recap_in(view, entries), _asked(view)
    if found.episodes:
        return replace(found, asked=asked)
    return Recap(view.version, recap_after(view, entries, after).episodes[-BEFORE:], is_new=False, asked=asked)


def _asked(view: Game) -> frozenset[str]:
    """What the question that the seat has to answer names, but for the seat itself."""
    if view.decision is None:
        return frozenset()
    about = {**asked_about(services().catalog[view.game], view.table), **view.pending[view.seat].details}
    return frozenset(texts_in(about)) - {view.seat}


def recap_in(view: Game, entries: Sequence[dict[str, Json]]) -> Recap:
    """The same, of these log entries as far as the view goes."""
    own = since_last_move([happening(entry) for entry in entries if entry["version"] <= view.version], view.seat)
    return recap_told(view, _names(view), _happened(view, entries, own[0].version - 1) if own else [])


def recap_after(view: Game, entries: Sequence[dict[str, Json]], after: int) -> Recap:
    """What has happened in log entries after a version."""
    return recap_told(view, _names(view), _happened(view, entries, after))


def recap_told(view: Game, names: Names, told: Sequence[Happening]) -> Recap:
    """What has happened in these events."""
    played = services().catalog[view.game]
    sign = drawing(played).signs(names, view.table) if view.table else lambda named: None
    since = told[0].version - 1 if told else view.version
    return Recap(since, [_told(one, names, sign) for one in episodes(told, played, names)])


def _told(one: Episode, names: Names, sign: Callable[[str], Sign | None]) -> Told:
    holders = [named.partition("/")[0] for named in one.ids]
    seats = [seat for seat in holders if seat in names.seats]
    actor = _actor(seats[0], names) if seats else None
    signs = dict.fromkeys(found for named in one.ids if (found := sign(named)) is not None)
    return Told(one.version, one.text, actor, one.ids, list(islice(signs, MOST_SIGNS)))


def _actor(seat: str, names: Names) -> Actor:
    return Actor(names.seat(seat), names.initial(seat), list(names.seats).index(seat) + 1)


def _happened(view: Game, entries: Sequence[dict[str, Json]], after: int) -> list[Happening]:
    return happened([entry for entry in entries if entry["version"] <= view.version], _names(view), after)


def _names(view: Game) -> Names:
    return Names.of(services().catalog[view.game], view, session.language())
