"""A table restored from a snapshot is the table that was folded, in all that it knows and in all that it does."""

import pytest

from domain.bots.simulation import play_logged, random_player
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.takeback import boundaries
from domain.table.snapshot import restore, snapshot
from domain.table.table import Table
from tests.pigs.pig import Guess, Hold
from tests.sameness import differences

GAMES = {
    "pig": ("pig", {"goal": 40, "guess": True}, 3),
    "nightfall": ("nightfall", {}, 2),
    "secret-archives": ("nightfall", {"variants": ["secret-archives"]}, 3),
    "darkness": ("darkness", {}, 3),
    "last-spell": ("last-spell", {}, 2),
    "oh-hell": ("oh-hell", {"cards": 4, "back": True}, 3),
}

APART = ("_catalog", "_earlier", "_history")
"""What is not the same object in two tables, though it means the same."""


@pytest.fixture(params=GAMES)
def entries(request, catalog):
    """The log of a game of random players."""
    game, options, seats = GAMES[request.param]
    ids = [f"s{number}" for number in range(1, seats + 1)]
    players, levels = dict.fromkeys(ids, random_player), dict.fromkeys(ids, "random")
    return play_logged(catalog, "g1", game, options, ids, b"snapshots", players, levels).entries


def boundary(entries, version):
    """Whether a command ends at this version."""
    return version == len(entries) or entries[version].read().by is not None


def differing(one, other, *, past=True):
    """What two tables know differently; their past of thousands of events is looked at only if that is asked for."""
    rests = ({name: value for name, value in vars(table).items() if name not in APART} for table in (one, other))
    return differences(*rests) + (differences(one.history, other.history) if past else [])


def test_a_restored_table_is_the_one_that_was_folded(catalog, entries):
    table = Table(catalog)
    for version, entry in enumerate(entries, 1):
        table.fold(entry)
        if boundary(entries, version):
            restored = restore(snapshot(table), catalog, entries)
            past = version % 40 == 0 or version == len(entries)
            assert differing(table, restored, past=past) == [], version


def test_a_restored_table_folds_on_to_the_same_end(catalog, entries):
    whole = Table(catalog)
    for entry in entries:
        whole.fold(entry)
    cut = next(version for version in range(len(entries) // 2, len(entries)) if boundary(entries, version))
    half = Table(catalog)
    for entry in entries[:cut]:
        half.fold(entry)
    restored = restore(snapshot(half), catalog, entries)
    for entry in entries[cut:]:
        restored.fold(entry)
    assert differing(whole, restored) == []
    assert snapshot(restored) == snapshot(whole)


@pytest.fixture
def log(catalog):
    """Pig with guesses, of two people, one of whom has guessed, under an idempotency key."""
    log = GameLog(catalog, "g1", bytes(32), bytes)
    log.post("service", None, log.opening("pig", {"guess": True}, ["s1", "s2"]), 100)
    log.post("seat", "s1", actions.Sit(account="ann"), 100)
    log.post("seat", "s2", actions.Sit(account="bob"), 100)
    log.post("service", None, actions.Start(), 101)
    log.post("seat", "s1", Guess(3), 102, key="a1", body="b1")
    return log


def resumed(log, catalog):
    """The same log in another process, from a snapshot."""
    other = GameLog(catalog, log.id, log.seed, bytes)
    other.resume(restore(snapshot(log.table), catalog, log.entries), list(log.entries))
    return other


def test_a_table_can_be_kept_before_the_game_has_begun(catalog):
    log = GameLog(catalog, "g1", bytes(32), bytes)
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 100)
    log.post("seat", "s1", actions.Sit(account="ann"), 100)
    other = resumed(log, catalog)
    assert differing(log.table, other.table) == []


def test_sealed_answers_receipts_and_clocks_are_kept(catalog, log):
    other = resumed(log, catalog)
    assert other.table.receipts["s1"]["a1"].body == "b1"
    assert [entry.hash for entry in log.post("seat", "s2", Guess(4), 103)] == [
        entry.hash for entry in other.post("seat", "s2", Guess(4), 103)
    ]


def test_a_restored_table_can_be_taken_back(catalog, log):
    log.post("seat", "s2", Guess(4), 103)
    seat = next(iter(log.table.pending))
    log.post("seat", seat, Hold(), 104)
    other = resumed(log, catalog)
    [to] = boundaries(other.table, seat)
    for each in (log, other):
        each.post("seat", seat, actions.TakeBack(to), 105)
    assert differing(log.table, other.table) == []


def test_what_is_done_to_a_copy_of_a_restored_table_stays_there(catalog, log):
    table = resumed(log, catalog).table
    copy = table.clone()
    before = snapshot(table)
    copy.state.guesses["s2"] = 6
    copy.history.clear()
    assert snapshot(table) == before
    assert len(table.history) == 4
