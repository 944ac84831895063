"""`python -m tests.architecture [TREE ...]`: a Markdown table with a column for each tree; without any, of this one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.architecture.counts import COUNTS
from tests.architecture.sources import modules


def rows(trees: Sequence[Path]) -> Iterator[str]:
    """The table's lines."""
    parsed = [modules(tree) for tree in trees]
    yield f"| | {' | '.join(tree.name or 'here' for tree in trees)} |"
    yield f"| --- |{' --- |' * len(trees)}"
    for what, count in COUNTS.items():
        yield f"| {what} | {' | '.join(map(count, parsed))} |"


if __name__ == "__main__":
    print("\n".join(rows([Path(tree) for tree in sys.argv[1:]] or [Path()])))
