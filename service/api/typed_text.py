"""Text as people type it is brought to normal form C where it comes in: in the fields of forms and of addresses here,
in bodies of JSON by `domain.log.canon.parse_typed`. What is stored is checked, and brought to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict


class TypedFields(ImmutableMultiDict[str, str]):
    """The fields of a form or an address, in normal form C."""

    def __init__(self, fields: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__([(normalize("NFC", name), normalize("NFC", text)) for name, text in fields])


class TypedRequest(Request):
    """A request whose fields are typed text."""

    parameter_storage_class = TypedFields
