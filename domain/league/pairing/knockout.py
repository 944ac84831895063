"""Knock-out: the best of each table go on, seeded anew in every round, the strongest against the weakest."""

from __future__ import annotations

from collections.abc import Sequence


def tables(alive: Sequence[str], seats: int, fewest: int) -> tuple[list[list[str]], list[str]]:
    """The tables of a round, and who goes on without a game. `alive` is in order of seeding.

    (LG-KO-1) At tables of two the strongest have a bye until the number left is a power of two; then first meets
    last. (LG-KO-2) Larger tables are as even as can be, none below `fewest`, and filled to and fro in order.
    """
    if seats == 2:
        return _bracket(alive)
    byes: list[str] = []
    rest = list(alive)
    while rest and len(rest) // -(-len(rest) // seats) < fewest:
        byes.append(rest.pop(0))
    count = -(-len(rest) // seats)
    filled: list[list[str]] = [[] for _ in range(count)]
    for index, entrant in enumerate(rest):
        lap, at = divmod(index, count)
        filled[at if lap % 2 == 0 else count - 1 - at].append(entrant)
    return filled, byes


def _bracket(alive: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    size = 1
    while size < len(alive):
        size *= 2
    byes = size - len(alive)
    playing = alive[byes:]
    half = len(playing) // 2
    return [[playing[index], playing[-1 - index]] for index in range(half)], list(alive[:byes])


def survivors(table: Sequence[str], places: dict[str, int], seeding: Sequence[str], through: int) -> list[str]:
    """Who of a table goes on: the best `through`, of equals the better seeded (LG-KO-3)."""
    order = sorted(table, key=lambda entrant: (places[entrant], seeding.index(entrant)))
    return order[:through]
