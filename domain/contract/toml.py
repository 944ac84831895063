"""Reading TOML that a stranger may have written: what would take the reader, or a game, too long is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

MOST_BYTES = 1024 * 1024
"""The longest text that is read, in bytes: many times the longest data file of a game."""

MOST_DOTS = 100
"""How many dots a line may have: each may part a key, and a key of many parts takes the square of its length."""

MOST = 10_000
"""The largest number: games make so many cards, dice or tokens of it."""


def read_toml(raw: bytes) -> dict[str, Any]:
    """What the text holds. `TOMLDecodeError` for what is no TOML or beyond the bounds, ValueError for no UTF-8."""
    if len(raw) > MOST_BYTES:
        raise tomllib.TOMLDecodeError(f"{len(raw)} bytes are more than a data file may have")
    text = raw.decode()
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise tomllib.TOMLDecodeError(f"a line has more than {MOST_DOTS} dots")
    try:
        found = tomllib.loads(text)
        if any(abs(number) > MOST for number in _numbers(found)):
            raise tomllib.TOMLDecodeError(f"a number is beyond {MOST}")
    except RecursionError:
        raise tomllib.TOMLDecodeError("it is nested too deeply") from None
    return found


def _numbers(found: Any) -> Iterator[float]:
    """All numbers in it."""
    if isinstance(found, (int, float)):
        yield found
    elif isinstance(found, (dict, list)):
        for part in found.values() if isinstance(found, dict) else found:
            yield from _numbers(part)
