"""What the game master decides beyond the other verbs (WD-GM-25)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.contract.game import Json, Slot
from domain.games.darkness.events.master import Ruled, RuledApart
from domain.games.darkness.events.moving import CharacterMoved
from domain.games.darkness.events.pieces import PieceCrept, PieceHealth, PieceMoved, PieceRemoved, PieceVanished
from domain.games.darkness.events.things import FailureRemoved
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.checks.ladder import CODES, level_of
from domain.games.darkness.rules.differences import gifts_are_borne, shown_pieces_stay_on_shown_tiles
from domain.games.darkness.rules.fights.wounds import hurt, mend
from domain.games.darkness.rules.master import duels, foraging
from domain.games.darkness.rules.master.actions import Rule
from domain.games.darkness.rules.master.passing import Held, pass_over
from domain.games.darkness.rules.master.pieces import laid_spaces, watch
from domain.games.darkness.rules.play import (
    Play,
    begun,
    carried,
    caused,
    demand,
    go_on_with,
    is_calm,
    known,
    known_space,
    without_repeats,
)
from domain.games.darkness.rules.things.carrying import lose
from domain.games.darkness.rules.things.equipment import overloaded
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DarknessState, master_of
from domain.games.darkness.steps.things import Burden
from domain.games.darkness.steps.turn import AskTurn, CloseTurn

MOST = 20
"""How much a ruling hurts or heals at most."""
BY = "ruling"
ABOUT: Mapping[str, str] = {"tn": "item", "finds": "building"}
"""Effect -> the argument that names what it is about; the others are `on` a seat or a piece."""
EFFECTS = ("damage", "heal", "give", "take", "failure", "move", "remove", "keep", "tn", "finds")


def rule(play: Play, seat: str, action: Rule) -> None:
    """One effect, at any time of play; an open decision that it makes impossible is passed over or asked anew."""
    effect, on, value = _read(action)
    state = play.state
    demand(state.phase == "turn", "not now")
    _CHECKS[effect](state, on, value)
    before, held = state.cause, Held(state)
    hidden = on in master_of(state).pieces and not master_of(state).pieces[on].shown
    ruled = RuledApart if hidden else Ruled
    shown = list(value) if isinstance(value, tuple) else value
    play.emit(ruled(seat, on, effect, shown, action.why, cause=begun(state)))
    _EFFECTS[effect](play, on, value)
    go_on_with(play, before)
    pass_over(play, held, on, moved=effect == "move")


def rule_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """One effect is chosen of all, and whom or what it is about (WD-GM-25)."""
    living, pieces, goods = state.living, master_of(state).pieces, tuple(state.data.goods)
    carried_things = tuple(dict.fromkeys(item for other in living for item in state.people[other].items))
    return (
        Slot("on", (None, *living, *pieces)),
        Slot("damage", None, 1, MOST),
        Slot("heal", None, 1, MOST),
        Slot("give", (None, *goods)),
        Slot("take", (None, *carried_things)),
        Slot("failure", (None, 1, -1)),
        Slot("move", (None, *laid_spaces(state))),
        Slot("remove", (None, True)),
        *((Slot("keep", carried_things, 0, len(carried_things)),) if carried_things else ()),
        Slot("item", (None, *goods)),
        Slot("tn", (None, *CODES)),
        Slot("building", (None, *state.data.contents)),
        Slot("finds", goods, 0, len(goods)),
        Slot("why"),
    )


def _read(action: Rule) -> tuple[str, str, Any]:
    """Which effect on whom or what, and how much; `malformed` unless it is one, and whole."""
    given = [effect for effect in EFFECTS if getattr(action, effect) is not None]
    known(len(given) == 1, "a ruling has one effect")
    [effect] = given
    names = {name: getattr(action, name) for name in ("on", "item", "building")}
    about = ABOUT.get(effect, "on")
    known(names[about] is not None, "{effect} needs `{about}`", effect=effect, about=about)
    known(
        [name for name in names if names[name] is not None] == [about],
        "{effect} is about `{about}` alone",
        effect=effect,
        about=about,
    )
    return effect, names[about], getattr(action, effect)


def _check_target(state: DarknessState, on: str, *, pieces: bool) -> None:
    """A living character on the map, or where the effect is for them too a piece."""
    names = {*state.people, *(master_of(state).pieces if pieces else ())}
    known(on in names or not pieces, "{on} is no seat with a character, and no piece", on=on)
    known(on in names, "{on} is no seat with a character", on=on)
    demand(on in state.living or on not in state.people, "{on} has no living character on the map", on=on)


def _check_amount(state: DarknessState, on: str, amount: int) -> None:
    known(1 <= amount <= MOST, "1 to {most}", most=MOST)
    _check_target(state, on, pieces=True)


def _check_heal(state: DarknessState, on: str, amount: int) -> None:
    _check_amount(state, on, amount)
    demand(on not in state.people or state.people[on].damage, "{on} has no damage", on=on)


def _check_give(state: DarknessState, on: str, item: str) -> None:
    known(item in state.data.goods, "{item} is no goods", item=item)
    _check_target(state, on, pieces=False)


def _check_take(state: DarknessState, on: str, item: str) -> None:
    _check_target(state, on, pieces=False)
    carried(state, on, item)


def _check_failure(state: DarknessState, on: str, amount: int) -> None:
    known(amount in (1, -1), "a Failure more or less")
    _check_target(state, on, pieces=False)
    demand(amount == 1 or state.people[on].failures, "{on} has no Failure", on=on)


def _check_move(state: DarknessState, on: str, space: str) -> None:
    """Characters stand on tiles that are shown, as pieces do that are shown themselves; others also on hidden ones."""
    known_space(state, space)
    _check_target(state, on, pieces=True)
    pieces = master_of(state).pieces
    is_open = on not in pieces or (pieces[on].shown and shown_pieces_stay_on_shown_tiles(state))
    hidden = () if is_open else master_of(state).hidden
    demand(tile_of(space) in {*state.places, *hidden}, "{space} is not on the map", space=space)


def _check_remove(state: DarknessState, on: str, remove: bool) -> None:
    known(remove, "remove is true")
    known(on in master_of(state).pieces, "{on} is no piece", on=on)


def _check_keep(state: DarknessState, on: str, items: Sequence[str]) -> None:
    _check_target(state, on, pieces=False)
    without_repeats(items, "items")
    for item in items:
        carried(state, on, item)


def _check_tn(state: DarknessState, item: str, tn: str) -> None:
    known(item in state.data.goods, "{item} is no goods", item=item)


def _check_finds(state: DarknessState, building: str, finds: Sequence[str]) -> None:
    known(building in state.data.contents, "{building} is no building", building=building)
    for item in finds:
        known(item in state.data.goods, "{item} is no goods", item=item)


def _damage(play: Play, on: str, amount: int) -> None:
    if on in play.state.people:
        hurt(play, on, amount, BY)
    else:
        duels.harm(play, on, amount, BY)


def _heal(play: Play, on: str, amount: int) -> None:
    master = master_of(play.state)
    if on in play.state.people:
        mend(play, on, amount, master.seat)
    else:
        health = master.pieces[on].health + amount
        play.emit(PieceHealth(master.seat, on, health, cause=caused(play.state)))


def _give(play: Play, on: str, item: str) -> None:
    """Goods come to a seat with their VP; if they are too heavy, that is asked when what is under way is done."""
    foraging.gain_goods(play, on, item, level_of(foraging.number_of(play.state, item)), None)
    play.agenda.pop()
    if on not in overloaded(play.state):
        return
    if is_calm(play.state):
        play.open.clear()
        play.push(Burden(on), AskTurn())
    elif gifts_are_borne(play.state):
        _ask_later(play, on)
    else:
        play.agenda.insert(1, Burden(on))


def _ask_later(play: Play, seat: str) -> None:
    """What is too heavy is asked before the turn ends or goes on; a new character may be chosen meanwhile."""
    active, asked = play.state.active, play.open.get(play.state.active)
    if asked is not None and asked.kind == "turn":
        del play.open[active]
        play.push(Burden(seat), AskTurn())
        return
    ends = (place for place, step in enumerate(play.agenda) if isinstance(step, CloseTurn | AskTurn))
    play.agenda.insert(next(ends, -1) + 1, Burden(seat))


def _take(play: Play, on: str, item: str) -> None:
    lose(play, on, item, BY, gone=True)


def _failure(play: Play, on: str, amount: int) -> None:
    if amount > 0:
        fail(play, on, BY)
    else:
        play.emit(FailureRemoved(on, BY, cause=caused(play.state)))


def _move(play: Play, on: str, space: str) -> None:
    """Set on a space: no movement is spent, nothing is met on the way."""
    state, master = play.state, master_of(play.state)
    if on in state.people:
        play.emit(CharacterMoved(on, state.people[on].at, space, (space,), BY, number=caused(state)))
    elif master.pieces[on].shown:
        play.emit(PieceMoved(on, space, cause=caused(state)))
    else:
        play.emit(PieceCrept(master.seat, on, space, cause=caused(state)))
    watch(play)


def _remove(play: Play, on: str, remove: bool) -> None:
    master, cause = master_of(play.state), caused(play.state)
    shown = master.pieces[on].shown
    play.emit(PieceRemoved(on, cause=cause) if shown else PieceVanished(master.seat, on, cause=cause))


def _settle_for_later(play: Play, on: str, value: Json) -> None:
    """Numbers, stocks and what is kept: the ruling itself says it."""


_CHECKS: Mapping[str, Callable[[DarknessState, str, Any], None]] = {
    "damage": _check_amount,
    "heal": _check_heal,
    "give": _check_give,
    "take": _check_take,
    "failure": _check_failure,
    "move": _check_move,
    "remove": _check_remove,
    "keep": _check_keep,
    "tn": _check_tn,
    "finds": _check_finds,
}

_EFFECTS: Mapping[str, Callable[[Play, str, Any], None]] = {
    "damage": _damage,
    "heal": _heal,
    "give": _give,
    "take": _take,
    "failure": _failure,
    "move": _move,
    "remove": _remove,
    "keep": _settle_for_later,
    "tn": _settle_for_later,
    "finds": _settle_for_later,
}
