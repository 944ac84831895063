"""A session of pytest that carries out the tests of an area once, and then again for each mutant in a fork of it."""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.altered import Functions, Unfit
from tests.mutants.areas import Area
from tests.mutants.places import Mutant
from tests.mutants.reach import Reach

KILLED, SURVIVED, UNREACHED, UNFIT = "killed", "survived", "unreached", "unfit"
PATIENCE = 5
"""How many times as long as without a fault a test may take, and how many seconds more, before that is its failure."""


class Result(NamedTuple):
    """What came of a mutant; `by` is the test that failed, `tried` how many were carried out."""

    outcome: str
    by: str = ""
    tried: int = 0


class Session:
    """The plugin. `tell` gets each result as soon as it is there.

    A mutant's tests are tried until one fails, or until they would take more than `budget` seconds together.
    """

    def __init__(
        self, area: Area, mutants: Iterable[Mutant], tell: Callable[[Mutant, Result], None], budget: float
    ) -> None:
        self._area, self._mutants, self._tell, self._budget = area, mutants, tell, budget
        self._reach = Reach(area.files())
        self._killers: dict[str, list[str]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes the place of the ordinary loop."""
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} of the tests cannot be read")
        capture = session.config.pluginmanager.getplugin("capturemanager")
        files = list(self._area.files())
        self._reach.measure(session.items)
        self._functions = Functions(files)
        for mutant in self._mutants:
            result = self._tried(mutant)
            if result.outcome == KILLED and result.by not in self._killers[mutant.function]:
                self._killers[mutant.function].insert(0, result.by)
            with capture.global_and_fixture_disabled():
                self._tell(mutant, result)
        return True

    def _tried(self, mutant: Mutant) -> Result:
        tests = list(self._reach.tests(mutant, self._killers[mutant.function]))
        if not tests:
            return Result(UNFIT if self._reach.at_import(mutant) else UNREACHED)
        reading, writing = os.pipe()
        if not (child := os.fork()):
            os.close(reading)
            self._child(mutant, tests, writing)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read()
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if said.endswith(b"!"):
            return Result(UNFIT)
        done = said.count(b".")
        if said.endswith(b"="):
            return Result(SURVIVED, tried=done)
        return Result(KILLED, tests[min(done, len(tests) - 1)].nodeid, done + 1)

    def _child(self, mutant: Mutant, tests: list[pytest.Item], writing: int) -> None:
        """Writes a point for each test that passes and = when all have, or ! for a mutant that is none; then ends."""
        try:
            os.setpgid(0, 0)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            self._functions.alter(mutant)
            if self._all_pass(tests, writing):
                os.write(writing, b"=")
        except Unfit:
            os.write(writing, b"!")
        finally:
            os._exit(0)

    def _all_pass(self, tests: list[pytest.Item], writing: int) -> bool:
        spent = 0.0
        for test, after in zip(tests, [*tests[1:], None], strict=True):
            seconds = self._reach.seconds[test.nodeid]
            if spent and spent + seconds > self._budget:
                break
            spent += seconds
            signal.setitimer(signal.ITIMER_PROF, PATIENCE * (seconds + 1))
            signal.setitimer(signal.ITIMER_REAL, 10 * PATIENCE * (seconds + 1))
            if any(report.failed for report in runtestprotocol(test, nextitem=after, log=False)):
                return False
            os.write(writing, b".")
        return True
