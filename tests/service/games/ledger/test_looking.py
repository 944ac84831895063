"""Looking: views, time travel, events, records, and what none of them may show."""

import hashlib
import json

import pytest
from msgspec.structs import replace

from domain.contract.audience import REFEREE, SPECTATOR
from domain.contract.chance import joined
from domain.contract.game import to_json
from domain.log.record import Part, seed_commitment
from domain.log.words import Words
from service.games.shapes import Condition
from service.games.shapes.answers import Seat
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, WAVE, act, all_events, guess, open_pig, refusal

CHOICE = ("decision", "legal", "legal_complete", "slots", "may_take_back")
"""What a view of the past leaves out."""

NUMBERS = {"ann": 770001, "bob": 880002, "s3": 990003}


@pytest.fixture
def guessing(ledger, people):
    """Ann (s1) and an AI (s3) have guessed; bob (s2) has not."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, AI, game="thinking-pig", guess=True)
    ledger.sit(people["bob"], game_id)
    act(ledger, people["ann"], game_id, guess(NUMBERS["ann"]))
    ledger.act_as_bot(game_id, "s3", ledger.bot_turn(game_id, "s3").decision, guess(NUMBERS["s3"]))
    return game_id


def everything_shown(ledger, game_id, account, seat=None):
    """All that the ledger tells a reader about a running game, as text."""
    version = ledger.view(game_id).version
    shown = [
        ledger.view(game_id, account, seat),
        [ledger.view(game_id, account, seat, at=at) for at in range(1, version + 1)],
        ledger.events(game_id, account, seat, limit=10_000),
        ledger.record(game_id, account, seat),
        ledger.etag(game_id, account, seat),
    ]
    return json.dumps(to_json(shown))


def test_a_view_has_the_shape_that_clients_rely_on(ledger, people, guessing):
    view = ledger.view(guessing, people["bob"])
    assert {
        "id", "game", "options", "status", "seats", "version", "head", "table", "pending", "decision", "legal",
        "legal_complete", "slots", "clocks", "result",
    } <= to_json(view).keys()  # fmt: skip
    assert view.seat == "s2"
    assert view.decision.endswith(".s2")
    assert view.legal == [guess(number) for number in range(1, 7)]
    assert (view.legal_complete, view.slots, view.result) == (True, {}, None)
    assert to_json(view.pending) == {"s2": {"kind": "guess", "verbs": ["guess"], "details": {}}}


def test_spectators_have_nothing_to_decide(ledger, people, guessing):
    for account in (None, people["cy"]):
        view = ledger.view(guessing, account)
        assert (view.seat, view.decision, view.legal) == (SPECTATOR, None, [])


@pytest.mark.parametrize("seat", ["s1", "s3", "s9", REFEREE, ""])
def test_nobody_looks_through_the_eyes_of_others(ledger, people, guessing, seat):
    for call in (ledger.view, ledger.etag, ledger.events, ledger.record):
        assert refusal(call, guessing, people["bob"], seat) == "forbidden"


def test_a_player_may_look_as_a_spectator(ledger, people, guessing):
    assert ledger.view(guessing, people["bob"], SPECTATOR) == ledger.view(guessing)


@pytest.mark.parametrize("game_id", ["", "nonsense", "00000000-0000-4000-8000-000000000000"])
def test_there_is_no_such_game(ledger, people, game_id):
    assert refusal(ledger.view, game_id) == "not-found"
    assert refusal(ledger.events, game_id) == "not-found"
    assert refusal(ledger.table, game_id) == "not-found"
    assert refusal(act, ledger, people["ann"], game_id, ROLL, condition=Condition(decision="1.s1")) == "not-found"


def test_nobody_is_shown_what_others_hide(ledger, services, people, guessing):
    others = {
        ("ann", None): ["s3"],
        ("bob", None): ["ann", "s3"],
        ("bob", SPECTATOR): ["ann", "s3"],
        ("cy", None): ["ann", "s3"],
        (None, None): ["ann", "s3"],
    }
    for (name, seat), hidden in others.items():
        shown = everything_shown(ledger, guessing, people.get(name), seat)
        for owner in hidden:
            assert str(NUMBERS[owner]) not in shown
    assert str(NUMBERS["ann"]) in everything_shown(ledger, guessing, people["ann"])


def test_nobody_is_given_a_nonce_of_anothers_part(ledger, services, people, guessing):
    for name, own in (("ann", "s1"), ("bob", "s2"), (None, SPECTATOR)):
        shown = everything_shown(ledger, guessing, people.get(name))
        for entry in services.store.entries(guessing):
            for audience, part in entry.private.items():
                assert (part.nonce in shown) == (audience == own)


def test_the_answer_to_an_action_hides_the_same(ledger, people, guessing):
    answer = act(ledger, people["ann"], guessing, WAVE, condition=Condition())
    assert str(NUMBERS["s3"]) not in json.dumps(to_json([answer.game, answer.events]))
    assert str(NUMBERS["ann"]) not in repr(ledger.bot_turn(guessing, "s3"))


def test_numbers_shown_together_are_proved_by_their_commitments(ledger, people, guessing):
    committed = {
        event["data"]["seat"]: event["commitments"][event["data"]["seat"]]
        for event in all_events(ledger, guessing)
        if event["type"] == "NumberGuessed"
    }
    answer = act(ledger, people["bob"], guessing, guess(NUMBERS["bob"]))
    shown = next(event for event in answer.events if event["type"] == "NumbersShown")
    assert shown["data"]["numbers"] == {"s1": 770001, "s2": 880002, "s3": 990003}
    for opening in shown["opens"]:
        if opening["audience"] in committed:
            part = Part(opening["nonce"], opening["part"])
            assert part.commitment() == committed[opening["audience"]]


def test_ones_own_parts_come_with_the_nonces_that_prove_them(ledger, people, guessing):
    own = [event for event in all_events(ledger, guessing, people["ann"]) if event["private"]]
    assert [event["type"] for event in own] == ["NumberGuessed"]
    for event in own:
        [(audience, part)] = event["private"].items()
        assert audience == "s1"
        assert Part(part["nonce"], part["part"]).commitment() == event["commitments"]["s1"]


def test_the_seed_is_nowhere_before_the_end(ledger, services, people, guessing):
    act(ledger, people["bob"], guessing, guess(NUMBERS["bob"]))
    seed = services.store.reservation(guessing).seed
    shown = everything_shown(ledger, guessing, people["ann"]) + json.dumps(ledger.record(guessing, secrets=True))
    assert seed.hex() not in shown
    for file in services.settings.home.iterdir():
        assert seed not in file.read_bytes()
        assert seed.hex().encode() not in file.read_bytes()


def test_the_end_opens_everything(ledger, services, people, guessing):
    ledger.close(guessing, "void")
    shown = everything_shown(ledger, guessing, None)
    assert str(NUMBERS["ann"]) in shown
    assert str(NUMBERS["s3"]) in shown
    opened, closed = all_events(ledger, guessing)[0], all_events(ledger, guessing)[-1]
    assert closed["type"] == "GameClosed"
    seed = bytes.fromhex(closed["data"]["seed"])
    assert seed_commitment(guessing, seed) == opened["data"]["commitment"]
    referee = ledger.view(guessing, None, REFEREE)
    assert referee.table["guesses"] == {"s1": NUMBERS["ann"], "s3": NUMBERS["s3"]}
    assert ledger.view(guessing, None, "s1").table["guesses"] == {"s1": NUMBERS["ann"]}
    assert (referee.status, referee.pending, referee.decision) == ("void", {}, None)


def test_the_table_can_be_asked_for_at_any_version(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    seen = [ledger.view(game_id, people["ann"], "s1")]
    for action in (ROLL, HOLD, HOLD, HOLD):
        if ledger.view(game_id).pending:
            act(ledger, people["ann"], game_id, action)
            seen.append(ledger.view(game_id, people["ann"], "s1"))
    for view in seen:
        past = ledger.view(game_id, people["ann"], "s1", at=view.version)
        assert replace(past, **{key: getattr(view, key) for key in CHOICE}) == view
        assert (past.decision, past.legal, past.slots, past.may_take_back) == (None, [], {}, [])


def test_the_past_is_seen_through_ones_own_eyes(ledger, people, guessing):
    version = ledger.view(guessing).version
    act(ledger, people["bob"], guessing, guess(NUMBERS["bob"]))
    assert ledger.view(guessing, people["ann"], at=version).table["guesses"] == {"s1": NUMBERS["ann"]}
    assert ledger.view(guessing, people["bob"], at=version).table["guesses"] == {}
    assert ledger.view(guessing, at=version).table["guesses"] == {}


@pytest.mark.parametrize("at", [-1, 0, 1000])
def test_no_game_has_a_version_before_its_first_or_after_its_last(ledger, guessing, at):
    assert refusal(ledger.view, guessing, None, None, at) == "not-found"


def test_the_log_is_read_in_pieces(ledger, guessing):
    whole = ledger.events(guessing, limit=1000)
    assert [event["version"] for event in whole] == list(range(1, len(whole) + 1))
    assert ledger.events(guessing, after=2, limit=3) == whole[2:5]
    assert ledger.events(guessing, after=len(whole)) == []
    assert ledger.events(guessing, after=-5, limit=2) == whole[:2]


def test_time_never_runs_backwards_in_a_log(ledger, guessing):
    times = [event["at"] for event in all_events(ledger, guessing)]
    assert times == sorted(times)


def test_the_record_of_a_running_game_is_a_prefix_of_the_whole(ledger, people, guessing):
    redacted = ledger.record(guessing, people["ann"])
    ledger.close(guessing, "void")
    whole = ledger.record(guessing)
    for key in ("format", "id", "game", "rules", "data", "options", "seats", "names"):
        assert redacted[key] == whole[key]
    assert whole["names"] == {"s1": "ann", "s2": "bob", "s3": "random"}
    for before, after in zip(redacted["events"], whole["events"], strict=False):
        assert {**before, "private": None} == {**after, "private": None}
        assert before["private"].items() <= after["private"].items()
    assert redacted["head"] == whole["events"][len(redacted["events"]) - 1]["hash"]
    assert whole["head"] == whole["events"][-1]["hash"]
    assert all(set(event["commitments"]) - set(event["private"]) <= {"closed"} for event in whole["events"])


def test_an_operator_who_takes_the_secrets_is_seen(ledger, people, guessing):
    record = ledger.record(guessing, secrets=True)
    assert str(NUMBERS["ann"]) in json.dumps(record)
    assert record["events"][-2]["type"] == "OperatorActed"
    assert record["events"][-2]["by"] == "operator"
    assert record["events"][-2]["data"]["what"] == "show-secrets"
    assert record["events"][-1]["data"]["open"].keys() == {"s2"}
    assert ledger.view(guessing).version == len(record["events"])
    assert act(ledger, people["bob"], guessing, guess(1)).game.status == "running"


def test_the_words_of_a_reason_lie_outside_the_log(ledger, services, guessing):
    acted = ledger.record(guessing, secrets=True)["events"][-2]
    [kept] = services.store.rows("SELECT * FROM texts WHERE game=:game", game=guessing)
    words = "the record was exported with all hidden parts"
    assert (kept["text"], kept["id"]) == (words, acted["data"]["reason"]["id"])
    commitment = hashlib.sha256(joined(kept["nonce"], words)).hexdigest()
    assert acted["data"]["reason"]["commitment"] == commitment
    assert words.encode() not in services.store.entries(guessing)[-2].encode()


def test_the_words_of_a_reason_are_shown_beside_it_to_all(ledger, people, guessing):
    ledger.record(guessing, secrets=True)
    for account in (people["bob"], None):
        acted = all_events(ledger, guessing, account)[-2]
        reference = acted["data"]["reason"]
        [(name, words)] = acted["texts"].items()
        assert (name, words["text"]) == (reference["id"], "the record was exported with all hidden parts")
        assert Words(**words).commitment() == reference["commitment"]
        assert ledger.record(guessing, account)["texts"] == {name: words}


def test_secrets_of_a_closed_game_are_no_secrets(ledger, guessing):
    ledger.close(guessing, "void")
    assert ledger.record(guessing, secrets=True) == ledger.record(guessing)


def test_an_etag_changes_with_what_is_shown(ledger, services, people, guessing):
    def etag(account=None, seat=None):
        return ledger.etag(guessing, account, seat)

    view = ledger.view(guessing)
    assert etag().startswith(f"{view.version}-{view.head}-")
    assert etag() == etag(people["cy"]) == etag(people["ann"], SPECTATOR)
    assert len({etag(), etag(people["ann"]), etag(people["bob"])}) == 3
    before = etag(people["bob"])
    services.accounts.change(people["ann"], name="Anna")
    renamed = etag(people["bob"])
    assert renamed != before
    act(ledger, people["ann"], guessing, WAVE, condition=Condition())
    assert etag(people["bob"]) != renamed


def test_a_forgotten_person_leaves_a_seat_without_a_name(ledger, services, people, guessing):
    services.accounts.forget(people["ann"])
    assert ledger.view(guessing).seats["s1"] == Seat(name=None, kind="person", level=None)
    assert ledger.record(guessing)["names"] == {"s2": "bob", "s3": "random"}


def test_a_table_that_was_handed_out_is_the_callers_own(ledger, people, guessing):
    table = ledger.table(guessing)
    version = table.version
    act(ledger, people["bob"], guessing, guess(NUMBERS["bob"]))
    assert table.version == version
    assert table.state.guesses == {"s1": NUMBERS["ann"], "s3": NUMBERS["s3"]}
    table.state.guesses["s1"] = 0
    assert ledger.table(guessing).state.guesses["s1"] == NUMBERS["ann"]
