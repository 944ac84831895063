"""Scripts and styles that stand in a page which is kept as a file: by what its content policy lets them be."""

from __future__ import annotations

import hashlib
from base64 import b64encode


def source_of(text: str) -> str:
    """A script or style as a source of a content policy: its SHA-256."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
