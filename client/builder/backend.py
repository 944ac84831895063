"""The build backend: setuptools, after the modules that are not stored have been made from `openapi.json`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from setuptools import build_meta

from builder.writer import write_modules

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

P = ParamSpec("P")
T = TypeVar("T")


def _after_writing(hook: Callable[P, T]) -> Callable[P, T]:
    """Return a hook of setuptools that finds the modules made; even to ask for metadata it reads the version."""

    @wraps(hook)
    def written(*args: P.args, **kwargs: P.kwargs) -> T:
        write_modules()
        return hook(*args, **kwargs)

    return written


build_editable = _after_writing(build_meta.build_editable)
build_sdist = _after_writing(build_meta.build_sdist)
build_wheel = _after_writing(build_meta.build_wheel)
get_requires_for_build_editable = _after_writing(build_meta.get_requires_for_build_editable)
get_requires_for_build_sdist = _after_writing(build_meta.get_requires_for_build_sdist)
get_requires_for_build_wheel = _after_writing(build_meta.get_requires_for_build_wheel)
