"""The program's modules, parsed: all that a tree holds but its tests and what a command has made."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path

NOT_WRITTEN = frozenset({"build", "dist", "var"})
"""Folders of a tree that hold nothing that anybody has written."""

LEFT_OUT = NOT_WRITTEN | {"tests"}
"""Folders of a tree that hold nothing of the program."""

MADE = ("Made by `nightledger", "Made from ")
"""What the docstring of a module says that a command has made: one of these."""


@dataclass(frozen=True)
class Module:
    """A module: its path from the tree's root, and what it says."""

    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its dotted name; that of the package for an `__init__.py`."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def is_package(self) -> bool:
        """Whether it is an `__init__.py`."""
        return self.path.name == "__init__.py"


def modules(root: Path, left_out: Set[str] = LEFT_OUT) -> list[Module]:
    """The modules below a tree's root, in the order of their paths; none that lie in a folder of these names."""
    found = [Module(path.relative_to(root), ast.parse(path.read_text())) for path in _files(root, left_out)]
    return [module for module in found if not _is_made(module)]


def _is_made(module: Module) -> bool:
    said = ast.get_docstring(module.tree) or ""
    return any(made in said for made in MADE)


def _files(root: Path, left_out: Set[str]) -> Iterator[Path]:
    for path in sorted(root.rglob("*.py")):
        folders = path.relative_to(root).parts[:-1]
        if not any(folder in left_out or folder.startswith(".") for folder in folders):
            yield path
