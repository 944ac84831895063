"""The writer of what does not wait by asyncio: modules of `aio`, word for word without what awaits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

MODULES = ("connection.py", "nightledger.py", "playing.py")
"""The modules of `aio` that are written by hand; its resources are made from the document."""

PACKAGE, ROOM = "nightledger_client.", "nightledger_client.aio."

REWRITTEN = (
    (r"AsyncGenerator\[([\w |]+), None\]", r"Generator[\1, None, None]"),
    (r"Awaitable\[(\w+)\]", r"\1"),
    (r"\b(import .*?)Awaitable, ", r"\1"),
    (r"\b(async|await) ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basyncio\b", "time"),
    (r"\ba(?=closing\b|close\b|read\b|iter_bytes\b)", ""),
    (r"\b__a(?=enter__|exit__)", "__"),
    (re.escape(ROOM), PACKAGE),
)
"""What is written instead of what, one after the other."""

MADE = "Made from `aio`."


def without_asyncio(text: str) -> str:
    """Return a module's text without what awaits."""
    for written, instead in REWRITTEN:
        text = re.sub(written, instead, text)
    return text


def sync_modules(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield file name and text of what is made of the modules of this folder."""
    for name in MODULES:
        head, mark, rest = without_asyncio((folder / name).read_text("utf-8")).partition('."""\n')
        yield name, f"{head}. {MADE}{mark[1:]}{rest}"
