"""The tables of fate, Oh crap and Woohoo (WD-FATE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.contract.game import Decision
from domain.games.darkness.actions import Avoid, Choose, Suffer
from domain.games.darkness.events.moving import FateAvoided, FateRolled, FateTriggered
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.checks.failures import fail, put_back_failure
from domain.games.darkness.rules.differences import questions_tell_their_purpose
from domain.games.darkness.rules.fights.wounds import mend
from domain.games.darkness.rules.play import Play, begun, demand, known, known_seat, known_thing
from domain.games.darkness.rules.things.equipment import is_item, is_stealable
from domain.games.darkness.rules.things.points import AVOID_COST, change_points
from domain.games.darkness.rules.town.perception import face_down_spaces, look
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.things import HandOver
from domain.games.darkness.steps.turn import CallFate, CloseTurn, ThrowFate

OH_CRAP, WOOHOO = "oh-crap", "woohoo"
GIFT = 2


def call(play: Play, step: CallFate) -> None:
    """A table is called for; Oh crap can be bought off before its dice (WD-FATE-1, WD-FATE-2)."""
    seat = play.state.active
    play.emit(FateTriggered(seat, step.table, cause=begun(play.state)))
    if step.table == OH_CRAP and play.state.people[seat].vp >= AVOID_COST:
        check = play.state.check
        told = {"check": check.kind} if check is not None and questions_tell_their_purpose(play.state) else {}
        play.ask(seat, Decision("oh-crap", ("avoid", "suffer"), told))
    else:
        play.push(ThrowFate(step.table))


def avoid(play: Play, seat: str, action: Avoid) -> None:
    """3 VP, and nothing happens (WD-FATE-2, WD-VP-5)."""
    change_points(play, seat, -AVOID_COST, "spent")
    play.emit(FateAvoided(seat))


def suffer(play: Play, seat: str, action: Suffer) -> None:
    """The dice of Oh crap are thrown."""
    play.push(ThrowFate(OH_CRAP))


def throw(play: Play, step: ThrowFate) -> None:
    """2d6 on the table, effect at once (WD-FATE-1)."""
    seat = play.state.active
    roll = sum(play.roll("d6", 6, 2))
    play.emit(FateRolled(seat, step.table, roll, play.state.data.fate[step.table, roll]))
    rows = OH_CRAP_ROWS if step.table == OH_CRAP else WOOHOO_ROWS
    rows[roll](play, seat)


def choose(play: Play, seat: str, action: Choose) -> None:
    """What a row leaves to the seat."""
    what = play.state.open[seat].details["what"]
    for other in (action.to, action.source):
        if other is not None:
            known_seat(play.state, other)
    for thing in (action.item, action.ally):
        if thing is not None:
            known_thing(play.state, thing)
    known(action.tile is None or action.tile in play.state.data.tiles, "{tile} is no tile", tile=action.tile)
    demand(action in possibilities(play.state, seat, what), "that cannot be chosen")
    _CHOSEN[what](play, seat, action)


def possibilities(state: DarknessState, seat: str, what: str) -> list[Choose]:
    """All that can be chosen, in a fixed order."""
    person, others = state.people[seat], state.others(seat)
    match what:
        case "give-item":
            items = [item for item in person.items if is_item(state, item)]
            return [Choose(item=item, to=other) for item in items for other in others]
        case "give-ally":
            return [Choose(ally=ally, to=other) for ally in person.allies for other in others]
        case "give-vp":
            return [Choose(to=other) for other in others] if person.vp > 0 else []
        case "take-item":
            return [Choose(source=other) for other in others if _takeable_items(state, seat, other)]
        case "take-ally":
            return [Choose(source=other) for other in others if _takeable_allies(state, seat, other)]
        case _:
            tiles = sorted({tile_of(space) for space in face_down_spaces(state)})
            return [Choose(tile=tile) for tile in tiles]


def choices(state: DarknessState, seat: str) -> list[Choose]:
    """All that can be chosen of what is asked."""
    return possibilities(state, seat, state.open[seat].details["what"])


def _leave_choice(what: str) -> Callable[[Play, str], None]:
    """A row that asks: one possibility is taken at once, with none the row is void (WD-FATE-3)."""

    def row(play: Play, seat: str) -> None:
        open_ways = possibilities(play.state, seat, what)
        if len(open_ways) == 1:
            _CHOSEN[what](play, seat, open_ways[0])
        elif open_ways:
            play.ask(seat, Decision("choose", ("choose",), {"what": what}))

    return row


def _lay(effect: str) -> Callable[[Play, str], None]:
    """A row that lays an effect on the seat.

    (WD-FATE-OHCRAP-2, WD-FATE-OHCRAP-5, WD-FATE-OHCRAP-7, WD-FATE-OHCRAP-8, WD-FATE-OHCRAP-11, WD-FATE-OHCRAP-12,
    WD-FATE-WOOHOO-2, WD-FATE-WOOHOO-5, WD-FATE-WOOHOO-8, WD-FATE-WOOHOO-9, WD-FATE-WOOHOO-12)
    """
    return lambda play, seat: effects.gain(play, seat, effect)


def _end_turn(play: Play, seat: str) -> None:
    """The turn ends at once; in a retreat the adversary stays (WD-FATE-OHCRAP-9)."""
    play.agenda.clear()
    play.push(CloseTurn("fate"))


def _fail(play: Play, seat: str) -> None:
    """A Failure (WD-FATE-OHCRAP-10)."""
    fail(play, seat, "fate")


def _put_back_failure(play: Play, seat: str) -> None:
    """Put one Failure back, if there is one (WD-FATE-WOOHOO-10)."""
    put_back_failure(play, seat, "fate")


def _mend(play: Play, seat: str) -> None:
    """Put one damage back, if there is one (WD-FATE-WOOHOO-11)."""
    mend(play, seat, 1, seat)


def _take_points(play: Play, seat: str) -> None:
    """1 VP from every other player who has at least 1 (WD-FATE-WOOHOO-6)."""
    for other in play.state.others(seat):
        if play.state.people[other].vp >= 1:
            change_points(play, other, -1, "fate")
            change_points(play, seat, 1, "fate")


def _give_thing(play: Play, seat: str, chosen: Choose) -> None:
    """One item, with its VP, or one ally to a player (WD-FATE-OHCRAP-3, WD-FATE-OHCRAP-4)."""
    assert chosen.to is not None
    play.push(HandOver(str(chosen.item or chosen.ally), seat, chosen.to, "fate"))


def _give_points(play: Play, seat: str, chosen: Choose) -> None:
    """2 VP to a player; with less, what there is (WD-FATE-OHCRAP-6)."""
    amount = min(GIFT, play.state.people[seat].vp)
    assert chosen.to is not None
    change_points(play, seat, -amount, "fate")
    change_points(play, chosen.to, amount, "fate")


def _take_item(play: Play, seat: str, chosen: Choose) -> None:
    """One random item of a player, without a check (WD-FATE-WOOHOO-3)."""
    assert chosen.source is not None
    item = play.pick("item", _takeable_items(play.state, seat, chosen.source))
    play.push(HandOver(item, chosen.source, seat, "fate", lock=True))


def _take_ally(play: Play, seat: str, chosen: Choose) -> None:
    """One random ally of a player likewise (WD-FATE-WOOHOO-4)."""
    assert chosen.source is not None
    ally = play.pick("ally", _takeable_allies(play.state, seat, chosen.source))
    play.push(HandOver(ally, chosen.source, seat, "fate", lock=True))


def _look_at_tile(play: Play, seat: str, chosen: Choose) -> None:
    """All face-down disks of one tile, in secret (WD-FATE-WOOHOO-7)."""
    spaces = [space for space in face_down_spaces(play.state) if tile_of(space) == chosen.tile]
    look(play, seat, spaces, len(spaces))


def _takeable_items(state: DarknessState, seat: str, owner: str) -> list[str]:
    """What a seat may take of another's items: not what it is locked from (WD-STEAL-5)."""
    items = state.people[owner].items
    return [item for item in items if is_stealable(state, item) and not locked(state, seat, item)]


