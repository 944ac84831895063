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


class Mutant(NamedTuple):
    """A file with one fault; `file` from the root, `lines` those of the statement down to the fault."""

    key: str
    file: str
    function: str
    lines: range
    source: str
    diff: str


class Place(NamedTuple):
    """Where something can be altered, in the outermost function that holds it.

    `key` is made of the file, the function's own text, and the how manyth place of it this is: what is known of a
    mutant holds as long as its function stays as it is.
    """

    key: str
    source: Source
    function: str
    lines: range
    node: cst.CSTNode
    instead: cst.CSTNode

    def mutant(self) -> Mutant:
        """The file with this place altered; it is written out only now."""
        module = self.source.module
        after = module.deep_replace(self.node, self.instead).code
        return Mutant(self.key, self.source.file, self.function, self.lines, after, _diff(module.code, after))


class Source:
    """A file that is altered."""

    def __init__(self, path: Path) -> None:
        self.file = path.relative_to(ROOT).as_posix()
        self._wrapper = MetadataWrapper(cst.parse_module(path.read_text("utf-8")))
        self.module = self._wrapper.module

    @cached_property
    def places(self) -> list[Place]:
        """All that can be altered, from top to bottom."""
        visitor = _Visitor(self)
        self._wrapper.visit(visitor)
        return visitor.places


def _diff(before: str, after: str) -> str:
    """The lines that differ, with - and +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


class _Visitor(cst.CSTVisitor):
    """Collects the places of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.places: list[Place] = []
        self._source = source
        self._names: list[str] = []
        self._functions = 0
        self._text, self._count = "", 0
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
            self._text, self._count = self._source.module.code_for_node(node), 0
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
                    name = ".".join(self._names)
                    yield Place(self._key(name), self._source, name, self._lines(node), node, instead)

    def _key(self, name: str) -> str:
        self._count += 1
        parts = (self._source.file, name, self._text, str(self._count))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

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
