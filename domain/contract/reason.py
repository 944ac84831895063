"""Why something is refused: an English sentence that knows the message it was made of."""

from __future__ import annotations

import re
from collections.abc import Mapping


class Reason(str):
    """The sentence as records, programs and tests have it; `message` and `fields` are what catalogues translate.

    A field stands in braces, as `str.format` has it: `Reason("{seat} is taken", seat="s2")`. A message without fields
    is the sentence itself, braces and all. TypeError for what is no sentence.
    """

    message: str
    fields: Mapping[str, object]

    def __new__(cls, message: str, /, **fields: object) -> Reason:
        if not isinstance(message, str):
            raise TypeError(f"{message!r} is no sentence")
        self = super().__new__(cls, message.format(**fields) if fields else message)
        self.message, self.fields = message, fields
        return self

    @property
    def untold(self) -> list[str]:
        """The fields of which it speaks and for which it was given nothing: a gap in what somebody is told."""
        return [name for name in re.findall(r"\{(\w+)", self.message) if self.fields.get(name) is None]


def reason_of(said: str, fields: Mapping[str, object]) -> Reason:
    """What was given as a message with fields, or as a reason already."""
    return said if isinstance(said, Reason) else Reason(said, **fields)


class OneOf(tuple[str, ...]):
    """Possibilities of which a reason speaks: `draw or pass`."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(self)


class AllOf(tuple[str, ...]):
    """Several things that a reason asks for together: `3 wounds and a minion`."""

    __slots__ = ()

    def __str__(self) -> str:
        return " and ".join(self)


class Listed(tuple[str, ...]):
    """Those of whom a reason speaks, one or more: `e1, e2 and e3`."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.joined_by("and")

    def joined_by(self, word: str) -> str:
        """The same with a language's word before the last."""
        *others, last = self
        return f"{', '.join(others)} {word} {last}" if others else last
