"""The data file that a game is played with: that of the package or of the installation, or what it was begun with.

A release may mend a data file. A game that was begun before goes on with the file as it was, which its header names by
SHA-256 and which its installation keeps, or its record brings along. Nothing is looked up anew while it runs, and such
a file is only read: whether one fits today's rules is asked when it is offered to new games, never of one by its hash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Generic, Protocol, TypeVar

from domain.contract.facets.data_files import DataFiles, Find
from domain.contract.game import Json, S


class UnknownData(LookupError):
    """A game was begun with a data file that is not to be had here, or that cannot be read."""


class Hashed(Protocol):
    """What a data file holds, with the SHA-256 (hex) of its text."""

    @property
    def sha256(self) -> str:
        """The hash."""


D = TypeVar("D", bound=Hashed)

OWN = ""
"""The name under which an installation offers a file of its own in the place of the package's."""


def nowhere(sha256: str) -> None:
    """A `Find` that has nothing."""
    return None


class Editions(Generic[D]):
    """The editions of one data file, by content. Each is read when it is first asked for, and examined no further.

    `called` is what such a file is called in messages. `built_in` gives the bytes of the package's own file, `read`
    what the bytes of one hold, always the same object for the same bytes; `find` knows the texts of others.
    """

    called: ClassVar[str] = "data file"

    def __init__(self, built_in: Callable[[], bytes], read: Callable[[bytes], D], find: Find = nowhere) -> None:
        self.built_in = built_in
        self._read = read
        self._find = find
        self._open: dict[str, D] = {}
        self._newest: D | None = None

    @property
    def newest(self) -> D:
        """What the own file of the package, or of the installation, holds: new games are played with it."""
        if self._newest is None:
            self._newest = self._read(self.built_in())
        return self._newest

    def by_hash(self, sha256: str) -> D:
        """What the file with this SHA-256 (hex) holds; `UnknownData` if there is none."""
        if sha256 == self.newest.sha256:
            return self.newest
        if sha256 not in self._open:
            self._open[sha256] = self._opened(sha256)
        return self._open[sha256]

    def text(self, sha256: str) -> str | None:
        """The text of the file with this SHA-256 (hex), or None."""
        return self.built_in().decode() if sha256 == self.newest.sha256 else self._find(sha256)

    def finding(self, texts: Mapping[str, str], find: Find) -> Editions[D]:
        """The same, with other files that `find` knows. New games are played with the one of `texts` under `OWN`.

        Without it that is the package's own, which is found by its hash in any case. Other names matter where games
        name a file.
        """
        package = Editions(self.built_in, self._read, find)
        if OWN not in texts:
            return package
        raw = texts[OWN].encode()
        return Editions(lambda: raw, self._read, package.text)

    def _opened(self, sha256: str) -> D:
        text = self._find(sha256)
        if text is None:
            raise UnknownData(f"there is no {self.called} {sha256!r}")
        try:
            found = self._read(text.encode())
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnknownData(f"the {self.called} {sha256} cannot be read: {type(error).__name__}: {error}") from None
        if found.sha256 != sha256:
            raise UnknownData(f"what is kept as {self.called} {sha256} is another one")
        return found


class DataGame(DataFiles[S], Generic[S, D]):
    """A game that is played with one data file, whose name in a game's header is `data_name`.

    `editions` are the files that it can be played with, `begun_with` the SHA-256 (hex) of the one that a stored game
    was begun with; None for the package's own.
    """

    data_name: ClassVar[str] = "data.toml"

    def __init__(self, editions: Editions[D], begun_with: str | None = None) -> None:
        self.editions = editions
        self._begun_with = begun_with
        self._others: dict[str, DataGame[S, D]] = {}

    @property
    def data(self) -> D:
        """What it is played with; `UnknownData` if that is not to be had here."""
        return self.begun or self.editions.newest

    @property
    def begun(self) -> D | None:
        """What a stored game was begun with, where that is another file than the package's own."""
        return None if self._begun_with is None else self.editions.by_hash(self._begun_with)

    def with_data(self, texts: Mapping[str, str], find: Find) -> DataGame[S, D]:
        return type(self)(self.editions.finding(texts, find), self._begun_with)

    def begun_with(self, data: Mapping[str, str]) -> DataGame[S, D]:
        sha256 = data.get(self.data_name)
        if sha256 is None or sha256 == self.data_for({})[self.data_name]:
            return self
        if sha256 not in self._others:
            self._others[sha256] = type(self)(self.editions, sha256)
        return self._others[sha256]

    def data_for(self, options: Mapping[str, Json]) -> Mapping[str, str]:
        return {self.data_name: self._begun_with or self.editions.newest.sha256}

    def data_file(self, sha256: str) -> str | None:
        return self.editions.text(sha256)
