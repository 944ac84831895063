"""What happens, sent to whoever listens as it happens: server-sent events (the WHATWG's `text/event-stream`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from domain.log.canon import Json
from projections.read_models import ReadModels
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.games.decision_stream import DecisionNews, OpenDecision, open_decisions
from service.games.ledger import Ledger
from service.games.talk import Talk
from service.games.timing.delayed import DelayedAnswers
from service.store.waiting import Moves, Wait

HEARTBEAT = 15.0
"""Seconds after which a line without meaning is sent, so that either side notices when the other is gone."""

LONGEST = 1800
"""Seconds after which a stream ends; the listener connects again where it was."""

BATCH = 200
"""Events that are read at a time."""

TALK_TICK = 2.0
"""Seconds between two looks at the talk of a table, which is no part of the log."""

TURNS_TICK = 1.0
"""Seconds at least between two lists of turns, however much is going on in other games."""

DECISIONS_TICK = 0.1
"""Seconds at least between two looks for decisions: a program waits for them."""

PATIENCE = 2.0
"""Seconds to wait for the read models to reach the end of the log."""

STILL_HERE = b": still here\n\n"


Parts = Iterator[bytes | Wait]
"""What is sent one after the other, and what is waited for in between."""


@dataclass(frozen=True)
class Listener:
    """Somebody who listens: for how long (seconds), and whether the one may still do so, asked now and then."""

    seconds: float
    is_welcome: Callable[[], bool]


class Stream(Iterator[bytes]):
    """Bytes to be sent one after the other. The thread that asks for the next ones waits for them; a server that has
    none to spare takes the `parts`."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def __next__(self) -> bytes:
        with suppress(Unavailable):
            for part in self.parts:
                if isinstance(part, bytes):
                    return part
                part.block()
        raise StopIteration


