"""Text as people type it is brought to normal form C where it comes in: in the fields of forms and of addresses here,
in bodies of JSON by `domain.log.canon.parse_typed`. What is stored is checked, and brought to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict


class TypedFields(ImmutableMultiDict[str, str]):
    """The fields of a form or an address, in normal form C; the files of a form, which are no text, as they are."""

    def __init__(self, fields: Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__([(normalize("NFC", name), _typed(value)) for name, value in fields])


def _typed(value: Any) -> Any:
    return normalize("NFC", value) if isinstance(value, str) else value


class TypedRequest(Request):
    """A request whose fields are typed text."""

    parameter_storage_class = TypedFields
