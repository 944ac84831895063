"""Random tables in mid-game with full hands of all cards, where nearly every text comes to be carried out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Event
from domain.games.nightfall.actions import Pass
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall.tables import GAME, Moment

PHASES = ("combat", "chain", "chain", "claim", "cleanup")
MOST_DECISIONS = 60


def scenes(count: int, first: int = 0) -> Iterator[int]:
    """The numbers of scenes; each is a table of its own."""
    return iter(range(first, first + count))


def begin(number: int, events: list[Event]) -> tuple[NightfallState, Seeded, Stream]:
    """The table of a scene, with the chance and the stream it is played by."""
    chance, rng = Seeded(f"scene {number}".encode()), Stream(f"scene players {number}".encode())
    seats = tuple(f"s{at}" for at in range(1, 3 + rng.below(3)))
    secret = rng.below(4) == 0
    options: dict[str, Any] = {"edition": rng.choice(("fr", "de", "pl")), "draft": "standard"}
    if secret:
        options["variants"] = ["secret-archives"]
    run = GAME.set_position(options, seats, _table(seats, rng, secret), chance)
    events += run.events
    return run.state, chance, rng


def moments(number: int, events: list[Event] | None = None) -> Iterator[Moment]:
    """The decisions of a scene, played by seats that like to do something."""
    happened: list[Event] = [] if events is None else events
    state, chance, rng = begin(number, happened)
    for _ in range(MOST_DECISIONS):
        if GAME.is_over(state):
            return
        seat = rng.choice(sorted(state.open))
        action = _eager(state, seat, rng)
        yield Moment(state, seat, action)
        happened += GAME.advance(state, seat, action, chance).events


def _eager(state: NightfallState, seat: str, rng: Stream) -> Action:
    action = GAME.sample(state, seat, rng)
    for _ in range(3):
        if not isinstance(action, Pass):
            break
        action = GAME.sample(state, seat, rng)
    return action


def _table(seats: tuple[str, ...], rng: Stream, secret: bool) -> dict[str, Any]:
    orders = list(catalogue().cards)
    archives = rng.shuffled(card for card in orders if catalogue().cards[card].kind != "starter")
    owned = {seat: [archives.pop(), archives.pop()] for seat in seats}
    return {
        "phase": rng.choice(PHASES),
        "turn": 9,
        "active": rng.choice(seats),
        "start_player": rng.choice(seats),
        "wound_pile": {"face_up": rng.below(20), "face_down": rng.below(9)},
        "exiled": {"wounds": rng.below(3)},
        "commons": {archives.pop(): rng.below(4) for _ in range(4)},
        "seats": {seat: _seat(owned[seat], rng, secret) for seat in seats},
    }


def _seat(owned: list[str], rng: Stream, secret: bool) -> dict[str, Any]:
    orders = list(catalogue().cards)
    wounds = [WOUND + kind for kind in catalogue().wound_types]

    def some(cards: list[str], most: int) -> list[str]:
        return [rng.choice(cards) for _ in range(rng.below(most + 1))]

    minions = some([card for card in orders if catalogue().cards[card].is_minion], 4)
    return {
        "hand": rng.shuffled([*some(orders, 6), *some(wounds, 2)]),
        "deck": rng.shuffled([*some(orders, 5), *some(wounds, 2)]),
        "discard": rng.shuffled([*some(orders, 4), *some(wounds, 2)]),
        "in_play": [{"card": card, "damage": rng.below(catalogue().cards[card].health)} for card in minions],
        "secret" if secret else "private": owned if secret else {card: rng.below(4) for card in owned},
    }
