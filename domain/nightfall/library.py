"""The card sets that games are played with: the one of the package, and those that an installation has besides."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from domain.datafiles import Editions, Find, nowhere
from domain.nightfall.cardset import BadSet, open_set
from domain.nightfall.data import Catalogue, built_in, read_catalogue

BUILT_IN = "built-in"


class Library(Editions[Catalogue]):
    """Card sets by name and by content hash.

    `texts` are named sets besides the built-in one, name -> text; `find` knows the texts of sets that games were
    begun with and that are under no name any more. A set is read when it is first asked for.
    """

    def __init__(
        self, texts: Mapping[str, str] | None = None, find: Find = nowhere, built_in: Callable[[], bytes] = built_in
    ) -> None:
        named = texts or {}
        self._hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in named.items()}
        own = {self._hashes[name]: text for name, text in named.items()}
        super().__init__(built_in, read_catalogue, lambda sha256: own.get(sha256) or find(sha256))

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which a game can ask for a set, the built-in one first."""
        return (BUILT_IN, *self._hashes)

    def chosen(self, name: str) -> Catalogue:
        """The set with this name, or with this hash; `BadSet` if there is none or it is not fit to play with."""
        return self.newest if name == BUILT_IN else self.by_hash(self._hashes.get(name, name))

    def _opened(self, sha256: str) -> Catalogue:
        """A set that is not the built-in one; `BadSet` if there is none."""
        text = self.text(sha256)
        if text is None:
            raise BadSet([f"there is no card set {sha256!r}"])
        opened = open_set(text.encode())
        if opened.sha256 != sha256:
            raise BadSet([f"what is kept as card set {sha256} is another one"])
        return opened
