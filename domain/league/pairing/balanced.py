"""Balanced groups: as many tables as entrants, so that everybody sits once in every starting position.

With 7 entrants and tables of 4 every pair meets exactly twice: {0, 1, 2, 4} is a difference set, every number from 1
to 6 being twice a difference of two of its members modulo 7. For other sizes the nearest fair design is searched:
first the best table to shift around, then, where meetings still differ by more than one, exchanges of two entrants
in the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb

import msgspec

from domain.contract.chance import Stream

MOST_TABLES_TRIED = 20_000
"""How many tables to shift around are looked at."""

MOST_EXCHANGES = 20_000
"""How many exchanges are tried afterwards."""


class Fairness(msgspec.Struct, frozen=True):
    """How even a design is: the fewest and the most meetings of a pair, and whether everybody has every position
    equally often. `fewest == most` is as fair as can be; a difference of one is, where the numbers do not divide."""

    fewest: int
    most: int
    positions_even: bool

    def __str__(self) -> str:
        meetings = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        seats = "every position equally often" if self.positions_even else "positions uneven"
        return f"every pair meets {meetings} times, {seats}"


class Design(msgspec.Struct, frozen=True):
    """The tables, each entrants 0 to n-1 in seat order, and how fair they are."""

    tables: tuple[tuple[int, ...], ...]
    fairness: Fairness


def design(entrants: int, seats: int, key: bytes) -> Design:
    """The fairest design found for this many entrants and seats; the same key finds the same. ValueError if too few."""
    if not 2 <= seats <= entrants:
        raise ValueError(f"{entrants} entrants do not fill a table of {seats}")
    rng = Stream(key)
    tables = _shifted(_best_table(entrants, seats, rng), entrants)
    found = Design(tuple(tables), fairness_of(tables, entrants))
    if found.fairness.most - found.fairness.fewest <= 1:
        return found
    changed = _exchanged(tables, entrants, rng)
    return min(found, Design(tuple(changed), fairness_of(changed, entrants)), key=_spread)


def _spread(design: Design) -> tuple[int, int]:
    meetings = _meetings(design.tables)
    return design.fairness.most - design.fairness.fewest, sum(count * count for count in meetings.values())


def fairness_of(tables: Sequence[Sequence[int]], entrants: int) -> Fairness:
    """How even given tables are."""
    meetings = _meetings(tables)
    counts = [meetings[pair] for pair in combinations(range(entrants), 2)]
    positions = Counter((entrant, seat) for table in tables for seat, entrant in enumerate(table))
    every = [positions[entrant, seat] for entrant in range(entrants) for seat in range(max(map(len, tables)))]
    return Fairness(min(counts, default=0), max(counts, default=0), min(every) == max(every))


def _meetings(tables: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def _shifted(table: Sequence[int], entrants: int) -> list[tuple[int, ...]]:
    """The table shifted around the circle of entrants: whatever it is, everybody sits once in every position."""
    return [tuple((member + shift) % entrants for member in table) for shift in range(entrants)]


def _best_table(entrants: int, seats: int, rng: Stream) -> tuple[int, ...]:
    """The table whose differences come nearest to being equally frequent; the first of the best."""
    return min(_tables(entrants, seats, rng), key=lambda table: _unevenness(table, entrants))


def _tables(entrants: int, seats: int, rng: Stream) -> Iterator[tuple[int, ...]]:
    others = range(1, entrants)
    if comb(entrants - 1, seats - 1) <= MOST_TABLES_TRIED:
        yield from ((0, *rest) for rest in combinations(others, seats - 1))
        return
    sampled = (rng.shuffled(others)[: seats - 1] for _ in range(MOST_TABLES_TRIED // entrants))
    yield from ((0, *sorted(rest)) for rest in sampled)


def _unevenness(table: Sequence[int], entrants: int) -> int:
    differences = Counter((one - other) % entrants for one in table for other in table if one != other)
    return sum(count * count for count in differences.values())


def _exchanged(tables: Sequence[tuple[int, ...]], entrants: int, rng: Stream) -> list[tuple[int, ...]]:
    """Exchange two entrants in the same position as long as it makes meetings more even."""
    rows = [list(table) for table in tables]
    meetings = _meetings(rows)
    for one, other, seat in islice(_picks(len(rows), len(rows[0]), rng), MOST_EXCHANGES):
        first, second = rows[one], rows[other]
        if first[seat] in second or second[seat] in first:
            continue
        before, after = _pairs_of(first, second, seat), _pairs_of_exchanged(first, second, seat)
        change = Counter(after)
        change.subtract(before)
        if sum((meetings[pair] + by) ** 2 - meetings[pair] ** 2 for pair, by in change.items()) < 0:
            meetings.update(change)
            first[seat], second[seat] = second[seat], first[seat]
    return [tuple(row) for row in rows]


def _picks(tables: int, seats: int, rng: Stream) -> Iterator[tuple[int, int, int]]:
    while True:
        one, other = rng.below(tables), rng.below(tables)
        if one != other:
            yield one, other, rng.below(seats)


def _pairs_of(first: Sequence[int], second: Sequence[int], seat: int) -> list[tuple[int, int]]:
    return [*_with(first[seat], first, seat), *_with(second[seat], second, seat)]


def _pairs_of_exchanged(first: Sequence[int], second: Sequence[int], seat: int) -> list[tuple[int, int]]:
    return [*_with(second[seat], first, seat), *_with(first[seat], second, seat)]


def _with(entrant: int, table: Sequence[int], seat: int) -> list[tuple[int, int]]:
    """The pairs that an entrant makes in this seat of a table."""
    others = (member for at, member in enumerate(table) if at != seat)
    return [(min(entrant, other), max(entrant, other)) for other in others]
