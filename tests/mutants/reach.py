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
    """Begins with what the import of the files carries out; then all tests are carried out once."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.seconds: dict[str, float] = {}
        self._coverage = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
        self._coverage.start()

    def measure(self, items: list[pytest.Item]) -> None:
        """Carries the tests out. :raises Broken:"""
        self._items = {item.nodeid: item for item in items}
        for item, after in zip(items, [*items[1:], None], strict=True):
            self._coverage.switch_context(item.nodeid)
            started = process_time()
            reports = runtestprotocol(item, nextitem=after, log=False)
            self.seconds[item.nodeid] = process_time() - started
            if failed := [report for report in reports if report.failed]:
                raise Broken(f"{item.nodeid} fails without any fault.\n{failed[0].longrepr}")
        self._coverage.stop()
        data = self._coverage.get_data()
        self._by_line = {file: data.contexts_by_lineno(file) for file in data.measured_files()}

    def _of(self, mutant: Mutant) -> set[str]:
        lines = self._by_line.get(str(ROOT / mutant.file), {})
        return {test for line in mutant.lines for test in lines.get(line, ())}

    def at_import(self, mutant: Mutant) -> bool:
        """Whether an import carries its lines out."""
        return "" in self._of(mutant)

    def tests(self, mutant: Mutant, first: Iterable[str] = ()) -> Iterator[pytest.Item]:
        """The tests that reach its lines: those named first, then the quickest."""
        reaching = self._of(mutant) - {""}
        names = dict.fromkeys(name for name in first if name in reaching)
        names.update(dict.fromkeys(sorted(reaching, key=lambda name: (self.seconds[name], name))))
        return (self._items[name] for name in names)
