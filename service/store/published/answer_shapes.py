"""What is answered about what an installation publishes: its journal and its keys, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from service.shape import LogEntry, Shape


class Journal(Shape, kw_only=True, frozen=True):
    """A part of the journal, oldest first."""

    entries: list[LogEntry]
    next: Annotated[int, Meta(description="What to send as `after` next.")]


class Key(Shape, kw_only=True, frozen=True):
    """A public key."""

    key: Annotated[str, Meta(description="32 bytes, hex.")]
    algorithm: str
    created: Annotated[int, Meta(description="Since when it signs, seconds UTC.")]


class Keys(Shape, kw_only=True, frozen=True):
    """The public keys, the newest first."""

    keys: list[Key]


class Consistency(Shape, kw_only=True, frozen=True):
    """That a journal begins with an earlier one."""

    proof: Annotated[list[str], Meta(description="Hashes (RFC 9162, 2.1.4), hex.")]
