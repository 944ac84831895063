"""The card sets that games can be played with: by name, and by what they hold."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

from domain.contract.datafiles import Editions, UnknownData, nowhere
from domain.contract.facets.data_files import Find
from domain.games.nightfall.components import Catalogue
from domain.games.nightfall.data import built_in, read_data
from domain.games.nightfall.data_check import check_data

BUILT_IN = "built-in"


class BadSet(UnknownData):
    """A card set that is not to be had, or is not fit to play with; `problems` says why, a line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class Library(Editions[Catalogue]):
    """Card sets by name and by content hash.

    `texts` are named sets besides the built-in one, name -> text; `find` knows the texts of sets that games were
    begun with, which may be under no name any more.
    """

    called = "card set"

    def __init__(
        self, texts: Mapping[str, str] | None = None, find: Find = nowhere, built_in: Callable[[], bytes] = built_in
    ) -> None:
        named = texts or {}
        self._hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in named.items()}
        self._own = {self._hashes[name]: text for name, text in named.items()}
        self._kept = find
        self._fit: set[str] = set()
        super().__init__(built_in, read_data, lambda sha256: self._own.get(sha256) or find(sha256))

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which a game can ask for a set, the built-in one first."""
        return (BUILT_IN, *self._hashes)

    def finding(self, texts: Mapping[str, str], find: Find) -> Library:
        return Library(texts, find, self.built_in)

    def chosen(self, name: str) -> Catalogue:
        """The set with this name, or with this hash; `BadSet` if there is none or it is not fit to play with.

        By its hash a set is only read that games were begun with: it was fit then.
        """
        if name == BUILT_IN:
            return self.newest
        sha256 = self._hashes.get(name, name)
        if name in self._hashes or self._kept(sha256) is None:
            self._check(sha256)
        return self.by_hash(sha256)

    def _check(self, sha256: str) -> None:
        """`BadSet` for a named set that is not fit; it is examined when it is first asked for."""
        if sha256 not in self._own or sha256 in self._fit:
            return
        if found := check_data(self._own[sha256].encode(), self.newest):
            raise BadSet(found)
        self._fit.add(sha256)

    def _opened(self, sha256: str) -> Catalogue:
        try:
            return super()._opened(sha256)
        except UnknownData as unknown:
            raise BadSet([str(unknown)]) from None
