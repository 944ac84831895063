"""What is checked of every command: replay from the store, pieces and tokens, and that nothing tells ahead."""

import json

from domain.contract.audience import visible
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Asked, to_json
from tests.domain.games.last_spell.invariants import violations
from tests.domain.games.last_spell.tables import GAME


def stored(event):
    """The event after it has been to the store and back."""
    data = json.loads(json.dumps(to_json(event)))
    return GAME.decode_event(type(event).__name__, data)


def digest(state):
    """All that a state holds, seen by the referee."""
    return to_json({"view": GAME.view(state, "referee"), "open": state.open, "agenda": state.agenda})


def fold_checked(state, events, where):
    """The events from the store folded one by one, with the table looked at after each; and the events again."""
    for event in events:
        back = stored(event)
        assert back == event, where
        state = GAME.evolve(state, back)
        if not isinstance(event, Asked):
            assert not violations(state), f"{where}, after {event}"
    return state


def seen(run, audience):
    """What an audience reads of a run, up to the first draw or disclosure."""
    first_draw = run.draws[0][0] if run.draws else len(run.events)
    for event in run.events[:first_draw]:
        if event.discloses:
            return
        yield type(event).__name__, visible(event, audience, run.state.seats)


def check_no_interference(command, where):
    """Nobody can tell the table before a command from a resampled one, nor by what the command shows first."""
    before, key = command.before, joined("interference", where)
    for audience in (*before.seats, "spectator"):
        other = GAME.resample(before, audience, Stream(joined(key, audience)))
        assert GAME.view(before, audience) == GAME.view(other, audience), where
        if audience in before.open:
            assert GAME.legal(before, audience) == GAME.legal(other, audience), where
        here = GAME.decide(before, command.seat, command.action, Seeded(key))
        there = GAME.decide(other, command.seat, command.action, Seeded(key))
        assert list(seen(here, audience)) == list(seen(there, audience)), where
