"""Fights in GM play: one round a turn, thrown values, weapons by distance, stray shots (WD-GM-8 to WD-GM-15)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action
from domain.games.darkness.actions import Fight
from domain.games.darkness.events.fighting import AdversaryHit, AdversaryKilled, CombatBegan
from domain.games.darkness.events.master import StrayShot, ValueShown, ValuesThrown, WeaponThrown
from domain.games.darkness.events.things import ItemLost, ItemUsedUp, ThingLaid, ThingRemoved
from domain.games.darkness.rules.checks.ladder import code_of
from domain.games.darkness.rules.checks.pools import is_bomb, reaches
from domain.games.darkness.rules.differences import thrown_weapons_lie_where_they_hit
from domain.games.darkness.rules.fights.wounds import hurt
from domain.games.darkness.rules.master.sight import sees, spaces_between
from domain.games.darkness.rules.play import Play, begun, carried, caused, demand, last_check, spend_action
from domain.games.darkness.rules.things import equipment
from domain.games.darkness.rules.things.needs import INFLAMMABLE
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.layout import SIDES
from domain.games.darkness.state import Combat, DarknessState, Settled, combat_of, master_of
from domain.games.darkness.steps.combat import Initiative
from domain.games.darkness.steps.master import ThrowValues

HITS_OTHER = 3
FLAME_INITIATIVE = 2


def fight(play: Play, seat: str, action: Fight) -> None:
    """One round against a piece that is shown, near by or with a weapon that reaches it (WD-GM-13, WD-GM-8)."""
    state = play.state
    if action.weapon is not None:
        carried(state, seat, action.weapon)
    piece = master_of(state).pieces.get(action.target or "")
    demand(piece and piece.shown, "nobody of that name is in sight")
    assert piece is not None
    demand(can_reach(state, seat, piece.at, action.weapon), "out of reach or out of sight")
    distance = distance_to(state, seat, piece.at)
    loaded = not action.weapon or equipment.is_loaded(state, seat, action.weapon)
    demand(loaded, "{weapon} has no shots left", weapon=action.weapon)
    spend_action(play, seat)
    play.emit(CombatBegan(seat, str(action.target), 1, piece.health, action.weapon, distance, cause=begun(play.state)))
    play.push(ThrowValues(), Initiative())


def fights(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each piece in sight, with bare hands and with each weapon that reaches it."""
    for name, piece in master_of(state).pieces.items():
        for weapon in (None, *state.people[seat].items) if piece.shown else ():
            loaded = weapon is None or equipment.is_loaded(state, seat, weapon)
            if loaded and can_reach(state, seat, piece.at, weapon):
                yield Fight(name, weapon)


def strike(play: Play, piece: str, seat: str) -> None:
    """A piece attacks a seat in its own space: a round as in any fight (WD-GM-4)."""
    play.emit(CombatBegan(seat, piece, 1, master_of(play.state).pieces[piece].health, cause=begun(play.state)))
    play.push(ThrowValues(), Initiative())


def throw_values(play: Play, step: ThrowValues) -> None:
    """I, A and D of a piece without fixed values, 2d6 each, at the start of the round (WD-GM-11)."""
    state, master, combat = play.state, master_of(play.state), combat_of(play.state)
    if master.pieces[combat.against].values is None:
        numbers = [state.data.thrown_values[sum(play.roll("d6", 6, 2))] for _ in range(3)]
        play.emit(ValuesThrown(master.seat, combat.against, *numbers))


def show_value(play: Play, against: str, letter: str, level: int) -> None:
    """What a check against a piece is thrown for is told as it begins."""
    if play.state.master is not None and against in play.state.master.pieces:
        play.emit(ValueShown(against, letter, code_of(level)))


def distance_to(state: DarknessState, seat: str, space: str) -> int:
    """Spaces to a target, diagonals counted as one."""
    return spaces_between(state.ground, state.people[seat].at, space)


def can_reach(state: DarknessState, seat: str, space: str, weapon: str | None) -> bool:
    """Whether an attack reaches: bare hands and hand weapons the own space, others by range and sight (WD-GM-8).

    None reaches a hidden tile.
    """
    if not {space, state.people[seat].at} <= state.ground.at.keys():
        return False
    distance = distance_to(state, seat, space)
    if weapon is None:
        return distance == 0
    if equipment.weapon_skill(state, weapon) is None or not sees_or_shares(state, seat, space):
        return False
    return reaches(state, state.people[seat], weapon, distance)


