"""A release that decides a stored game otherwise is found out, and exactly in the games where it does."""

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import ClassVar

import msgspec
import pytest

from domain.audit.release_check import LEGAL_LIMIT, Checked, check_log, digest, digests, digests_at
from domain.contract.game import to_json
from domain.contract.parts import Change
from domain.games.catalog import Catalog
from domain.games.nightfall.rules.cards import TEXTS
from domain.log.canon import canonical
from domain.table.table import Table
from tests.pigs.pig import Hold, NextSeat, Pig, PointsBanked
from tests.stored_games import seed_of, stored_games

CARD = "rend-and-tear"


@pytest.fixture(scope="module")
def logs():
    """Forty games of Nightfall."""
    return stored_games(count=40)


def checked(logs, catalog, **how):
    return [check_log(log.entries, seed_of(number), catalog, **how) for number, log in enumerate(logs)]


def with_effect(monkeypatch, effect):
    """Let the chain text of the card have this effect in place of `effect(old)`'s argument."""
    text = TEXTS[CARD]
    clause = msgspec.structs.replace(text.chain, effect=effect(text.chain.effect))
    altered = MappingProxyType({**TEXTS, CARD: msgspec.structs.replace(text, chain=clause)})
    monkeypatch.setattr("domain.games.nightfall.setup.TEXTS", altered)


def test_the_games_are_of_all_kinds(logs):
    statuses = {log.table.status for log in logs}
    assert statuses == {"running", "over"}
    assert sum(bool(log.table.state.chain) for log in logs if log.table.status == "running") >= 4


def test_the_same_program_decides_every_command_as_it_is_stored(logs, catalog):
    for log, found in zip(logs, checked(logs, catalog)):
        assert found == Checked("nightfall", log.table.rules, log.table.command, True, ())


def test_an_altered_card_is_found_in_the_games_where_it_did_something_and_in_no_other(logs, catalog, monkeypatch):
    expected = set()

    def watched(effect):
        def watching(run, text, target):
            before = len(run.events)
            effect(run, text, target)
            if len(run.events) > before:
                expected.add(number)

        return watching

    with monkeypatch.context() as patch:
        with_effect(patch, watched)
        for number, log in enumerate(logs):
            check_log(log.entries, seed_of(number), catalog)
    assert 2 < len(expected) < 24

    with_effect(monkeypatch, lambda effect: lambda run, text, target: None)
    differing = {number for number, found in enumerate(checked(logs, catalog)) if found.differs}
    assert differing == expected


def test_what_differs_is_told_with_its_place(logs, catalog, monkeypatch):
    with_effect(monkeypatch, lambda effect: lambda run, text, target: None)
    number, found = next((n, c) for n, c in enumerate(checked(logs, catalog)) if c.differs)
    first = found.differs[0]
    entry = logs[number].entries[first.version - 1].read()
    assert (first.command, first.rules) == (entry.command, logs[number].table.rules)
    assert first.reason.startswith(f"{entry.type} ")
    assert "is stored" in first.reason


def test_a_rule_that_breaks_is_a_difference_too(logs, catalog, monkeypatch):
    with_effect(monkeypatch, lambda effect: lambda run, text, target: 1 / 0)
    reasons = {found.differs[0].reason for found in checked(logs, catalog) if found.differs}
    assert reasons == {"the action cannot be decided: ZeroDivisionError: division by zero"}


def test_old_games_fold_as_before_whatever_the_rules_say_now(logs, catalog, monkeypatch):
    before = [list(digests(log.entries, catalog, 3)) for log in logs]
    with_effect(monkeypatch, lambda effect: lambda run, text, target: 1 / 0)
    for log, old in zip(logs, before):
        for was, now in zip(old, digests(log.entries, catalog, 3), strict=True):
            assert (was.version, was.head, was.table, was.pending) == (now.version, now.head, now.table, now.pending)


def test_a_digest_tells_a_table_that_folds_otherwise(logs, catalog, monkeypatch):
    log = logs[0]
    gained = next(entry.read().version for entry in log.entries if entry.read().type == "InfluenceGained")
    [was] = digests_at(log.entries, catalog, {gained})
    monkeypatch.setattr("domain.games.nightfall.events.InfluenceGained.apply", lambda self, state: None)
    [now] = digests_at(log.entries, catalog, {gained})
    assert (was.version, was.head) == (now.version, now.head)
    assert was.table != now.table


def test_a_digest_tells_who_may_answer_and_what(logs):
    table = next(log.table for log in logs if log.table.status == "running")
    told = digest(table)
    listed = {seat: to_json(table.game.legal(table.state, seat, LEGAL_LIMIT)) for seat in table.pending}
    assert listed
    assert told.legal == sha256(canonical(listed)).hexdigest()
    assert told.pending == sha256(canonical(to_json(dict(table.pending)))).hexdigest()
    assert told.table == sha256(canonical(to_json(table.game.view(table.state, "referee")))).hexdigest()


