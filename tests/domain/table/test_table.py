"""What is common to all games, told with pig."""

import pytest

from domain.contract.game import Decision, Refused
from domain.log.record import Command, Happened, Writer
from domain.table import actions as a
from domain.table.events import TakenBack
from domain.table.gamelog import GameLog
from domain.table.rules.seating import entropy_hash
from tests.pigs.pig import Guess, Hold, Roll
from tests.streams import random_bytes

SEED = b"s" * 32
ENTROPY = "ab" * 32


def opened(catalog, seats=("s1", "s2"), **options):
    log = GameLog(catalog, "g1", SEED, random_bytes())
    log.post("service", None, log.opening("pig", options, seats), 100)
    return log


def begun(catalog, seats=("s1", "s2"), **options):
    log = opened(catalog, seats, **options)
    for seat in seats:
        log.post("service", seat, a.Sit(account=f"account-{seat}"), 100)
    log.post("service", None, a.Start(), 100)
    return log


def refused(log, by, seat, action):
    version = log.table.version
    with pytest.raises(Refused) as caught:
        log.post(by, seat, action, 200)
    assert log.table.version == version
    return caught.value.code


def test_a_game_is_open_until_it_starts_and_over_when_it_is_won(catalog):
    log = opened(catalog, goal=1)
    assert log.table.status == "open"
    for seat in ("s1", "s2"):
        log.post("service", seat, a.Sit(level="random"), 100)
    log.post("service", None, a.Start(), 100)
    assert log.table.status == "running"
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Roll() if log.table.state.turn_points == 0 else Hold(), 101)
    assert log.table.status == "over"
    assert log.entries[-1].read().type == "GameClosed"
    assert log.entries[-1].read().data == {"cause": "over", "seed": SEED.hex()}
    assert log.table.result.places[seat] == 1


def test_seats_are_taken_once_left_and_taken_again(catalog):
    log = opened(catalog)
    log.post("seat", "s1", a.Sit(account="ana"), 100)
    assert refused(log, "seat", "s1", a.Sit(account="ben")) == "illegal"
    assert refused(log, "service", None, a.Start()) == "illegal"
    log.post("seat", "s1", a.Leave(), 100)
    log.post("seat", "s1", a.Sit(account="ben"), 100)
    assert log.table.seats["s1"].account == "ben"
    assert refused(log, "seat", "s9", a.Sit(account="ben")) == "malformed"


def test_sealed_entropy_must_be_opened_with_what_was_hashed(catalog):
    log = opened(catalog)
    log.post("seat", "s1", a.Sit(account="ana", entropy_hash=entropy_hash(ENTROPY)), 100)
    log.post("seat", "s2", a.Sit(account="ben"), 100)
    assert refused(log, "service", None, a.Start()) == "illegal"
    assert refused(log, "seat", "s1", a.OpenEntropy("cd" * 32)) == "illegal"
    assert refused(log, "seat", "s1", a.OpenEntropy("short")) == "malformed"
    log.post("seat", "s1", a.OpenEntropy(ENTROPY), 100)
    log.post("service", None, a.Start(), 100)
    assert log.table.entropy == (("s1", ENTROPY),)


def test_entropy_changes_every_draw(catalog):
    def first_rolls(given):
        log = opened(catalog)
        log.post("seat", "s1", a.Sit(account="ana", entropy=given), 100)
        log.post("seat", "s2", a.Sit(level="random"), 100)
        log.post("service", None, a.Start(), 100)
        chance = log.table.chance(SEED)
        return [chance.draw("roll", "d6", 6, 20).result for _ in range(2)]

    assert first_rolls(ENTROPY) != first_rolls(None)
    assert first_rolls(ENTROPY) == first_rolls(ENTROPY)


def test_another_seats_command_never_changes_a_decision_id(catalog):
    log = begun(catalog, ("s1", "s2", "s3"), guess=True)
    ids = {seat: log.table.decision_id(seat) for seat in log.table.pending}
    log.post("seat", "s2", Guess(4), 101)
    assert log.table.decision_id("s2") is None
    assert {seat: log.table.decision_id(seat) for seat in ("s1", "s3")} == {s: ids[s] for s in ("s1", "s3")}


def test_a_seats_own_command_renews_its_decision_id(catalog):
    log = begun(catalog, goal=1000)
    seen = set()
    for _ in range(20):
        [seat] = log.table.pending
        assert log.table.decision_id(seat) not in seen
        seen.add(log.table.decision_id(seat))
        log.post("seat", seat, Roll(), 101)


def test_draws_are_numbered_through_the_whole_log(catalog):
    log = begun(catalog, goal=1000)
    for _ in range(5):
        [seat] = log.table.pending
        log.post("seat", seat, Roll(), 101)
    numbers = [draw["n"] for entry in log.entries for draw in entry.read().draws]
    assert numbers == list(range(5))


def test_a_repeated_command_is_remembered_by_its_key(catalog):
    log = begun(catalog)
    before = log.table.version
    log.post("seat", "s1", Roll(), 101, key="k1", body="b1")
    receipt = log.table.receipts["s1"]["k1"]
    assert (receipt.body, receipt.first, receipt.last) == ("b1", before + 1, log.table.version)


@pytest.mark.parametrize(
    ("started", "cause", "code"), [(False, "abandoned", "illegal"), (True, "cancelled", "illegal")]
)
def test_what_has_begun_is_not_cancelled_and_what_has_not_is_not_abandoned(catalog, started, cause, code):
    log = begun(catalog) if started else opened(catalog)
    assert refused(log, "service", None, a.Close(cause)) == code


def test_nothing_follows_the_closing_event(catalog):
    log = begun(catalog)
    log.post("operator", None, a.Close("void"), 101)
    assert [entry.read().type for entry in log.entries[-2:]] == ["Asked", "GameClosed"]
    assert log.table.status == "void"
    assert log.table.pending == {}
    assert refused(log, "seat", "s1", Roll()) == "game-over"
    assert refused(log, "service", None, a.Close("void")) == "game-over"


def test_a_takeback_keeps_the_log_and_folds_without_what_it_takes_back(catalog):
    log = begun(catalog, goal=1000)
    boundary = log.table.version
    before = dict(log.table.state.bank)
    log.post("seat", "s1", Hold(), 101)
    asked = log.table.history[-1][1]
    writer = Writer(
        "g1", ("s1", "s2"), SEED, random_bytes(), version=log.table.version, command=99, head=log.table.head
    )
    reopened = type(asked)((), {"s1": Decision("turn", ("roll", "hold"))}, ())
    back = writer.write(Command("seat", "s1", Hold(), 102), [Happened(TakenBack(boundary)), Happened(reopened)])
    log.follow(back)
    assert log.table.state.bank == before
    assert log.table.state.active == "s1"
    assert log.table.version == boundary + 5
    assert log.table.decision_id("s1") == f"{log.table.version}.s1"
