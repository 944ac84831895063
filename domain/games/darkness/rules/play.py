"""The command under way, and the small questions that every rule asks before it acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET, UnsetType

from domain.contract.game import Json, Refused, Run
from domain.games.darkness.events.table import ActionSpent, CauseResumed
from domain.games.darkness.rules.differences import causes_are_told
from domain.games.darkness.rules.things.equipment import is_known
from domain.games.darkness.rules.town.tiles import SpaceStep
from domain.games.darkness.state import DarknessState, Settled

Play = Run[DarknessState]


def demand(holds: object, reason: str, /, **fields: object) -> None:
    """Refuse what the rules forbid now, unless it holds."""
    if not holds:
        raise Refused("illegal", reason, **fields)


def known(holds: object, reason: str, /, **fields: object) -> None:
    """Refuse a name that nothing has, unless it holds."""
    if not holds:
        raise Refused("malformed", reason, **fields)


def known_seat(state: DarknessState, seat: str) -> None:
    """Refuse what is no seat."""
    known(seat in state.seats, "{seat} is no seat", seat=seat)


def known_space(state: DarknessState, space: str) -> None:
    """Refuse what is no space of any tile."""
    known(space in state.data.spaces, "{space} is no space", space=space)


def known_thing(state: DarknessState, thing: str) -> None:
    """Refuse what is no item, ally or token."""
    known(is_known(state, thing), "{thing} is nothing in this game", thing=thing)


def carried(state: DarknessState, seat: str, thing: str) -> None:
    """Refuse an item or token that the seat does not carry; nobody hands the phone over (WD-CHAR-6)."""
    known_thing(state, thing)
    demand(thing in state.people[seat].items, "{thing} is not carried", thing=thing)


def begun(state: DarknessState) -> int | UnsetType:
    """The number of what begins now and brings something about; games of earlier rules count none."""
    return state.causes + 1 if causes_are_told(state) else UNSET


def caused(state: DarknessState) -> int | UnsetType:
    """The number of what goes on now, which is the cause of what follows from it."""
    return state.cause if causes_are_told(state) else UNSET


def go_on_with(play: Play, cause: int) -> None:
    """After something in between, go on with what went on before it."""
    if causes_are_told(play.state) and cause != play.state.cause:
        play.emit(CauseResumed(cause=cause))


def last_check(state: DarknessState) -> Settled:
    """The check that was settled last."""
    assert state.settled is not None
    return state.settled


def is_calm(state: DarknessState) -> bool:
    """Whether nothing is under way in a turn but the turn itself."""
    calm = all(decision.kind == "turn" for decision in state.open.values())
    return state.phase == "turn" and calm and state.check is None and state.combat is None


def spend_action(play: Play, seat: str) -> None:
    """Spend the turn's action; refused if it is spent (WD-TURN-1)."""
    demand(play.state.turn.action == "free", "the action of this turn is spent")
    play.emit(ActionSpent(seat, cause=begun(play.state)))


def without_repeats(values: Sequence[Json], what: str) -> None:
    """Refuse a list that names something twice."""
    demand(len(set(values)) == len(values), "{what} are named once each", what=what)


def walkable(state: DarknessState, *opened: str) -> Walker:
    """Which steps can be walked: not through locked doors from outside, `opened` ones counting as open."""
    return Walker((*state.no_doors, *opened))


class Walker:
    """Passes through open ways and the doors that are named (WD-TILE-7, WD-TILE-8)."""

    __slots__ = ("_open",)

    def __init__(self, opened: Iterable[str]) -> None:
        self._open = frozenset(opened)

    def __call__(self, step: SpaceStep) -> bool:
        return step.door is None or step.door in self._open
