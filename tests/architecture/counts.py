"""What can be counted of a tree: `COUNTS` maps what a figure says to how it is made."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from tests.architecture.circles import circles
from tests.architecture.sources import Module

Count = Callable[[Sequence[Module]], str]

WHO_SITS = re.compile(r"(Listed)?(Seat|Holder|Sitter)s?")
"""The name of a type for who sits."""

GAMES = {"nightfall", "darkness", "last_spell"}
"""The packages of games; a seat in one of them is a place at its table, whoever sits there."""


def largest_folder(modules: Sequence[Module]) -> str:
    """The folder with the most modules, and how many these are."""
    folder, number = most_modules(modules)
    return f"{number} (`{folder}`)"


def most_modules(modules: Sequence[Module]) -> tuple[Path, int]:
    """The folder with the most modules, and how many these are."""
    folders = Counter(module.path.parent for module in modules if not module.is_package)
    [found] = folders.most_common(1)
    return found


def import_circles(modules: Sequence[Module]) -> str:
    """How many circles there are, and of how many files."""
    sizes = [len(circle) for circle in circles(modules)]
    return f"{len(sizes)} (of {', '.join(map(str, sizes))} files)" if sizes else "0"


def statements(modules: Sequence[Module]) -> str:
    """How many statements there are; a docstring is none."""
    return str(sum(1 for module in modules for _ in _statements(module.tree)))


def function_length(modules: Sequence[Module]) -> str:
    """The median of the statements of a function."""
    found = (node for module in modules for node in ast.walk(module.tree))
    functions = [node for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return f"{median(sum(1 for _ in _statements(function)) - 1 for function in functions):g}"


def methods_of_game(modules: Sequence[Module]) -> str:
    """How many methods the class `Game` of the contract has."""
    [game] = [node for module in modules for node in module.tree.body if _is_contract(node)]
    return str(sum(isinstance(node, ast.FunctionDef) for node in game.body))


def types_for_who_sits(modules: Sequence[Module]) -> str:
    """How many classes outside of the games say who sits at a seat, by their names."""
    outside = [module for module in modules if not GAMES & set(module.path.parts)]
    classes = [node.name for module in outside for node in module.tree.body if isinstance(node, ast.ClassDef)]
    named = sorted(name for name in classes if WHO_SITS.fullmatch(name))
    return f"{len(named)} ({', '.join(f'`{name}`' for name in named)})"


COUNTS: Mapping[str, Count] = {
    "modules in the largest folder": largest_folder,
    "circles of imports": import_circles,
    "logical statements, without tests and generated code": statements,
    "median of the statements of a function": function_length,
    "methods of `Game`": methods_of_game,
    "types for who sits": types_for_who_sits,
}


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a module or function, itself among them, without docstrings."""
    return (one for one in ast.walk(node) if isinstance(one, ast.stmt) and not _is_docstring(one))


def _is_docstring(statement: ast.stmt) -> bool:
    """Whether this is text by itself: a docstring, or one behind a constant."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _is_contract(node: ast.stmt) -> bool:
    """Whether this is the class `Game` that every game fulfils: it is abstract."""
    return isinstance(node, ast.ClassDef) and node.name == "Game" and any(ast.unparse(b) == "ABC" for b in node.bases)
