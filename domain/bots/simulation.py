"""Whole games in process: bots at every seat, with or without a log. For `simulate`, benches and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.bots.planning import conditions_of
from domain.bots.player import Player
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.facets.seating import needs_person
from domain.contract.facets.stalling import stalled, stalling
from domain.contract.facets.standing_verbs import unasked
from domain.contract.game import Action, Game, Json, Outcome, Refused, State, Text
from domain.games.catalog import Catalog
from domain.log.words import with_references
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.standing_orders import MOST_IN_A_ROW, answer, going_on

PART = "the part of a person"
"""The account of a seat that no AI can hold, where a bot plays it."""


class Played(msgspec.Struct, frozen=True):
    """A game played to its end, or cut: its outcome (None if it was cut), decisions, and last state."""

    outcome: Outcome | None
    decisions: int
    state: Any


def random_player(game: Game[Any], state: State, seat: str, rng: Stream) -> Action:
    """Any legal answer."""
    return game.sample(state, seat, rng)


def play(
    game: Game[Any],
    options: Mapping[str, Json],
    seats: Sequence[str],
    key: bytes,
    players: Mapping[str, Player],
    most_decisions: int = 100_000,
) -> Played:
    """Play one game without a log; the same key gives the same game. Cut when stalled or too long."""
    chance = Seeded(joined(key, "chance"))
    rng = Stream(joined(key, "players"))
    state = game.setup(options, seats, chance).state
    decisions, gets_nowhere = 0, stalling(game)
    while not game.is_over(state) and decisions < most_decisions and not gets_nowhere(state):
        seat = next(iter(state.open))
        state = game.advance(state, seat, players[seat](game, state, seat, rng), chance).state
        decisions += 1
    return Played(game.outcome(state) if game.is_over(state) else None, decisions, state)


class Trips(msgspec.Struct, frozen=True):
    """How often people were needed: decisions answered by hand, how often the table had to wait for another person
    than before (round trips of play by post), and decisions that standing orders answered."""

    by_hand: int
    round_trips: int
    by_order: int


def round_trips(
    game: Game[Any],
    options: Mapping[str, Json],
    seats: Sequence[str],
    key: bytes,
    players: Mapping[str, Player],
    orders: Sequence[Mapping[str, Json]],
    *,
    planning: bool = False,
) -> Trips:
    """Play one game in which all seats have these standing orders; cut when stalled.

    Answers that a person gives one after the other, while nobody else must decide by hand, are one round trip. Where
    they are `planning`, people who have answered look ahead in branches, and leave conditional answers behind.
    """
    chance, rng = Seeded(joined(key, "chance")), Stream(joined(key, "players"))
    state = game.setup(options, seats, chance).state
    in_a_row, given = dict.fromkeys(seats, 0), {seat: list(orders) for seat in seats}
    by_hand = trips = by_order = 0
    last = None
    while not game.is_over(state) and not stalled(game, state):
        seat = next(iter(state.open))
        given[seat] = going_on(game, state, seat, given[seat])
        action = answer(game, state, seat, given[seat]) if in_a_row[seat] < MOST_IN_A_ROW else None
        by_person = action is None
        if action is None:
            action = players[seat](game, state, seat, rng)
            by_hand, trips = by_hand + 1, trips + (seat != last)
            last, in_a_row[seat] = seat, 0
        else:
            by_order, in_a_row[seat] = by_order + 1, in_a_row[seat] + 1
        state = game.advance(state, seat, action, chance).state
        if planning and by_person and seat not in state.open:
            given[seat] = [*conditions_of(game, state, seat, players[seat], rng), *orders]
    return Trips(by_hand, trips, by_order)


def play_logged(
    catalog: Catalog,
    game_id: str,
    game: str,
    options: Mapping[str, Json],
    seats: Sequence[str],
    key: bytes,
    players: Mapping[str, Player],
    levels: Mapping[str, str],
    start: int = 0,
) -> GameLog:
    """Play one game as a log that can be exported; a stalled game is closed as void.

    `levels` names each seat's level; `start` is the time of the first event, one second being added a command.
    """
    seed, nonces = Stream(joined(key, "seed")), Stream(joined(key, "nonces"))
    log = GameLog(catalog, game_id, seed.random_bytes(32), nonces.random_bytes)
    rng = Stream(joined(key, "players"))
    at = start
    log.post("service", None, log.opening(game, options, seats, seed_source="given"), at)
    _sit_down(log, levels, at)
    table = log.table
    while table.status == "running" and table.state is not None:
        at += 1
        if stalled(table.game, table.state):
            log.post("service", None, actions.Close("void"), at)
            break
        doing = unasked(table.game, table.state, rng)
        if doing is not None and _posted(log, *doing, at):
            continue
        seat = next(iter(table.pending))
        log.post("seat", seat, _wordless(log, players[seat](table.game, table.state, seat, rng)), at)
    return log


def _sit_down(log: GameLog, levels: Mapping[str, str], at: int) -> None:
    """Bots take all seats, and the game starts."""
    for seat in log.table.header.seats:
        log.post("service", seat, _sitting(log, seat, levels[seat]), at)
    log.post("service", None, actions.Start(), at)


def _sitting(log: GameLog, seat: str, level: str) -> Action:
    """A bot sits down; where a person is needed it plays that part."""
    header = log.table.header
    if needs_person(log.table.game, header.options, seat):
        return actions.Sit(account=PART)
    return actions.Sit(level=level)


def _wordless(log: GameLog, action: Action) -> Action:
    """The action with references to words that are forgotten at once."""
    return with_references(action, lambda words: Text(f"words-{len(log.entries)}", "0" * 64))


def _posted(log: GameLog, seat: str, action: Action, at: int) -> bool:
    """Whether the rules accepted what nobody asked for."""
    try:
        log.post("seat", seat, _wordless(log, action), at)
    except Refused:
        return False
    return True
