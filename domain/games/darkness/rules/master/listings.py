"""Per verb, what can be listed of the answers in GM play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Slot
from domain.games.darkness import actions
from domain.games.darkness.listings import Listing, bare
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.master import actions as verbs
from domain.games.darkness.rules.master import fighting, guards, moving, pieces, trying
from domain.games.darkness.state import DarknessState

LISTED_TURNS = 3
WORDS = "something else"


def _move(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Move(path) for path in (*_walks(state, seat).values(), *moving.drives(state, seat)))


def _search(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if state.building_of(seat):
        yield verbs.Search()


def _fight(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    if decision.kind == "encounter":
        yield actions.Fight()
        return
    for name, piece in pieces.master_of(state).pieces.items():
        for weapon in (None, *state.people[seat].items) if piece.shown else ():
            loaded = weapon is None or fighting.is_loaded(state, weapon)
            if loaded and fighting.can_reach(state, seat, piece.at, weapon):
                yield actions.Fight(name, weapon)


def _nothing(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    """Words and secrets are not listed."""
    return iter(())


def _act(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    master = pieces.master_of(state)
    for name, piece in master.pieces.items():
        if name in master.acted:
            continue
        for other in pieces.targets(state, name):
            yield verbs.Act(name, attack=other)
        for path in moving.reach(state, piece.at, pieces.speed_of(state, piece.kind)).values():
            yield verbs.Act(name, move=path)


def _set_tn(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    for turns in range(1, LISTED_TURNS + 1):
        for code in CODES:
            yield verbs.SetTn(code, turns)


def _security(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (verbs.Security(disk) for disk in guards.available(state, decision.details["seat"]))


def _choose(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    return (actions.Choose(item=item) for item in decision.details["items"])


LISTINGS: Mapping[str, Listing] = {
    "move": _move,
    "search": _search,
    "fight": _fight,
    "attempt": _nothing,
    "task": _nothing,
    "pass": bare(verbs.Pass()),
    "act": _act,
    "set_tn": _set_tn,
    "deny": bare(verbs.Deny()),
    "security": _security,
    "wave_through": bare(verbs.WaveThrough()),
    "choose": _choose,
}


def _sample_move(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    if (drives := moving.drives(state, seat)) and rng.below(2):
        return actions.Move(rng.choice(drives))
    path = _random_path(state, state.people[seat].at, moving.speed(state, seat), rng, stops_inside=True)
    return actions.Move(path) if path else None


def _sample_act(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    master = pieces.master_of(state)
    waiting = [name for name in master.pieces if name not in master.acted]
    if not waiting:
        return None
    name = rng.choice(waiting)
    piece = master.pieces[name]
    if (others := pieces.targets(state, name)) and rng.below(2):
        return verbs.Act(name, attack=rng.choice(others))
    path = _random_path(state, piece.at, pieces.speed_of(state, piece.kind), rng)
    return verbs.Act(name, move=path) if path else None


def _sample_attempt(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    attribute = rng.choice(state.data.attributes)
    skills = [skill.id for skill in state.data.skills.values()]
    return verbs.TryOut(WORDS, attribute, rng.choice([None, *skills]))


def _sample_task(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    tasks = trying.open_tasks(state, seat)
    return verbs.Task(rng.choice(tasks).id) if tasks else None


def _sample_set_tn(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    turns = 1
    while turns < verbs.TURNS.most and rng.below(3) == 0:
        turns += 1
    return verbs.SetTn(rng.choice(CODES), turns)


SAMPLES: Mapping[str, Callable[[DarknessState, str, Stream], Action | None]] = {
    "move": _sample_move,
    "act": _sample_act,
    "attempt": _sample_attempt,
    "task": _sample_task,
    "set_tn": _sample_set_tn,
}

OPEN_ENDED: Mapping[str, Callable[[DarknessState, str], bool]] = {
    "move": lambda state, seat: bool(moving.reach(state, state.people[seat].at, 1)),
    "attempt": lambda state, seat: True,
    "task": lambda state, seat: True,
    "act": lambda state, seat: bool(pieces.master_of(state).pieces),
    "set_tn": lambda state, seat: True,
}


def _move_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    return (Slot("path"),)


def _attempt_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    return (Slot("what"), Slot("attribute", state.data.attributes), Slot("skill", (None, *state.data.skills)))


def _act_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    names = tuple(pieces.master_of(state).pieces)
    attacked = (*state.living, *names) if state.rules >= 3 else tuple(state.living)
    return (Slot("piece", names), Slot("move"), Slot("attack", attacked))


SLOTS: Mapping[str, Callable[[DarknessState, str], tuple[Slot, ...]]] = {
    "move": _move_slots,
    "attempt": _attempt_slots,
    "task": lambda state, seat: (Slot("task"),),
    "act": _act_slots,
    "set_tn": lambda state, seat: (Slot("tn", CODES), Slot("turns", min=verbs.TURNS.least, max=verbs.TURNS.most)),
}


def _walks(state: DarknessState, seat: str) -> dict[str, tuple[str, ...]]:
    return moving.reach(state, state.people[seat].at, moving.speed(state, seat), stops_inside=True)


def _random_path(
    state: DarknessState, at: str, spaces: int, rng: Stream, *, stops_inside: bool = False
) -> tuple[str, ...]:
    """Some walk; every walk within reach is possible. Empty if none is."""
    path: tuple[str, ...] = ()
    while not path or rng.below(4):
        here = path[-1] if path else at
        steps = [to for to in moving.reach(state, here, 1) if moving.is_path(state, at, (*path, to), spaces)]
        if stops_inside and path and moving.comes_in(state, (at, *path)[-2], here):
            return path
        if not steps:
            return path
        path = (*path, rng.choice(steps))
    return path
