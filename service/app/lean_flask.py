"""Flask without what this application does not use, so that each request costs less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask


class LeanFlask(Flask):
    """Flask for one host of any name, whose views are no coroutines."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func
