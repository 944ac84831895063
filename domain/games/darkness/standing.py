"""What can be done at any time, with what there is to choose from (WD-COMM-1, WD-GM-16 to WD-GM-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.contract.game import Slot
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.master.actions import AWARDS, HEALTHS
from domain.games.darkness.rules.master.guards import within
from domain.games.darkness.rules.master.pieces import LETTERS, WARD, kinds, master_of
from domain.games.darkness.rules.master.ruling import MOST
from domain.games.darkness.rules.master.sight import environments
from domain.games.darkness.rules.play import is_calm
from domain.games.darkness.rules.things.equipment import token_row
from domain.games.darkness.rules.turn import standing
from domain.games.darkness.state import DOWN, DarknessState

Slots = tuple[Slot, ...]


def standing_slots(state: DarknessState, seat: str) -> dict[str, Slots]:
    """The arguments of a seat's standing verbs; a verb for which nothing is there is left out."""
    found = {verb: _SLOTS[verb](state, seat) for verb in standing(state, seat)}
    return {verb: slots for verb, slots in found.items() if all(slot.values != () for slot in slots)}


def _talk(state: DarknessState, seat: str) -> Slots:
    others = tuple(other for other in state.seats if other != seat)
    return Slot("to", others, 1, len(others)), Slot("text")


def _place(state: DarknessState, seat: str) -> Slots:
    """Ids are counted on, as placements can be counted in the log anyway."""
    spaces = (space.id for tile in _laid(state) for space in state.data.tiles[tile].spaces)
    return (
        Slot("id", (_next_piece(state),)),
        Slot("kind", tuple(kinds(state))),
        Slot("at", tuple(spaces)),
        Slot("health", min=HEALTHS.least, max=HEALTHS.most),
        *(Slot(f"values.{letter}", (None, *CODES)) for letter in LETTERS),
    )


def _reveal(state: DarknessState, seat: str) -> Slots:
    return (Slot("id", tuple(_hidden(state))),)


def _award(state: DarknessState, seat: str) -> Slots:
    return Slot("to", tuple(state.people)), Slot("vp", min=AWARDS.least, max=AWARDS.most), Slot("why")


def _rule(state: DarknessState, seat: str) -> Slots:
    """One effect is chosen of all, and whom or what it is about (WD-GM-25)."""
    living, pieces, goods = state.living, master_of(state).pieces, tuple(state.data.goods)
    carried = tuple(dict.fromkeys(item for other in living for item in state.people[other].items))
    return (
        Slot("on", (None, *living, *pieces)),
        Slot("damage", None, 1, MOST),
        Slot("heal", None, 1, MOST),
        Slot("give", (None, *goods)),
        Slot("take", (None, *carried)),
        Slot("failure", (None, 1, -1)),
        Slot("move", (None, *(space.id for tile in _laid(state) for space in state.data.tiles[tile].spaces))),
        Slot("remove", (None, True)),
        *((Slot("keep", carried, 0, len(carried)),) if carried else ()),
        Slot("item", (None, *goods)),
        Slot("tn", (None, *CODES)),
        Slot("building", (None, *state.data.contents)),
        Slot("finds", goods, 0, len(goods)),
        Slot("why"),
    )


def _security(state: DarknessState, seat: str) -> Slots:
    """Disks that can come to a building where somebody is inside, and the spaces there (WD-GM-7)."""
    found = within(state) if is_calm(state) else {}
    spaces = (state.people[other].at for seats in found.values() for other in seats)
    return Slot("disk", tuple(found)), Slot("at", (None, *dict.fromkeys(spaces)))


def _environment(state: DarknessState, seat: str) -> Slots:
    now = master_of(state).environment
    return (Slot("environment", tuple(name for name in environments(state) if name != now)),)


def _allow_new(state: DarknessState, seat: str) -> Slots:
    dead = (other for other, person in state.people.items() if not person.alive and other not in state.open)
    return (Slot("seat", tuple(dead)),)


def _begin_chapter(state: DarknessState, seat: str) -> Slots:
    now = master_of(state).chapter
    chapters = (chapter.id for chapter in state.data.scenarios[state.scenario].chapter)
    return (Slot("chapter", tuple(chapter for chapter in chapters if chapter != now)),)


def _end_game(state: DarknessState, seat: str) -> Slots:
    return ()


_SLOTS: Mapping[str, Callable[[DarknessState, str], Slots]] = {
    "talk": _talk,
    "place": _place,
    "reveal": _reveal,
    "award": _award,
    "environment": _environment,
    "allow_new": _allow_new,
    "begin_chapter": _begin_chapter,
    "end_game": _end_game,
    "rule": _rule,
    "security": _security,
}


def _laid(state: DarknessState) -> tuple[str, ...]:
    """Tiles on the map, the hidden ones too."""
    return (*state.places, *master_of(state).hidden)


def _next_piece(state: DarknessState) -> str:
    master = master_of(state)
    trophies = (trophy for person in state.people.values() for trophy in person.trophies)
    used = {*master.pieces, *trophies, *(master.used if state.rules >= 3 else ())}
    number = 1
    while f"piece/{number}" in used:
        number += 1
    return f"piece/{number}"


def _hidden(state: DarknessState) -> Iterator[str]:
    """What can be shown: pieces on tiles that are, hidden tiles, wards that are dark, tokens that lie face down."""
    master = master_of(state)
    for name, piece in master.pieces.items():
        if not piece.shown and state.data.spaces[piece.at].tile in state.places:
            yield name
    yield from master.hidden
    for name, token in state.tokens.items():
        is_ward = token_row(state, name).stands_for == WARD
        if name not in master.wards if is_ward else token.face == DOWN:
            yield name
