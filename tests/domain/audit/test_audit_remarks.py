"""What a verdict says beyond its word: old rules, embedded files and words, what a running game's record proves."""

import hashlib
from copy import deepcopy

import msgspec
import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED, UNFAIR, audit
from domain.contract.game import Text
from domain.games.catalog import Catalog
from domain.log.canon import parse
from domain.log.record import Command, Happened, Writer
from domain.log.words import Words
from domain.records.export import read
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.domain.audit.games import CATALOG, SEATS, begun, played, record_of
from tests.pigs.pig import Guess, Pig, Roll
from tests.streams import random_bytes
from tests.verifier.both import made_anew


class LaterPig(Pig):
    """Pig as it may be later: rules 1 and 2 are no longer kept, and nobody could play as it was played then."""

    rules = 3
    rules_kept_from = 3

    def act(self, run, seat, action):
        raise AssertionError("no rule may be asked about an old game")


class Later(Catalog):
    def __getitem__(self, game_id):
        return LaterPig()


def test_who_dealt_is_said_of_a_game_without_entropy_only():
    alone = "dealt by the operator alone: no seat gave entropy"
    assert alone in audit(record_of(played()), CATALOG).remarks
    assert alone not in audit(record_of(played(entropy="ab" * 32)), CATALOG).remarks


def test_a_seed_that_was_given_is_said_to_be():
    told = audit(record_of(played(seed_source="given")), CATALOG).remarks
    assert "the seed was given, not drawn from the operating system" in told


def test_a_game_under_rules_that_are_no_longer_kept_is_folded_and_its_draws_are_checked():
    log = played()
    found = audit(record_of(log), Later())
    assert (found.code, found.result) == (CONSISTENT, log.table.result)
    assert "decisions not re-checked: rules before 3 are no longer kept" in found.remarks


def test_draws_of_old_games_are_not_believed():
    log = begun(goal=6)
    writer = Writer(
        "g1", SEATS, b"s" * 32, random_bytes(), version=log.table.version, command=log.table.command,
        head=log.table.head,
    )  # fmt: skip
    run = log.table.game.decide(log.table.state, "s1", Roll(), log.table.chance(b"t" * 32))
    drawn = [Happened(run.events[0], (run.draws[0][1],)), *(Happened(event) for event in run.events[1:])]
    log.follow(writer.write(Command("seat", "s1", Roll(), 101), drawn))
    log.post("service", None, a.Close("void"), 102)
    found = audit(record_of(log), Later())
    assert (found.code, found.reason) == (REFUSED, "its draws are not those that the seed gives")


@pytest.mark.parametrize("number", [0, 10_000])
def test_draws_of_old_games_are_numbered_as_they_were_made(number):
    """The last draw under another number, with the outcome that the seed gives: no draw after it tells."""
    value = parse(record_of(played()).encode())
    assert audit(read(made_anew(deepcopy(value))), Later()).code == CONSISTENT
    *_, last = [draw for event in value["events"] for draw in event["draws"]]
    last["n"] = number
    found = audit(read(made_anew(value)), Later())
    assert (found.code, found.reason) == (REFUSED, "its draws are not those that the seed gives")


def test_rules_of_the_future_are_not_guessed_at():
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {}, SEATS, rules=2), 100)
    log.post("service", None, a.Close("void"), 100)
    found = audit(record_of(log), CATALOG)
    assert found.code == REFUSED
    assert found.reason == "it was played under rules that are not known here: the newest are 1"


def test_of_a_running_game_a_seat_proves_its_own_parts():
    log = begun(guess=True)
    for seat in SEATS:
        log.post("seat", seat, Guess(3), 101)
    found = audit(record_of(log, ["s1"]), CATALOG)
    assert found.code == PREFIX
    assert found.remarks[:3] == (
        "the game goes on, or the end was cut off: decisions are not checked",
        "1 hidden parts of s1 are those that were committed to",
        "the other hidden parts are not in the record",
    )


def test_a_record_whose_seed_is_kept_back_is_not_decided_again():
    log = played()
    closing = log.table.closed
    kept_back = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    kept_back.follow(log.entries[:-1])
    table = kept_back.table
    writer = Writer(
        "g1", SEATS, b"s" * 32, random_bytes(), version=table.version, command=table.command, head=table.head
    )
    silent = msgspec.structs.replace(closing, seed=None)
    [entry] = writer.write(Command("service", None, a.Close("void"), 200), [Happened(silent)])
    kept_back.follow([entry])
    found = audit(record_of(kept_back), CATALOG)
    assert (found.code, found.remarks[0]) == (PREFIX, "the seed is kept back for now: decisions are not checked")


def test_files_must_be_those_that_the_game_was_played_with():
    record = record_of(played())
    wrong = msgspec.structs.replace(record, files={hashlib.sha256(b"x").hexdigest(): "x"})
    assert audit(wrong, CATALOG).reason.startswith("it holds a file")


@pytest.mark.parametrize("game", ["nightfall", "darkness", "last-spell", "oh-hell"])
def test_a_game_with_data_embeds_it_and_the_hash_is_checked(catalog, game):
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening(game, {}, ("s1", "s2", "s3")), 100)
    log.post("service", None, a.Close("void"), 100)
    record = record_of(log)
    [(sha256, text)] = record.files.items()
    assert list(record.data.values()) == [sha256]
    assert audit(record, catalog).code == CONSISTENT
    altered = msgspec.structs.replace(record, files={sha256: text + "\n"})
    assert audit(altered, catalog).reason == f"the file {sha256} has another hash"


@pytest.fixture
def with_words():
    log = begun()
    words = Words("somebody fell ill", "ab" * 32)
    log.post("operator", None, a.Operate("void", Text("t1", words.commitment())), 101)
    return log, words


def test_words_are_those_that_were_committed_to(with_words):
    log, words = with_words
    record = record_of(log, texts={"t1": words, "t2": words})
    assert record.texts == {"t1": words}
    assert audit(record, CATALOG).code == CONSISTENT
    for name, wrong, reason in (
        ("t1", Words("nobody did", words.nonce), "the words t1 are not those that an event refers to"),
        ("t1", Words(words.text, "cd" * 32), "the words t1 are not those that an event refers to"),
        ("t1", Words(words.text, "no hex"), "the nonce of the words t1 is not 32 bytes in lower-case hex"),
        ("t9", words, "the words t9 are not those that an event refers to"),
    ):
        found = audit(msgspec.structs.replace(record, texts={name: wrong}), CATALOG)
        assert (found.code, found.reason) == (REFUSED, reason)


def test_words_that_were_forgotten_leave_a_consistent_record(with_words):
    log, _ = with_words
    assert audit(record_of(log), CATALOG).code == CONSISTENT


def test_codes_are_the_exit_codes_that_are_promised():
    assert (CONSISTENT, REFUSED, PREFIX, UNFAIR) == (0, 1, 2, 3)
