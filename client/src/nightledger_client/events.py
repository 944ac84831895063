"""Server-sent events, as a client reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec


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
