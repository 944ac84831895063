"""Random games of When Darkness Comes over all scenarios and seat counts, for the property tests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from domain.bots import player
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.game import Action, Event, Json, Refused, to_json, verb_of
from domain.games.darkness import actions
from domain.games.darkness.data import load
from domain.games.darkness.game import Darkness
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.master.actions import (
    AllowNew,
    Award,
    BeginChapter,
    EndGame,
    PlacePiece,
    SetEnvironment,
)
from domain.games.darkness.rules.master.pieces import kinds
from domain.games.darkness.rules.master.sight import environments
from domain.games.darkness.state import DarknessState

GAME = Darkness()
MOST_DECISIONS = 20_000
BOARD = tuple(name for name, row in load().scenarios.items() if row.mode == "board")
CAMPAIGN = "the-awakening"

Choice = Callable[[DarknessState, str, Stream], Action]
Watcher = Callable[[DarknessState, str, Action, Stream], None]


class Kind(NamedTuple):
    """What sort of game to play, and the number it is drawn from."""

    scenario: str
    seats: tuple[str, ...]
    number: int

    @property
    def key(self) -> bytes:
        return joined(self.scenario, len(self.seats), self.number)


class Played(NamedTuple):
    """A game as it was played."""

    kind: Kind
    events: list[Event]
    state: DarknessState
    decisions: int


def board_kinds(count: int, first: int = 0) -> list[Kind]:
    """Kinds of games in turn over the scenarios, each with all its seat counts."""
    return [_board_kind(number) for number in range(first, first + count)]


def _board_kind(number: int) -> Kind:
    row = load().scenarios[BOARD[number % len(BOARD)]]
    counts = range(row.players["min"], row.players["max"] + 1)
    return Kind(row.id, seat_ids(counts[number // len(BOARD) % len(counts)]), number)


def campaign_kinds(count: int, first: int = 0) -> list[Kind]:
    """Campaigns with 1 to 5 players and a game master."""
    return [Kind(CAMPAIGN, seat_ids(2 + number % 5), number) for number in range(first, first + count)]


def seat_ids(count: int) -> tuple[str, ...]:
    return tuple(f"s{number}" for number in range(1, count + 1))


def any_answer(state: DarknessState, seat: str, rng: Stream) -> Action:
    return GAME.sample(state, seat, rng)


def busy_answer(state: DarknessState, seat: str, rng: Stream) -> Action:
    """Any answer, but seldom one that does nothing: so more happens in a game."""
    idle = ("end_turn", "pass", "pay", "stay", "decline", "heal_self")
    for _ in range(6):
        action = GAME.sample(state, seat, rng)
        if verb_of(action) not in idle or rng.below(8) == 0:
            return action
    return action


def greedy_answer(state: DarknessState, seat: str, rng: Stream) -> Action:
    return player("greedy")(GAME, state, seat, rng)


def play(kind: Kind, choose: Choice = any_answer, watch: Watcher | None = None) -> Played:
    """Play a board game to its end; `watch` sees each state, seat and action before it is carried out."""
    chance, rng = Seeded(joined(kind.key, "chance")), Stream(joined(kind.key, "players"))
    run = GAME.setup({"scenario": kind.scenario}, kind.seats, chance)
    events, state, decisions = list(run.events), run.state, 0
    while not GAME.is_over(state) and decisions < MOST_DECISIONS:
        seat = rng.choice(list(state.open))
        action = choose(state, seat, rng)
        if watch:
            watch(state, seat, action, rng)
        run = GAME.advance(state, seat, posted(action), chance)
        events += run.events
        state, decisions = run.state, decisions + 1
    return Played(kind, events, state, decisions)


def play_campaign(kind: Kind, most: int, watch: Watcher | None = None) -> Played:
    """Play a campaign with a game master who interferes at random, until it ends or is cut."""
    chance, rng = Seeded(joined(kind.key, "chance")), Stream(joined(kind.key, "players"))
    master = kind.seats[kind.number % len(kind.seats)]
    run = GAME.setup({"scenario": CAMPAIGN, "gm": master}, kind.seats, chance)
    events, state, decisions = list(run.events), run.state, 0
    while not GAME.is_over(state) and decisions < most:
        seat, action = rng.choice(list(state.open)), None
        if state.phase == "turn" and rng.below(6) == 0:
            action = interference(state, rng, decisions)
        if action is not None:
            seat = master
        else:
            action = busy_answer(state, seat, rng)
        decisions += 1
        try:
            run = GAME.decide(state, seat, posted(action), chance)
        except Refused:
            assert seat == master
            continue
        if watch:
            watch(state, seat, action, rng)
        events += run.events
        state = run.state
    return Played(kind, events, state, decisions)


def interference(state: DarknessState, rng: Stream, number: int) -> Action | None:
    """Something that a game master may do at any time; it may be refused."""
    master, data = state.master, load()
    assert master is not None
    tiles = [*state.places, *master.hidden]
    match rng.below(12):
        case 0 | 1 | 2 | 3 | 4:
            values = {letter: rng.choice(CODES) for letter in "IAD"} if rng.below(2) else None
            space = rng.choice(data.tiles[rng.choice(tiles)].spaces).id
            health = rng.choice([None, 1, 2])
            return PlacePiece(f"piece-{number}", rng.choice(kinds(state)), space, health, values)
        case 5:
            return Award(rng.choice(list(state.people)), 1 + rng.below(4), "well played")
        case 6:
            return SetEnvironment(rng.choice(environments(state)))
        case 7 | 8:
            names = [*master.hidden, *master.pieces, *state.tokens]
            return actions.Reveal(rng.choice(names)) if names else None
        case 9:
            dead = [seat for seat, person in state.people.items() if not person.alive]
            return AllowNew(rng.choice(dead)) if dead else None
        case 10 if rng.below(5) == 0:
            return BeginChapter(rng.choice(data.scenarios[CAMPAIGN].chapter).id)
        case 11 if rng.below(100) == 0:
            return EndGame()
    return None


def posted(action: Action) -> Json:
    """The action as a client posts it."""
    return json.loads(json.dumps(to_json(action)))


def stored(events: list[Event]) -> Iterator[Event]:
    """The events read back from what a store keeps of them."""
    for event in events:
        yield GAME.decode_event(type(event).__name__, json.loads(json.dumps(to_json(event))))


def told(state: DarknessState) -> dict[str, Any]:
    """All that a state holds, as plain data; the data and the map's graph are left out."""
    slots = {name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())}
    return {name: to_json(getattr(state, name)) for name in sorted(slots - {"data", "_ground"})}


def where_things_are(state: DarknessState) -> Counter[str]:
    """Every disk, token and thing with the number of places it is in."""
    places: Counter[str] = Counter([*state.pool, *state.removed, *state.disks, *state.tokens])
    for person in state.people.values():
        places.update([*person.items, *person.allies, *person.trophies])
    return places


def campaign(rules: int) -> DarknessState:
    """A campaign at its first turn under these rules, whose game master is s1."""
    chance = Seeded(b"awards")
    run = GAME.setup({"scenario": CAMPAIGN, "gm": "s1"}, seat_ids(3), chance, rules)
    state, rng = run.state, Stream(b"awards")
    while state.phase == "setup":
        seat = next(iter(state.open))
        GAME.advance(state, seat, GAME.sample(state, seat, rng), chance)
    return state