def sees_or_shares(state: DarknessState, seat: str, space: str) -> bool:
    """Whether a seat is on the space or sees it."""
    return state.people[seat].at == space or sees(state, seat, space)


def initiative_dice(state: DarknessState, combat: Combat) -> int:
    """Two dice of initiative for a flame thrown without building a bomb (WD-GM-23)."""
    weapon = combat.weapon
    if weapon is None or equipment.kind_of(state, weapon) not in INFLAMMABLE or is_bomb(state, weapon):
        return 0
    return FLAME_INITIATIVE


def after_attack(play: Play, settled: Settled, combat: Combat, at: str) -> None:
    """A missed ranged attack may hit another (WD-GM-15); a thrown weapon leaves the hand (WD-GM-9).

    `at` is where the target stood before the attack.
    """
    weapon = settled.weapon
    if weapon is None:
        return
    skill = equipment.weapon_skill(play.state, weapon)
    if not thrown_weapons_lie_where_they_hit(play.state):
        at = space_of_foe(play.state, combat)
    if not settled.success and skill in (equipment.FIREARM, equipment.THROWN):
        _stray(play, combat, at)
    goods = equipment.goods_of(play.state, weapon)
    if goods and goods.thrown and weapon in play.state.people[settled.by].items:
        _throw(play, settled.by, weapon, at)


def lose_thrown(play: Play, seat: str) -> None:
    """A thrown weapon that was not taken back with the next action is lost; no VP are (WD-GM-9)."""
    for item, thrown in master_of(play.state).thrown.items():
        if thrown.seat == seat and thrown.round < play.state.round and item in play.state.disks:
            play.emit(ThingRemoved(item))


def _throw(play: Play, seat: str, weapon: str, at: str) -> None:
    """Bombs and alcohol are used up; other thrown weapons lie where the target is."""
    if equipment.kind_of(play.state, weapon) in INFLAMMABLE:
        play.emit(ItemUsedUp(seat, weapon))
        return
    play.emit(ItemLost(seat, weapon, 0, "thrown", cause=caused(play.state)))
    play.emit(ThingLaid(weapon, at))
    play.emit(WeaponThrown(seat, weapon, at))


def _stray(play: Play, combat: Combat, at: str) -> None:
    """1 to 3 hits another figure on the target's or a neighbouring space, never the shooter (WD-GM-15).

    An enemy whose last health it takes pays the level of the shot, as any other (WD-GM-14).
    """
    [roll] = play.roll("d6", 6)
    figures = _figures(play.state, combat, at) if roll <= HITS_OTHER else []
    hit = figures[0] if len(figures) == 1 else play.pick("stray", figures) if figures else None
    play.emit(StrayShot(combat.by, roll, hit, cause=caused(play.state)))
    if hit is None:
        return
    if hit in play.state.people:
        hurt(play, hit, 1, combat.by, combat=True)
        return
    if left := master_of(play.state).pieces[hit].health - 1:
        play.emit(AdversaryHit(combat.by, hit, left, cause=caused(play.state)))
        return
    worth = last_check(play.state).level
    play.emit(AdversaryKilled(combat.by, hit, worth, cause=caused(play.state)))
    change_points(play, combat.by, worth, "adversary")


def _figures(state: DarknessState, combat: Combat, at: str) -> list[str]:
    """Characters and shown pieces that a stray shot can hit; nobody learns of a hidden one by it (WD-GM-21)."""
    beside = [state.ground.neighbour(at, side) for side in SIDES]
    spaces = {at, *(space for space in beside if space)}
    seats = [seat for seat in state.living if seat != combat.by and state.people[seat].at in spaces]
    shown = {name: piece for name, piece in master_of(state).pieces.items() if piece.shown and name != combat.against}
    return seats + [name for name, piece in shown.items() if piece.at in spaces]


def space_of_foe(state: DarknessState, combat: Combat) -> str:
    """The target's space; that of the one who fights if the target is gone."""
    piece = master_of(state).pieces.get(combat.against)
    return piece.at if piece else state.people[combat.by].at
