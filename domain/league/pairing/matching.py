"""Matchings: the graph problems that pairing comes down to.

Costs are whole numbers of any size, so that several criteria in order of weight make one cost. What is asked of a
general graph goes to networkx (Edmonds' blossoms, by way of Galil), which is asked for the least cost alone: which
of several cheapest pairings is taken is settled here, so that no other version of a library can change an old round.
It is imported where a graph is made: for a process that pairs nobody it would be a tenth of its start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def first_matching(choices: Sequence[Sequence[int]]) -> list[int] | None:
    """A column for every row, no column twice: of all such the first in the order of the rows' columns.

    `choices` lists each row's columns in its order of preference: row 0 gets the earliest that leaves the others a
    matching, then row 1, and so on. None if there is no matching.
    """
    holder: dict[int, int] = {}
    for row in range(len(choices)):
        if not _place(row, choices, holder, set()):
            return None
    taken = _by_row(holder, len(choices))
    fixed: set[int] = set()
    for row, columns in enumerate(choices):
        for column in columns:
            if column == taken[row]:
                break
            if column not in fixed and _moves(row, column, choices, holder, taken, fixed):
                taken = _by_row(holder, len(choices))
                break
        fixed.add(taken[row])
    return taken


def _moves(
    row: int,
    column: int,
    choices: Sequence[Sequence[int]],
    holder: dict[int, int],
    taken: Sequence[int],
    fixed: set[int],
) -> bool:
    """Give the row this column, if whoever holds it finds another among those that are not fixed."""
    moved = dict(holder)
    del moved[taken[row]]
    displaced = moved.get(column)
    moved[column] = row
    if displaced is not None and not _place(displaced, choices, moved, fixed | {column}):
        return False
    holder.clear()
    holder.update(moved)
    return True


def _place(row: int, choices: Sequence[Sequence[int]], holder: dict[int, int], seen: set[int]) -> bool:
    """Find the row a column, moving others along an augmenting path; columns `seen` are left alone."""
    for column in choices[row]:
        if column in seen:
            continue
        seen.add(column)
        if column not in holder or _place(holder[column], choices, holder, seen):
            holder[column] = row
            return True
    return False


def _by_row(holder: Mapping[int, int], rows: int) -> list[int]:
    taken = [-1] * rows
    for column, row in holder.items():
        taken[row] = column
    return taken


def cheapest_assignment(costs: Sequence[Sequence[int | None]]) -> tuple[int, list[list[int]]] | None:
    """The least total cost of giving every row a column of its own, and for each row the columns that it may have then.

    `costs` is square; None forbids. A choice of one column a row out of what is returned is cheapest exactly if no
    column is taken twice. None if there is no assignment. (Hungarian method.)
    """
    size = len(costs)
    forbidden = 1 + sum(max((cost for cost in row if cost is not None), default=0) for row in costs)
    full = [[forbidden if cost is None else cost for cost in row] for row in costs]
    of_rows, of_columns, holder = _potentials(full)
    total = sum(full[holder[column]][column] for column in range(size))
    if total >= forbidden:
        return None
    tight = [
        [
            column
            for column in range(size)
            if costs[row][column] is not None and full[row][column] == of_rows[row] + of_columns[column]
        ]
        for row in range(size)
    ]
    return total, tight


def _potentials(costs: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int]]:
    """Potentials of rows and columns that prove an assignment cheapest, and the assignment, column -> row."""
    of_rows, of_columns = [min(row) for row in costs], [0] * len(costs)
    holder = [-1] * len(costs)
    for row in range(len(costs)):
        _assign(row, costs, of_rows, of_columns, holder)
    return of_rows, of_columns, holder


def _assign(
    start: int, costs: Sequence[Sequence[int]], of_rows: list[int], of_columns: list[int], holder: list[int]
) -> None:
    """Give one more row a column by the shortest way of moving others along, and keep the potentials a proof."""
    distance = [cost - of_rows[start] - of_columns[column] for column, cost in enumerate(costs[start])]
    came_from = [-1] * len(costs)
    left, passed = set(range(len(costs))), []
    nearest = min(left, key=distance.__getitem__)
    while holder[nearest] >= 0:
        left.remove(nearest)
        passed.append(nearest)
        row = holder[nearest]
        cost_of, so_far = costs[row], distance[nearest] - of_rows[row]
        for column in left:
            further = so_far + cost_of[column] - of_columns[column]
            if further < distance[column]:
                distance[column], came_from[column] = further, nearest
        nearest = min(left, key=distance.__getitem__)
    of_rows[start] += distance[nearest]
    for column in passed:
        saved = distance[nearest] - distance[column]
        of_rows[holder[column]] += saved
        of_columns[column] -= saved
    while came_from[nearest] >= 0:
        holder[nearest] = holder[came_from[nearest]]
        nearest = came_from[nearest]
    holder[nearest] = start


def cheapest_perfect(costs: Mapping[tuple[int, int], int], size: int) -> int | None:
    """The least total cost of pairing off all of `size` nodes; None if they cannot be paired off."""
    if size == 0:
        return 0
    import networkx as nx

    top = 1 + max(costs.values(), default=0)
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((a, b, top - cost) for (a, b), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < size:
        return None
    return sum(costs[min(pair), max(pair)] for pair in matching)


def cheapest_with_leaving(costs: Mapping[tuple[int, int], int], leaving: Sequence[int]) -> int:
    """The least total cost of pairing off some of the nodes, while every other leaves at a cost of its own."""
    import networkx as nx

    saved = {(a, b): leaving[a] + leaving[b] - cost for (a, b), cost in costs.items()}
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, saving) for (a, b), saving in saved.items() if saving > 0)
    return sum(leaving) - sum(saved[min(pair), max(pair)] for pair in nx.max_weight_matching(graph))
