"""What has happened at a table in a few sentences, as pages tell it and play it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from domain.contract.facets.told import asked_about
from domain.log.canon import Json
from domain.table.stories import Happening, first_move_is_open, happening, last_command, since_last_move
from service.api import session
from service.api.context import services
from service.games.shapes.answers import Game
from service.language.names import Names, texts_in
from service.language.stories import LOOKED_AT, Episode, about, episodes, happened, singled_out
from service.web.tables import drawing
from service.web.tables.drawing import Sign

MOST_SIGNS = 3
"""So many drawings stand beside a sentence at most."""

LATELY = 3
"""So many sentences stand in the bar at most."""

ONE_LINE, SHORT_LINES = 120, 105
"""So many letters of them stand in the bar's line on a desktop, and in its three on a phone; of the first sentence
all."""

FOR_A_SIGN = 3
"""So many letters a drawing beside a sentence is as wide as."""

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


class Lately(NamedTuple):
    """A sentence of the bar; a `roomy` one has room on a desktop only."""

    sentence: Told
    is_roomy: bool


@dataclass(frozen=True)
class Recap:
    """What has happened since a version, the oldest first. `is_new` unless it is from before one's own last move,
    `is_first` where one has made none.

    `lead` is what the open question comes from, `single` are the most telling events, each by itself.
    """

    since: int
    episodes: Sequence[Told]
    is_new: bool = True
    is_first: bool = False
    lead: Told | None = None
    single: Sequence[Told] = ()

    @property
    def lately(self) -> Sequence[Lately]:
        """What the bar tells: first what the open question comes from, then the most telling events, the newest first,
        as many as there is room for."""
        newest = list(reversed(self.single))
        first = [one for one in newest if self.lead is not None and one.text.startswith(self.lead.text)][:1]
        lead = first or ([] if self.lead is None else [self.lead])
        return list(_with_room([*lead, *(one for one in newest if one not in lead)][:LATELY]))


def _with_room(sentences: Sequence[Told]) -> Iterator[Lately]:
    taken = 0
    for at, one in enumerate(sentences):
        taken += len(one.text) + FOR_A_SIGN * (len(one.signs) + (one.actor is not None))
        if at == 0 or taken <= ONE_LINE:
            yield Lately(one, at > 0 and taken > SHORT_LINES)


def recap_of(view: Game, account: str | None) -> Recap:
    """What has happened since the last move of the seat through whose eyes the view is; if nothing has, what did
    before: without the words of those whom the account has muted."""
    after = max(0, view.version - LOOKED_AT)
    read = services().ledger.events(view.id, account, view.seat, after, LOOKED_AT)
    entries = services().talk.heard(view.id, account, read)
    names = _names(view)
    known = _happened(view, entries, after)
    new = since_last_move(known, view.seat)
    is_first = not after and first_move_is_open(known, view.seat)
    found = recap_told(view, names, new)
    if found.episodes:
        return replace(_with_lead(found, view, names, new), is_first=is_first)
    before = last_command(known)
    found = Recap(view.version, recap_told(view, names, known).episodes[-BEFORE:], is_new=False)
    return _with_lead(found, view, names, before)


def _with_lead(found: Recap, view: Game, names: Names, happened: Sequence[Happening]) -> Recap:
    """The same with what the bar tells of these events; of the stories, if none of them tells anything by itself."""
    played, sign = services().catalog[view.game], _signs(view, names)
    lead = about(happened, played, names, _asked(view))
    single = [_told(one, names, sign) for one in singled_out(happened, played, names, LATELY)]
    return replace(
        found, lead=None if lead is None else _told(lead, names, sign), single=single or found.episodes[-LATELY:]
    )


def _asked(view: Game) -> frozenset[str]:
    """What the question that the seat has to answer names, but for the seat itself."""
    if view.decision is None:
        return frozenset()
    details = {**asked_about(services().catalog[view.game], view.table), **view.pending[view.seat].details}
    return frozenset(texts_in(details)) - {view.seat}


def recap_in(view: Game, entries: Sequence[dict[str, Json]]) -> Recap:
    """The same, of these log entries as far as the view goes."""
    own = since_last_move([happening(entry) for entry in entries if entry["version"] <= view.version], view.seat)
    return recap_told(view, _names(view), _happened(view, entries, own[0].version - 1) if own else [])


def recap_after(view: Game, entries: Sequence[dict[str, Json]], after: int) -> Recap:
    """What has happened in log entries after a version."""
    return recap_told(view, _names(view), _happened(view, entries, after))


def recap_told(view: Game, names: Names, told: Sequence[Happening]) -> Recap:
    """What has happened in these events."""
    played, sign = services().catalog[view.game], _signs(view, names)
    since = told[0].version - 1 if told else view.version
    return Recap(since, [_told(one, names, sign) for one in episodes(told, played, names)])


def _signs(view: Game, names: Names) -> Callable[[str], Sign | None]:
    return drawing(services().catalog[view.game]).signs(names, view.table) if view.table else lambda named: None


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
