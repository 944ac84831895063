"""The build backend: setuptools, after the modules that are not stored have been made from `openapi.json`."""

from __future__ import annotations

from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

from builder.writer import write_modules

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]


def build_wheel(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """Put a wheel into this folder and return its name."""
    write_modules()
    return build_meta.build_wheel(folder, settings, metadata)


def build_editable(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """Put a wheel that leads to the sources into this folder and return its name."""
    write_modules()
    return build_meta.build_editable(folder, settings, metadata)


def build_sdist(folder: str, settings: Any = None) -> str:
    """Put an archive of the sources and the document into this folder and return its name."""
    write_modules()
    return build_meta.build_sdist(folder, settings)
