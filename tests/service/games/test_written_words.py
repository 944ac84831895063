"""What people write in a game: the log holds references, and whoever may read them gets the words beside them."""

import json

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.log.words import LONGEST, Words
from domain.records.export import read
from service.games.shapes import Condition, OperatorAct
from tests.service.playing import ME, OPEN, act, all_events, open_pig, refusal

HELLO, SECRET = "hello to all of you", "this is between us"


def say(words):
    return {"type": "say", "words": words}


def whisper(to, words):
    return {"type": "whisper", "to": to, "words": words}


@pytest.fixture
def table(ledger, people):
    """Ann, bob and cy; ann has said something to all, and whispered to bob."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN, game="talking-pig", goal=50)
    for name in ("bob", "cy"):
        ledger.sit(people[name], game_id)
    act(ledger, people["ann"], game_id, say(HELLO), condition=Condition())
    act(ledger, people["ann"], game_id, whisper("s2", SECRET), condition=Condition())
    return game_id


def shown(ledger, game_id, account):
    """All that a reader is told."""
    return json.dumps(
        [
            to_json(ledger.view(game_id, account)),
            all_events(ledger, game_id, account),
            ledger.record(game_id, account),
            ledger.timeline(game_id, account),
        ]
    )


def test_no_word_lies_in_the_log(services, table):
    stored = b"".join(entry.encode() for entry in services.store.entries(table))
    for words in (HELLO, SECRET):
        assert words.encode() not in stored


def test_who_may_read_a_reference_reads_the_words(ledger, people, table):
    for account in (people["ann"], people["bob"], people["cy"], None):
        said = next(event for event in all_events(ledger, table, account) if event["type"] == "Said")
        reference = said["data"]["words"]
        assert said["texts"][reference["id"]]["text"] == HELLO
        assert Words(**said["texts"][reference["id"]]).commitment() == reference["commitment"]
        assert ledger.view(table, account).texts[reference["id"]].text == HELLO


def test_who_may_not_does_not(ledger, people, table):
    for name in ("ann", "bob"):
        assert SECRET in shown(ledger, table, people[name])
    for account in (people["cy"], None):
        assert SECRET not in shown(ledger, table, account)


def test_the_answer_has_the_words_too(ledger, people, table):
    answer = act(ledger, people["bob"], table, say("a word"), condition=Condition())
    assert [words["text"] for words in answer.events[0]["texts"].values()] == ["a word"]
    assert "a word" in json.dumps(to_json(answer.game.texts))


@pytest.mark.parametrize(
    "words", ["", " ", "x" * (LONGEST + 1), 1, None, ["x"], {"id": "a", "commitment": "b"}, "e\u0301", "\ud800"]
)
def test_words_that_are_none_are_malformed(ledger, people, table, words):
    condition = Condition(decision="1.s1")
    body = b"any"
    assert refusal(act, ledger, people["ann"], table, say(words), condition=condition, body=body) == "malformed"


def test_a_refused_command_keeps_no_words(ledger, services, people, table):
    count = len(services.store.rows("SELECT 1 FROM texts WHERE game=:game", game=table))
    assert refusal(act, ledger, people["ann"], table, whisper("s9", "hello"), condition=Condition()) == "illegal"
    assert len(services.store.rows("SELECT 1 FROM texts WHERE game=:game", game=table)) == count


def test_who_is_forgotten_takes_the_words_along_and_everybody_is_told(ledger, services, people, table):
    before = ledger.etag(table)
    ledger.view(table)
    services.accounts.forget(people["ann"])
    assert ledger.etag(table) != before
    for account in (people["bob"], None):
        assert HELLO not in shown(ledger, table, account)
        assert SECRET not in shown(ledger, table, account)
    for file in services.settings.home.iterdir():
        assert SECRET.encode() not in file.read_bytes() or file.name.endswith("-wal")


def test_an_etag_tells_of_words_whose_writer_no_longer_sits(ledger, services, people, table):
    services.corrections.operate(None, table, OperatorAct("replace", "gone", seat="s1", level="random"))
    before = ledger.etag(table, people["bob"])
    services.accounts.forget(people["ann"])
    assert ledger.etag(table, people["bob"]) != before


def test_the_game_is_consistent_with_its_words_and_without(ledger, services, people, table):
    ledger.close(table, "void")
    whole = ledger.record(table)
    assert {words["text"] for words in whole["texts"].values()} == {HELLO, SECRET}
    services.accounts.forget(people["ann"])
    for record in (whole, ledger.record(table)):
        verdict = audit(read(canonical(record)), services.catalog)
        assert (verdict.code, verdict.reason) == (CONSISTENT, None)
    assert "texts" not in ledger.record(table)
