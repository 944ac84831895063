"""No two different questions look alike to the seat that is asked: over the golden games of the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from domain.contract.game import Asked, Decision, retold, to_json
from domain.games.catalog import Catalog
from domain.games.darkness.state import DarknessState
from domain.log.canon import canonical
from domain.records.export import Record
from domain.records.replay import table_at
from service.dev.golden import golden_files, read_golden

ROOT = Path(__file__).parents[4]
EXPLAINED_FROM = 3
"""The number of the rules from which on questions explain themselves."""

OF_A_CHECK = ("kind", "attribute", "level", "beyond", "rival", "target", "weapon", "skill", "results")
THROWN = ("check", "reroll", "help", "terms")
"""Questions about a check: what waits for it tells what it is for. After any other something else comes anyway."""
FOUGHT = (*THROWN, "shield", "damage", "initiative")
"""Questions that may come in a fight."""

Look = Callable[[Decision], str]


def shown(decision: Decision) -> str:
    """What the seat is shown of a question."""
    asked = {"kind": decision.kind, "verbs": list(decision.verbs), "details": to_json(decision.details)}
    return canonical(asked).decode()


def meant(state: DarknessState, seat: str, decision: Decision) -> str:
    """What the question is in truth: for which check and fight, on which terms, and what waits for it."""
    check, combat, of = state.check, state.combat, {"kind": decision.kind}
    if decision.kind in THROWN:
        assert check is not None
        of |= {name: to_json(getattr(check, name)) for name in OF_A_CHECK}
        of |= {"by": check.by if check.by != seat else None, "waiting": to_json(state.agenda[-1])}
        of |= {"terms": None if check.asking is None else to_json(check.asking.give)}
    if decision.kind in FOUGHT and combat is not None:
        of |= {"against": combat.against, "round": combat.round}
    return canonical(of).decode()


def questions(record: Record, look: Look) -> Iterator[tuple[str, str]]:
    """What each question of a game showed, by this reading of it, and what it was."""
    table = table_at(record, Catalog().with_files(record.files))
    for state, event in retold(table.game, (event for _, event in table.history)):
        if not isinstance(event, Asked) or state is None:
            continue
        after = state.clone()
        event.apply(after)
        for seat, decision in event.open.items():
            if state.open.get(seat) != decision:
                yield look(decision), meant(after, seat, decision)


def alike(records: Iterable[Record], look: Look = shown) -> dict[str, set[str]]:
    """What is shown of more than one question -> these questions."""
    found: dict[str, set[str]] = {}
    for record in records:
        for seen, meaning in questions(record, look):
            found.setdefault(seen, set()).add(meaning)
    return {seen: meanings for seen, meanings in found.items() if len(meanings) > 1}


@pytest.fixture(scope="module")
def explained() -> list[Record]:
    """The golden games whose questions explain themselves."""
    records = (read_golden(path) for path in golden_files(ROOT, "darkness"))
    return [record for record in records if record.rules >= EXPLAINED_FROM]


def test_there_are_games_to_look_at(explained: list[Record]):
    assert {record.options["scenario"] for record in explained} >= {"the-awakening", "first-night", "last-bus-out"}


def test_no_two_different_questions_look_alike(explained: list[Record]):
    assert alike(explained) == {}


def test_a_question_that_hides_what_it_is_about_is_found(explained: list[Record]):
    """The list is not empty where a check does not say which disk it is for."""

    def silent(decision: Decision) -> str:
        told = {name: value for name, value in decision.details.items() if name in ("check", "attribute", "tn")}
        return shown(msgspec.structs.replace(decision, details=told))

    assert alike(explained[:1], silent)
