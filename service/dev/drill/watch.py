"""Who asks an installation all day long whether it is ready, and compares what it says with what becomes of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple

from service.dev.bench.clients import Client
from service.dev.drill.crowd import Sent

PAUSE = 0.25
"""Seconds between two questions."""

PATIENCE = 15.0
"""Seconds to wait for an answer."""

SLACK = 4.0
"""Seconds after which what has changed must be told: a request waits a second for the database, and writing is tried
out once a second."""

Says = Callable[[Mapping[str, Any] | None], bool]
"""Whether an answer (None: there is none) tells what is so."""


class Readiness(NamedTuple):
    """When a machine was asked whether it is ready, when it had answered, and what."""

    asked: float
    at: float
    answer: Mapping[str, Any] | None

    @property
    def ready(self) -> bool:
        """Whether it says that it is."""
        return self.answer is not None and bool(self.answer["ready"])

    @property
    def reason(self) -> str:
        """Why it says that it is not."""
        if self.answer is None:
            return "no answer"
        return ", ".join([*self.answer["missing"], *filter(None, [self.answer["read_only"]])]) or "no reason is given"


class _Window(NamedTuple):
    """A time in which something is so, how that is called and told, and whether moves may succeed all the same."""

    since: float
    until: float
    what: str
    says: Says
    in_part: bool

    def excuses(self, told: Readiness) -> bool:
        """Whether somebody may have said that it is not ready though moves were taken."""
        return self.in_part and not told.ready and self.since < told.at and told.asked < self.until + SLACK


class Watch(Thread):
    """Asks the machine at a port again and again; `told` is what it has said so far."""

    def __init__(self, port: int) -> None:
        super().__init__(name=f"watch of {port}", daemon=True)
        self._port = port
        self._client = Client(port, None, PATIENCE)
        self.told: list[Readiness] = []
        self._windows: list[_Window] = []
        self._over = Event()

    def run(self) -> None:
        while not self._over.wait(PAUSE):
            asked = monotonic()
            answer = self._ask()
            self.told.append(Readiness(asked, monotonic(), answer))

    def end(self) -> None:
        """Ask no more."""
        self._over.set()
        self.join()

    @contextmanager
    def during(self, what: str, says: Says, *, in_part: bool = False) -> Iterator[None]:
        """While this block lasts something is so, and to be told like that; only `in_part`, if moves may still succeed
        where it says that it is not ready."""
        since = monotonic()
        yield
        self._windows.append(_Window(since, monotonic(), what, says, in_part))

    def last(self) -> Readiness | None:
        """The last answer."""
        return self.told[-1] if self.told else None

    def lies(self, sent: Iterable[Sent]) -> Iterator[str]:
        """What was told otherwise than it was, be it of what was `sent` or of what was to be told `during` a time.

        Who does not answer in time tells nothing.
        """
        sent = sorted(sent)
        for window in self._windows:
            within = [one for one in self.told if window.since + SLACK < one.asked and one.at < window.until]
            if wrong := [one for one in within if not window.says(one.answer)]:
                yield f"{window.what}: not told {wrong[0].asked - window.since:.1f} s after it began"
        for told in self.told:
            if told.answer is None or any(window.excuses(told) for window in self._windows):
                continue
            if (done := _all_done(sent, told)) is not None and done != told.ready:
                says = "it is ready" if told.ready else f"it is not ready ({told.reason})"
                yield f"it says that {says} where {'all' if done else 'no'} moves are taken"
                return

    def _ask(self) -> Mapping[str, Any] | None:
        try:
            status, answer = self._client.ask("GET", "/readyz")
        except (OSError, HTTPException, ValueError):
            self._client = Client(self._port, None, PATIENCE)
            return None
        return dict(answer, ready=status == 200 and answer.get("ready") is True)


def _all_done(sent: Sequence[Sent], told: Readiness) -> bool | None:
    """Whether all that was sent around an answer was acknowledged (False: nothing was); None if some of it was, or if
    nothing was sent before or after it."""
    around = [one for one in sent if told.asked - SLACK < one.at < told.at + SLACK]
    done = {one.done for one in around}
    is_known = len(done) == 1 and around[0].at < told.asked and around[-1].at > told.at
    return done.pop() if is_known else None


def not_ready(answer: Mapping[str, Any] | None) -> bool:
    """It says that it is not ready, or nothing."""
    return answer is None or not answer["ready"]


def anything(answer: Mapping[str, Any] | None) -> bool:
    """Whatever it says."""
    return True


def without(part: str) -> Says:
    """It says that this part is away, or is not ready at all."""
    return lambda answer: answer is None or not answer["ready"] or part in answer["degraded"]
