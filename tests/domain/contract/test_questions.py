"""Questions explain themselves: two different questions never look the same to the seat that is asked.

Over the golden games under the newest number of the rules. What a seat is shown of a decision is its kind, its verbs
and its open details; what is really asked is told by the step on top of the agenda, which waits for the answer: another
text, its kick or chain part, its first or second run, another amount or target, or what is left to place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Asked, Decision, Event, to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.records.export import Record
from domain.records.replay import table_at
from service.dev.golden import golden_files, read_golden

ROOT = Path(__file__).parents[3]

WAITING = {"nightfall": ("choose",)}
"""Game -> the kinds of its decisions whose answer is taken up by the step on top of the agenda."""


def asked(events: Iterable[Event], kinds: tuple[str, ...]) -> Iterator[tuple[int, bytes, bytes]]:
    """Each question that waits on the agenda: the number of its event, what its seat is shown of it, and what it is."""
    for number, event in enumerate(events, 1):
        if isinstance(event, Asked) and event.agenda:
            for seat, decision in event.open.items():
                if decision.kind in kinds:
                    yield number, shown(seat, decision), canonical(to_json(event.agenda[-1]))


def shown(seat: str, decision: Decision) -> bytes:
    return canonical([seat, decision.kind, decision.verbs, to_json(decision.details)])


def alike(events: Iterable[Event], kinds: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Pairs of events of a game whose questions are different and look the same, with what is shown of both."""
    first: dict[bytes, tuple[int, bytes]] = {}
    pairs = []
    for number, look, question in asked(events, kinds):
        before, known = first.setdefault(look, (number, question))
        if known != question:
            pairs.append((before, number, look.decode()))
    return pairs


def played(record: Record) -> list[Event]:
    return [event for _, event in table_at(record, Catalog().with_files(record.files)).history]


@pytest.mark.parametrize("game", WAITING)
def test_no_two_different_questions_look_the_same_to_the_seat(game):
    records = [record for record in map(read_golden, golden_files(ROOT, game)) if record.rules == Catalog()[game].rules]
    games = {record.id: played(record) for record in records}

    assert sum(1 for events in games.values() for _ in asked(events, WAITING[game])) > 100
    assert {name: pairs for name, events in games.items() if (pairs := alike(events, WAITING[game]))} == {}


@pytest.mark.parametrize(("rules", "pairs"), [(1, 1), (2, 0)])
def test_a_kicked_shock_and_awe_asked_twice_in_the_same_words_under_the_first_number(rules, pairs):
    """So the check finds what it looks for."""
    game = Catalog()["nightfall"]
    minions = [{"card": "vulko"}, {"card": "blaine-cordell"}, {"card": "vulko"}]
    table = {
        "phase": "chain",
        "seats": {"s1": {"hand": ["zacharias-sands", "shock-and-awe"]}, "s2": {"in_play": minions}},
    }
    run = game.set_position({}, ("s1", "s2"), table, Seeded(b"twice"))
    state, events = run.state, [*run.events]
    state.rules = rules
    while "choose" not in [decision.kind for decision in state.open.values()]:
        events += game.advance(state, "s1", game.legal(state, "s1").actions[0], Seeded(b"link")).events
    while state.open["s1"].kind == "choose":
        events += game.advance(state, "s1", game.default(state, "s1"), Seeded(b"choose")).events

    assert len(alike(events, ("choose",))) == pairs
