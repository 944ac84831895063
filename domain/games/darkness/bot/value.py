"""What counts for who will win, and whether anybody will, and how far a playout goes before that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.contract.facets.searched import Assets, read_weights
from domain.games.darkness.bot.errands import BOMB_TILE
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.bot.prospects import outlook
from domain.games.darkness.bot.weights import Weights
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.scenarios.last_bus_out import BUS, FUEL, STARTED
from domain.games.darkness.rules.scenarios.master_of_the_house import SLEEPER
from domain.games.darkness.rules.scenarios.the_bandaged_guest import JARS_TO_BEAT
from domain.games.darkness.state import TOKEN, DarknessState

TENTH = 0.1
"""One VP, point of health or thing, beside the ten or so that there are."""
THIRD = 1 / 3
"""One Failure, jar, leaf, fragment or can of fuel of three."""
THOUSANDTH = 0.001
"""One point of a rating: a whole is ten VP."""

ENDS: Mapping[str, str] = MappingProxyType(
    {
        "the-ticking-case": "defused",
        "the-bandaged-guest": "king-beaten",
        "master-of-the-house": "slain",
        "the-missing-page": "closed",
        "last-bus-out": "escaped",
    }
)
"""Scenario -> the end that it is played for; others are played for VP alone."""


WEIGHTS, PRIOR = (read_weights("domain.games.darkness.bot", of) for of in ("weights", "prior"))


def is_reached(state: DarknessState) -> bool:
    """Whether the game has come to the end that its scenario is played for."""
    return state.ended is not None and ENDS.get(state.scenario, state.ended.outcome) == state.ended.outcome


def assets(state: DarknessState, seat: str) -> Assets:
    """What brings all nearer to the end of their scenario, and what a seat has: VP and health."""
    person = state.people.get(seat)
    if person is None:
        return {}
    late = _late(state)
    found = {
        "vp": TENTH * person.vp,
        "late vp": late * TENTH * person.vp,
        "alive": float(person.alive),
        "health": TENTH * person.defense if person.alive else 0.0,
        "failures": THIRD * person.failures,
        "things": TENTH * (len(person.items) + len(person.allies)),
    }
    if state.scenario in PROGRESS:
        everybody = sum(max(one.defense, 0) for one in state.people.values())
        shared = {"begun": 1.0, "late": late, "all health": TENTH * everybody / len(state.people)}
        progress = PROGRESS[state.scenario](state, seat)
        shared |= {**progress, **{f"late {name}": late * amount for name, amount in progress.items()}}
        found |= {f"{state.scenario} {name}": amount for name, amount in shared.items()}
    return found


def hopes(state: DarknessState, seat: str, view: Mapping[str, object], weights: Weights) -> Assets:
    """The best of what lies before a seat, less the way to it."""
    person = state.people.get(seat)
    if person is None or not person.alive or person.at not in state.ground.at:
        return {}
    return {"prospect": THOUSANDTH * Glimpse(view, seat, state.data, weights).once(outlook).get(person.at, 0)}


def moment(state: DarknessState) -> int:
    """The turns so far, as rounds and places in them."""
    at = state.seats.index
    return state.round * (len(state.seats) + 1) + (at(state.active) - at(state.first)) % len(state.seats)


def horizon(state: DarknessState) -> int:
    """The seat's next turn, before which all others have had theirs; where a game master leads the answer itself."""
    return moment(state) + (0 if state.gm or state.phase != "turn" else len(state.seats) + 1)


def _late(state: DarknessState) -> float:
    """How much of the time is over, from 0 to 1."""
    if state.countdown is not None:
        row = state.data.scenarios.get(state.scenario)
        begun = row.setup.countdown if row and row.setup else None
        return 1 - state.countdown / max(begun or 0, state.countdown, 1)
    return min(1.0, state.round / (scenario_of(state).rounds or state.round))


def _carried(state: DarknessState) -> list[int]:
    return [sum(item.startswith(TOKEN) for item in person.items) for person in state.people.values()]


def _bomb(state: DarknessState, seat: str) -> Assets:
    return {"carried": THIRD * sum(_carried(state)), "there": _share_on(state, BOMB_TILE)}


def _king(state: DarknessState, seat: str) -> Assets:
    delivered = sum(person.delivered for person in state.people.values())
    return {
        "carried": THIRD * sum(_carried(state)),
        "delivered": THIRD * delivered,
        "beatable": float(delivered >= JARS_TO_BEAT),
        "more": float(max(delivered - JARS_TO_BEAT, 0)),
    }


def _sleeper(state: DarknessState, seat: str) -> Assets:
    found = {"carried": THIRD * sum(_carried(state))}
    if state.bosses:
        whole = scenario_of(state).boss(state, SLEEPER).health
        found |= {"awake": 1.0, "struck": float(whole - state.bosses[SLEEPER].health)}
    else:
        found["opened"] = TENTH * sum(token.face == "up" for token in state.tokens.values())
    return found


def _leaves(state: DarknessState, seat: str) -> Assets:
    own = sum(item.startswith(TOKEN) for item in state.people[seat].items)
    return {"carried": THIRD * sum(_carried(state)), "most": THIRD * max(_carried(state)), "own": THIRD * own}


def _bus(state: DarknessState, seat: str) -> Assets:
    name = next(row.id for row in scenario_of(state).row(state).token if row.stands_for == BUS)
    bus = state.tokens[name].at if name in state.tokens else None
    return {
        "fuel": THIRD * state.flags.count(FUEL),
        "started": float(STARTED in state.flags),
        "aboard": float(state.people[seat].at == bus),
    }


def _share_on(state: DarknessState, tile: str) -> float:
    on = sum(person.alive and person.at.startswith(tile) for person in state.people.values())
    return on / len(state.people)


PROGRESS: Mapping[str, Callable[[DarknessState, str], Assets]] = MappingProxyType(
    {
        "the-ticking-case": _bomb,
        "the-bandaged-guest": _king,
        "master-of-the-house": _sleeper,
        "the-missing-page": _leaves,
        "last-bus-out": _bus,
    }
)
"""Scenario -> how far all have come towards its end, with what of it is the seat's own."""