def _takeable_allies(state: DarknessState, seat: str, owner: str) -> list[str]:
    return [ally for ally in state.people[owner].allies if not locked(state, seat, ally)]


def locked(state: DarknessState, seat: str, thing: str) -> bool:
    """Whether a seat cannot take a thing back yet (WD-STEAL-5)."""
    return thing in state.locks and state.locks[thing].seat == seat


_CHOSEN: Mapping[str, Callable[[Play, str, Choose], None]] = {
    "give-item": _give_thing,
    "give-ally": _give_thing,
    "give-vp": _give_points,
    "take-item": _take_item,
    "take-ally": _take_ally,
    "peek": _look_at_tile,
}

OH_CRAP_ROWS: Mapping[int, Callable[[Play, str], None]] = {
    2: _lay(effects.UP),
    3: _leave_choice("give-item"),
    4: _leave_choice("give-ally"),
    5: _lay(effects.LOCKED),
    6: _leave_choice("give-vp"),
    7: _lay(effects.HELD),
    8: _lay(effects.HALF),
    9: _end_turn,
    10: _fail,
    11: _lay(effects.BLEEDING),
    12: _lay(effects.FAILS),
}
"""What each row of Oh crap does."""

WOOHOO_ROWS: Mapping[int, Callable[[Play, str], None]] = {
    2: _lay(effects.DOWN),
    3: _leave_choice("take-item"),
    4: _leave_choice("take-ally"),
    5: _lay(effects.OPEN),
    6: _take_points,
    7: _leave_choice("peek"),
    8: _lay(effects.DOUBLE),
    9: _lay(effects.AGAIN),
    10: _put_back_failure,
    11: _mend,
    12: _lay(effects.SUCCEEDS),
}
"""What each row of Woohoo does."""
