"""Canonical JSON: the one byte form of a value that hashes and commitments are made of.

RFC 8785, restricted to strings in NFC (as far as `is_normal` can tell), integers below 2^53, booleans, null, lists and
maps whose keys lie below U+D800 (so that UTF-8 and UTF-16 order agree). No floats; reading refuses duplicate keys.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

Json = Any

DEEPEST = 64
"""How deep lists and maps may nest."""

LIMIT = 1 << 53
"""Whole numbers lie below it, on either side of nought."""

_SIXTEEN_DIGITS = b"0" * 16
_SHAPE = bytes.maketrans(b"123456789{", b"000000000[")
_NUMBERS = bytes.maketrans(b"123456789,[-", b"000000000:::")
_LONG = b":" + _SIXTEEN_DIGITS
"""A number that has so many digits, where what stands before numbers is a colon; digits of a text, as hashes may have
them, stand behind something else."""
_WHOLE = b"-0123456789"
_MARKS = bytes.maketrans(b",[eE", b"::..")
_FLOAT = b":."
"""A number that has no whole part any more, and goes on, where commas and brackets are colons and exponents points."""

_ENCODER = msgspec.json.Encoder(order="sorted")

_YOUNGER = re.compile("[^\0-\u036f]")
"""A character of which a reader cannot know what later versions of Unicode say of those beside it."""

NAMES_KEPT = 64
"""Of how many names of values the text is kept."""

_name = lru_cache(NAMES_KEPT)(_ENCODER.encode)


class NotCanonical(ValueError):
    """A value, or a text, that has no canonical form; the message says where and why."""


class NotJson(NotCanonical):
    """A text that is not JSON at all."""


def canonical(value: Json) -> bytes:
    """The canonical bytes of a JSON value that is known to be fit; see `check` for values from outside."""
    return _ENCODER.encode(value)


def joined_map(texts: Mapping[str, msgspec.Raw]) -> bytes:
    """The text of a map whose values are texts already, in their order."""
    if not texts:
        return b"{}"
    return b"{%b}" % b",".join([b"%b:%b" % (_name(name), text) for name, text in texts.items()])


def check(value: Json, deepest: int = DEEPEST) -> Json:
    """`value`, if it has a canonical form and nests no deeper than this; else `NotCanonical`."""
    if not _is_plain(value, deepest):
        _check(value, deepest, "$")
    return value


def check_encoded(raw: bytes, deepest: int = DEEPEST) -> None:
    """`NotCanonical` unless `check` accepts the value that `canonical` has encoded so."""
    if are_plain([raw], deepest):
        return
    try:
        value = _WITHOUT_FLOATS.decode(raw)
    except msgspec.DecodeError as error:
        raise NotCanonical(str(error)) from None
    check(value, deepest)


def are_plain(encoded: Sequence[bytes], deepest: int = DEEPEST) -> bool:
    """Whether bytes tell at a glance that `check_encoded` accepts all of them, as nearly all do: they are ASCII, with
    no number of as many digits as 2^53 has, less brackets than depth, and nothing that looks like a float."""
    raw = b",".join(encoded)
    shape = raw.translate(_SHAPE)
    return (
        raw.isascii()
        and (_SIXTEEN_DIGITS not in shape or _LONG not in (b":" + raw).translate(_NUMBERS))
        and (shape.count(b"[") <= deepest or all(_brackets(one) <= deepest for one in encoded))
        and _FLOAT not in (b":" + raw).translate(_MARKS, _WHOLE)
    )


def _brackets(raw: bytes) -> int:
    return raw.count(b"[") + raw.count(b"{")


def _is_plain(value: Json, depth: int) -> bool:
    """Whether a value has a canonical form at a glance, as nearly all have: its texts are plain."""
    kind = type(value)
    if kind is str:
        return _is_plain_text(value)
    if kind is int:
        return bool(-LIMIT < value < LIMIT)
    if kind is list:
        return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
    if kind is dict:
        if not (depth > 0 and all(map(_is_plain_text, value))):
            return False
        return all(_is_plain(item, depth - 1) for item in value.values())
    return value is None or kind is bool


def _is_plain_text(value: Json) -> bool:
    """Whether it is a text that may stand anywhere: ASCII, or letters in normal form C that may be in a key as well."""
    return isinstance(value, str) and (
        value.isascii() or (max(value) < "\ud800" and unicodedata.is_normalized("NFC", value))
    )


def _check(value: Json, depth: int, where: str) -> None:
    if depth < 0:
        raise NotCanonical(f"{where}: nested too deep")
    match value:
        case None | bool():
            pass
        case int():
            if not -LIMIT < value < LIMIT:
                raise NotCanonical(f"{where}: {value} is not below 2^53")
        case str():
            _check_text(value, where)
        case list():
            for at, item in enumerate(value):
                _check(item, depth - 1, f"{where}[{at}]")
        case dict():
            for key, item in value.items():
                if not isinstance(key, str) or any(char >= "\ud800" for char in key):
                    raise NotCanonical(f"{where}: {key!r} cannot be a key")
                _check_text(key, where)
                _check(item, depth - 1, f"{where}.{key}")
        case _:
            raise NotCanonical(f"{where}: {type(value).__name__} has no canonical form")


def parse(raw: bytes | str) -> Json:
    """The JSON value of a text; `NotJson` if it is none, `NotCanonical` for duplicate keys, floats, or what `check`
    refuses."""
    return check(_decoded(raw))


def parse_typed(raw: bytes | str) -> Json:
    """The JSON value of a text that people have typed: as `parse` has it, but in normal form C whatever they typed."""
    value = _decoded(raw)
    return value if _is_plain(value, DEEPEST) else check(_in_normal_form(value, DEEPEST))


def _decoded(raw: bytes | str) -> Json:
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        return _DECODER.decode(text)
    except NotCanonical:
        raise
    except (UnicodeDecodeError, ValueError) as error:
        raise NotJson(f"not JSON: {error}") from None
    except RecursionError:
        raise NotCanonical("$: nested too deep") from None


def _in_normal_form(value: Json, depth: int) -> Json:
    """The value with all its texts in normal form C; what nests too deep is left as it is."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case list() if depth > 0:
            return [_in_normal_form(item, depth - 1) for item in value]
        case dict() if depth > 0:
            pairs = [(_in_normal_form(key, 0), _in_normal_form(item, depth - 1)) for key, item in value.items()]
            return _unique(pairs)
    return value


def sha256(*parts: bytes) -> str:
    """SHA-256 of the concatenated parts, as lower-case hex."""
    return hashlib.sha256(b"".join(parts)).hexdigest()


def is_normal(text: str) -> bool:
    """Whether a text may be in normal form C, by whatever version of Unicode: its runs of Latin letters and common
    marks are, in whose block nothing is added any more. Of characters that a reader does not know it knows no form."""
    return unicodedata.is_normalized("NFC", _YOUNGER.sub(" ", text))


def _check_text(text: str, where: str) -> None:
    if text.isascii():
        return
    if not is_normal(text):
        raise NotCanonical(f"{where}: the text is not in normal form C")
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise NotCanonical(f"{where}: the text holds half a surrogate pair")


def _unique(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotCanonical(f"the key {twice!r} stands twice")
    return found


def _no_number(text: str) -> Json:
    raise NotCanonical(f"{text} is not an integer")


def _integer(text: str) -> int:
    if len(text) > 17:
        raise NotCanonical(f"{text[:20]} is not below 2^53")
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_no_number, parse_constant=_no_number, parse_int=_integer
)
_WITHOUT_FLOATS = msgspec.json.Decoder(float_hook=_no_number)
