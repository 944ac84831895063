"""The mutants of a file: mutmut's operators at each place inside of a function.

What stands outside of functions (tables, defaults, annotations, decorators) is carried out once, when a module is
imported, and is not altered. Sentences, the strings with a space in them, are for people, and not altered either. A sum
that begins with 0 instead of Fraction(0) is the same number, and no fault.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst import matchers
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from tests.mutants.areas import ROOT


class Place(NamedTuple):
    """Where something is altered: the outermost function that holds it and the lines of its statement so far."""

    function: str
    lines: range
    node: cst.CSTNode
    instead: cst.CSTNode


class Mutant(NamedTuple):
    """A file with one fault; `file` from the root, `key` the same as long as the function is the same."""

    key: str
    file: str
    function: str
    lines: range
    source: str
    diff: str


class Source:
    """A file whose mutants are made. Each is written out only when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._module = MetadataWrapper(cst.parse_module(path.read_text("utf-8")))

    @cached_property
    def places(self) -> list[Place]:
        """All that can be altered, from top to bottom."""
        visitor = _Visitor()
        self._module.visit(visitor)
        return visitor.places

    def mutant(self, place: Place) -> Mutant:
        """The file with this place altered."""
        before = self._module.module.code
        after = self._module.module.deep_replace(place.node, place.instead).code
        file = self._path.relative_to(ROOT).as_posix()
        return Mutant(_key(file, place, before, after), file, place.function, place.lines, after, _diff(before, after))


def _key(file: str, place: Place, before: str, after: str) -> str:
    parts = (file, place.function, _diff(before, after, context=3))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _diff(before: str, after: str, context: int = 0) -> str:
    """The lines that differ, with - and +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=context, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


class _Visitor(cst.CSTVisitor):
    """Collects the places of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.places: list[Place] = []
        self._names: list[str] = []
        self._functions = 0
        self._statements: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Parameters) or _is_for_people(node):
            return False
        if self._functions and not isinstance(node, cst.FunctionDef):
            self.places.extend(self._altered(node))
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._statements.append(node)
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and not self._functions:
            self._names.append(node.name.value)
        self._functions += isinstance(node, cst.FunctionDef)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._statements and self._statements[-1] is original_node:
            self._statements.pop()
        self._functions -= isinstance(original_node, cst.FunctionDef)
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef) and not self._functions:
            self._names.pop()

    def _altered(self, node: cst.CSTNode) -> Iterator[Place]:
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for instead in operator(node):
                    if _lacks_start(node, instead):
                        continue
                    yield Place(".".join(self._names), self._lines(node), node, instead)

    def _lines(self, node: cst.CSTNode) -> range:
        """From the first line of the statement to the last of what is altered; of a whole statement, its first."""
        statement = self._statements[-1] if self._statements else node
        first = self.get_metadata(PositionProvider, statement).start.line
        if isinstance(node, cst.BaseCompoundStatement):
            return range(first, first + 1)
        position = self.get_metadata(PositionProvider, node, None)
        return range(first, (position.end.line if position else first) + 1)


def _is_for_people(node: cst.CSTNode) -> bool:
    """Whether it is a docstring or a sentence."""
    if isinstance(node, cst.Expr):
        return isinstance(node.value, cst.BaseString)
    return isinstance(node, cst.SimpleString) and " " in node.value


def _lacks_start(node: cst.CSTNode, instead: cst.CSTNode) -> bool:
    """Whether it is a sum that began with Fraction(0), and now begins with 0."""
    begins = matchers.Arg(matchers.Call(matchers.Name("Fraction"), [matchers.Arg(matchers.Integer("0"))]))
    call = matchers.Call(matchers.Name("sum"), [matchers.DoNotCare(), begins])
    return matchers.matches(node, call) and isinstance(instead, cst.Call) and instead.args == [node.args[0]]
