"""Victory points: how they change, and what they buy (WD-VP)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Action, Slot
from domain.games.darkness.actions import Pay, Spend
from domain.games.darkness.events.table import SkillPointBought, TurnUsed, VictoryPointsChanged
from domain.games.darkness.events.things import FailureRemoved
from domain.games.darkness.rules.differences import saved_points_pay
from domain.games.darkness.rules.play import Play, begun, caused, demand, known, known_seat
from domain.games.darkness.state import Character, DarknessState

REROLL_COST, DIE_COST, AVOID_COST, FAILURE_COST, POINT_COST = 1, 2, 3, 5, 10
DICE_A_TURN = 3
BEST_RATING = 6


def change_points(play: Play, seat: str, amount: int, why: str) -> None:
    """Change a seat's VP, whatever they come from or go for; only spending stops at 0 (WD-VP-1, WD-VP-7, WD-VP-8)."""
    if amount:
        play.emit(VictoryPointsChanged(seat, amount, why, cause=caused(play.state)))


def dice_to_buy(state: DarknessState, seat: str) -> int:
    """Dice that a seat can still buy this turn, before a throw (WD-VP-3, WD-VP-7)."""
    left = DICE_A_TURN - state.turn.bought.get(seat, 0)
    return max(0, min(left, state.people[seat].vp // DIE_COST))


def dice_to_reroll(state: DarknessState, seat: str) -> int:
    """Dice that a seat can still reroll for VP this turn (WD-VP-2, WD-VP-7)."""
    left = DICE_A_TURN - state.turn.rerolled.get(seat, 0)
    return max(0, min(left, state.people[seat].vp // REROLL_COST))


def pay(play: Play, seat: str, action: Pay) -> None:
    """Hand VP to another seat in the own turn (WD-COMM-2)."""
    state = play.state
    known_seat(state, action.to)
    known(action.vp > 0, "at least 1 VP")
    demand(action.to in state.others(seat), "only to another living player")
    demand(action.vp <= state.people[seat].vp, "not so many VP in hand")
    play.emit(TurnUsed(seat, cause=begun(play.state)))
    change_points(play, seat, -action.vp, "paid")
    change_points(play, action.to, action.vp, "paid")


def payments(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each number of VP in hand, to each other seat."""
    for other in state.others(seat):
        for vp in range(1, state.people[seat].vp + 1):
            yield Pay(other, vp)


def any_payment(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """A random payment, if any is possible."""
    others, most = state.others(seat), state.people[seat].vp
    if not others or most < 1:
        return None
    to, less = divmod(rng.below(len(others) * most), most)
    return Pay(others[to], less + 1)


def payment_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """To whom, and how much."""
    return (Slot("to", tuple(state.others(seat))), Slot("vp", min=1, max=state.people[seat].vp))


def spend(play: Play, seat: str, action: Spend) -> None:
    """Buy a Failure off, or a skill point."""
    known((action.what is None) != (action.skill is None), "either a Failure or a skill")
    if action.skill is None:
        _buy_failure_off(play, seat)
    else:
        _buy_skill_point(play, seat, action.skill)


def purchases(state: DarknessState, seat: str) -> Iterator[Action]:
    """A Failure that can be bought off, and each skill that a point can be bought for."""
    person = state.people[seat]
    if person.failures and person.vp >= FAILURE_COST:
        yield Spend(what="failure")
    for skill in state.data.skills:
        paid = person.vp >= POINT_COST or is_saved_for(state, seat, skill)
        if paid and can_buy_skill(person, skill):
            yield Spend(skill=skill)


def can_buy_skill(person: Character, skill: str) -> bool:
    """Whether a point can go to that skill (WD-VP-6, WD-CHAR-5)."""
    return person.made and person.sheet.skills.get(skill, 0) < BEST_RATING


def _buy_failure_off(play: Play, seat: str) -> None:
    """5 VP put back a Failure (WD-VP-4)."""
    person = play.state.people[seat]
    demand(person.failures, "no Failure to put back")
    demand(person.vp >= FAILURE_COST, "{cost} VP in hand are needed", cost=FAILURE_COST)
    play.emit(TurnUsed(seat, cause=begun(play.state)))
    change_points(play, seat, -FAILURE_COST, "spent")
    play.emit(FailureRemoved(seat, "spent", cause=caused(play.state)))


def _buy_skill_point(play: Play, seat: str, skill: str) -> None:
    """10 VP are a point: on an owned skill, or saved until it pays the cost of a new one (WD-VP-6).

    Points that were saved and are enough pay before VP (WD-GM-20).
    """
    person = play.state.people[seat]
    known(skill in play.state.data.skills, "{skill} is no skill", skill=skill)
    demand(person.made, "a pre-made character does not progress")
    demand(can_buy_skill(person, skill), "the rating is {best} at most", best=BEST_RATING)
    bought = 0 if is_saved_for(play.state, seat, skill) else 1
    demand(not bought or person.vp >= POINT_COST, "{cost} VP in hand are needed", cost=POINT_COST)
    play.emit(TurnUsed(seat, cause=begun(play.state)))
    change_points(play, seat, -POINT_COST * bought, "spent")
    play.emit(_bought(play.state, seat, skill, bought))


def is_saved_for(state: DarknessState, seat: str, skill: str) -> bool:
    """Whether saved points pay for that skill: one a step of an owned one, the cost of a new one (WD-GM-20)."""
    sheet = state.people[seat].sheet
    price = 1 if skill in sheet.skills else state.data.skills[skill].cost
    return saved_points_pay(state) and sheet.skill_points >= price


def _bought(state: DarknessState, seat: str, skill: str, bought: int) -> SkillPointBought:
    person = state.people[seat]
    points, rating = person.sheet.skill_points + bought, person.sheet.skills.get(skill)
    if rating is not None:
        return SkillPointBought(seat, skill, rating + 1, points - 1)
    cost = state.data.skills[skill].cost
    if points < cost:
        return SkillPointBought(seat, skill, 0, points)
    return SkillPointBought(seat, skill, cost, points - cost)
