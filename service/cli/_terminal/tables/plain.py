"""Any game's table as a tree of what its view holds."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from service.web.games.shown import Shown
from service.web.tables.plain import Leaf


def table(drawn: Leaf, shown: Shown) -> RenderableType:
    """The whole table."""
    return _hung(Tree(Text(shown.names.catalogue.told("Table"), "bold")), drawn)


def _hung(tree: Tree, leaf: Leaf) -> Tree:
    for name, item in leaf.items:
        _hung(tree.add(Text(f"{name}: {item.text}" if item.text else name)), item)
    return tree
