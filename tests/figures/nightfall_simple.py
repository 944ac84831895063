"""A seat that plays Nightfall in the plainest way, to compare how long games take with other people's figures.

It links whatever fits, attacks and blocks by lot, aims at others, treats all its wounds, and buys the dearest card that
it can pay, with the wounds of its hand if they help.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.chance import Stream
from domain.contract.game import Action
from domain.games.nightfall.actions import Choose, Claim, Discard, LinkCard, Treat
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.rules.claim import cost_of
from domain.games.nightfall.state import NightfallState


def choose(game: Nightfall, state: NightfallState, seat: str, rng: Stream) -> Action:
    """What the seat plays."""
    match state.open[seat].kind:
        case "link":
            return _any_of(LinkCard, game, state, seat, rng)
        case "claim":
            return _buy(game, state, seat, rng)
        case "treat":
            return max(_of(Treat, game, state, seat), key=lambda treat: treat.count, default=_pass(game, state, seat))
        case "choose":
            return _aim(game, state, seat, rng)
        case _:
            return game.sample(state, seat, rng)


def _of(kind: type, game: Nightfall, state: NightfallState, seat: str) -> list:
    return [action for action in game.legal(state, seat).actions if isinstance(action, kind)]


def _any_of(kind: type, game: Nightfall, state: NightfallState, seat: str, rng: Stream) -> Action:
    listed = _of(kind, game, state, seat)
    return rng.choice(listed) if listed else _pass(game, state, seat)


def _pass(game: Nightfall, state: NightfallState, seat: str) -> Action:
    return game.default(state, seat)


def _buy(game: Nightfall, state: NightfallState, seat: str, rng: Stream) -> Action:
    wounds = [action for action in _of(Discard, game, state, seat) if action.card.startswith(WOUND)]
    if wounds:
        return rng.choice(wounds)
    claims = _of(Claim, game, state, seat)
    costs = [cost_of(state, seat, claim.archive.partition("/")[2]) for claim in claims]
    dearest = [claim for claim, cost in zip(claims, costs, strict=True) if cost == max(costs)]
    return rng.choice(dearest) if dearest else _pass(game, state, seat)


def _aim(game: Nightfall, state: NightfallState, seat: str, rng: Stream) -> Action:
    others: Sequence[Action] = [
        action
        for action in _of(Choose, game, state, seat)
        if isinstance(action.value, str) and action.value.partition("/")[0] != seat
    ]
    return rng.choice(others) if others else game.sample(state, seat, rng)
