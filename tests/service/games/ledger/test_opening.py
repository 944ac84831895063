"""Opening a game, sitting down, entropy, cancelling."""

import hashlib

import pytest

from domain.audit import CONSISTENT, PREFIX, audit
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.records.export import read
from service.games.shapes import NewGame
from service.games.shapes.answers import Seat
from tests.service.playing import AI, HOLD, ME, OPEN, act, all_events, open_pig, refusal

ENTROPY = "ab" * 32
OTHER = "cd" * 32


def sha256(hexadecimal):
    return hashlib.sha256(bytes.fromhex(hexadecimal)).hexdigest()


def types(events):
    return [event["type"] for event in events]


def test_a_game_without_open_seats_starts_at_once(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, AI, goal=20)
    view = ledger.view(game_id, people["ann"])
    assert (view.status, view.game, view.options) == ("running", "pig", {"goal": 20, "guess": False})
    assert to_json(view.seats) == {
        "s1": {"name": "ann", "kind": "person", "level": None},
        "s2": {"name": "random", "kind": "ai", "level": "random"},
    }
    assert to_json(view.pending) == {"s1": {"kind": "turn", "verbs": ["roll", "hold"], "details": {}}}
    assert view.legal == [{"type": "roll"}, {"type": "hold"}]
    assert types(all_events(ledger, game_id)) == [
        "GameOpened", "SeatTaken", "SeatTaken", "GameStarted", "GameCreated", "Asked",
    ]  # fmt: skip


def test_a_game_waits_for_its_open_seats(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN)
    view = ledger.view(game_id)
    assert (view.status, view.table, view.pending) == ("open", None, {})
    assert view.seats["s2"] == Seat(name=None, kind="open", level=None)
    assert ledger.sit(people["bob"], game_id).game.status == "open"
    answer = ledger.sit(people["cy"], game_id)
    assert answer.game.status == "running"
    assert answer.game.seat == "s3"
    assert types(answer.events) == ["SeatTaken", "GameStarted", "GameCreated", "Asked"]
    assert ledger.view(game_id).version == answer.game.version


def test_one_may_choose_the_seat(ledger, people):
    game_id = open_pig(ledger, people["ann"], OPEN, OPEN, OPEN)
    assert ledger.sit(people["bob"], game_id, "s3").game.seats["s3"].name == "bob"
    assert refusal(ledger.sit, people["cy"], game_id, "s3") == "illegal"
    assert refusal(ledger.sit, people["cy"], game_id, "s9") == "malformed"


def test_an_account_may_hold_several_seats(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    assert ledger.view(game_id, people["ann"]).seat == "s1"
    act(ledger, people["ann"], game_id, HOLD)
    assert ledger.view(game_id, people["ann"]).seat == "s2"
    assert ledger.view(game_id, people["ann"], "s1").seat == "s1"


def test_ones_own_name_means_me(ledger, people):
    game_id = open_pig(ledger, people["ann"], {"account": "Ann"}, AI)
    assert ledger.view(game_id).seats["s1"].name == "ann"
    assert ledger.view(game_id).status == "running"


def test_an_invited_seat_is_kept_for_its_account(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, {"account": "BOB"})
    assert ledger.view(game_id).seats["s2"] == Seat(name="bob", kind="open", level=None)
    assert refusal(ledger.sit, people["cy"], game_id, "s2") == "forbidden"
    assert refusal(ledger.sit, people["cy"], game_id) == "illegal"
    assert ledger.sit(people["bob"], game_id).game.status == "running"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"options": {"goal": 0}},
        {"options": {"unknown": 1}},
        {"options": {"goal": 1.5}},
        {"options": {"goal": 2**60}},
        {"seats": []},
        {"seats": [ME]},
        {"seats": [ME] * 7},
        {"seats": [ME, {}]},
        {"seats": [ME, {"ai": "oracle"}]},
        {"seats": [ME, {"ai": 1}]},
        {"seats": [ME, {"ai": "random", "open": True}]},
        {"seats": [ME, {"open": False}]},
        {"seats": [ME, {"account": "stranger"}]},
        {"seats": [ME, "random"]},
        {"clock": {"seconds": 60}},
        {"release": 0},
        {"visibility": "secret"},
        {"rated": 1},
        {"entropy": ENTROPY},
    ],
)
def test_a_game_that_cannot_be_is_not_opened(ledger, services, people, wrong):
    new = NewGame(**{"game": "pig", "seats": [ME, AI], **wrong})
    position = services.store.position()
    assert refusal(ledger.open_game, people["ann"], new) == "malformed"
    assert services.store.position() == position


def test_a_reservation_fixes_the_seed_before_anyone_sits_down(ledger, people):
    reserved = ledger.reserve(people["ann"])
    new = NewGame("pig", [ME, AI], reservation=reserved.id, entropy=ENTROPY)
    assert ledger.open_game(people["ann"], new) == reserved.id
    opened, _, seated, started = all_events(ledger, reserved.id)[:4]
    assert opened["data"]["commitment"] == reserved.commitment
    assert seated["data"]["entropy"] == ENTROPY
    assert started["data"]["entropy"] == [["s1", ENTROPY]]


