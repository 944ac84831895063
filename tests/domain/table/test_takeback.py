"""Takebacks and operators' verbs, told with pig."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.audit import CONSISTENT, audit
from domain.contract.game import Refused, Text
from domain.games.catalog import Catalog
from domain.records.export import export
from domain.table import actions as a
from domain.table import open_decisions
from domain.table.gamelog import GameLog
from domain.table.rules import takeback
from domain.table.rules.takeback import boundaries, start_of_turn, waiting_for
from tests.pigs.pig import Guess, Hold, Roll
from tests.pigs.thinking_pig import Wave
from tests.streams import random_bytes

SEED = b"s" * 32
CATALOG = Catalog({"pig": "tests.pigs.pig:PIG", "thinking-pig": "tests.pigs.thinking_pig:ThinkingPig"})
REASON = Text("text-1", "00" * 32)


def begun(*holders, rated=False, game="pig", **options):
    """A game of pig; each holder is an account, or `ai`."""
    log = GameLog(CATALOG, "g1", SEED, random_bytes())
    seats = [f"s{n}" for n in range(1, len(holders) + 1)]
    log.post("service", None, log.opening(game, options, seats, terms={"rated": rated}), 100)
    for seat, holder in zip(seats, holders, strict=True):
        sit = a.Sit(level="random") if holder == "ai" else a.Sit(account=holder)
        log.post("service", seat, sit, 100)
    log.post("service", None, a.Start(), 100)
    return log


def act(log, seat, action):
    log.post("seat", seat, action, log.table.at + 1)


def code(log, seat, action, by="seat"):
    version = log.table.version
    with pytest.raises(Refused) as caught:
        log.post(by, seat, action, log.table.at + 1)
    assert log.table.version == version
    return caught.value.code


def test_a_seat_takes_back_its_own_last_command_while_nobody_else_has_acted():
    log = begun("ana", "ben", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    assert boundaries(log.table, "s1") == [before]
    assert boundaries(log.table, "s2") == []
    act(log, "s1", a.TakeBack(before))
    assert log.table.state.guesses == {}
    assert set(log.table.pending) == {"s1", "s2"}
    act(log, "s1", Guess(5))
    assert log.table.state.guesses == {"s1": 5}


def test_decisions_that_are_opened_again_get_new_ids():
    log = begun("ana", "ben", guess=True)
    before, ids = log.table.version, {seat: log.table.decision_id(seat) for seat in ("s1", "s2")}
    act(log, "s1", Guess(3))
    act(log, "s1", a.TakeBack(before))
    assert not set(ids.values()) & {log.table.decision_id(seat) for seat in ("s1", "s2")}


def test_past_a_draw_nothing_is_taken_back_even_by_consent():
    log = begun("ana", "ben", goal=1000)
    before = log.table.version
    act(log, "s1", Roll())
    assert boundaries(log.table, "s1") == []
    assert code(log, "s1", a.TakeBack(before)) == "illegal"


def test_past_an_opened_sealed_answer_nothing_is_taken_back():
    log = begun("ana", "ben", guess=True)
    act(log, "s1", Guess(3))
    before = log.table.version
    act(log, "s2", Guess(4))
    assert code(log, "s2", a.TakeBack(before)) == "illegal"


def test_past_another_seats_action_all_seated_people_must_agree():
    log = begun("ana", "ben", "cleo", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    act(log, "s1", a.TakeBack(before))
    assert log.table.state.guesses == {"s1": 3, "s2": 4}
    assert code(log, "s1", a.AnswerTakeback(True)) == "not-your-decision"
    act(log, "s2", a.AnswerTakeback(True))
    assert log.table.state.guesses == {"s1": 3, "s2": 4}
    act(log, "s3", a.AnswerTakeback(True))
    assert log.table.state.guesses == {}


def test_a_takeback_that_is_declined_changes_nothing():
    log = begun("ana", "ben", "cleo", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    act(log, "s1", a.TakeBack(before))
    act(log, "s2", a.AnswerTakeback(False))
    assert log.table.state.guesses == {"s1": 3, "s2": 4}
    assert code(log, "s3", a.AnswerTakeback(True)) == "illegal"


def test_who_holds_every_seat_of_people_needs_no_other_consent():
    log = begun("ana", "ana", "ai", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    act(log, "s1", a.TakeBack(before))
    assert log.table.state.guesses == {}


@pytest.mark.parametrize("to", [0, 1, 3, 999])
def test_only_boundaries_that_count_can_be_gone_back_to(to):
    log = begun("ana", "ben", guess=True)
    act(log, "s1", Guess(3))
    assert code(log, "s1", a.TakeBack(to)) == "illegal"


def test_the_turn_is_gone_back_to_in_one_call():
    log = begun("ana", "ben", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s1", a.TakeBack(boundaries(log.table, "s1")[-1]))
    act(log, "s1", Guess(4))
    assert log.table.version > before
    assert boundaries(log.table, "s1")[-1] < log.table.version


def test_a_game_with_takebacks_is_audited_like_any_other():
    log = begun("ana", "ben", guess=True, goal=10)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s1", a.TakeBack(before))
    for seat in ("s1", "s2"):
        act(log, seat, Guess(2))
    while log.table.status == "running":
        [seat] = log.table.pending
        act(log, seat, Hold() if log.table.state.turn_points > 4 else Roll())
    assert audit(export(log.table, log.entries, {}, ()), CATALOG).code == CONSISTENT


@pytest.fixture
def older(monkeypatch):
    """The program as it was when a takeback outlived that a seat changed hands, until it is undone."""
    monkeypatch.delitem(open_decisions._FOLDS, "SeatReplaced")
    monkeypatch.setattr(takeback, "_is_agreed", lambda table, seat, to: False)
    return monkeypatch


def asked_back():
    """Ana (s1) asks Ben and Cleo, and Ben has agreed: the log, and where it would go back to."""
    log = begun("ana", "ben", "cleo", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    act(log, "s1", a.TakeBack(before))
    act(log, "s2", a.AnswerTakeback(True))
    return log, before


def remarks_on(log):
    log.post("service", None, a.Close("void"), log.table.at)
    found = audit(export(log.table, log.entries, {}, ()), CATALOG)
    assert found.code == CONSISTENT, found
    return [told for told in found.remarks if "older programs" in told]


@pytest.mark.parametrize("seat", ["s1", "s2"])
def test_a_takeback_that_outlived_a_change_of_hands_is_taken_with_a_remark(older, seat):
    log, _ = asked_back()
    log.post("operator", None, a.Operate("replace", REASON, seat=seat, account="dan"), 200)
    act(log, "s3", a.AnswerTakeback(True))
    assert "TakenBack" in {entry.label.type for entry in log.entries}
    older.undo()
    [told] = remarks_on(log)
    assert told.endswith("with what was asked or agreed at a seat before it changed hands")


def test_a_takeback_that_was_asked_for_once_more_is_taken_with_a_remark(older):
    log, before = asked_back()
    log.post("operator", None, a.Operate("replace", REASON, seat="s3", level="random"), 200)
    act(log, "s1", a.TakeBack(before))
    assert [entry.label.type for entry in log.entries[-2:]] == ["TakebackAsked", "Asked"]
    older.undo()
    [told] = remarks_on(log)
    assert told.endswith("once more, though all who sat there had agreed")


def test_an_operator_may_go_past_a_draw_in_an_unrated_game_only():
    for rated, expected in ((False, None), (True, "illegal")):
        log = begun("ana", "ben", goal=1000, rated=rated)
        before = log.table.version
        act(log, "s1", Roll())
        drawn = log.table.draws
        verb = a.Operate("take-back", REASON, to=before)
        if expected:
            assert code(log, None, verb, by="operator") == expected
        else:
            log.post("operator", None, verb, 200)
            assert log.table.draws == drawn


def test_an_operator_replaces_a_seat_and_everyone_can_read_that_it_was_done():
    log = begun("ana", "ben")
    log.post("operator", None, a.Operate("replace", REASON, seat="s2", level="random"), 200)
    assert log.table.seats["s2"].level == "random"
    assert "OperatorActed" in [entry.read().type for entry in log.entries]
    assert code(log, None, a.Operate("replace", "no reason", seat="s2", level="random"), by="operator") == "malformed"


def test_an_operator_adjudicates():
    log = begun("ana", "ben")
    log.post("operator", None, a.Operate("adjudicate", REASON, places={"s1": 2, "s2": 1}), 200)
    assert log.table.status == "over"
    assert log.table.result.places == {"s1": 2, "s2": 1}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["roll", "hold", "back", "guess"]), max_size=25), st.integers(0, 5))
def test_no_sequence_of_takebacks_changes_a_draw(wishes, start):
    """Whoever plays alone can ask for what they like: the draws that come are the ones the seed gave from the first."""
    log = begun("ana", "ana", goal=1000, guess=True)
    chance = log.table.chance(SEED)
    fixed = [chance.draw("roll", "d6", 6, 1).result for _ in range(60)]
    for wish in wishes:
        seat = next(iter(log.table.pending))
        action = {
            "roll": Roll(), "hold": Hold(), "guess": Guess(1 + start),
            "back": a.TakeBack(max([d.last for d in log.table.commands][:-1], default=0)),
        }[wish]  # fmt: skip
        try:
            act(log, seat, action)
        except Refused:
            continue
    drawn = {d["n"]: d["result"] for entry in log.entries for d in entry.read().draws}
    assert drawn == {n: fixed[n] for n in drawn}
    assert sorted(drawn) == list(range(len(drawn)))


def test_the_same_takeback_twice_is_refused():
    log = begun("ana", "ben", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s1", a.TakeBack(before))
    assert code(log, "s1", a.TakeBack(before)) == "illegal"
    assert boundaries(log.table, "s1") == []


def test_who_is_asked_is_known_until_all_have_answered():
    log = begun("ana", "ben", "cleo", "ana", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    assert waiting_for(log.table) == set()
    act(log, "s1", a.TakeBack(before))
    assert waiting_for(log.table) == {"s2", "s3"}
    act(log, "s3", a.AnswerTakeback(True))
    assert waiting_for(log.table) == {"s2"}


def test_what_is_asked_lapses_when_somebody_goes_on():
    log = begun("ana", "ben", "cleo", guess=True)
    before = log.table.version
    act(log, "s1", Guess(3))
    act(log, "s2", Guess(4))
    act(log, "s1", a.TakeBack(before))
    act(log, "s3", Guess(5))
    assert log.table.waiting.takeback is None
    assert code(log, "s2", a.AnswerTakeback(True)) == "illegal"


def test_who_plays_alone_may_go_back_past_all_seats_and_a_turn_is_its_own():
    log = begun("ana", "ana", "ai", goal=1000)
    start = log.table.version
    act(log, "s1", Hold())
    first = log.table.version
    act(log, "s2", Hold())
    assert boundaries(log.table, "s1") == [first, start]
    assert start_of_turn(log.table, "s2") == first
    with pytest.raises(Refused, match="illegal: nothing that this seat did last can be taken back"):
        start_of_turn(log.table, "s1")


def test_talk_does_not_end_what_may_be_taken_back():
    log = begun("ana", "ben", game="thinking-pig", goal=1000)
    start = log.table.version
    act(log, "s1", Hold())
    act(log, "s2", Wave())
    assert boundaries(log.table, "s1") == [start]
    act(log, "s1", a.TakeBack(start))
    assert set(log.table.pending) == {"s1"}
