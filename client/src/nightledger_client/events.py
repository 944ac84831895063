"""Server-sent events, as a client reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

NOTHING_MORE = ("event: end", "data: null", "")
"""The lines of a message that ends a stream for good."""


class LineReader:
    """Puts lines together from the parts of a body. A line ends with a line feed, and with nothing else: its words may
    hold what Unicode takes for the end of a line."""

    def __init__(self) -> None:
        self._begun: list[bytes] = []

    def read(self, part: bytes) -> Iterator[str]:
        """Yield the lines that this part ends."""
        first, *others = part.split(b"\n")
        self._begun.append(first)
        for begun in others:
            yield b"".join(self._begun).decode()
            self._begun = [begun]


@dataclass(frozen=True)
class StreamMessage:
    """A server-sent event: its name (`message` if it has none), its id, and its data."""

    event: str
    id: str | None
    data: Any


class MessageReader:
    """Puts the messages of a stream together from its lines; those that only keep it open are left out."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def read(self, line: str) -> StreamMessage | None:
        """Return the message that this line ends, if it ends one."""
        if line:
            name, _, value = line.partition(":")
            if name:
                self._fields[name] = value.removeprefix(" ")
            return None
        fields, self._fields = self._fields, {}
        if "data" not in fields:
            return None
        return StreamMessage(fields.get("event", "message"), fields.get("id"), msgspec.json.decode(fields["data"]))
