"""Questions that a step of the agenda asks: of whom, what they tell of what they are about, and what can be chosen.

A step that asks lies on top of the agenda while it waits. Under rules number 1 questions told less (`first`); since
number 2 no two that differ look the same (`more`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.game import Decision, Json, Refused, Step
from domain.games.last_spell.actions import Choose
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.rules.bosses.bosses_data import HARPY
from domain.games.last_spell.rules.heroes.belongings import distinct, used_actions
from domain.games.last_spell.rules.night.rewards import offered, panic_equipment
from domain.games.last_spell.rules.town.pieces import adjacent_monsters, monsters_round
from domain.games.last_spell.state import LastSpellRun, LastSpellState, assault_of, cetusia_of, seat_of
from domain.games.last_spell.steps import (
    AssessPanic,
    Blast,
    CetusiaAttack,
    DarkBargain,
    Granted,
    HealOther,
    HurtHero,
    LoseMovement,
    MonsterAttack,
    RecoverAction,
    RecoverMovement,
    RewardQuest,
    Spread,
    StrikeEnemy,
    WoundAdjacent,
)

S = TypeVar("S", bound=Step)
Details = dict[str, Json]
Tell = Callable[[LastSpellState, Any], Details]
Options = Callable[[LastSpellState, Any], Sequence[str] | Sequence[int]]

YES_OR_NO = ("yes", "no")
"""The answers to the offer of a dark card."""


def waiting(agenda: Sequence[Step], kind: type[S]) -> S:
    """The step of that kind that lies on top while its question waits for the answer."""
    step = agenda[-1]
    assert isinstance(step, kind)
    return step


def settle(run: LastSpellRun, step: Any) -> Any:
    """The possibility that a step goes on with: the one chosen, or the only one.

    With several and none chosen the players are asked and None comes back, as it does without any. A choice about
    a hero belongs to that hero's seat, any other to the first seat with a hero in play (R21).
    """
    if step.chosen is not None:
        return step.chosen
    options = QUESTIONS[type(step)].options(run.state, step)
    if len(options) < 2:
        return options[0] if options else None
    run.push(step)
    told = details(run.state, step)
    seat = seat_of(told["hero"]) if "hero" in told else first_seat(run.state)
    run.ask(seat, Decision("choice", ("choose",), told))
    return None


def first_seat(state: LastSpellState) -> str:
    """The seat that decides for the players: the first one with a hero in play (LS-ATT-4, R21)."""
    return seat_of(next(state.in_play(), state.seats[0]))


def choose(run: LastSpellRun, seat: str, action: Choose) -> None:
    """Go on with the possibility that was chosen."""
    if not any(type(option) is type(action.value) and option == action.value for option in _possibilities(run.state)):
        raise Refused("illegal", "that is none of the possibilities")
    run.push(replace(run.agenda.pop(), chosen=action.value))


def choices(state: LastSpellState, seat: str) -> Iterator[Choose]:
    """The possibilities of a choice."""
    return map(Choose, _possibilities(state))


def details(state: LastSpellState, step: Step) -> Details:
    """The open details of the decision that a step asks for."""
    question = QUESTIONS[type(step)]
    first = question.first(state, step)
    return {**first, **question.more(state, step)} if is_corrected(state) else first


def _possibilities(state: LastSpellState) -> Sequence[str] | Sequence[int]:
    """What can be chosen now."""
    step = state.agenda[-1]
    return QUESTIONS[type(step)].options(state, step)


def _of(what: str) -> Tell:
    """A choice of the players: between things of this kind."""
    return lambda state, step: {"of": what}


def _own(what: str) -> Tell:
    """A choice about a hero, by its own seat."""
    return lambda state, step: {"of": what, "hero": step.hero}


def _monster(state: LastSpellState, step: MonsterAttack) -> Details:
    """Which monster attacks, how hard, and whom it could strike."""
    amount = state.content.monsters[step.kind].damage
    return {"by": step.monster, "amount": amount, "among": list(step.targets)}


def _part(state: LastSpellState, step: CetusiaAttack) -> Details:
    """Which part of Cetusia attacks with what, how hard, and to whom it could turn."""
    amount = state.content.cetusia.techniques[step.technique].damage(cetusia_of(state).level)
    return {"by": step.part, "technique": step.technique, "amount": amount, "among": list(step.targets)}


def _hurt(state: LastSpellState, step: HurtHero) -> Details:
    """With which weapon a friend has struck, where one has."""
    assault = state.assault
    return {} if assault is None or step.by != assault.hero else {"weapon": assault.source}


def _missed(state: LastSpellState, step: StrikeEnemy) -> Details:
    """Which attack missed, where, what has been rolled again, and whether the miss stuns or another roll might."""
    return {
        "weapon": assault_of(state).source,
        "impact": step.impact,
        "taken": list(step.taken),
        "stunned": step.stunned,
        "stuns": step.stuns,
    }


def _spread(state: LastSpellState, step: Spread) -> Details:
    """Which attack goes on, from where, and how often it may."""
    return {"weapon": assault_of(state).source, "from": [list(square) for square in step.squares], "left": step.left}


def _granted(state: LastSpellState, step: Granted) -> Details:
    """Which card or technique grants it."""
    return {} if step.by is UNSET else {"by": step.by}


def _left(state: LastSpellState, step: RecoverMovement) -> Details:
    """Which card or technique grants it, and how many tokens are left to choose."""
    return {**_granted(state, step), "left": step.count}


def _of_card(state: LastSpellState, step: HealOther | WoundAdjacent) -> Details:
    """Which card grants it, and how much."""
    return {**_granted(state, step), "amount": step.amount}


def _dark(state: LastSpellState, step: DarkBargain) -> Details:
    """Which card offers it, and how much damage it wants."""
    return {"by": step.card, "amount": state.content.armor[step.card].use.may_take_damage}


def _healable(state: LastSpellState, hero: str) -> tuple[str, ...]:
    """The other heroes in play that have a wound."""
    return tuple(name for name in state.in_play() if name != hero and state.heroes[name].wounds)


class Question(NamedTuple):
    """What a step asks: what has been told from the first rules number on, what is told besides from number 2 on, and
    what can be chosen, where the answer is a choice and no verb of its own."""

    first: Tell
    more: Tell
    options: Options = lambda state, step: ()


QUESTIONS: Mapping[type[Step], Question] = {
    MonsterAttack: Question(_of("target"), _monster, lambda state, step: step.targets),
    CetusiaAttack: Question(_of("target"), _part, lambda state, step: step.targets),
    Blast: Question(
        _of("explosion"),
        lambda state, step: {"by": step.by, "at": list(step.at)},
        lambda state, step: monsters_round(state, step.at, but=step.by),
    ),
    AssessPanic: Question(
        _of("equipment"), lambda state, step: {"by": "panic-track"}, lambda state, step: panic_equipment(state)
    ),
    RewardQuest: Question(
        _of("equipment"),
        lambda state, step: {"by": step.quest},
        lambda state, step: offered(state, state.content.quests[step.quest].reward),
    ),
    RecoverAction: Question(_own("action-token"), _granted, lambda state, step: used_actions(state.heroes[step.hero])),
    RecoverMovement: Question(
        _own("movement-token"), _left, lambda state, step: distinct(state.heroes[step.hero].used)
    ),
    LoseMovement: Question(
        _own("movement-token"),
        lambda state, step: {"by": HARPY},
        lambda state, step: distinct(state.heroes[step.hero].ready),
    ),
    HealOther: Question(_own("heal"), _of_card, lambda state, step: _healable(state, step.hero)),
    WoundAdjacent: Question(_own("wound"), _of_card, lambda state, step: adjacent_monsters(state, step.hero)),
    DarkBargain: Question(_own("dark"), _dark, lambda state, step: YES_OR_NO),
    HurtHero: Question(lambda state, step: {"hero": step.hero, "by": step.by, "amount": step.amount}, _hurt),
    StrikeEnemy: Question(lambda state, step: {"hero": assault_of(state).hero, "monster": step.enemy}, _missed),
    Spread: Question(lambda state, step: {"hero": assault_of(state).hero}, _spread),
}
"""Each step that asks."""
