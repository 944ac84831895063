"""Answers in small choices, as a search makes them: each with the points that a greedy seat gives it.

An attack is a seat for one minion after the other, a block an attacker or none for one after the other; every other
answer is a single choice. Orders of all values are thinned out to those that differ in what is rated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from domain.contract.facets.searched import Made, Rated
from domain.contract.game import Action
from domain.games.nightfall.actions import Assault, Attack, Block, Choose, Guard, Pass
from domain.games.nightfall.bot import rating
from domain.games.nightfall.bot.glimpse import Glimpse, WorldGlimpse
from domain.games.nightfall.bot.weights import Weights
from domain.games.nightfall.rules import chain, choosing, claim, cleanup, combat, draft
from domain.games.nightfall.state import NightfallState


def next_choices(state: NightfallState, seat: str, made: Made, weights: Weights) -> Sequence[Rated]:
    """The next choices, rated by these weights."""
    glimpse = WorldGlimpse(state, seat, weights)
    kind = state.open[seat].kind
    if kind == "attack":
        return _targets(glimpse, state, made)
    if kind == "block":
        return _guards(glimpse, state, made)
    return [(rating.rate(glimpse, action), action) for action in ANSWERS[kind](state, seat)]


def complete(state: NightfallState, seat: str, made: Made) -> Action | None:
    """The answer of all choices."""
    kind = state.open[seat].kind
    if not made or (kind in ("attack", "block") and len(made) < len(state.players[seat].in_play)):
        return None
    if kind == "attack":
        return _attack(made)
    if kind == "block":
        return _block(made)
    [answer] = made
    assert isinstance(answer, Action)
    return answer


def _targets(glimpse: Glimpse, state: NightfallState, made: Made) -> Sequence[Rated]:
    """The seats that the next minion may attack."""
    minion = state.players[glimpse.seat].in_play[len(made)].name
    assaults = [Assault(minion, other) for other in glimpse.others]
    if len(assaults) == 1:
        return [(0, assaults[0])]
    return [(rating.rate(glimpse, _attack((*made, assault))), assault) for assault in assaults]


def _attack(made: Made) -> Attack:
    """The attack of minions that each have a seat to attack."""
    return Attack(tuple(assault for assault in made if isinstance(assault, Assault)))


def _guards(glimpse: Glimpse, state: NightfallState, made: Made) -> Sequence[Rated]:
    """Whom the next minion may block: nobody, or an attacker."""
    minion = state.players[glimpse.seat].in_play[len(made)].name
    guards = [None, *(Guard(minion, attacker) for attacker in combat.blockable(state, glimpse.seat))]
    return [(rating.rate(glimpse, _block((*made, guard))), guard) for guard in guards]


def _block(made: Made) -> Block:
    """The block of minions that each have an attacker, or none."""
    return Block(tuple(guard for guard in made if isinstance(guard, Guard)))


def _values(state: NightfallState, seat: str) -> Iterator[Choose]:
    """What may be chosen; of orders of all values those that differ in what comes first, or in the seat's own place."""
    values, ordered = choosing.question_of(state)
    if not ordered:
        return map(Choose, values)
    if seat not in values:
        return (Choose((first, *(value for value in values if value != first))) for first in values)
    others = [value for value in values if value != seat]
    return (Choose((*others[:at], seat, *others[at:])) for at in range(len(values)))


ANSWERS: Mapping[str, Callable[[NightfallState, str], Sequence[Action] | Iterator[Action]]] = MappingProxyType(
    {
        "draft": draft.picks,
        "link": lambda state, seat: [*chain.links(state, seat), Pass()],
        "choose": _values,
        "claim": lambda state, seat: [*claim.discards(state, seat), *claim.claims(state, seat), Pass()],
        "treat": lambda state, seat: [*cleanup.treatments(state, seat), Pass()],
    }
)
