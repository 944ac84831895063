"""What is stored for one request, in one transaction or several, so that it can be known whether anything was."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar, Token
from typing import Self

from service.store.recorder import Change

_UNDER_WAY: ContextVar[UnitOfWork | None] = ContextVar("unit of work", default=None)


class UnitOfWork:
    """What is stored in its `with` block, in any number of transactions; the first that is stored begins with the
    changes `beginning`. `is_stored` says whether anything was.

    The store asks for the unit under way in each transaction. Where several are, one within the other, it is the inner.
    """

    def __init__(self, *beginning: Change) -> None:
        self.is_stored = False
        self._beginning = beginning

    @classmethod
    def under_way(cls) -> UnitOfWork:
        """The unit that a transaction now belongs to; one of its own where there is none."""
        return _UNDER_WAY.get() or cls()

    @property
    def beginning(self) -> Sequence[Change]:
        """What its next transaction begins with: nothing once one of them was stored."""
        return () if self.is_stored else self._beginning

    def __enter__(self) -> Self:
        self._outer: Token[UnitOfWork | None] = _UNDER_WAY.set(self)
        return self

    def __exit__(self, *raised: object) -> None:
        _UNDER_WAY.reset(self._outer)
