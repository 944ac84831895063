"""The card sets that games are played with: the one of the package, and those that an installation has besides."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from domain.nightfall.cardset import BadSet, open_set
from domain.nightfall.data import Catalogue, built_in, catalogue

BUILT_IN = "built-in"

Find = Callable[[str], str | None]
"""Gives the text of a data file by its SHA-256 (hex), or None."""


def _nowhere(sha256: str) -> None:
    return None


class Library:
    """Card sets by name and by content hash.

    `texts` are named sets besides the built-in one, name -> text; `find` knows the texts of sets that games were
    begun with and that are under no name any more. A set is read when it is first asked for.
    """

    def __init__(self, texts: Mapping[str, str] | None = None, find: Find = _nowhere) -> None:
        self._hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in (texts or {}).items()}
        self._texts = {self._hashes[name]: text for name, text in (texts or {}).items()}
        self._find = find
        self._open: dict[str, Catalogue] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which a game can ask for a set, the built-in one first."""
        return (BUILT_IN, *self._hashes)

    def chosen(self, name: str) -> Catalogue:
        """The set with this name, or with this hash; `BadSet` if there is none or it is not fit to play with."""
        return catalogue() if name == BUILT_IN else self.by_hash(self._hashes.get(name, name))

    def by_hash(self, sha256: str) -> Catalogue:
        """The set with this content; `BadSet` if there is none."""
        if sha256 == catalogue().sha256:
            return catalogue()
        if sha256 not in self._open:
            text = self.text(sha256)
            if text is None:
                raise BadSet([f"there is no card set {sha256!r}"])
            opened = open_set(text.encode())
            if opened.sha256 != sha256:
                raise BadSet([f"what is kept as card set {sha256} is another one"])
            self._open[sha256] = opened
        return self._open[sha256]

    def text(self, sha256: str) -> str | None:
        """The text of the set with this content, or None."""
        if sha256 == catalogue().sha256:
            return built_in().decode()
        return self._texts.get(sha256) or self._find(sha256)
