"""Per verb, the answers that can be listed: the same questions as the rules ask, put the other way round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, permutations

from domain.contract.game import Action, Decision
from domain.games.darkness import actions, setup
from domain.games.darkness.rules import ending, scenario_actions
from domain.games.darkness.rules.checks import checks, fate, helping, rerolls
from domain.games.darkness.rules.checks.pools import open_approaches, reaches
from domain.games.darkness.rules.fights import retreat, wounds
from domain.games.darkness.rules.things import equipment, handing, points
from domain.games.darkness.rules.town import doors, exploring, paths
from domain.games.darkness.rules.town.arrivals import face_down_on
from domain.games.darkness.rules.town.layout import SIDES
from domain.games.darkness.state import Check, DarknessState, Terms

Listing = Callable[[DarknessState, str, Decision], Iterator[Action]]


def subsets(things: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of the things, smaller ones first."""
    listed = tuple(things)
    return chain.from_iterable(combinations(listed, size) for size in range(len(listed) + 1))


def weapons(state: DarknessState, seat: str, check: Check) -> list[str | None]:
    """Weapons that can be named in an attack check, none among them."""
    if check.kind != "attack":
        return [None]
    usable = (
        item
        for item in state.people[seat].items
        if equipment.weapon_skill(state, item)
        and reaches(state, state.people[seat], item, check.distance)
        and (not equipment.is_limited(state, item) or equipment.shots_left(state, item))
    )
    return [None, *usable]


def _throws(state: DarknessState, seat: str, kind: str) -> Iterator[tuple[str | None, int]]:
    """Approaches, the best first, with each number of dice that can be bought."""
    for skill in (None, *checks.KINDS[kind].approaches):
        for add in range(points.dice_to_buy(state, seat) + 1):
            yield skill, add


def _character(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.ChooseCharacter(name) for name in setup.free_characters(state))


def _start(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Start(space) for space in decision.details["spaces"])


