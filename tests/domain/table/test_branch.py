"""Branches, told with pig: a game that begins from a position of another one."""

import pytest

from domain.audit import CONSISTENT, REFUSED, audit
from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import canonical, parse
from domain.log.record import GENESIS, chained
from domain.records.export import export, read
from domain.table import actions as a
from domain.table.branch import Origin, position_of
from domain.table.gamelog import GameLog
from domain.table.table import Table
from tests.pigs.pig import Guess, Hold, Roll
from tests.streams import random_bytes

CATALOG = Catalog({"pig": "tests.pigs.pig:PIG"})
SEATS = ["s1", "s2"]


def opened(key, terms=None, **options):
    log = GameLog(CATALOG, key.decode(), key * 32, random_bytes(key))
    log.post("service", None, log.opening("pig", options, SEATS, terms=terms), 100)
    for seat in SEATS:
        log.post("service", seat, a.Sit(account=seat), 100)
    return log


@pytest.fixture
def source():
    """A closed game with sealed guesses, draws and a takeback."""
    log = opened(b"s", guess=True, goal=60)
    log.post("service", None, a.Start(), 100)
    log.post("seat", "s1", Guess(3), 101)
    log.post("seat", "s1", a.TakeBack(log.table.version - 2), 101)
    for seat in SEATS:
        log.post("seat", seat, Guess(2), 102)
    for _ in range(12):
        [seat] = log.table.pending
        log.post("seat", seat, Roll() if log.table.state.turn_points < 6 else Hold(), 103)
    log.post("service", None, a.Close("void"), 104)
    return log


def table_at(log, version):
    table = Table(CATALOG)
    for entry in log.entries[:version]:
        table.fold(entry)
    return table


def ends(log):
    """The versions at which a command has ended and somebody must decide."""
    publics = [entry.read() for entry in log.entries]
    return [public.version for public in publics if public.type == "Asked" and public.data["open"]]


def branched(source, version, key=b"b"):
    table = table_at(source, version)
    origin = Origin(source.id, version, source.entries[version - 1].hash)
    log = opened(key, {"branch": to_json(origin)}, guess=True, goal=60)
    log.post("service", None, position_of(table), 200)
    return table, log


def test_a_branch_stands_where_the_source_stood(source):
    for version in ends(source):
        table, log = branched(source, version)
        assert table.game.view(log.table.state, "referee") == table.game.view(table.state, "referee")
        assert to_json(log.table.pending) == to_json(table.pending)
        assert [entry.read().type for entry in log.entries[3:5]] == ["GameStarted", "GameCreated"]


def test_its_command_closes_with_what_is_asked_once(source):
    _, log = branched(source, ends(source)[-1])
    assert [entry.read().type for entry in log.entries].count("Asked") == 1
    assert log.entries[-1].read().type == "Asked"


def test_it_draws_anew_from_its_own_seed(source):
    version = ends(source)[-2]
    rolls = []
    for key in (b"b", b"c"):
        _, log = branched(source, version, key)
        for _ in range(3):
            log.post("seat", next(iter(log.table.pending)), Roll(), 201)
        rolls.append([d["result"] for e in log.entries for d in e.read().draws])
        assert [d["n"] for e in log.entries for d in e.read().draws] == [0, 1, 2]
    assert rolls[0] != rolls[1]


def test_what_a_seat_had_not_shown_stays_hidden_in_the_branch(source):
    version = next(v for v in ends(source) if table_at(source, v).state.guesses)
    _, log = branched(source, version)
    guessed = next(entry for entry in log.entries if entry.read().type == "NumberGuessed")
    assert set(guessed.as_json(["s2"])["private"]) == set()
    assert guessed.as_json(["s1"])["private"]["s1"]["part"] == {"data": {"number": 3}}
    start = next(entry for entry in log.entries if entry.read().type == "GameStarted")
    assert start.read().action == {"type": "table/branch"}
    log.post("seat", "s2", Guess(5), 201)
    shown = next(entry for entry in log.entries if entry.read().type == "NumbersShown").read()
    assert len(shown.opens) == 2


def finished(log):
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 4 else Roll(), log.table.at + 1)
    return log


def test_its_audit_is_like_any_other_and_says_that_the_position_was_given(source):
    for version in (ends(source)[0], ends(source)[-1]):
        _, log = branched(source, version)
        if log.table.pending.keys() == {"s1", "s2"}:
            log.post("seat", "s1", Guess(1), 201)
        while len(log.table.pending) == 1 and next(iter(log.table.pending.values())).kind == "guess":
            log.post("seat", next(iter(log.table.pending)), Guess(6), 201)
        verdict = audit(export(finished(log).table, log.entries, {}, ()), CATALOG)
        assert (verdict.code, verdict.reason) == (CONSISTENT, None)
        assert "a branch: it begins from a given position" in verdict.remarks


def test_a_seat_may_take_back_its_moves_down_to_the_position(source):
    version = next(v for v in ends(source) if len(table_at(source, v).pending) == 2)
    _, log = branched(source, version)
    begun = log.table.version
    log.post("seat", "s2", Guess(6), 201)
    log.post("seat", "s2", a.TakeBack(begun), 202)
    assert "s2" in log.table.pending


def code(call):
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


def test_a_branch_is_not_started_and_another_game_takes_no_position(source):
    table = table_at(source, ends(source)[-1])
    plain = opened(b"p", guess=True, goal=60)
    assert code(lambda: plain.post("service", None, position_of(table), 200)) == "illegal"
    branch = opened(b"q", {"branch": {"id": "s", "version": 1, "head": "00"}}, guess=True, goal=60)
    assert code(lambda: branch.post("service", None, a.Start(), 200)) == "illegal"


@pytest.mark.parametrize("version", [1, 3, 4, 5])
def test_only_where_somebody_must_decide_there_is_a_position(source, version):
    assert code(lambda: position_of(table_at(source, version))) == "illegal"
    assert code(lambda: position_of(table_at(source, source.table.version))) == "illegal"


FORGERIES = [
    lambda events: events[:-1],
    lambda events: events[1:],
    lambda events: [*events, events[-1]],
    lambda events: [events[-1], *events[:-1]],
    lambda events: [*events[:-1], ("Asked", {**events[-1][1], "open": {}})],
    lambda events: [("GameCreated", {**events[0][1], "seats": ["s1"]}), *events[1:]],
    lambda events: [("GameCreated", {**events[0][1], "options": {"goal": 1, "guess": False}}), *events[1:]],
    lambda events: [("Nonsense", {}), *events],
    lambda events: [*events[:-1], ("DieRolled", {"seat": "s1"}), events[-1]],
    lambda events: [],
]


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_position_that_is_none_is_refused(source, forge):
    table = table_at(source, ends(source)[-1])
    events = forge(list(position_of(table).events))
    log = opened(b"q", {"branch": {"id": "s", "version": 1, "head": "00"}}, guess=True, goal=60)
    assert code(lambda: log.post("service", None, a.Branch(tuple(events)), 200)) == "illegal"


def test_a_position_that_differs_from_its_action_is_found(source):
    _, log = branched(source, ends(source)[-1])
    value = parse(export(finished(log).table, log.entries, {}, ()).encode())
    rolled = next(event for event in value["events"] if event["type"] == "PointsBanked")
    rolled["data"]["points"] += 1
    head = GENESIS
    for event in value["events"]:
        head = chained(head, canonical({k: v for k, v in event.items() if k not in ("private", "hash")}))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    verdict = audit(read(canonical(value)), CATALOG)
    assert (verdict.code, verdict.version) == (REFUSED, rolled["version"])
