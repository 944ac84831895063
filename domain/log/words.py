"""Words that people write: outside the log, which holds `Text` references, so that they can be forgotten.

A field that may hold words is typed `Text` in its action, alone or in a union, a tuple, a list or the values of a map.
What is posted there are words; before a game sees the action they are replaced by references.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.contract.chance import joined
from domain.contract.game import Action, Refused, Text
from domain.log.canon import Json

LONGEST = 2000
"""How many characters may be written at a time."""

LONGEST_KEPT = 3 * LONGEST
"""How many characters words have at most as they are kept, in normal form C: it makes up to three of one."""

Keep = Callable[[str], Text]
"""Keeps words and gives the reference that stands for them."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kept words with the nonce of their commitment (hex)."""

    text: str
    nonce: str

    def commitment(self) -> str:
        """`SHA-256(nonce | words)`, hex; ValueError if the nonce is not hexadecimal."""
        return hashlib.sha256(joined(bytes.fromhex(self.nonce), self.text)).hexdigest()


def with_references(action: Action, keep: Keep) -> Action:
    """The action with a reference in place of all words.

    `Refused("malformed")` for words that are empty or too long, and for a reference that was posted.
    """
    hints = _fields_with_words(type(action))
    replaced = {name: _replaced(getattr(action, name), hint, keep) for name, hint in hints.items()}
    return msgspec.structs.replace(action, **replaced) if replaced else action


def references(shown: Json) -> Iterator[Text]:
    """All references in a JSON value."""
    if isinstance(shown, Mapping):
        if shown.keys() == {"id", "commitment"}:
            yield Text(str(shown["id"]), str(shown["commitment"]))
            return
        shown = list(shown.values())
    if isinstance(shown, list | tuple):
        for item in shown:
            yield from references(item)


@cache
def _fields_with_words(kind: type[Action]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__ if _holds_words(hints[name])}


def _holds_words(hint: Any) -> bool:
    return hint is Text or any(_holds_words(part) for part in get_args(hint))


def _replaced(value: Any, hint: Any, keep: Keep) -> Any:
    if not _holds_words(hint):
        return value
    if isinstance(value, Text):
        raise Refused("malformed", "words are posted as a text")
    if isinstance(value, str):
        return keep(_checked(value))
    if isinstance(value, dict):
        return {key: _replaced(item, _part(hint, dict)[1], keep) for key, item in value.items()}
    if isinstance(value, tuple | list):
        items = (_replaced(item, _part(hint, type(value))[0], keep) for item in value)
        return type(value)(items)
    return value


def _part(hint: Any, kind: type) -> tuple[Any, ...]:
    """The arguments of the generic type of this kind in a hint, which may be a union."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return next(get_args(option) for option in options if issubclass(get_origin(option) or object, kind))


def _checked(words: str) -> str:
    if not words.strip() or len(words) > LONGEST:
        raise Refused("malformed", "words have 1 to {longest} characters", longest=LONGEST)
    return words
