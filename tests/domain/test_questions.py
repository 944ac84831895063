"""Questions explain themselves: two different questions never look the same to the seat that is asked.

Over the golden games under the newest number of the rules. What a seat is shown of a decision is its kind, its verbs
and its open details; what is really asked is told by the step on top of the agenda, which waits for the answer: another
text, its kick or chain part, its first or second run, another amount or target, or what is left to place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.canon import canonical
from domain.catalog import Catalog
from domain.export import Record
from domain.game import Asked, Decision, to_json
from domain.replay import table_at
from service.golden import golden_files, read_golden

ROOT = Path(__file__).parents[2]

WAITING = {"nightfall": ("choose",)}
"""Game -> the kinds of its decisions whose answer is taken up by the step on top of the agenda."""


def asked(record: Record, kinds: tuple[str, ...]) -> Iterator[tuple[int, bytes, bytes]]:
    """Each question that waits on the agenda: at which version, what its seat is shown of it, and what it is."""
    table = table_at(record, Catalog().with_files(record.files))
    versions = (version for version, _ in table.history)
    for version, (state, event) in zip(versions, table.game.retold(event for _, event in table.history)):
        if isinstance(event, Asked) and state is not None and event.agenda:
            for seat, decision in event.open.items():
                if decision.kind in kinds:
                    yield version, shown(seat, decision), canonical(to_json(event.agenda[-1]))


def shown(seat: str, decision: Decision) -> bytes:
    return canonical([seat, decision.kind, decision.verbs, to_json(decision.details)])


def alike(record: Record, kinds: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Pairs of versions of a game whose questions are different and look the same, with what is shown of both."""
    first: dict[bytes, tuple[int, bytes]] = {}
    pairs = []
    for version, look, question in asked(record, kinds):
        before, known = first.setdefault(look, (version, question))
        if known != question:
            pairs.append((before, version, look.decode()))
    return pairs


def newest(game: str) -> list[Record]:
    records = map(read_golden, golden_files(ROOT, game))
    return [record for record in records if record.rules == Catalog()[game].rules]


@pytest.mark.parametrize("game", WAITING)
def test_no_two_different_questions_look_the_same_to_the_seat(game):
    records = newest(game)
    assert sum(1 for record in records for _ in asked(record, WAITING[game])) > 100
    assert {record.id: pairs for record in records if (pairs := alike(record, WAITING[game]))} == {}


def test_questions_of_the_first_number_of_nightfall_did_look_the_same():
    """The check finds what it looks for: a kicked Shock and Awe asked twice with the same words."""
    records = [record for record in map(read_golden, golden_files(ROOT, "nightfall")) if record.rules == 1]
    assert any(alike(record, WAITING["nightfall"]) for record in records)
