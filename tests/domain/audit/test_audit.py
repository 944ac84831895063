"""The audit, told with pig: what is true passes, whatever is altered is refused and named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.audit import CONSISTENT, PREFIX, REFUSED, audit
from domain.audit.verdict import MALFORMED
from domain.bots.simulation import play_logged, random_player
from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.log.canon import canonical, parse
from domain.log.record import GENESIS, chained
from domain.records.export import BadRecord, Record, export, read
from tests.domain.audit.games import CATALOG

SEATS = ("s1", "s2", "s3")


def played(goal=25, key=b"one"):
    everyone = dict.fromkeys(SEATS, random_player)
    levels = dict.fromkeys(SEATS, "random")
    return play_logged(CATALOG, "g1", "pig", {"goal": goal, "guess": True}, SEATS, key, everyone, levels)


def record_of(log, readers=()):
    return export(log.table, log.entries, {"s1": "Ana", "s2": "Ben"}, readers)


LOG = played()
RAW = record_of(LOG).encode()
BROKEN = "its hash does not follow from its content and the hash before it"


def rehashed(value):
    """The record with every hash made anew, as a forger would."""
    head = GENESIS
    for event in value["events"]:
        public = {k: v for k, v in event.items() if k not in ("private", "hash")}
        head = chained(head, canonical(public))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    return value


def verdict(value, seen=None):
    return audit(read(canonical(value)), CATALOG, seen)


def event(value, kind):
    return next(e for e in value["events"] if e["type"] == kind)


def test_a_game_that_was_played_is_consistent():
    found = audit(read(RAW), CATALOG)
    assert (found.code, found.word) == (CONSISTENT, "consistent")
    assert found.result == LOG.table.result
    assert "dealt by the operator alone: no seat gave entropy" in found.remarks


def test_kept_heads_prove_that_it_is_the_game_as_it_was_played():
    kept = {9: LOG.entries[8].hash}
    assert audit(read(RAW), CATALOG, kept).seen == (9,)
    assert audit(read(RAW), CATALOG, {9: "00" * 32}).version == 9
    found = audit(read(RAW), CATALOG, {100_000: "00" * 32})
    assert (found.code, found.reason) == (REFUSED, "it does not reach version 100000, whose head was kept")


def test_another_game_made_from_another_seed_fails_only_against_a_kept_head():
    other = record_of(played(key=b"two"))
    assert audit(other, CATALOG).code == CONSISTENT
    found = audit(other, CATALOG, {9: LOG.entries[8].hash})
    assert (found.code, found.version, found.reason) == (REFUSED, 9, "its hash is not the head that was kept")


def test_display_names_may_change_and_nothing_else():
    value = parse(RAW)
    value["names"]["s1"] = "Zoe"
    assert verdict(value).code == CONSISTENT


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_one_byte_altered_is_refused(data):
    at = data.draw(st.integers(0, len(RAW) - 1))
    start, end = RAW.index(b'"names"'), RAW.index(b'},"options"')
    if start <= at <= end:
        return
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != RAW[at]))
    altered = RAW[:at] + bytes([byte]) + RAW[at + 1 :]
    try:
        found = audit(read(altered), CATALOG)
    except BadRecord:
        return
    assert found.is_refused


@pytest.mark.parametrize("kind", ["GameOpened", "SeatTaken", "NumberGuessed", "DieRolled", "Asked", "GameClosed"])
def test_an_event_dropped_swapped_or_doubled_is_refused_and_named(kind):
    for change in ("drop", "double", "swap"):
        value, last = parse(RAW), LOG.table.version - 1
        at = next(i for i, e in enumerate(value["events"]) if e["type"] == kind)
        if change == "drop":
            del value["events"][at]
        elif change == "double":
            value["events"].insert(at, value["events"][at])
        else:
            other = (at + 1) % len(value["events"])
            events = value["events"]
            events[at], events[other] = events[other], events[at]
        found = verdict(value)
        if (change, at) == ("drop", last):
            assert (found.version, found.reason) == (None, "the head is not the hash of the last event")
        else:
            first = {"drop": at, "double": at + 1, "swap": at if at < last else 0}[change]
            assert (found.version, found.reason) == (first + 1, BROKEN)
        assert found.code == REFUSED


def test_a_forger_who_makes_every_hash_anew_is_found_by_the_draws():
    value = parse(RAW)
    rolled = event(value, "DieRolled")
    rolled["draws"][0]["result"] = [6 if rolled["draws"][0]["result"] != [6] else 5]
    rolled["data"]["result"] = rolled["draws"][0]["result"][0]
    found = verdict(rehashed(value))
    assert (found.code, found.version) == (REFUSED, rolled["version"])
    assert "draws" in found.reason


def test_a_forger_who_alters_an_action_is_found_by_deciding_again():
    value = parse(RAW)
    held = next(e for e in value["events"] if e.get("action") == {"type": "hold"})
    held["action"] = {"type": "roll"}
    found = verdict(rehashed(value))
    assert (found.code, found.version) == (REFUSED, held["version"])


def test_a_forger_who_alters_a_hidden_part_is_found_by_its_commitment():
    value = parse(RAW)
    guessed = event(value, "NumberGuessed")
    guessed["private"][guessed["seat"]]["part"]["data"]["number"] ^= 1
    assert verdict(rehashed(value)).version == guessed["version"]


def test_a_tail_cut_off_leaves_a_prefix():
    value = parse(RAW)
    value["events"] = value["events"][:-5]
    value["head"] = value["events"][-1]["hash"]
    assert verdict(value).code == PREFIX
    last = LOG.table.version
    found = verdict(value, {last: LOG.table.head.hex()})
    assert (found.code, found.reason) == (REFUSED, f"it does not reach version {last}, whose head was kept")


def test_the_redacted_record_of_a_running_game_is_a_prefix_of_the_later_one():
    full = parse(RAW)
    opening = event(full, "NumbersShown")["version"] - 1
    early = parse(RAW)
    early["events"] = [
        {**e, "private": {k: p for k, p in e["private"].items() if k == "s1"}} for e in early["events"][:opening]
    ]
    early["head"] = early["events"][-1]["hash"]
    assert verdict(early).code == PREFIX
    assert full["events"][opening - 1]["hash"] == early["head"]


@pytest.mark.parametrize(
    ("name", "value", "version", "reason"),
    [
        ("game", "chess", 1, "the header's game is not the one of the first event"),
        ("rules", 2, 1, "the header's rules is not the one of the first event"),
        ("seats", ["s1"], 3, "it is for a seat that is not there"),
        ("head", "00" * 32, None, "the head is not the hash of the last event"),
        ("id", "g2", 1, "the header's id is not the one of the first event"),
    ],
)
def test_a_header_that_differs_from_event_one_is_refused(name, value, version, reason):
    found = verdict({**parse(RAW), name: value})
    assert (found.code, found.version, found.reason) == (REFUSED, version, reason)


def test_another_format_is_malformed():
    found = verdict({**parse(RAW), "format": "nightledger/0"})
    assert (found.code, found.reason) == (MALFORMED, "the format is 'nightledger/0', not 'nightledger/1'")


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b'{"format": 1}', RAW[:-1], RAW + b"x", b"\xff"])
def test_what_is_no_record_is_refused_with_a_reason(raw):
    with pytest.raises(BadRecord, match=r"."):
        read(raw)


def test_a_record_survives_the_file():
    assert Record.encode(read(RAW)) == RAW
    assert json.loads(RAW)["events"][0]["private"] == {}


def test_forced_outcomes_are_no_fair_game():
    value = parse(RAW)
    event(value, "DieRolled")["draws"][0]["forced"] = True
    found = verdict(rehashed(value))
    assert (found.code, found.word) == (3, "not a fair game")


def test_where_outcomes_were_forced_entropy_is_still_what_the_seats_gave():
    value = parse(RAW)
    event(value, "DieRolled")["draws"][0]["forced"] = True
    event(value, "GameStarted")["data"]["entropy"] = {"s1": "ab" * 32}
    found = verdict(rehashed(value))
    started = event(value, "GameStarted")["version"]
    assert (found.version, found.reason) == (started, "its entropy is not what the seats gave")


def test_bots_play_the_same_game_from_the_same_key():
    assert record_of(played()).encode() == RAW
    assert to_json(played(key=b"two").table.result) != {}
    assert Stream(b"a").below(1) == 0