def _move_roll(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if state.turn.move == "unrolled":
        for skill, add in _throws(state, seat, "movement"):
            yield actions.MoveRoll(skill, add)


def _move(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Move(path) for path in paths.cheapest_walks(state, seat).values())


def _explore(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Explore(side) for side in SIDES if exploring.can_explore(state, seat, side))


def _orient(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Orient(rot) for rot in decision.details["rotations"])


def _with_action(listing: Listing) -> Listing:
    """A listing of actions that need the turn's action."""

    def listed(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
        return listing(state, seat, decision) if state.turn.action == "free" else iter(())

    return listed


def _pick_lock(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.PickLock(door) for door in doors.doors_beside(state, seat))


def _force(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Force(door) for door in doors.doors_beside(state, seat))


def _climb(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Climb(window) for window in doors.windows_beside(state, seat))


def _open_for(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for door in doors.doors_beside(state, seat):
        for guests in subsets(doors.callable_guests(state, seat, door)):
            if guests:
                yield actions.OpenFor(door, guests, "pick")
                yield actions.OpenFor(door, guests, "force")
    for door in doors.doors_within(state, seat):
        for guests in subsets(doors.callable_guests(state, seat, door)):
            if guests:
                yield actions.OpenFor(door, guests)


def _perceive(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if state.building_of(seat) and not state.people[seat].perceived:
        for skill, add in _throws(state, seat, "perception"):
            yield actions.Perceive(skill, add)


def _heal(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Heal(other) for other in wounds.patients(state, seat))


def _heal_self(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if wounds.can_skip(state, seat):
        for skill, add in _throws(state, seat, "heal-self"):
            yield actions.HealSelf(skill, add)


def _give(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for item in state.people[seat].items:
        if equipment.is_item(state, item):
            for other in handing.company(state, seat):
                yield actions.Give(item, other)


def _drop(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if decision.kind == "overload" or state.turn.action == "free":
        for item in state.people[seat].items:
            yield actions.Drop(item)


def _take(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Take(thing) for thing in handing.takeable(state, seat))


def _steal(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for other in handing.company(state, seat):
        for item in state.people[other].items:
            if equipment.is_stealable(state, item) and not fate.locked(state, seat, item):
                yield actions.Steal(other, item=item)
        for ally in state.people[other].allies:
            if not fate.locked(state, seat, ally):
                yield actions.Steal(other, ally=ally)


def _reveal(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if face_down_on(state, state.people[seat].at):
        yield actions.Reveal()


def _scenario(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if decision.kind == "check":
        return (actions.Scenario(name) for name in checks.under_way(state).instead)
    if state.turn.action != "free":
        return iter(())
    return iter(scenario_actions.open_actions(state, seat))


def _spend(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    person = state.people[seat]
    if person.failures and person.vp >= points.FAILURE_COST:
        yield actions.Spend(what="failure")
    for skill in state.data.skills:
        paid = person.vp >= points.POINT_COST or points.is_saved_for(state, seat, skill)
        if paid and points.can_buy_skill(person, skill):
            yield actions.Spend(skill=skill)


def _pay(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for other in state.others(seat):
        for vp in range(1, state.people[seat].vp + 1):
            yield actions.Pay(other, vp)


def _end_turn(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if seat not in state.people or state.turn.move != "unrolled":
        yield actions.EndTurn()


def _roll(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    check = checks.under_way(state)
    for weapon in weapons(state, seat, check) if check.weapon is None else [None]:
        for skill in (None, *open_approaches(state, check, weapon or check.weapon)):
            for add in range(points.dice_to_buy(state, seat) + 1):
                yield actions.Roll(skill, add, weapon)


def terms(state: DarknessState, seat: str) -> Iterator[Terms]:
    """Every price that a seat has in hand."""
    person = state.people[seat]
    items = helping.payable_items(state, seat)
    for vp in range(max(person.vp, 0) + 1):
        for given in subsets(items):
            for allies in subsets(person.allies):
                yield Terms(vp, given, allies)


def _ask(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for other in helping.askable(state):
        for give in terms(state, seat):
            yield actions.Ask(other, give)


def _help(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    check = checks.under_way(state)
    yield actions.Help()
    for ally in state.people[seat].allies:
        if helping.can_bring(state, check, ally):
            yield actions.Help(ally)


def _demand(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for wanted in terms(state, checks.under_way(state).by):
        yield actions.Demand(wanted.vp, wanted.items, wanted.allies)


def _reroll(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    check = checks.under_way(state)
    places = range(1, len(check.results) + 1)
    for source, most in rerolls.sources(state, check).items():
        for size in range(1, most + 1):
            for dice in combinations(places, size):
                yield actions.Reroll(source, dice)


def _choose(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return iter(fate.possibilities(state, seat, decision.details["what"]))


def _invite(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Invite(guests) for guests in subsets(decision.details["seats"]))


def _peek(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    spaces, count = decision.details["spaces"], decision.details["count"]
    for size in range(count, -1, -1):
        for chosen in combinations(spaces, size):
            yield actions.Peek(chosen)


def _arrange(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Arrange(order) for order in permutations(decision.details["spaces"], decision.details["count"]))


def _sacrifice(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Sacrifice(ally) for ally in state.people[seat].allies)


def _improve(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Improve(code) for code in ending.improvable(state, seat))


def _forfeit(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Forfeit(skill) for skill in state.people[seat].sheet.skills)


def _vote(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Vote(other) for other in state.others(seat))


def _convert(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    most = state.people[seat].vp // points.POINT_COST
    return (actions.Convert(number) for number in range(most + 1))


def bare(action: Action) -> Listing:
    """A verb without arguments that is always possible when it is open."""
    return lambda state, seat, decision: iter((action,))


def _retreat(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if state.rules >= 3 and retreat.is_free(state, seat):
        return iter((actions.Retreat(),))
    return (actions.Retreat(skill, add) for skill, add in _throws(state, seat, "retreat"))


LISTINGS: Mapping[str, Listing] = {
    "character": _character,
    "start": _start,
    "move_roll": _move_roll,
    "move": _move,
    "explore": _explore,
    "orient": _orient,
    "pick_lock": _with_action(_pick_lock),
    "force": _with_action(_force),
    "climb": _with_action(_climb),
    "open_for": _with_action(_open_for),
    "perceive": _with_action(_perceive),
    "heal": _with_action(_heal),
    "heal_self": _heal_self,
    "give": _with_action(_give),
    "drop": _drop,
    "take": _with_action(_take),
    "steal": _with_action(_steal),
    "reveal": _with_action(_reveal),
    "scenario": _scenario,
    "spend": _spend,
    "pay": _pay,
    "end_turn": _end_turn,
    "roll": _roll,
    "ask": _ask,
    "help": _help,
    "decline": bare(actions.Decline()),
    "demand": _demand,
    "agree": bare(actions.Agree()),
    "refuse": bare(actions.Refuse()),
    "reroll": _reroll,
    "keep": bare(actions.Keep()),
    "avoid": bare(actions.Avoid()),
    "suffer": bare(actions.Suffer()),
    "choose": _choose,
    "invite": _invite,
    "enter": bare(actions.Enter()),
    "stay": bare(actions.Stay()),
    "peek": _peek,
    "arrange": _arrange,
    "parley": bare(actions.Parley()),
    "fight": bare(actions.Fight()),
    "strike": bare(actions.Strike()),
    "retreat": _retreat,
    "shield": bare(actions.Shield()),
    "stand_by": bare(actions.StandBy()),
    "sacrifice": _sacrifice,
    "strain": bare(actions.Strain()),
    "improve": _improve,
    "forfeit": _forfeit,
    "vote": _vote,
    "convert": _convert,
}
