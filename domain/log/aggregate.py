"""What is the fold of a log: a table, a series, a league, a challenge, a tour, a character.

Commands are decided on it and bring about events; nothing but events changes it. `domain.log.log` carries its log on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import ClassVar, Self

from domain.contract.game import Event
from domain.log.reading import Contents, forms_of, read
from domain.log.record import Entry, Sealed
from domain.log.upcast import UPCASTERS, Upcasters


class Aggregate:
    """Something that is the fold of a log. `id` is set by its first event.

    `kinds` maps the types of its events to classes, whose `apply` says what they change; `owner` is the name that
    upcasters know it by.
    """

    owner: ClassVar[str]

    sealed: Mapping[str, Sealed] = MappingProxyType({})
    """The parts that a later event may open, by their keys; only tables have such."""

    def __init__(self, kinds: Mapping[str, type[Event]], upcasters: Upcasters = UPCASTERS) -> None:
        self._forms = forms_of(self.owner, kinds)
        self._upcasters = upcasters
        self.id = ""
        self.version = 0
        self.command = 0
        self.head = bytes(32)
        self.at = 0

    def fold(self, entry: Entry) -> None:
        """Bring it forward by one stored event. KeyError for an event of no known type."""
        told = read(entry, self._forms, self._upcasters)
        self.version, self.command, self.at = entry.label.version, entry.label.command, entry.label.at
        self.head = bytes.fromhex(entry.hash)
        self.happened(told, entry)

    def happened(self, told: Contents, entry: Entry) -> None:
        """Change it as the event says that an entry tells."""
        told.event.apply(self)

    @property
    def readers(self) -> Sequence[str]:
        """The seats that have private parts of their own; of most logs everything is public."""
        return ()

    def clone(self) -> Self:
        """An independent copy at the same version, to run ahead on."""
        return deepcopy(self)
