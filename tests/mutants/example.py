"""A module to be altered, for the tests of what alters it."""

from functools import cache


def larger(one: int, other: int) -> int:
    """The larger of two."""
    if one < other:
        return other
    return one


def adding(what: int):
    """A function that adds."""
    return lambda number: number + what


@cache
def answer() -> str:
    """What is asked for."""
    return named("forty two", "n42")


def named(sentence: str, name: str) -> str:
    """The name; the sentence is for people."""
    return name


PLUS_ONE = adding(1)
