"""Imports that lead back to where they began."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

import networkx as nx

from tests.architecture.sources import Module


def circles(modules: Sequence[Module]) -> list[set[str]]:
    """The sets of modules that import each other, the largest first; what is imported for its types counts too."""
    names = {module.name: module for module in modules}
    graph = nx.DiGraph((module.name, target) for module in modules for target in _imported(module, names))
    found = [set(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    return sorted(found, key=len, reverse=True)


def _imported(module: Module, names: Mapping[str, Module]) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            source = _source(node, module)
            for target in {f"{source}.{alias.name}" for alias in node.names}:
                yield from [name for name in (target, source) if name in names and name != module.name][:1]


def _source(node: ast.ImportFrom, module: Module) -> str:
    """The dotted name of where a `from` imports from."""
    if not node.level:
        return node.module or ""
    package = module.name.split(".") if module.is_package else module.name.split(".")[:-1]
    above = package[: len(package) - node.level + 1]
    return ".".join([*above, node.module] if node.module else above)
