"""The games of a challenge: how the one of a try is opened, and what is reported of it when it has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

import msgspec

from domain.audit import challenges as results
from domain.challenge import actions
from domain.challenge.state import Challenge, Try
from domain.contract.game import Refused
from domain.log.derived import seed_of
from domain.log.record import Entry
from domain.table.terms import read_clock
from service.games import fixtures
from service.games.commands import Keeper
from service.games.fixtures import Fixture, Opened, Sitter
from service.games.shapes import NewGame

BEGUN = ("TryBegun", "GroupBegun")


def check_clock(new: NewGame, *, ai_seats: bool) -> None:
    """`Refused("malformed")` where AIs take the seats of absent people, and none sits at the tables (CH-GRP-5)."""
    clock = read_clock(new.clock)
    if not ai_seats and clock is not None and clock.policy == "ai":
        raise Refused("malformed", "clock: no AI sits at the tables of this challenge")


def game_of(
    keeper: Keeper, challenge: Challenge, entries: Sequence[Entry], seeds: Mapping[str, bytes]
) -> Opened | None:
    """What opens the game of the try that these entries begin; None if they begin none."""
    begun = next((event.data["number"] for entry in entries if (event := entry.read()).type in BEGUN), None)
    if begun is None:
        return None
    ahead = deepcopy(challenge)
    for entry in entries:
        ahead.fold(entry)
    return fixtures.opening(keeper, _fixture(keeper, ahead, ahead.tries[begun]), seed_of(challenge.id, seeds))


def report_on(keeper: Keeper, number: int, game_id: str, tie_breaks: Sequence[str]) -> actions.Report | None:
    """What the challenge is told of a try's game that has ended; None while it goes on."""
    return keeper.games.at_end(game_id, lambda table: results.report(number, table, tie_breaks))


def _data_of(keeper: Keeper, challenge: Challenge) -> Mapping[str, str] | None:
    """The data files that all tries are played with; in the oldest logs those of the first, None before that."""
    named: Mapping[str, str] | None = challenge.header.terms.get("data")
    if named is not None:
        return named
    first = next((entries for own in challenge.tries.values() if (entries := _entries(keeper, own))), None)
    return None if first is None else msgspec.convert(first[0].read().data["data"], dict[str, str])


def _entries(keeper: Keeper, own: Try) -> Sequence[Entry]:
    return [] if own.game_id is None else keeper.store.entries(own.game_id)


def _fixture(keeper: Keeper, challenge: Challenge, own: Try) -> Fixture:
    """The game of a try. It is private, so that nobody sees the deal who may still play it."""
    header = challenge.header
    return Fixture(
        str(own.game_id),
        header.game,
        header.rules,
        header.options,
        {name: Sitter(seat.account, seat.level) for name, seat in own.seats.items()},
        {
            "clock": header.terms.get("clock"),
            "release": header.terms.get("release"),
            "visibility": "private",
            "rated": False,
            # Of an AI's game nobody is the creator: not even the organiser sees the deal before trying it.
            "creator": own.account or header.id,
            "invited": {},
            "deal": header.id,
            "ai_seats": own.level is not None or challenge.allows_ais,
            "challenge": {"id": header.id, "number": own.number},
        },
        _data_of(keeper, challenge),
    )
