"""Puts a mutant into this process: the functions that are there already get its code."""

from __future__ import annotations

import functools
import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants.areas import ROOT
from tests.mutants.places import Mutant

_CACHE = type(functools.lru_cache(len))


class Unfit(Exception):
    """A mutant that is no program, or whose function is nowhere in this process."""


class Functions:
    """The functions of some files, as they are in this process, and all that remembers what it once returned."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._modules = {str(file): _compiled(file.read_text("utf-8"), str(file)) for file in files}
        self._functions = defaultdict(list)
        gc.unfreeze()
        objects = gc.get_objects()
        for item in objects:
            if isinstance(item, FunctionType) and item.__code__.co_filename in self._modules:
                self._functions[item.__code__.co_filename, item.__code__].append(item)
        self._caches = [item for item in objects if isinstance(item, _CACHE)]
        gc.freeze()

    def alter(self, mutant: Mutant) -> None:
        """Has them run the mutant from now on. :raises Unfit:"""
        filename = str(ROOT / mutant.file)
        try:
            module = _compiled(mutant.source, filename)
            altered = [
                (function, after)
                for before, after in _differing(self._modules[filename], module)
                for function in self._functions[filename, before]
            ]
            for function, after in altered:
                function.__code__ = after
        except (SyntaxError, ValueError) as error:
            raise Unfit(str(error)) from error
        if not altered:
            raise Unfit("not in this process")
        for cache in self._caches:
            cache.cache_clear()


def _compiled(source: str, filename: str) -> CodeType:
    return compile(source, filename, "exec", dont_inherit=True)


def _differing(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each code within a module that is another one afterwards, with that; from the outermost inwards."""
    outer, inner = _within(before), _within(after)
    if len(outer) != len(inner):
        return
    for old, new in zip(outer, inner, strict=True):
        if old != new:
            yield old, new
            yield from _differing(old, new)


def _within(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]
