"""The log's stored form, told with pig: who may read what, what is committed to, what opens when."""

import json

import pytest

from domain.log.canon import canonical
from domain.log.record import Entry, seed_commitment
from domain.log.whole import whole
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.pigs.pig import PIG, Guess
from tests.streams import random_bytes

SEED = b"s" * 32
SEATS = ["s1", "s2", "s3"]


@pytest.fixture
def log(catalog):
    log = GameLog(catalog, "g1", SEED, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 20, "guess": True}, SEATS), 100)
    for seat in SEATS:
        log.post("service", seat, a.Sit(level="random"), 101)
    log.post("service", None, a.Start(), 102)
    return log


def find(log, kind):
    return next(entry for entry in log.entries if entry.read().type == kind)


def test_the_first_event_commits_to_the_seed_before_anyone_sits(log):
    opened = log.entries[0].read()
    assert opened.type == "GameOpened"
    assert opened.data["commitment"] == seed_commitment("g1", SEED)
    assert SEED.hex() not in json.dumps([entry.as_json() for entry in log.entries])


def test_versions_and_commands_count_on_and_only_first_events_say_what_was_posted(log):
    publics = [entry.read() for entry in log.entries]
    assert [public.version for public in publics] == list(range(1, len(publics) + 1))
    assert [public.command for public in publics if public.by] == [1, 2, 3, 4, 5]
    assert publics[-1].action is None


def test_every_command_from_the_start_on_ends_with_asked(log):
    log.post("seat", "s2", Guess(3), 103)
    assert [entry.read().type for entry in log.entries[-2:]] == ["NumberGuessed", "Asked"]


def test_a_secret_argument_stands_in_no_public_part(log):
    log.post("seat", "s2", Guess(3), 103)
    entry = find(log, "NumberGuessed")
    assert entry.read().action == {"type": "guess"}
    assert entry.read().data == {"seat": "s2"}
    assert entry.private["s2"].part == {"action": {"number": 3}, "data": {"number": 3}}
    assert whole(entry).action == {"type": "guess", "number": 3}


def test_no_guess_fits_a_commitment_without_its_nonce(log):
    log.post("seat", "s2", Guess(3), 103)
    entry = find(log, "NumberGuessed")
    committed = entry.read().commitments["s2"]
    known = bytes(32).hex()
    for number in range(1, 7):
        tried = type(entry.private["s2"])(known, {"action": {"number": number}, "data": {"number": number}})
        assert tried.commitment() != committed
    assert entry.private["s2"].commitment() == committed


def test_a_reader_gets_the_own_parts_and_all_commitments(log):
    log.post("seat", "s2", Guess(3), 103)
    entry = find(log, "NumberGuessed")
    assert set(entry.as_json(["s1"])["private"]) == set()
    assert set(entry.as_json(["s2"])["private"]) == {"s2"}
    assert entry.as_json(["s1"])["commitments"] == entry.as_json(["s2"])["commitments"]


@pytest.mark.parametrize("audiences", [[], ["s1"], ["s2", "s1", "referee"], [*SEATS, "referee", "closed"]])
def test_the_text_of_an_entry_says_to_each_reader_what_its_json_says(log, audiences):
    log.post("seat", "s1", Guess(3), 103)
    assert any(entry.private for entry in log.entries)
    for entry in log.entries:
        assert json.dumps(entry.as_json(audiences), separators=(",", ":")).encode() == entry.as_text(audiences)


def test_sealed_answers_are_opened_by_one_public_event(log):
    for seat, number in zip(SEATS, (2, 5, 3), strict=True):
        log.post("seat", seat, Guess(number), 103)
    shown = find(log, "NumbersShown").read()
    assert [opened["part"]["data"]["number"] for opened in shown.opens] == [2, 5, 3]
    committed = {e.read().version: e.read().commitments for e in log.entries}
    for opened in shown.opens:
        part = type(find(log, "NumberGuessed").private["s1"])(opened["nonce"], opened["part"])
        assert part.commitment() == committed[opened["version"]][opened["audience"]]


def test_every_command_carries_one_closed_part_whatever_it_holds(log):
    log.post("seat", "s1", Guess(1), 103, key="k", body="b")
    log.post("seat", "s2", Guess(1), 103)
    with_key, without = [e for e in log.entries if e.read().type == "NumberGuessed"]
    assert set(with_key.read().commitments) - {"s1"} == set(without.read().commitments) - {"s2"} == {"closed"}
    shown = [canonical({**entry.as_json([]), "version": 0}) for entry in (with_key, without)]
    assert len(shown[0]) == len(shown[1])


def test_an_entry_is_stored_and_loaded_unchanged(log):
    for entry in log.entries:
        loaded = Entry.decode(entry.encode())
        assert loaded.public == entry.public
        assert loaded.encode() == entry.encode()


def test_a_log_is_followed_to_the_same_table(log, catalog):
    log.post("seat", "s2", Guess(3), 103)
    other = GameLog(catalog, "g1", SEED, random_bytes())
    other.follow(Entry.decode(entry.encode()) for entry in log.entries)
    assert other.table.head == log.table.head
    assert PIG.view(other.table.state, "referee") == PIG.view(log.table.state, "referee")
    assert other.table.waiting == log.table.waiting
