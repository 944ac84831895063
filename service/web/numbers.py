"""Numbers that the fields of forms hold, by the definitions that the rules and the API have too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from domain.contract.game import Refused
from domain.contract.quantities import AMOUNTS, Bounds, typed_points, whole
from service.errors import ServiceError

T = TypeVar("T")

ANY = Bounds(-AMOUNTS.most, AMOUNTS.most)
"""Whole numbers of which nothing more is known here: what they may be, whoever takes them says."""


def number(text: str, name: str, bounds: Bounds = AMOUNTS) -> int:
    """The number that a field called `name` holds; `ServiceError` `malformed` if it holds none of this kind."""
    return _read(lambda: bounds.read(text, name))


def points(text: str) -> int | str:
    """The points that a field holds, as they are posted; `ServiceError` `malformed` if it holds none."""
    return _read(lambda: typed_points(text))


def asked(values: Mapping[str, str], name: str, default: int = 0) -> int:
    """The whole number of this name in a query or a form; the default where there is none that is one."""
    number = whole(values.get(name, ""))
    return default if number is None else number


def asked_if_there(values: Mapping[str, str], name: str) -> int | None:
    """As `asked`, 0 for what is no number; None where nothing of this name is there, or it is empty."""
    return asked(values, name) if values.get(name) else None


def _read(read: Callable[[], T]) -> T:
    try:
        return read()
    except Refused as refused:
        raise ServiceError.of(refused) from None
