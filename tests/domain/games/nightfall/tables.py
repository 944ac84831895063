"""Random games of Nightfall over seats, editions, drafts and variants, for the property tests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Event, to_json
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.state import NightfallState

GAME = Nightfall()
MOST_DECISIONS = 20_000

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"draft": "quick"},
    {"variants": ["secret-archives"]},
    {"variants": ["open-archives"]},
    {"variants": ["common-ground"]},
    {"variants": ["secret-archives"], "draft": "quick"},
    {"variants": ["secret-archives", "open-archives"]},
    {"promos": ["lisaveta-florescu"]},
)


class Kind(NamedTuple):
    """What sort of game to play, and the key it is drawn from."""

    number: int
    seats: tuple[str, ...]
    options: dict[str, Any]

    @property
    def chance(self) -> Seeded:
        return Seeded(f"chance {self.number}".encode())

    @property
    def rng(self) -> Stream:
        return Stream(f"players {self.number}".encode())


def kinds(count: int, first: int = 0) -> Iterator[Kind]:
    """Kinds of games in turn over 2 to 5 seats, the editions, and the forms of play."""
    every = list(product(FORMS, ("fr", "de", "pl"), (2, 3, 4, 5)))
    for number in range(first, first + count):
        form, edition, seats = every[number * 37 % len(every)]
        yield Kind(number, tuple(f"s{at}" for at in range(1, seats + 1)), {**form, "edition": edition})


class Moment(NamedTuple):
    """A decision about to be made in a random game: `state` must not be changed."""

    state: NightfallState
    seat: str
    action: Action


class Played(NamedTuple):
    """A random game: what happened, the last state, and whether it came to its end."""

    kind: Kind
    events: list[Event]
    state: NightfallState
    ended: bool


def moments(kind: Kind, events: list[Event] | None = None) -> Iterator[Moment]:
    """The decisions of a random game, one after the other; what happens is added to `events`."""
    chance, rng = kind.chance, kind.rng
    run = GAME.setup(kind.options, kind.seats, chance)
    state = run.state
    happened = [] if events is None else events
    happened += run.events
    for _ in range(MOST_DECISIONS):
        if GAME.is_over(state) or GAME.stalled(state):
            return
        seat = rng.choice(sorted(state.open))
        action = GAME.sample(state, seat, rng)
        yield Moment(state, seat, action)
        happened += GAME.advance(state, seat, action, chance).events


def play(kind: Kind) -> Played:
    """A random game to its end, or until nobody was wounded for very long."""
    events: list[Event] = []
    state: NightfallState | None = None
    for moment in moments(kind, events):
        state = moment.state
    assert state is not None
    return Played(kind, events, state, GAME.is_over(state))


def stored(events: list[Event]) -> list[tuple[str, Any]]:
    """The events as the log keeps them: name and JSON data."""
    return [(type(event).__name__, json.loads(json.dumps(to_json(event)))) for event in events]


def told(state: NightfallState) -> dict[str, Any]:
    """Everything that can be told of a state."""
    told = {"view": GAME.view(state, "referee"), "open": state.open, "agenda": state.agenda}
    return dict(to_json(told))


def where_cards_are(state: NightfallState) -> Counter[str]:
    """Every card on the table, wounds by type; a secret archive counts as the cards it stands for."""
    places: list[Any] = [state.exiled, [link.card for link in state.chain]]
    places += [[WOUND + kind for kind in pile] for pile in (state.face_up, state.face_down, state.exiled_wounds)]
    cards: Counter[str] = Counter(state.commons)
    for player in state.players.values():
        places += [player.hand, player.deck, player.discard, [minion.card for minion in player.in_play]]
        cards.update(player.private)
        cards.update(dict.fromkeys(player.secret, catalogue().archive))
    for place in places:
        cards.update(place)
    return +cards


def how_many_cards(state: NightfallState) -> int:
    """The size of `where_cards_are`, counted fast."""
    count = len(state.exiled) + len(state.chain) + sum(state.commons.values())
    count += len(state.face_up) + len(state.face_down) + len(state.exiled_wounds)
    for player in state.players.values():
        count += len(player.hand) + len(player.deck) + len(player.discard) + len(player.in_play)
        count += sum(player.private.values()) + catalogue().archive * len(player.secret)
    return count
