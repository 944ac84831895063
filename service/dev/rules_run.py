"""Which rules the golden games exercise: their commands are decided again, and it is seen whose code that runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from domain.audit import audit
from domain.games.catalog import Catalog
from service.dev.golden import golden_files, read_golden
from service.dev.rulebook import rules_of


def rules_run(game: str, root: Path, catalog: Catalog) -> dict[str, bool]:
    """Each rule of the game, and whether a function that names it was run in deciding the golden games again."""
    with _functions_called() as called:
        for path in golden_files(root, game):
            audit(read_golden(path), catalog)
    places = {_place(code) for code in called}
    return {rule.id: not places.isdisjoint(rule.code) for rule in rules_of(game, root)}


@contextmanager
def _functions_called() -> Iterator[set[CodeType]]:
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        called.add(frame.f_code)

    before: Callable[..., Any] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(before)


def _place(code: CodeType) -> str:
    """A function as the rulebook's tables name it: the module below domain/, and its name."""
    _, _, module = code.co_filename.rpartition("/domain/games/")
    return f"{module}:{code.co_name}"
