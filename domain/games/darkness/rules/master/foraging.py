"""Searching buildings for goods (WD-GM-6, WD-GM-8)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Choose
from domain.games.darkness.components import ContentsItem, Tile
from domain.games.darkness.events.master import GoodsFound, TaskDone
from domain.games.darkness.rules.characters import free_name, usual_worth
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.checks.ladder import code_of, level_of
from domain.games.darkness.rules.differences import goods_have_free_names, questions_follow_rulings
from domain.games.darkness.rules.master.actions import Search
from domain.games.darkness.rules.play import Play, demand, last_check, spend_action
from domain.games.darkness.rules.things import carrying
from domain.games.darkness.rules.things.equipment import goods_kind
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState, master_of
from domain.games.darkness.steps.master import Foraged

MONEY = "money"


def search(play: Play, seat: str, action: Search) -> None:
    """Search the building that one is in (WD-GM-6)."""
    demand(play.state.building_of(seat), "a search is for the inside of a building")
    spend_action(play, seat)
    begin(play, seat, None)


def searches(state: DarknessState, seat: str) -> Iterator[Action]:
    """A search, inside of a building."""
    if state.building_of(seat):
        yield Search()


def begin(play: Play, seat: str, task: str | None) -> None:
    """The check of a search: its level counts."""
    play.push(Foraged(task))
    checks.begin(play, replace(checks.opening(play.state, seat, "search"), tn=None))


def foraged(play: Play, step: Foraged) -> None:
    """What the level finds; of several alike the game master chooses (WD-GM-6)."""
    state, settled = play.state, last_check(play.state)
    at = state.people[settled.by].at
    if step.task and finds(state, at, settled.level):
        play.emit(TaskDone(settled.by, step.task))
    offer(play, settled.by, at)


def offer(play: Play, seat: str, at: str) -> None:
    """What a search has found at a space is taken, or chosen among by the game master."""
    state = play.state
    found = finds(state, at, last_check(state).level)
    if len(found) == 1:
        _take(play, seat, at, found[0])
    elif found:
        details = {"what": "find", "seat": seat, "items": [row.item for row in found]}
        if questions_follow_rulings(state):
            details["at"] = at
        play.ask(master_of(state).seat, Decision("choose", ("choose",), details))


def found_at(state: DarknessState, at: str) -> list[str]:
    """What the last search finds at a space as things stand now."""
    return [row.item for row in finds(state, at, last_check(state).level)]


def choose(play: Play, seat: str, action: Choose) -> None:
    """The game master chooses among finds of the same number; what is there no more nobody gets."""
    details = play.state.open[seat].details
    demand(action.item in details["items"], "that is not to be found here")
    at = details.get("at", play.state.people[details["seat"]].at)
    rows = stock(play.state, _tile_at(play.state, at).row.building_contents)
    row = next((row for row in rows if row.item == action.item), None)
    if row is not None:
        _take(play, details["seat"], at, row)


def choices(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each of the finds."""
    return (Choose(item=item) for item in state.open[seat].details["items"])


def finds(state: DarknessState, at: str, level: int) -> list[ContentsItem]:
    """Entries with the highest number not above the level, of those not found before; an empty rung falls (WD-GM-6)."""
    tile = _tile_at(state, at)
    name, room = tile.row.building_contents, tile.row.contents_room
    left = [row for row in stock(state, name) if level_of(row.tn) <= level and row.room in (None, room)]
    best = max((level_of(row.tn) for row in left), default=0)
    return [row for row in left if level_of(row.tn) == best]


def stock(state: DarknessState, building: str) -> list[ContentsItem]:
    """What can still be found in a building, by its list or as the game master has ruled (WD-GM-6, WD-GM-25)."""
    master = master_of(state)
    ruled = master.stocks.get(building)
    if ruled is not None:
        return [ContentsItem(item, number_of(state, item)) for item in ruled]
    rows = state.data.contents[building].items
    left = [row for row in rows if f"{building}:{row.item}" not in master.found]
    return [replace(row, tn=master.worths.get(row.item, row.tn)) for row in left] if master.worths else left


def number_of(state: DarknessState, kind: str) -> str:
    """The number that goods of a kind take to be found: as ruled, else the easiest of the lists (WD-GM-25)."""
    return master_of(state).worths.get(kind) or code_of(max(usual_worth(state.data, kind), 1))


def gain_goods(play: Play, seat: str, kind: str, worth: int, source: str | None) -> None:
    """Goods come into the game; ammunition and money are thrown for (WD-GM-8). A second one is `KIND/2`."""
    name = _new_name(play.state, kind)
    shots = _throw_shots(play, kind)
    play.emit(GoodsFound(seat, name, kind, source, worth, shots))
    carrying.get(play, seat, name, "found")


def _take(play: Play, seat: str, at: str, row: ContentsItem) -> None:
    gain_goods(play, seat, row.item, level_of(row.tn), _tile_at(play.state, at).row.building_contents)


def _tile_at(state: DarknessState, at: str) -> Tile:
    return state.data.tiles[tile_of(at)]


def _throw_shots(play: Play, kind: str) -> int | None:
    goods = play.state.data.goods[kind]
    if goods.ammo or kind == MONEY:
        return int(sum(play.roll("d6", 6)))
    return int(sum(play.roll("d6", 6, 2))) if goods.quantity else None


def _new_name(state: DarknessState, kind: str) -> str:
    """A name that nothing in the game has or has had."""
    if goods_have_free_names(state):
        carried = (item for person in state.people.values() for item in person.items)
        return free_name(kind, {*carried, *state.disks, *state.removed})
    number = _taken(state, kind) + 1
    return kind if number == 1 else f"{kind}/{number}"


def _taken(state: DarknessState, kind: str) -> int:
    """How many of a kind came into the game, also those that a position brought."""
    carried = [item for person in state.people.values() for item in person.items]
    named = [thing for thing in (*carried, *state.disks, *state.removed) if goods_kind(thing) == kind]
    return max(master_of(state).goods.get(kind, 0), len(named))
