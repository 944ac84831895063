"""Which tests reach a line, and how long each takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.areas import ROOT
from tests.mutants.places import Mutant


class Broken(Exception):
    """A test that fails although nothing is altered."""


class Reach:
    """Made by carrying out all tests once, with coverage of the files by test."""

    def __init__(self, items: list[pytest.Item], files: Iterable[Path]) -> None:
        self._items = {item.nodeid: item for item in items}
        self.seconds: dict[str, float] = {}
        self._coverage = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
        self._run(items)
        data = self._coverage.get_data()
        self._by_line = {file: data.contexts_by_lineno(file) for file in data.measured_files()}

    def _run(self, items: list[pytest.Item]) -> None:
        self._coverage.start()
        for item, after in zip(items, [*items[1:], None], strict=True):
            self._coverage.switch_context(item.nodeid)
            started = process_time()
            reports = runtestprotocol(item, nextitem=after, log=False)
            self.seconds[item.nodeid] = process_time() - started
            if any(report.failed for report in reports):
                self._coverage.stop()
                raise Broken(f"{item.nodeid} fails without any fault.\n{reports[1].longrepr}")
        self._coverage.stop()

    def tests(self, mutant: Mutant, first: Iterable[str] = ()) -> Iterator[pytest.Item]:
        """The tests that reach its lines: those named first, then the quickest."""
        lines = self._by_line.get(str(ROOT / mutant.file), {})
        reaching = {test for line in mutant.lines for test in lines.get(line, ()) if test}
        names = dict.fromkeys(name for name in first if name in reaching)
        names.update(dict.fromkeys(sorted(reaching, key=lambda name: (self.seconds[name], name))))
        return (self._items[name] for name in names)