class Streams:
    """Makes streams. Raises `ServiceError` before anything is sent."""

    def __init__(
        self, ledger: Ledger, talk: Talk, read_models: ReadModels, moves: Moves, delayed: DelayedAnswers
    ) -> None:
        self._ledger = ledger
        self._talk = talk
        self._read_models = read_models
        self._moves = moves
        self._delayed = delayed

    def game(
        self, game_id: str, account_id: str | None, seat: str | None, after: int, listener: Listener
    ) -> Stream | None:
        """The game's log after a version as the account may read it: an event each, its id the version.

        The stream ends with the game, or where the account has lost its seat, by an event `end`. None if there is
        nothing after that version, and never will be. In a game that goes on, a version that is not yet is waited for.
        """
        ledger, talk, eyes = self._ledger, self._talk, (game_id, account_id, seat)
        if not ledger.events(*eyes, after=after, limit=1) and _ends_by(after, ledger.ends_at(*eyes)):
            return None

        def send() -> Parts:
            seen, ticks = after, _Ticks(listener)
            while ticks.go_on():
                for event in talk.heard(game_id, account_id, ledger.events(*eyes, after=seen, limit=BATCH)):
                    seen = event["version"]
                    yield message(event, number=seen)
                if _ends_by(seen, ledger.ends_at(*eyes)):
                    yield message({"version": seen}, kind="end")
                    return
                yield (news := ledger.news(game_id, seen, ticks.next()))
                if not news.came:
                    yield STILL_HERE

        return _while_allowed(send())

    def news(
        self, game_id: str, account_id: str | None, seat: str | None, after: int, talked: int, listener: Listener
    ) -> Stream:
        """That the game or the talk at its table has moved on, without saying how: an event `news` each time."""
        ledger, talk, eyes = self._ledger, self._talk, (game_id, account_id, seat)
        ledger.ends_at(*eyes)

        def send() -> Parts:
            version, number, ticks = after, talked, _Ticks(listener)
            silent_since = time.monotonic()
            while ticks.go_on():
                moved = ledger.events(*eyes, version, BATCH)
                said = talk.last(game_id, account_id)
                if moved or said > number:
                    version, number = moved[-1]["version"] if moved else version, max(number, said)
                    yield message({"version": version, "talk": number}, kind="news")
                    silent_since = time.monotonic()
                    if moved and _ends_by(version, ledger.ends_at(*eyes)):
                        yield message({"version": version}, kind="end")
                        return
                elif time.monotonic() - silent_since >= HEARTBEAT:
                    yield STILL_HERE
                    silent_since = time.monotonic()
                yield ledger.news(game_id, version, min(TALK_TICK, ticks.next()))

        return _while_allowed(send())

    def turns(self, account_id: str, listener: Listener) -> Stream:
        """The decisions that wait for the account, all of them at first and whenever they change: events `turns`.

        The id is the position of the log up to which the list is complete.
        """
        return _while_allowed(self._turns(account_id, listener))

    def decisions(self, account_id: str, after: int, listener: Listener, *, with_view: bool = False) -> Stream:
        """The account's decisions one by one: events `decision`, `gone`, `over` as `DecisionNews` tells them.

        Those that wait already come first, but for what was opened by this position of the log.
        """
        news = DecisionNews(account_id, after, self._read_models, self._delayed, self._ledger.view, with_view=with_view)
        return _while_allowed(self._decisions(news, listener))

    def _decisions(self, news: DecisionNews, listener: Listener) -> Parts:
        follower, ticks = self._read_models.follower, _Ticks(listener)
        while ticks.go_on():
            follower.catch_up(PATIENCE)
            position = follower.position()
            for kind, number, data in news.look():
                yield message(data, number=number, kind=kind)
            yield (came := self._moves.any(position, ticks.next()))
            yield self._moves.pause(min(DECISIONS_TICK, ticks.next())) if came.came else STILL_HERE

    def _turns(self, account_id: str, listener: Listener) -> Parts:
        follower = self._read_models.follower
        ticks, shown = _Ticks(listener), None
        while ticks.go_on():
            follower.catch_up(PATIENCE)
            position = follower.position()
            turns = self._turns_of(account_id)
            if turns != shown:
                yield message({"turns": turns}, number=position, kind="turns")
                shown = turns
            yield (news := self._moves.any(position, ticks.next()))
            yield self._moves.pause(min(TURNS_TICK, ticks.next())) if news.came else STILL_HERE

    def _turns_of(self, account_id: str) -> list[dict[str, Json]]:
        return [_turn(one) for one in open_decisions(account_id, self._read_models, self._delayed)]


class _Ticks:
    """Divides the time that somebody listens, and asks at each beginning whether the one may still do so."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._until = time.monotonic() + min(listener.seconds, LONGEST)
        self._began = False

    def go_on(self) -> bool:
        """Whether to send more. The first time it is always so."""
        if not self._began:
            self._began = True
            return True
        return time.monotonic() < self._until and self._listener.is_welcome()

    def next(self) -> float:
        """Seconds until the next sign of life, or the end."""
        return max(0.0, min(HEARTBEAT, self._until - time.monotonic()))


def message(data: Mapping[str, Json], *, number: int | None = None, kind: str | None = None) -> bytes:
    """A server-sent event: JSON on one line, under an id and a name if there are any."""
    lines = [f"id: {number}\n"] if number is not None else []
    lines += [f"event: {kind}\n"] if kind is not None else []
    return "".join(lines).encode() + b"data: " + msgspec.json.encode(data) + b"\n\n"


def _ends_by(version: int, last: int | None) -> bool:
    """Whether a listener who has seen this version is shown nothing more; `last` is the last one for it, if any."""
    return last is not None and last <= version


def _while_allowed(sent: Parts) -> Stream:
    """The stream, which ends quietly when its game is no longer the reader's to see, or the store is away: whoever
    connects again is told why."""

    def send() -> Parts:
        with suppress(ServiceError, Unavailable):
            yield from sent

    return Stream(send())


def _turn(one: OpenDecision) -> dict[str, Json]:
    return {
        "game_id": one.game,
        "game": one.played,
        "seat": one.seat,
        "decision": one.decision,
        "kind": one.kind,
        "since": one.since,
    }
