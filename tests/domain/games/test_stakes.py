"""What is told to follow from decisions, held against what then happened in golden games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.contract.facets.told import at_stake
from domain.contract.game import Decision, Event, Json
from domain.games.catalog import Catalog
from domain.records.replay import tables
from service.dev.golden import golden_files, read_golden
from service.language.names import Names

ROOT = Path(__file__).parents[3]
MOST = 400
"""So many events of a game are looked at."""

CATALOG = Catalog()

Told = Mapping[str, Mapping[str, Json]]
"""Key of what is told -> its fields."""


class Asked:
    """A seat's decision, what was told to follow from it, and the events until the seats were asked again."""

    def __init__(self, seat: str, decision: Decision, told: Told) -> None:
        self.seat, self.decision, self.told = seat, decision, told
        self.then: list[Event] = []
        self.next: Mapping[str, Decision] = {}

    def event(self, name: str) -> Any:
        """The first event of this name that came of it; None if none did."""
        return next((event for event in self.then if type(event).__name__ == name), None)


@cache
def asked_in(game: str) -> tuple[Asked, ...]:
    """The decisions of the golden games of the rules in force, of which one seat alone was asked."""
    records = list(map(read_golden, golden_files(ROOT, game)))
    newest = [one for one in records if one.rules == max(record.rules for record in records)]
    return tuple(one for record in newest[:4] for one in _asked(record))


def _asked(record: Any) -> Iterator[Asked]:
    under_way: Asked | None = None
    for table in tables(record, CATALOG):
        event = table.history[-1][1] if table.history else None
        if under_way is not None and event is not None:
            under_way.then.append(event)
        if table.version > MOST:
            break
        if table.state is None or type(event).__name__ != "Asked":
            continue
        if under_way is not None:
            under_way.next = dict(table.pending)
            yield under_way
        under_way = _told(table) if len(table.pending) == 1 else None


def _told(table: Any) -> Asked:
    [(seat, decision)] = table.pending.items()
    keys = {sentence: key for key, sentence in table.game.sentences.stakes.items()}
    told = at_stake(table.game, table.game.view(table.state, seat), seat, decision)
    return Asked(seat, decision, {keys.get(one.sentences[0], "printed"): one.fields for one in told})


@pytest.mark.parametrize("game", ["nightfall", "darkness", "last-spell"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_is_told_can_be_said(game: str, language: str):
    names = Names.of_game(CATALOG[game], language)
    stakes = CATALOG[game].sentences.stakes
    told = [pair for one in asked_in(game) for pair in one.told.items() if pair[0] in stakes]
    said = {key: names.told((stakes[key],), fields) for key, fields in told}
    assert len(said) >= 3
    assert [key for key, sentence in said.items() if sentence is None or "{" in sentence] == []


def test_who_may_link_next_is_asked_next():
    passed = [one for one in asked_in("nightfall") if one.event("LinkPassed") and "link/next" in one.told]
    assert passed
    assert {one.told["link/next"]["next"] for one in passed} >= {seat for one in passed for seat in one.next}
    for one in passed:
        assert list(one.next) == [one.told["link/next"]["next"]]


def test_the_chain_is_carried_out_from_the_card_that_is_named():
    closed = [one for one in asked_in("nightfall") if "link/last" in one.told and one.event("ChainClosed")]
    assert closed
    for one in closed:
        first = next(event for event in one.then if type(event).__name__ in ("TextBegan", "CardResolved"))
        assert first.card == one.told["link/last"]["card"]


def test_a_discarded_card_gives_what_was_told():
    short = [one for one in asked_in("nightfall") if "claim/short" in one.told]
    gained = [one for one in short if type(one.then[0]).__name__ == "CardDiscarded"]
    assert gained
    for one in gained:
        told = one.told["claim/short"]
        assert one.event("InfluenceGained").total == told["influence"] + told["worth"]


def test_a_throw_for_movement_gives_no_less_than_was_told():
    told = [one for one in asked_in("darkness") if "turn/unrolled" in one.told and one.event("MovementGained")]
    thrown = [one for one in told if not one.event("FateRolled")]
    assert thrown
    for one in thrown:
        assert one.event("MovementGained").movement >= one.told["turn/unrolled"]["least"]
        assert len(one.event("DiceRolled").results) >= one.told["turn/unrolled"]["dice"]


def test_a_laid_tile_gets_as_many_disks_as_was_told():
    laid = [one for one in asked_in("darkness") if "orient" in one.told]
    assert laid
    for one in laid:
        assert [type(event).__name__ for event in one.then].count("DiskPlaced") >= one.told["orient"]["disks"]


def test_a_hero_is_out_only_where_that_was_told():
    hit = [one for one in asked_in("last-spell") if one.decision.kind == "damage"]
    assert hit
    for one in hit:
        assert one.event("HeroEliminated") is None or "damage/out" in one.told
