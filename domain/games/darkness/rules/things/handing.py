"""Giving, dropping, taking and stealing (WD-GIVE, WD-TAKE, WD-STEAL, WD-SCEN-1)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.contract.game import Action
from domain.games.darkness.actions import Drop, Give, Steal, Take
from domain.games.darkness.events.checks import CheckOpened, OpposedResolved
from domain.games.darkness.events.things import TokenTaken
from domain.games.darkness.rules.checks import checks, effects
from domain.games.darkness.rules.checks.fate import locked
from domain.games.darkness.rules.play import (
    Play,
    carried,
    demand,
    known,
    known_seat,
    known_thing,
    last_check,
    spend_action,
)
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.things.carrying import get, lay_down
from domain.games.darkness.rules.things.equipment import can_lift, is_item, is_stealable, token_row
from domain.games.darkness.state import TOKEN, UP, DarknessState
from domain.games.darkness.steps.things import Contested, HandOver, HolderRolls, TokenTried

THEFTS = {"item": "steal", "ally": "sway"}
"""What is taken from another -> the kind of the opposed check."""


def give(play: Play, seat: str, action: Give) -> None:
    """Give an item to a character in the same space; allies and VP are not given so (WD-GIVE-1, WD-GIVE-2)."""
    state = play.state
    known_seat(state, action.to)
    carried(state, seat, action.item)
    demand(is_item(state, action.item), "{item} cannot be given", item=action.item)
    demand(action.to in company(state, seat), "{to} is not in the same space", to=action.to)
    spend_action(play, seat)
    play.push(HandOver(action.item, seat, action.to, "given"))


def gifts(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each item that can be given, to each who is there."""
    for item in state.people[seat].items:
        if is_item(state, item):
            for other in company(state, seat):
                yield Give(item, other)


def drop(play: Play, seat: str, action: Drop) -> None:
    """Put a carried thing face up on the own space (WD-GIVE-1)."""
    carried(play.state, seat, action.item)
    spend_action(play, seat)
    lay_down(play, seat, action.item, "dropped")


def drops(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each thing that is carried."""
    return (Drop(item) for item in state.people[seat].items)


def take(play: Play, seat: str, action: Take) -> None:
    """Take a thing from the own space: an item without a check, a token with its own (WD-TAKE-1, WD-SCEN-1)."""
    state = play.state
    known_thing(state, action.item)
    demand(action.item in takeable(state, seat), "{item} cannot be taken here", item=action.item)
    spend_action(play, seat)
    row = token_row(state, action.item) if action.item.startswith(TOKEN) else None
    if row and row.take_check:
        asked = row.take_check
        play.push(TokenTried(action.item))
        opened = checks.opening_for(state, seat, "take", asked.attribute, asked.skills, tn=asked.tn)
        checks.begin(play, opened)
    elif row:
        take_token(play, seat, action.item, "taken")
    else:
        get(play, seat, action.item, "taken")


def takings(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each thing that can be taken."""
    return (Take(thing) for thing in takeable(state, seat))


def token_tried(play: Play, step: TokenTried) -> None:
    """The check of a token is settled; on failure it stays (WD-SCEN-1)."""
    settled = last_check(play.state)
    if settled.success:
        take_token(play, settled.by, step.token, "taken")


def take_token(play: Play, seat: str, token: str, how: str) -> None:
    """A token comes to a seat, with its weight and VP."""
    play.emit(TokenTaken(seat, token))
    get(play, seat, token, how)
    scenario_of(play.state).token_taken(play, seat, token)


def takeable(state: DarknessState, seat: str) -> list[str]:
    """Face-up things on the seat's space that can be carried."""
    at = state.people[seat].at
    tokens = [name for name, token in state.tokens.items() if token.at == at and token.face == UP]
    return [thing for thing in (*state.disks_on(at, UP), *tokens) if can_lift(state, thing)]


def company(state: DarknessState, seat: str) -> list[str]:
    """Others in the seat's space, in seat order."""
    return [other for other in state.here(state.people[seat].at) if other != seat]


def steal(play: Play, seat: str, action: Steal) -> None:
    """Try to take an item by strength or an ally by persuasion (WD-STEAL-1, WD-STEAL-2)."""
    state = play.state
    known_seat(state, action.robbed)
    known((action.item is None) != (action.ally is None), "either an item or an ally")
    thing = str(action.item or action.ally)
    known_thing(state, thing)
    demand(action.robbed in company(state, seat), "{robbed} is not in the same space", robbed=action.robbed)
    robbed = state.people[action.robbed]
    demand(
        thing in (robbed.items if action.item else robbed.allies),
        "{robbed} has no {thing}",
        robbed=action.robbed,
        thing=thing,
    )
    demand(action.ally or is_stealable(state, thing), "{thing} cannot be stolen", thing=thing)
    demand(not locked(state, seat, thing), "{thing} cannot be stolen back yet", thing=thing)
    kind = THEFTS["item" if action.item else "ally"]
    spend_action(play, seat)
    play.push(HolderRolls(kind, thing, action.robbed))
    opened = opposed(state, seat, kind, action.robbed)
    checks.begin(play, replace(opened, other=effects.use_all(play, seat, effects.SHADOWED)))


def thefts(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each item and ally that can be stolen."""
    for other in company(state, seat):
        for item in state.people[other].items:
            if is_stealable(state, item) and not locked(state, seat, item):
                yield Steal(other, item=item)
        for ally in state.people[other].allies:
            if not locked(state, seat, ally):
                yield Steal(other, ally=ally)


def opposed(state: DarknessState, seat: str, kind: str, rival: str) -> CheckOpened:
    """One side of an opposed check; nothing is shifted there (WD-CHECK-7, WD-CHECK-11)."""
    return replace(checks.opening(state, seat, kind), rival=rival)


def holder_rolls(play: Play, step: HolderRolls) -> None:
    """The holder throws second and sees the first result; it cannot ask for help (WD-CHECK-8)."""
    play.push(Contested(step.kind, step.thing, step.holder))
    opened = opposed(play.state, step.holder, step.kind, play.state.active)
    checks.begin(play, replace(opened, help=False, helpers=()))


def contested(play: Play, step: Contested) -> None:
    """The better level or pattern has the thing; on a dead tie it stays (WD-CHECK-7, WD-STEAL-4)."""
    state = play.state
    thief, holder = state.rival, last_check(state)
    assert thief is not None
    better = (thief.level, thief.face) > (holder.level, holder.face)
    winner = thief.by if better else holder.by
    play.emit(OpposedResolved(step.kind, thief.by, step.holder, winner))
    if better:
        play.push(HandOver(step.thing, step.holder, thief.by, "stolen", lock=True))
