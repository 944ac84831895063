"""The bad days, each in a module: `DAYS` there. A new day is a new module."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from service.dev.drill.day import Day


@cache
def days() -> tuple[Day, ...]:
    """All bad days, by their modules' names."""
    modules = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return tuple(day for module in modules for day in module.DAYS)
