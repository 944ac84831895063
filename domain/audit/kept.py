"""Heads that somebody kept outside of a log: what an audit holds its hashes against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.audit.verdict import Bad
from domain.log.record import Entry

Heads = Mapping[int, str]
"""Version -> head (hex) of one log."""


def check_kept(entries: Sequence[Entry], heads: Heads) -> None:
    """`Bad` unless a log passes through the heads that were kept of it."""
    for version, head in sorted(heads.items()):
        if not 1 <= version <= len(entries):
            raise Bad(None, f"it does not reach version {version}, whose head was kept")
        if entries[version - 1].hash != head.lower():
            raise Bad(version, "its hash is not the head that was kept")