def test_running_games_are_digested_now_and_closed_ones_at_ends_of_commands_too(logs, catalog):
    running = next(log for log in logs if log.table.status == "running")
    assert [found.version for found in digests(running.entries, catalog, 5)] == [len(running.entries)]
    over = next(log for log in logs if log.table.status == "over")
    versions = [found.version for found in digests(over.entries, catalog, 5)]
    assert len(versions) == 6
    assert versions[-1] == len(over.entries)
    assert all(over.entries[version].read().by is not None for version in versions[:-1])


class KinderPig(Pig):
    """Under rules 2 and later banked points count double."""

    rules = 3
    changes: ClassVar[tuple[Change, ...]] = (
        Change(1, (), "the first"),
        Change(2, ("PIG-1",), "points count double"),
        Change(3, ("PIG-2",), "something that never happens"),
    )

    def act(self, run, seat, action):
        if isinstance(action, Hold) and run.state.rules >= 2:
            run.emit(PointsBanked(seat, 2 * run.state.turn_points))
            run.push(NextSeat())
            return
        super().act(run, seat, action)


class ForgetfulPig(KinderPig):
    """Keeps only the newest rules."""

    rules_kept_from = 3


@pytest.fixture(scope="module")
def pigs():
    return stored_games("pig", {"goal": 1000}, count=10)


def test_what_is_missing_at_the_end_of_a_command_or_too_much_there_is_told(pigs):
    entries, catalog = pigs[0].entries, Catalog({"pig": f"{__name__}:Pig"})
    last = entries[-1].label
    [less] = check_log(entries[:-1], seed_of(0), catalog).differs
    assert (less.version, less.command) == (last.version - 1, last.command)
    assert less.reason.startswith("Asked ")
    assert less.reason.endswith(" follows it now")
    [more] = check_log([*entries, entries[-1]], seed_of(0), catalog).differs
    assert (more.version, more.command, more.reason) == (last.version, last.command, "the command ends before it")


def test_a_change_that_asks_for_its_number_leaves_older_games_alone(pigs):
    found = checked(pigs, Catalog({"pig": f"{__name__}:KinderPig"}))
    assert [one.differs for one in found] == [()] * 10
    assert {one.rules for one in found} == {1}


def test_what_a_later_number_would_decide_otherwise_is_told_by_the_change(pigs):
    for log, one in zip(pigs, checked(pigs, Catalog({"pig": f"{__name__}:KinderPig"}), moved=True)):
        banked = (entry.read() for entry in log.entries if entry.read().type == "PointsBanked")
        first = next(event for event in banked if event.data["points"])
        assert list(one.moved) == [2]
        assert (one.moved[2].version, one.moved[2].rules, one.moved[2].verb) == (first.version, 2, "hold")
        assert one.differs == ()


def test_games_under_rules_that_are_no_longer_kept_are_folded_and_not_decided(pigs):
    for log, one in zip(pigs, checked(pigs, Catalog({"pig": f"{__name__}:ForgetfulPig"}))):
        assert (one.kept, one.decided, one.differs) == (False, 1, ())
        table = Table(Catalog({"pig": f"{__name__}:ForgetfulPig"}))
        for entry in log.entries:
            table.fold(entry)
        assert table.head == log.table.head


def test_a_game_that_the_program_does_not_have_is_told(pigs):
    found = check_log(pigs[0].entries, seed_of(0), Catalog())
    assert [difference.reason for difference in found.differs] == ["it cannot be folded: KeyError: 'pig'"]


def test_where_a_log_can_no_longer_be_folded_the_check_ends_and_tells_where(pigs, monkeypatch):
    entries, catalog = pigs[0].entries, Catalog({"pig": f"{__name__}:Pig"})
    banked = next(entry.label for entry in entries if entry.label.type == "PointsBanked")
    monkeypatch.setattr(PointsBanked, "apply", lambda self, state: state.nobody)
    found = check_log(entries, seed_of(0), catalog)
    last = found.differs[-1]
    assert (last.command, last.rules) == (banked.command, pigs[0].table.rules)
    assert last.reason.startswith("it cannot be folded: AttributeError")
    assert found.decided < pigs[0].table.command


@pytest.mark.parametrize("game_id", Catalog())
def test_the_changes_of_a_game_count_up_to_its_rules(game_id):
    game = Catalog()[game_id]
    assert [change.number for change in game.changes] == list(range(1, game.rules + 1))
    assert 1 <= game.rules_kept_from <= game.rules
    assert all(change.what for change in game.changes)
    assert isinstance(game.changes[0].rules, tuple)
    assert isinstance(game.marks, Mapping)
