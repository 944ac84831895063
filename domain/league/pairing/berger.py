"""All play all at tables of two: the Berger tables (FIDE Handbook, C.05 Annex 1)."""

from __future__ import annotations

from domain.league.pairing.dutch import DutchRound


def rounds(entrants: int, cycles: int = 1) -> int:
    """How many rounds it takes until everybody has met everybody `cycles` times."""
    return cycles * (entrants - 1 + entrants % 2)


def pair(entrants: int, number: int) -> DutchRound:
    """Round `number`, from 1, of pairing numbers 1 to `entrants`, seat 0 first; in a second cycle seats are swapped.

    With an odd number of entrants whoever would meet the one more has the bye.
    """
    size = entrants + entrants % 2
    cycle, index = divmod(number - 1, size - 1)
    last = 1 + index * (size // 2) % (size - 1)
    against_last = (last, size) if index % 2 == 0 else (size, last)
    tables = [against_last, *((_around(last + k, size), _around(last - k, size)) for k in range(1, size // 2))]
    if cycle % 2:
        tables = [(second, first) for first, second in tables]
    bye = last if entrants % 2 else None
    return DutchRound(tuple(table for table in tables if max(table) <= entrants), bye)


def _around(number: int, size: int) -> int:
    return (number - 1) % (size - 1) + 1