def test_a_reservation_is_used_once_and_by_its_account_only(ledger, people):
    reserved = ledger.reserve(people["ann"])
    new = NewGame("pig", [ME, AI], reservation=reserved.id)
    assert refusal(ledger.open_game, people["bob"], new) == "not-found"
    assert refusal(ledger.view, reserved.id, people["ann"]) == "not-found"
    ledger.open_game(people["ann"], new)
    assert refusal(ledger.open_game, people["ann"], new) == "illegal"
    unknown = NewGame("pig", [ME, AI], reservation="no such thing")
    assert refusal(ledger.open_game, people["ann"], unknown) == "not-found"


def test_who_sits_down_later_gives_entropy_if_they_want(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    assert refusal(ledger.sit, people["bob"], game_id, None, "no hex") == "malformed"
    answer = ledger.sit(people["bob"], game_id, entropy=ENTROPY)
    assert answer.events[1]["data"]["entropy"] == [["s2", ENTROPY]]


def test_sealed_entropy_is_opened_when_all_have_sat(ledger, people):
    game_id = open_pig(ledger, people["ann"], OPEN, OPEN)
    ledger.sit(people["ann"], game_id, entropy_hash=sha256(ENTROPY))
    assert ledger.sit(people["bob"], game_id, entropy_hash=sha256(OTHER)).game.status == "open"
    assert ledger.open_entropy(people["ann"], game_id, "s1", ENTROPY).game.status == "open"
    assert refusal(ledger.open_entropy, people["bob"], game_id, "s2", ENTROPY) == "illegal"
    assert refusal(ledger.open_entropy, people["ann"], game_id, "s2", OTHER) == "forbidden"
    answer = ledger.open_entropy(people["bob"], game_id, "s2", OTHER)
    assert answer.game.status == "running"
    assert answer.events[1]["data"]["entropy"] == [["s1", ENTROPY], ["s2", OTHER]]


def test_a_seat_may_be_left_before_the_start(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN)
    ledger.sit(people["bob"], game_id)
    assert refusal(ledger.leave, people["ann"], game_id, "s2") == "forbidden"
    answer = ledger.leave(people["bob"], game_id, "s2")
    assert answer.game.seats["s2"].kind == "open"
    assert answer.game.seat == "spectator"
    for name in ("bob", "cy"):
        ledger.sit(people[name], game_id)
    assert refusal(ledger.leave, people["ann"], game_id, "s1") == "illegal"


def test_who_opened_a_game_may_cancel_it_before_the_start(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    assert refusal(ledger.cancel, people["bob"], game_id) == "forbidden"
    assert ledger.cancel(people["ann"], game_id).game.status == "cancelled"
    assert refusal(ledger.sit, people["bob"], game_id) == "game-over"
    assert refusal(ledger.cancel, people["ann"], game_id) == "game-over"
    started = open_pig(ledger, people["ann"], ME, AI)
    assert refusal(ledger.cancel, people["ann"], started) == "illegal"


def test_the_service_closes_a_game_once(ledger, people):
    game_id = open_pig(ledger, people["ann"], AI, AI)
    ledger.close(game_id, "void")
    version = ledger.view(game_id).version
    ledger.close(game_id, "void")
    assert (ledger.view(game_id).status, ledger.view(game_id).version) == ("void", version)
    running = open_pig(ledger, people["ann"], ME, AI)
    assert refusal(ledger.close, running, "cancelled") == "illegal"


def test_strangers_do_not_learn_of_a_private_game(ledger, people):
    new = NewGame("pig", [ME, {"account": "bob"}], visibility="private")
    game_id = ledger.open_game(people["ann"], new)
    for stranger in (None, people["cy"]):
        assert refusal(ledger.view, game_id, stranger) == "not-found"
        assert refusal(ledger.etag, game_id, stranger) == "not-found"
        assert refusal(ledger.events, game_id, stranger) == "not-found"
        assert refusal(ledger.record, game_id, stranger) == "not-found"
    assert refusal(ledger.sit, people["cy"], game_id, "s2") == "not-found"
    assert refusal(act, ledger, people["cy"], game_id, HOLD) == "not-found"
    assert refusal(ledger.leave, people["cy"], game_id, "s1") == "not-found"
    assert refusal(ledger.cancel, people["cy"], game_id) == "not-found"
    assert ledger.record(game_id, operator=True)["id"] == game_id
    assert ledger.view(game_id, people["bob"]).seat == "spectator"
    assert ledger.sit(people["bob"], game_id).game.seat == "s2"


def test_the_audit_passes_a_game_from_reservation_to_end(ledger, services, people):
    reserved = ledger.reserve(people["ann"])
    new = NewGame("pig", [ME, OPEN], {"goal": 1}, reservation=reserved.id, entropy=ENTROPY)
    game_id = ledger.open_game(people["ann"], new)
    ledger.sit(people["bob"], game_id, entropy=OTHER)
    held = act(ledger, people["ann"], game_id, HOLD)
    running = read(canonical(ledger.record(game_id, people["ann"])))
    assert audit(running, services.catalog).code == PREFIX
    players = {"s1": people["ann"], "s2": people["bob"]}
    while held.game.status == "running":
        [seat] = held.game.pending
        rolled = act(ledger, players[seat], game_id, {"type": "roll"})
        held = act(ledger, players[seat], game_id, HOLD) if seat in rolled.game.pending else rolled
    verdict = audit(read(canonical(ledger.record(game_id))), services.catalog, {running_version(running): running.head})
    assert (verdict.code, verdict.seen) == (CONSISTENT, (running_version(running),))


def running_version(record):
    return len(record.events)
