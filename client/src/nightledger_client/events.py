"""Server-sent events, as a client reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class StreamMessage:
    """A server-sent event: its name (`message` if it has none), its id, and its data."""

    event: str
    id: str | None
    data: Any


def read_messages(lines: Iterable[str]) -> Iterator[StreamMessage]:
    """Yield the messages of a stream; lines that only keep it open are left out."""
    fields: dict[str, str] = {}
    for line in lines:
        if line and not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif not line and "data" in fields:
            yield StreamMessage(fields.get("event", "message"), fields.get("id"), msgspec.json.decode(fields["data"]))
            fields = {}
        elif not line:
            fields = {}
