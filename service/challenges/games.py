"""The games of a challenge: how the one of a try is opened, and what is reported of it when it has ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.audit import challenges as results
from domain.challenge import actions
from domain.challenge.state import Challenge, Try
from domain.contract.game import Refused
from domain.log.derived import seed_of
from domain.log.log import Log
from domain.log.record import Entry
from domain.table.parts import TableSeat
from domain.table.terms import read_clock
from service.games.game_logs import GameLogs
from service.games.opening.fixtures import Fixture, Fixtures, Opened
from service.games.shapes import NewGame
from service.store.event_store import Store

ChallengeLog = Log[Challenge]

BEGUN = ("TryBegun", "GroupBegun")


def check_clock(new: NewGame, *, ai_seats: bool) -> None:
    """`Refused("malformed")` where AIs take the seats of absent people, and none sits at the tables (CH-GRP-5)."""
    clock = read_clock(new.clock)
    if not ai_seats and clock is not None and clock.policy == "ai":
        raise Refused("malformed", "clock: no AI sits at the tables of this challenge")


class TryGames:
    """Opens the games of tries, and reports how they ended. Thread-safe."""

    def __init__(self, store: Store, logs: GameLogs, fixtures: Fixtures) -> None:
        self._store = store
        self._logs = logs
        self._fixtures = fixtures

    def opened_by(self, log: ChallengeLog, entries: Sequence[Entry]) -> Opened | None:
        """What opens the game of the try that these entries of a challenge begin; None if they begin none."""
        begun = next((entry.read().data["number"] for entry in entries if entry.label.type in BEGUN), None)
        if begun is None:
            return None
        ahead = log.ahead(entries)
        fixture = _fixture(ahead, ahead.tries[begun], self._data_of(ahead))
        return self._fixtures.opening(fixture, seed_of(log.id, log.seeds))

    def report(self, number: int, game_id: str, tie_breaks: Sequence[str]) -> actions.Report | None:
        """What a challenge is told of a try's game that has ended; None while it goes on."""
        return self._logs.at_end(game_id, lambda table: results.report(number, table, tie_breaks))

    def _data_of(self, challenge: Challenge) -> Mapping[str, str] | None:
        """The data files that all tries are played with; in the oldest logs those of the first, None before that."""
        named: Mapping[str, str] | None = challenge.header.terms.get("data")
        if named is not None:
            return named
        first = next((found for own in challenge.tries.values() if (found := self._entries(own))), None)
        return None if first is None else msgspec.convert(first[0].read().data["data"], dict[str, str])

    def _entries(self, own: Try) -> Sequence[Entry]:
        return [] if own.game_id is None else self._store.entries(own.game_id)


def _fixture(challenge: Challenge, own: Try, data: Mapping[str, str] | None) -> Fixture:
    """The game of a try. It is private, so that nobody sees the deal who may still play it."""
    header = challenge.header
    return Fixture(
        str(own.game_id),
        header.game,
        header.rules,
        header.options,
        {name: TableSeat(seat.account, seat.level) for name, seat in own.seats.items()},
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
        data,
    )
