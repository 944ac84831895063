"""`python -m tests.architecture.benches TREE TREE [BENCH ...]`: what `nightledger bench` says of two trees.

Both are measured in turn, so that whatever else goes on at the machine comes to both; a figure is the best of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROUNDS = 3

BENCHES = ("engine", "replay", "projections")

PROGRAM = (sys.executable, "-c", "from service.cli import main; main()", "bench")
"""The command of the tree that it is run in."""

Figures = dict[str, float]


def rows(trees: Sequence[Path], benches: Sequence[str]) -> Iterator[str]:
    """A row for each figure."""
    best: dict[Path, Figures] = {tree: {} for tree in trees}
    for bench in [bench for _ in range(ROUNDS) for bench in benches]:
        for tree in trees:
            best[tree] = better(best[tree], measured(tree, bench))
    for what in best[trees[0]]:
        yield f"| {what} | {' | '.join(f'{best[tree][what]:g}' for tree in trees)} |"


def measured(tree: Path, bench: str) -> Figures:
    """The figures of a bench that is run in a tree, by what they say."""
    told = subprocess.run([*PROGRAM, bench], cwd=tree, check=True, capture_output=True, text=True).stdout
    lines = [json.loads(line) for line in told.splitlines()]
    return {f"`bench {bench}`, {line['metric']}, {line['unit']}": line["value"] for line in lines}


def better(one: Figures, other: Figures) -> Figures:
    """All figures, of two the better one: the higher one of what is told by the second, else the lower one."""
    both = {
        what: max(value, one.get(what, value)) if what.endswith("/s") else min(value, one.get(what, value))
        for what, value in other.items()
    }
    return one | both


if __name__ == "__main__":
    print("\n".join(rows([Path(tree) for tree in sys.argv[1:3]], sys.argv[3:] or BENCHES)))
