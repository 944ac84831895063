"""Tables of The Last Spell for tests: games begun, played on by bots, and small positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.bots import player
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Action, Event, Run
from domain.games.last_spell.game import LastSpell
from domain.games.last_spell.state import LastSpellState

GAME = LastSpell()

GREEDY = player("greedy")

BOARD = "\n".join(["........."] * 9)
POST = {"level": 3, "health": 9, "movement": 0, "attack": "melee", "damage": 1, "dice": ["blue"]}


class Played(NamedTuple):
    """A command of a game: the state before it (a copy), who answered what, and the run."""

    before: LastSpellState
    seat: str
    action: Action
    run: Run[LastSpellState]


def started(options: dict[str, Any], seats: int, key: str) -> Run[LastSpellState]:
    """A game that has been set up."""
    names = [f"s{number}" for number in range(1, seats + 1)]
    return GAME.setup(options, names, Seeded(joined(key, "chance")))


def positioned(position: dict[str, Any], options: dict[str, Any] | None = None, seats: int = 1) -> LastSpellState:
    """The state of a position, played on to the first decision."""
    names = [f"s{number}" for number in range(1, seats + 1)]
    return GAME.set_position(options or {}, names, position, Seeded(b"position")).state


def played(run: Run[LastSpellState], key: str, greedy: int, most: int = 10_000) -> Iterator[Played]:
    """The commands of a game that bots play: in `greedy` of ten decisions the greedy bot, else any legal answer."""
    chance, rng = Seeded(joined(key, "more chance"), 1000), Stream(joined(key, "players"))
    state = run.state
    for _ in range(most):
        if GAME.is_over(state) or GAME.stalled(state):
            return
        seat = rng.choice(list(state.open))
        thinks = rng.below(10) < greedy
        action = GREEDY(GAME, state, seat, rng) if thinks else GAME.sample(state, seat, rng)
        before = state.clone()
        done = GAME.advance(state, seat, action, chance)
        yield Played(before, seat, action, done)


def names(events: list[Event]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


def act(state: LastSpellState, seat: str, *actions: dict[str, Any], key: bytes = b"act") -> list[Event]:
    """Carry out posted actions, in place; all events."""
    events: list[Event] = []
    for number, action in enumerate(actions):
        events += GAME.advance(state, seat, action, Seeded(joined(key, number))).events
    return events


def table(**more: Any) -> dict[str, Any]:
    """A hero in the middle of a field, and a monster far away that keeps the night going."""
    return {
        "board": {"terrain": BOARD},
        "components": {"monsters": {"post": POST}},
        "monsters": {"post/1": {"at": [8, 8]}},
        **more,
    }


def hero(**more: Any) -> dict[str, Any]:
    """A hero in the middle of the board with all its movement tokens and actions."""
    return {"at": [4, 4], "movement": [2, 3, 4], "actions": 3, "actions_max": 3, **more}


def armed(**more: Any) -> LastSpellState:
    """A hero with all that it needs, a friend beside it, two monsters near, and an obstacle."""
    rows = ["........."] * 9
    rows[3] = "...#....."
    return positioned(
        table(
            board={"terrain": "\n".join(rows)},
            components={"monsters": {"post": POST}},
            monsters={"post/1": {"at": [8, 8]}, "post/2": {"at": [5, 4]}, "post/3": {"at": [4, 6]}},
            heroes={"s1": hero(points=3, mana=9, mana_max=9, wounds=1, **more), "s2": hero(at=[3, 4], mana=2)},
        ),
        seats=2,
    )
