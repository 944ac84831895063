"""Tables that share a deal: the same dice and packs for all, whatever else each of them draws."""

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.bots import player
from domain.contract.chance import Dealt, Seeded, Stream, deal_key, outcome
from domain.contract.game import Refused
from domain.games.catalog import Catalog
from domain.records.export import export
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.snapshot import restore, snapshot

SEED, DEAL = bytes(range(32)), "challenge-1"
GREEDY, RANDOM = player("greedy"), player("random")
CATALOG = Catalog()


def dealt_game(game_id, level=GREEDY, deal=DEAL, scenario="introduction", most=400):
    """A night that one seat plays at a table of the deal."""
    log = GameLog(CATALOG, game_id, SEED, Stream(game_id.encode()).random_bytes)
    terms = {} if deal is None else {"deal": deal}
    log.post("service", None, log.opening("last-spell", {"scenario": scenario}, ["s1"], terms=terms), 0)
    log.post("service", "s1", actions.Sit(level="greedy"), 0)
    log.post("service", None, actions.Start(), 0)
    rng = Stream(f"player {game_id}".encode())
    for _ in range(most):
        if log.table.closed is not None:
            break
        log.post("seat", "s1", level(log.table.game, log.table.state, "s1", rng), 0)
    return log


def draws_of(log):
    """Kind and name -> the outcomes in their order."""
    found = {}
    for entry in log.entries:
        told = [*entry.read().draws, *(draw for part in entry.private.values() for draw in part.part.get("draws", ()))]
        for draw in told:
            found.setdefault((draw["kind"], draw["name"]), []).append((draw["from"], draw["result"]))
    return found


def common(one, other):
    """The outcomes of both, as far as both have drawn from the same."""
    return [pair for pair in zip(one, other) if pair[0][0] == pair[1][0]]


def test_draw_k_of_a_name_is_the_same_whatever_else_is_drawn():
    one, other = Dealt(b"key"), Dealt(b"key")
    other.draw("roll", "orange", 6, 3)
    first, second = one.draw("roll", "blue", 6, 2), other.draw("roll", "blue", 6, 2)
    assert (first.n, second.n) == (0, 1)
    assert first.result == second.result == outcome(deal_key(b"key", "roll", "blue"), 0, "roll", 6, 2)
    assert Dealt(b"key", 5, {"roll blue": 1}).draw("roll", "blue", 6, 2).result == one.draw("roll", "blue", 6, 2).result
    assert one.draw("flip", "blue", ["a", "b"], 1).n == 2


def test_two_tables_throw_the_same_in_the_same_order():
    one, other = draws_of(dealt_game("g1")), draws_of(dealt_game("g2", RANDOM))
    assert one["flip", "destiny"][:2] == other["flip", "destiny"][:2]
    for name in one.keys() & other.keys():
        assert common(one[name], other[name])
        assert all(first == second for first, second in common(one[name], other[name])), name


def test_without_a_deal_or_with_another_one_the_outcomes_differ():
    tables = [dealt_game("g1"), dealt_game("g2", deal="challenge-2"), dealt_game("g3", deal=None)]
    flips = [draws_of(log)["flip", "destiny"] + draws_of(log)["roll", "blue"] for log in tables]
    assert flips[0] != flips[1] != flips[2] != flips[0]
    assert isinstance(tables[2].table.chance(SEED), Seeded)


def test_no_seat_gives_entropy():
    log = GameLog(CATALOG, "g1", SEED, Stream(b"nonces").random_bytes)
    log.post("service", None, log.opening("last-spell", {}, ["s1"], terms={"deal": DEAL}), 0)
    with pytest.raises(Refused, match="entropy"):
        log.post("seat", "s1", actions.Sit(account="a", entropy="00" * 32), 0)


def test_the_seed_is_kept_back_and_the_record_shows_what_its_reader_may_see():
    log = dealt_game("g1", scenario="gildenberg")
    assert log.table.closed is not None
    assert log.table.closed.seed is None
    assert not log.table.is_laid_open
    redacted = export(log.table, log.entries, {}, ["s1"])
    assert not any("referee" in event["private"] for event in redacted.events)
    verdict = audit(redacted, CATALOG)
    assert verdict.code == PREFIX
    assert verdict.remarks[0].startswith("the seed is kept back")


def test_with_the_revealed_seed_the_audit_decides_everything_again():
    log = dealt_game("g1", scenario="gildenberg")
    record = export(log.table, log.entries, {}, ["s1", "referee"])
    verdict = audit(record, CATALOG, deals={DEAL: SEED})
    assert (verdict.code, verdict.findings) == (CONSISTENT, ())
    another = audit(record, CATALOG, deals={DEAL: bytes(32)})
    assert another.code == REFUSED
    assert another.reason == "the seed that was published is not the one that was committed to"
    closed = audit(export(log.table, log.entries, {}, ["s1"]), CATALOG, deals={DEAL: SEED})
    assert (closed.code, closed.reason) == (REFUSED, "the part of referee is missing although the game is closed")


def test_counts_of_draws_go_through_a_snapshot_and_a_copy():
    log = dealt_game("g1", scenario="gildenberg", most=20)
    assert log.table.dealt["roll blue"]
    again = restore(snapshot(log.table), CATALOG, log.entries)
    assert again.dealt == log.table.clone().dealt == log.table.dealt
    assert again.chance(SEED).draw("roll", "blue", 6, 1) == log.table.chance(SEED).draw("roll", "blue", 6, 1)
